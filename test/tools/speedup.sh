#!/usr/bin/env bash
# Several processes against one: the same check with several seeds, each with --jobs 1 and --jobs N.
#
#   speedup.sh [--seeds N] [--jobs N] [--time DURATION] FILE ARGS...
#
# Prints a row for each seed (seconds of the clock, conflicts), then the medians, the slowest, and the
# median of the ratios. The machine should have N cores and nothing else to do; checks with one process
# run N at a time. Environment: HEDDLE, the program, default build/heddle.
set -u -o pipefail
export LC_ALL=C
seeds=10 jobs=2 time=10m
while [ $# -gt 0 ]; do
  case $1 in
  --seeds) seeds=$2 && shift 2 ;;
  --jobs) jobs=$2 && shift 2 ;;
  --time) time=$2 && shift 2 ;;
  *) break ;;
  esac
done
heddle=${HEDDLE:-build/heddle}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

run() { # SEED JOBS ARGS...: seconds, conflicts, verdict
  local seed=$1 n=$2
  shift 2
  "$heddle" check "$@" --seed "$seed" --jobs "$n" --time "$time" --quiet --stats |
    awk 'NR == 1 { verdict = $1; sub(/:$/, "", verdict) }
         $1 == "total:" { seconds = $2 } $1 == "conflicts:" { conflicts = $2 }
         END { print seconds, conflicts, verdict }'
}

for seed in $(seq 1 "$seeds"); do
  run "$seed" 1 "$@" >"$tmp/one.$seed" &
  [ $((seed % jobs)) != 0 ] || wait
done
wait
printf '%6s %10s %10s %10s %10s %7s  %s\n' seed "1 job, s" conflicts "$jobs jobs, s" conflicts ratio \
  verdicts
for seed in $(seq 1 "$seeds"); do
  read -r one conflicts verdict <"$tmp/one.$seed"
  read -r many more also < <(run "$seed" "$jobs" "$@")
  awk -v seed="$seed" -v one="$one" -v c="$conflicts" -v many="$many" -v d="$more" \
    -v v="$verdict $also" 'BEGIN {
      printf "%6d %10.1f %10d %10.1f %10d %7.2f  %s\n", seed, one, c, many, d, one / many, v }' |
    tee -a "$tmp/rows"
done

column() { # NUMBER: its median and its largest value
  awk -v k="$1" '{ print $k }' "$tmp/rows" | sort -g |
    awk '{ x[NR] = $1 }
         END { print (NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2), x[NR] }'
}
read -r one slow < <(column 2)
read -r many late < <(column 4)
read -r ratio _ < <(column 6)
printf 'median: %s s with one, %s s with %s; slowest: %s and %s s; median of the ratios: %s\n' \
  "$one" "$many" "$jobs" "$slow" "$late" "$ratio"
