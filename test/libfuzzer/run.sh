#!/usr/bin/env bash
# Fuzzes the parsers with libFuzzer.
#
#   run.sh [--build FOLDER] [--heddle PROGRAM] [--keep FOLDER] [--seconds N | --runs N] [--seed S]
#          [--jobs J] [TARGET...]
#
# N seconds each (default 2), or N inputs; J targets at a time (default 1). The same seed S gives the same inputs, 0 (the default) new ones. The
# seed inputs are the tests' own, gathered anew; with --keep what is learnt stays in FOLDER for the
# next time. A crash, leak, hang or abort ends with failure, and its input is left in FOLDER, or
# printed where that is not given.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=build/libfuzzer heddle=build/heddle keep="" amount=-max_total_time=2 seed=0 jobs=1 targets=()
while [ $# -gt 0 ]; do
  case $1 in
  --build) build=$2 && shift ;;
  --heddle) heddle=$2 && shift ;;
  --keep) keep=$2 && shift ;;
  --seconds) amount=-max_total_time=$2 && shift ;;
  --runs) amount=-runs=$2 && shift ;;
  --jobs) jobs=$2 && shift ;;
  --seed) seed=$2 && shift ;;
  -*) echo "$0: unknown option $1" >&2 && exit 1 ;;
  *) targets+=("$1") ;;
  esac
  shift
done
[ ${#targets[@]} -gt 0 ] || targets=(prog json project property options answer backend)
work=${keep:-$(mktemp -d)}
# shellcheck disable=SC2064
[ -n "$keep" ] || trap "rm -rf '$work'" EXIT

# Small programs as heddle prints them, and the record of a check with its trace.
dumps() { # FOLDER
  local name
  for name in lost_update two_mutexes message_passing; do
    [ -e "examples/$name.c" ] &&
      "$heddle" dump "examples/$name.c" --unwind 1 >"$1/$name.prog" 2>/dev/null
  done
}
records() { # FOLDER
  "$heddle" check examples/lost_update.c --rounds 3 --quiet --json "$1/trace.json" >/dev/null 2>&1
}
# A byte for the command, then a word a line.
lines() { # FOLDER
  local text n=0
  sed -n 's,^// \(args\|run\): *,,p' test/prog/*.c test/diag/*.c | sed 's/ *=>.*//' | sort -u |
    while read -r text; do
      n=$((n + 1))
      # shellcheck disable=SC2086
      printf '%s\n' "$((n % 3))file.c" $text >"$1/line$n"
    done
}
# A byte for the form, then what a solver prints.
answers() { # FOLDER
  printf '0c hello\ns SATISFIABLE\nv 1 -2 3 0\n' >"$1/competition"
  printf '0SATISFIABLE\nSAT\n1 -2 3 0\n' >"$1/minisat"
  printf '1sat\n((v1 true) (v2 false))\n' >"$1/smt2"
  printf '1unsat\n(error "no |model|")\n' >"$1/error"
}
# A byte for the reader, one for the exit code, then what a verifier prints.
outputs() { # FOLDER
  local file
  printf '0\nviolation: x (y:1)\nschedule: 0:1 1:3 in 0 ff\n' >"$1/explore"
  for file in test/backend/*.*; do
    case $file in
    */cbmc.*) printf '1\n' | cat - "$file" ;;
    */eva.*) printf '30' | cat - "$file" ;;
    esac | head -c 4000 >"$1/$(basename "$file")"
  done
}
seeds() { # TARGET FOLDER
  case $1 in
  prog) cp test/pass/*.prog "$2" && dumps "$2" ;;
  json) find test/diag test/project -name '*.json' -exec cp {} "$2" \; ; records "$2" ;;
  project) find test/diag test/project -name '*.json' -exec cp {} "$2" \; ;;
  property) cp test/diag/property/* "$2" ;;
  options) lines "$2" ;;
  answer) answers "$2" ;;
  backend) outputs "$2" ;;
  esac
}

one() { # TARGET
  local target=$1 corpus=$work/$1 log=$work/$1.log
  mkdir -p "$corpus" "$work/seeds/$1" "$work/crash"
  seeds "$target" "$work/seeds/$target"
  if "$build/test/libfuzzer/fuzz_$target" -seed="$seed" "$amount" -timeout=100 \
    -rss_limit_mb=2048 -close_fd_mask=3 -print_final_stats=1 -artifact_prefix="$work/crash/$target-" \
    -max_len=4096 "$corpus" "$work/seeds/$target" >"$log" 2>&1 </dev/null; then
    echo "ok   $target ($(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs)"
    return
  fi
  echo "FAIL $target"
  grep -v '^#' "$log" | tail -n 40
  [ -n "$keep" ] || for input in "$work/crash/$target"-*; do base64 "$input"; done
}

for target in "${targets[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  one "$target" >"$work/$target.result" &
done
wait
results=("${targets[@]/%/.result}")
cd "$work" && cat "${results[@]}"
! grep -q '^FAIL' "${results[@]}"
