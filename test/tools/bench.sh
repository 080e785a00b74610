#!/usr/bin/env bash
# Sizes and times of the examples, as a table and as JSON.
#
#   bench.sh [FILE...]                  default: examples/*.c
#   bench.sh --effects [FILE...]        what each reduction is worth: medians over five seeds with and
#                                       without it; default: the hard examples
#   bench.sh --models [FILE...]         clauses and times under each memory model, and how many times the
#                                       clauses of sc; default: examples/*.c
#   bench.sh --solvers [FILE...]        times of other solvers that are installed, see doc/solvers.md, of the
#                                       first run; default: examples/*.c
#   bench.sh --tools [FILE...]          the same of other verifiers that are installed, see doc/backends.md
#   bench.sh --compare OLD.json NEW.json
#
# Each program is checked with the arguments of its line "// args: ARGS", else of each of its lines
# "// run: ARGS => VERDICT" (--effects, --models, --solvers,
# --tools: the first of them). Environment:
#
#   HEDDLE      the program, default build/heddle
#   BENCH_TIME  seconds per program, default 120
#   BENCH_OUT   the JSON file, default build/bench.json
#
# Each entry of the JSON file is one line, so that two files can be compared with grep, sed and awk.
set -u -o pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)

# ---- reading our own JSON ------------------------------------------------------------------------

# The records of `heddle check --json` are indented, one key a line; keys used here are unique there
# up to the trace, which comes last.
value() { # FILE KEY
  sed -n '/^  "trace"/q; s/^ *"'"$2"'": \(.*[^,]\),\{0,1\}$/\1/p' "$1" | head -n 1 |
    sed 's/^"\(.*\)"$/\1/'
}

labels() { # FILE: all threads together
  sed -n '/^  "trace"/q; /"labels": \[$/,/\]/p' "$1" | grep -o '[0-9][0-9]*' |
    awk '{n += $1} END {print n + 0}'
}

# ---- measuring -----------------------------------------------------------------------------------

field() { # FILE KEY
  sed -n "s,^[[:space:]]*//[[:space:]]*$2:[[:space:]]*,,p" "$1" | head -n 1
}

runs() { # FILE: the arguments of each run, a line each
  local args
  args=$(field "$1" args)
  if [ -n "$args" ]; then
    echo "$args"
  else
    sed -n 's,^[[:space:]]*//[[:space:]]*run:[[:space:]]*\(.*\)=>.*,\1,p' "$1"
  fi
}

arguments() { # FILE: of the run being measured
  echo "${run:-$(runs "$1" | head -n 1)}"
}

# Our own options stand before the flags for clang.
check() { # FILE RECORD OPTION...
  local file=$1 record=$2 before=() behind=() word
  shift 2
  set -f
  for word in $(arguments "$file"); do
    if [ ${#behind[@]} -gt 0 ] || [ "$word" = -- ]; then
      behind+=("$word")
    else
      before+=("$word")
    fi
  done
  case " ${before[*]} " in
  *" --rounds"* | *" --unwind"* | *" --schedule"* | *" --context-switches"*) ;;
  *) before+=(--rounds 2 --unwind 2) ;;
  esac
  for word in $(field "$file" also); do before+=("$(dirname "$file")/$word"); done
  set +f
  # heddle keeps to its time by itself, but not while it reads the program.
  timeout $((seconds + 30)) "$heddle" check "$file" "${before[@]}" --quiet --time "$seconds" \
    --json "$record" "$@" "${behind[@]}" >"$tmp/out" 2>&1
}

row() { printf '%-24s %7s %9s %10s %9s %9s %9s %8s  %s\n' "$@"; }

entry() { # NAME VERDICT KEY VALUE...
  local text
  text=$(printf '{"name": "%s", "verdict": "%s"' "$1" "$2")
  shift 2
  while [ $# -gt 0 ]; do
    text="$text, \"$1\": ${2:-null}"
    shift 2
  done
  echo "$text}" >>"$tmp/entries"
}

measure() { # FILE
  local name record=$tmp/record.json code verdict memory
  local -A got=()
  name=$(basename "$1" .c)
  [ "$number" = 1 ] || name=$name.$number
  rm -f "$record"
  check "$1" "$record"
  code=$?
  if [ ! -f "$record" ]; then
    row "$name" - - - - - - - "failed, exit code $code"
    tail -n 3 "$tmp/out" | sed 's/^/    /'
    entry "$name" failed exit_code "$code"
    failed=1
    return
  fi
  verdict=$(value "$record" verdict)
  for key in variables clauses frontend_seconds encode_seconds solve_seconds memory_bytes; do
    got[$key]=$(value "$record" $key)
  done
  memory=$(awk -v b="${got[memory_bytes]:-0}" 'BEGIN {printf "%.1f", b / 1e6}')
  row "$name" "$(labels "$record")" "${got[variables]}" "${got[clauses]}" \
    "${got[frontend_seconds]}" "${got[encode_seconds]}" "${got[solve_seconds]}" "$memory" "$verdict"
  entry "$name" "$verdict" exit_code "$code" labels "$(labels "$record")" \
    variables "${got[variables]}" clauses "${got[clauses]}" \
    frontend_seconds "${got[frontend_seconds]}" encode_seconds "${got[encode_seconds]}" \
    solve_seconds "${got[solve_seconds]}" memory_bytes "${got[memory_bytes]}"
  [ "$code" != 6 ] || failed=1
}

bench() { # FILE...
  heddle=${HEDDLE:-$root/build/heddle}
  seconds=${BENCH_TIME:-120}
  out=${BENCH_OUT:-$root/build/bench.json}
  [ -x "$heddle" ] || { echo "bench.sh: no program at $heddle" >&2; exit 1; }
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  failed=0
  : >"$tmp/entries"
  row program labels variables clauses "front, s" "encode, s" "solve, s" "peak, MB" verdict
  for file in "$@"; do
    number=0
    while read -r run; do
      number=$((number + 1))
      measure "$file" </dev/null
    done < <(runs "$file")
  done
  {
    printf '{\n  "version": "%s",\n  "programs": [\n' "$("$heddle" --version)"
    sed 's/^/    /; $!s/$/,/' "$tmp/entries"
    printf '  ]\n}\n'
  } >"$out.part" && mv "$out.part" "$out" && echo "written to ${out#"$root"/}" || exit 1
  exit $failed
}

# ---- with and without ----------------------------------------------------------------------------

variants=("" --no-narrow --no-slice --no-grow --no-guess)

median() { sort -n | awk '{at[NR] = $1} END {print at[int((NR + 1) / 2)]}'; }

effect() { # FILE VARIANT
  local record=$tmp/record.json seed verdict="" now variables clauses
  : >"$tmp/seconds"
  for seed in 0 1 2 3 4; do
    rm -f "$record"
    # shellcheck disable=SC2086 # a variant may be nothing
    check "$1" "$record" --seed "$seed" $2
    [ -f "$record" ] || { echo "$2: failed on $1" >&2; failed=1; return; }
    now=$(value "$record" verdict)
    case " $verdict " in *" $now "*) ;; *) verdict="${verdict:+$verdict }$now" ;; esac
    variables=$(value "$record" variables)
    clauses=$(value "$record" clauses)
    value "$record" solve_seconds >>"$tmp/seconds"
  done
  printf '%-24s %-12s %9s %10s %9s %9s %9s  %s\n' "$(basename "$1" .c)" "${2:---}" "$variables" \
    "$clauses" "$(sort -n "$tmp/seconds" | head -n 1)" "$(median <"$tmp/seconds")" \
    "$(sort -n "$tmp/seconds" | tail -n 1)" "$verdict"
}

effects() { # FILE...
  heddle=${HEDDLE:-$root/build/heddle}
  seconds=${BENCH_TIME:-120}
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  failed=0
  printf '%-24s %-12s %9s %10s %9s %9s %9s  %s\n' program without variables clauses "least, s" \
    "median, s" "most, s" verdict
  for file in "$@"; do
    for variant in "${variants[@]}"; do effect "$file" "$variant"; done
  done
  exit $failed
}

# ---- memory models -------------------------------------------------------------------------------

models() { # FILE...
  local file model record sizes times verdicts
  heddle=${HEDDLE:-$root/build/heddle}
  seconds=${BENCH_TIME:-120}
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  record=$tmp/record.json
  printf '%-20s %9s %9s %9s %6s %6s  %-20s %s\n' "clauses under" sc tso pso tso/sc pso/sc \
    "solve, s" verdicts
  for file in "$@"; do
    run=$(runs "$file" | head -n 1 | sed 's/--memory-model *[a-z]*//')
    sizes=() times=() verdicts=()
    for model in sc tso pso; do
      rm -f "$record"
      check "$file" "$record" --memory-model "$model"
      [ -f "$record" ] || { echo "bench.sh: failed on $file" >&2; exit 1; }
      sizes+=("$(value "$record" clauses)")
      times+=("$(value "$record" solve_seconds)")
      verdicts+=("$(value "$record" verdict)")
    done
    printf '%-20s %9s %9s %9s %6s %6s  %-20s %s\n' "$(basename "$file" .c)" "${sizes[@]}" \
      "$(awk -v a="${sizes[1]}" -v b="${sizes[0]}" 'BEGIN {printf "%.2f", a / b}')" \
      "$(awk -v a="${sizes[2]}" -v b="${sizes[0]}" 'BEGIN {printf "%.2f", a / b}')" \
      "${times[*]}" "${verdicts[*]}"
  done
}

# ---- other engines -------------------------------------------------------------------------------

# A verdict that differs from our own solver's is a failure, unless it is none. Other verifiers do not
# say whether loops are cut, so what is safe may be bounded for them.
engines() { # ENGINE... -- FILE...: those whose programs are there
  local file engine record verdict own engines=(sat) line
  heddle=${HEDDLE:-$root/build/heddle}
  seconds=${BENCH_TIME:-120}
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  record=$tmp/record.json
  failed=0
  while [ "$1" != -- ]; do
    if command -v "${1#*:}" >/dev/null; then engines+=("$1"); fi
    shift
  done
  shift
  line=$(printf '%-22s' "solve, s")
  for engine in "${engines[@]}"; do line+=$(printf ' %14s' "${engine#*:}"); done
  echo "$line  verdict"
  for file in "$@"; do
    own="" line=$(printf '%-22s' "$(basename "$file" .c)")
    for engine in "${engines[@]}"; do
      rm -f "$record"
      check "$file" "$record" --engine "$engine"
      verdict=$([ ! -e "$record" ] || value "$record" verdict)
      [ "$engine" != sat ] || own=$verdict
      case $verdict,$own,$(cat "$tmp/out") in
      "$own,"* | bounded,safe,*) line+=$(printf ' %14s' "$(value "$record" solve_seconds)") ;;
      unknown,*) line+=$(printf ' %14s' "-") ;;
      *"other verifiers are"*) line+=$(printf ' %14s' "not told") ;;
      *) line+=$(printf ' %14s' "${verdict:-failed}!") && failed=1 ;;
      esac
    done
    echo "$line  $own"
  done
  exit $failed
}

# ---- comparing -----------------------------------------------------------------------------------

compare() { # OLD NEW
  local file
  for file in "$1" "$2"; do
    [ -r "$file" ] || { echo "bench.sh: cannot read $file" >&2; exit 1; }
  done
  awk '
    function get(key,   s) {
      if (!match($0, "\"" key "\": (\"[^\"]*\"|[^,}]*)")) return ""
      s = substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
      gsub(/^"|"$/, "", s)
      return s == "null" ? "" : s
    }
    function ratio(old, new) { return old + 0 > 0 && new != "" ? sprintf("%.2f", new / old) : "-" }
    BEGIN {
      n = split("labels variables clauses frontend_seconds encode_seconds solve_seconds" \
        " memory_bytes", keys, " ")
      printf "%-24s %7s %9s %8s %7s %7s %7s %7s  %s\n", "new / old", "labels", "variables",
        "clauses", "front", "encode", "solve", "memory", "verdict"
    }
    !/"name": / { next }
    FNR == NR {
      seen[get("name")] = 1
      for (i = 1; i <= n; i++) old[get("name"), i] = get(keys[i])
      verdict[get("name")] = get("verdict")
      next
    }
    {
      name = get("name")
      if (!(name in seen)) { printf "%-24s new\n", name; next }
      delete seen[name]
      printf "%-24s", name
      split("7 9 8 7 7 7 7", width, " ")
      for (i = 1; i <= n; i++) printf " %*s", width[i], ratio(old[name, i], get(keys[i]))
      now = get("verdict")
      printf "  %s\n", now == verdict[name] ? now : verdict[name] " -> " now
    }
    END { for (name in seen) printf "%-24s gone\n", name }
  ' "$1" "$2"
}

case ${1:-} in
--compare)
  [ $# = 3 ] || { echo "usage: bench.sh --compare OLD.json NEW.json" >&2; exit 1; }
  compare "$2" "$3"
  ;;
--effects)
  shift
  [ $# -gt 0 ] || set -- "$root"/examples/{safestack,elimination_stack,snark,bystanders}.c
  effects "$@"
  ;;
--models)
  shift
  [ $# -gt 0 ] || set -- "$root"/examples/*.c
  models "$@"
  ;;
--solvers)
  shift
  [ $# -gt 0 ] || set -- "$root"/examples/*.c
  engines dimacs:cadical dimacs:cryptominisat5 dimacs:minisat smt2:z3 smt2:cvc5 -- "$@"
  ;;
--tools)
  shift
  [ $# -gt 0 ] || set -- "$root"/examples/*.c
  engines gcc cbmc esbmc klee cpachecker frama-c -- "$@"
  ;;
-*)
  sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"
  [ "$1" = --help ]
  ;;
"") bench "$root"/examples/*.c ;;
*) bench "$@" ;;
esac
