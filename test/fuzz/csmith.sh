#!/usr/bin/env bash
# Sequential programs whose checksum heddle must reproduce. By Csmith they examine the front end; by
# calls.c, the models of the library.
#
#   csmith.sh [--seed S] [--count N] [--time SECONDS] [--jobs J] [--save DIR] [--heddle PROGRAM]
#             [--calls GENERATOR]
#   csmith.sh --self-test
#
# Programs S, S+1, ... (default: from 1) until N were examined (default 20) or the time is over, J at a
# time (default 1). A seed says everything about a program, so what was found can be found again with
# --seed S --count 1. Programs that are not reported as agreed are kept in DIR, with a list of all
# results. With --calls the programs are not by Csmith but by this program, which calls.c became.
#
# Each program is run natively, compiled by clang -O0, clang -O2, and gcc with AddressSanitizer and
# UBSan. One that runs for more than a second, makes a sanitizer speak or does not give the same
# checksum each time is discarded. Of the others heddle is asked twice, so that neither a program that
# does not reach its end nor one whose end is left out can pass: "is the checksum always that?" must be
# answered by no bug, and "is it always another?" by that assertion's failing.
#
# Nothing in such a program is unknown, and the front end computes most of it. So there is a second pass
# with the same program, in which
#   inputs    some global variables are given their first values by inputs that an assumption bounds
#   threads   the program runs in a thread beside another one, which never does what it seems about to
#             do: change some of the global variables. Their accesses become events.
# by the solver or, for every third program, by trying every schedule.
#
# A summary says how many programs agreed, were discarded, and so on. Ends with 0 if there was no
# disagreement and no failure (crash, internal error, hang) and some program agreed, else with 1; with 2
# if the examination could not be held. The self-test asks whether it can fail, with stand-ins for heddle.
set -u -o pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source-path=SCRIPTDIR source=../tools/limits.sh
. "$here/../tools/limits.sh"

seed=1
count=
limit=
jobs=1
save=
heddle=$root/build/heddle
calls=

usage() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | head -n 8 >&2; exit 2; }

selftest=no
[ "${1:-}" != --self-test ] || { selftest=yes; shift; }
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || usage
  case $1 in
    --seed) seed=$2 ;;
    --count) count=$2 ;;
    --time) limit=$2 ;;
    --jobs) jobs=$2 ;;
    --save) save=$2 ;;
    --heddle) heddle=$2 ;;
    --calls) calls=$2 ;;
    *) usage ;;
  esac
  shift 2
done
[ -n "$count" ] || [ -n "$limit" ] || count=20

# ---- what a seed stands for ----------------------------------------------------------------------

# Options of Csmith; sizes such that most programs end well within the unwinding bound.
styles=(
  ""
  "--float"
  "--max-pointer-depth 5 --no-packed-struct"
  "--builtins --disable-builtin-kinds x86"
  "--max-funcs 4 --max-block-depth 3 --max-array-len-per-dim 5"
  "--max-struct-fields 20 --max-union-fields 8 --max-funcs 6"
  "--no-volatiles --max-array-dim 2 --inline-function --max-expr-complexity 20"
  "--float --builtins --disable-builtin-kinds x86 --max-funcs 5 --enable-access-once"
)

# Three of four programs are small, so that a solver, and whoever reduces one, is soon done.
small="--max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 5"
small="$small --max-array-len-per-dim 4 --max-array-dim 2"

style_of() { # SEED
  echo "${styles[$1 % 8]} $([ $(($1 / 8 % 4)) = 0 ] || echo "$small")"
}

# One in four keeps the hash of Csmith, and then has no second pass.
simple() { [ -n "$calls" ] || [ $(($1 / 32 % 4)) != 0 ]; } # SEED
kind_of() { if [ $((($1 + $1 / 8) % 2)) = 0 ]; then echo inputs; else echo threads; fi; } # SEED
engine_of() { if [ $(($1 % 3)) = 0 ]; then echo explicit; else echo sat; fi; } # SEED

# ---- the tools -----------------------------------------------------------------------------------

# Csmith's own headers lie beside it: PREFIX/include/csmith or PREFIX/include/csmith-VERSION.
runtime_of_csmith() {
  local program header
  program=$(command -v csmith) || return 1
  for header in "${CSMITH_HOME:-/nowhere}/runtime/csmith.h" \
    "${program%/bin/*}"/include/csmith*/csmith.h; do
    [ -e "$header" ] && dirname "$header" && return
  done
  return 1
}

# ---- native --------------------------------------------------------------------------------------

# Prints the checksum, or fails with the reason why the program is no good on stdout.
native() { # FOLDER FLAG...
  local folder=$1 sums=() compiler
  shift
  for compiler in "clang-19 -O0" "clang-19 -O2" \
    "gcc -O1 -fsanitize=address,undefined -fno-sanitize=alignment -fno-sanitize-recover=all"; do
    # shellcheck disable=SC2086
    $compiler -w "$@" "$folder/program.c" -o "$folder/native" -lm >"$folder/compiler" 2>&1 ||
      { echo "does not compile"; return 1; }
    limited 1 "$folder/native" >"$folder/output" 2>"$folder/errors"
    case $? in
      0) ;;
      124 | 152) echo "runs too long"; return 1 ;;
      *) echo "undefined, says a sanitizer"; return 1 ;;
    esac
    sums+=("$(sed -n 's/^checksum = //p' "$folder/output")")
  done
  if [ -z "${sums[0]}" ] || [ "${sums[0]}" != "${sums[1]}" ] || [ "${sums[0]}" != "${sums[2]}" ]; then
    echo "compilers differ"
    return 1
  fi
  echo "${sums[0]}"
}

# ---- the second pass -----------------------------------------------------------------------------

# Writes the program with some of its global variables as inputs, or beside a thread.
rewrite() { # KIND SEED INPUT <PROGRAM
  awk -v kind="$1" -v seed="$2" -v input="$3" '
    function place(name,   size) {
      while (match(name, /\[[0-9]+\]/)) {
        size = substr(name, RSTART + 1, RLENGTH - 2)
        name = substr(name, 1, RSTART - 1) "<" int(rand() * size) ">" substr(name, RSTART + RLENGTH)
      }
      gsub(/</, "[", name)
      gsub(/>/, "]", name)
      return name
    }
    function chosen(n) { return n <= 3 || rand() < 3 / n }
    function of_integer(i) {
      if (kind == "inputs")
        return "  " names[i] " = " input "((uint64_t)" names[i] ");"
      return "    " names[i] " = 1;"
    }
    BEGIN { srand(seed) }
    { lines[NR] = $0 }
    /^static (volatile )?u?int[0-9]+_t g_[0-9]+(\[[0-9]+\])* = / {
      names[++n] = place($0 ~ /^static volatile/ ? $4 : $3)
      texts[n] = of_integer(n)
    }
    kind == "threads" && /^static (volatile )?(struct|union) [SU][0-9]+ g_[0-9]+(\[[0-9]+\])* = / {
      names[++n] = place($2 == "volatile" ? $5 : $4)
      texts[n] = "    memset((void *)&" names[n] ", 1, sizeof(" names[n] "));"
    }
    END {
      for (i = 1; i <= n; i++)
        if (chosen(n)) body = body texts[i] "\n"
      for (i = 1; i <= NR; i++) {
        if (lines[i] ~ /^int main \(/) {
          within = 1
          if (kind == "threads") {
            print "static void *work(void *none)\n{\n  func_1();\n  return none;\n}\n"
            print "static void *other(void *none)\n{\n  if (never()) {\n" body "  }\n  return none;\n}\n"
          }
        }
        if (within && lines[i] ~ /^ *func_1\(\);/)
          lines[i] = kind == "threads" ? "    run_beside(work, other);" : body lines[i]
        print lines[i]
      }
    }'
}

# ---- heddle --------------------------------------------------------------------------------------

# Asks one question and says what the answer was worth: "holds", "fails", or a result of its own.
ask() { # FOLDER SECONDS ARG...
  local folder=$1 seconds=$2 code
  shift 2
  limited "$seconds" "$heddle" check --quiet "$@" >"$folder/answer" 2>&1
  code=$?
  case $code in
    152) echo "unknown: $seconds s of the processor were not enough" ;;
    0) echo holds ;;
    5)
      if grep -q '^unknown' "$folder/answer"; then
        echo "unknown: $(sed -n 's/^unknown: //p' "$folder/answer" | head -n 1 | sed 's/;.*//; s/(.*//')"
      elif grep -q 'cut after' "$folder/answer"; then
        echo cut
      else
        echo holds
      fi ;;
    10)
      if grep -q '^bug: assertion failed at .*checksum\.h' "$folder/answer"; then
        echo fails
      else
        echo "DISAGREEMENT: $(sed -n 's/^bug: \(.*\) at .*/\1/p' "$folder/answer" | head -n 1)"
      fi ;;
    2) echo "unsupported: $(sed -n 's/.*error: //p' "$folder/answer" | head -n 1 | sed "s/'[^']*'/.../g")" ;;
    124) echo "FAILURE: does not end" ;;
    *) echo "FAILURE: exit code $code" ;;
  esac
}

# Both questions about one program.
both() { # FOLDER SECONDS FILE CHECKSUM ARG...
  local folder=$1 seconds=$2 file=$3 sum=$4 same other
  shift 4
  same=$(ask "$folder" "$seconds" "$file" "$@" -w "-DCHECKSUM=${sum}ull")
  case $same in
    holds | cut) ;;
    fails) echo "DISAGREEMENT: another checksum"; return ;;
    *) echo "$same"; return ;;
  esac
  other=$(ask "$folder" "$seconds" "$file" "$@" -w "-DCHECKSUM=${sum}ull" -DOTHERWISE)
  case $same,$other in
    *,fails) echo agreed ;;
    cut,holds | *,cut) echo "bounded: a loop was cut" ;;
    *,holds) echo "DISAGREEMENT: the end is not reached" ;;
    *) echo "$other" ;;
  esac
}

# ---- one program ---------------------------------------------------------------------------------

generate() { # SEED FOLDER
  if [ -n "$calls" ]; then
    "$calls" "$1"
  else
    # It leaves a file behind where it is run.
    # shellcheck disable=SC2046
    cd "$2" && limited 10 csmith --seed "$1" --no-argc --concise $(style_of "$1")
  fi 2>/dev/null
}

# Prints a line for each pass: SEED PASS RESULT. A pass is "plain", "inputs" or "threads" with the engine.
examine() { # SEED FOLDER
  local number=$1 folder=$2 flags=("${common[@]}" -include "$here/checksum.h") sum result kind engine
  local input=input_of
  (generate "$number" "$folder") >"$folder/program.c" ||
    { report "$number" plain "discarded: the generator gives up"; return; }
  if simple "$number"; then flags+=(-DSIMPLE); fi
  sum=$(native "$folder" "${flags[@]}") || { report "$number" plain "discarded: $sum"; return; }

  engine=$(engine_of "$number")
  result=$(both "$folder" 20 "$folder/program.c" "$sum" --rounds 1 --unwind 1000 \
    --engine "$engine" -- "${flags[@]}")
  report "$number" "plain, $engine" "$result"
  simple "$number" || return

  kind=$(kind_of "$number")
  [ "$engine" = sat ] || input=byte_of
  rewrite "$kind" "$number" "$input" <"$folder/program.c" >"$folder/second.c"
  result=$(both "$folder" 10 "$folder/second.c" "$sum" --rounds 2 --unwind 8 \
    --engine "$engine" -- "${flags[@]}")
  report "$number" "$kind, $engine" "$result"
}

report() { # SEED PASS RESULT
  printf '%s\t%s\t%s\n' "$1" "$2" "$3"
  if [ -n "$save" ] && [ "$3" != agreed ] && [ "${3%%:*}" != discarded ]; then
    mkdir -p "$save/$1" && cp "$folder"/*.c "$folder/answer" "$save/$1/"
  fi
}

# ---- all of them ---------------------------------------------------------------------------------

worker() { # NUMBER: the programs of one process
  local at folder=$tmp/$1
  mkdir -p "$folder"
  for ((at = seed + $1; ; at += jobs)); do
    [ -z "$count" ] || [ "$at" -lt $((seed + count)) ] || break
    [ -z "$limit" ] || [ $((SECONDS - started)) -lt "$limit" ] || break
    rm -f "$folder"/*
    examine "$at" "$folder"
  done >>"$tmp/results.$1"
}

progress() {
  local lines bad
  lines=$(cut -f 1 "$tmp"/results.* | sort -u | wc -l)
  bad=$(cut -f 3 "$tmp"/results.* | grep -c '^DISAGREEMENT\|^FAILURE')
  echo "$((SECONDS - started)) s: $lines programs, $bad disagreements and failures"
}

summary() {
  sort -n "$tmp"/results.* >"$tmp/results"
  if [ -n "$save" ]; then mkdir -p "$save" && cp "$tmp/results" "$save/"; fi
  grep -P '\t(DISAGREEMENT|FAILURE|unsupported)' "$tmp/results"
  awk -F '\t' '
    {
      programs[$1] = 1
      split($2, words, ","); pass = words[1]
      split($3, parts, ":"); result = parts[1]
      if (pass == "plain" && result == "discarded") { n_discarded++ } else { passes[$2]++; total[pass]++ }
      results[$2 SUBSEP $3]++
    }
    END {
      for (i in programs) n++
      printf "%d programs, %d of them discarded\n", n, n_discarded
      for (key in results) {
        split(key, at, SUBSEP)
        printf "%-18s %-50s %6d  %5.1f %%\n", at[1], at[2], results[key], \
          100 * results[key] / (at[1] == "plain" ? n : passes[at[1]]) | "sort"
      }
    }' "$tmp/results"
  grep -q 'agreed$' "$tmp/results" && ! grep -qP '\t(DISAGREEMENT|FAILURE)' "$tmp/results"
}

# ---- can it fail? --------------------------------------------------------------------------------

# Small programs at a stand-in's mercy; WANT is 0 or 1 and TEXT what the summary must say.
try() { # WANT TEXT, the stand-in from stdin
  local output status=0
  { echo '#!/usr/bin/env bash'; cat; } >"$tmp/fake"
  chmod +x "$tmp/fake"
  output=$("$here/csmith.sh" --heddle "$tmp/fake" --seed 24 --count 1) || status=1
  if [ $status = "$1" ] && grep -q -e "$2" <<<"$output"; then
    echo "ok   $2"
  else
    printf 'FAIL exit code %s, expected %s and "%s" in:\n%s\n' $status "$1" "$2" "$output"
    failed=1
  fi
}

self_test() {
  local failed=0 bug='echo "bug: assertion failed at test/fuzz/checksum.h:1"; exit 10'
  try 0 agreed <<<'case $* in *OTHERWISE*) '"$bug"' ;; esac'
  try 1 "DISAGREEMENT: the end is not reached" <<<'exit 0'
  try 1 "DISAGREEMENT: another checksum" <<<"$bug"
  try 1 "DISAGREEMENT: invalid memory access" <<<'echo "bug: invalid memory access at x.c:1"; exit 10'
  try 1 "bounded: a loop was cut" <<<'echo "no bug within 1 round; loop may be cut after 8 iterations"; exit 5'
  try 1 "unknown: out of time" <<<'echo "unknown: out of time"; exit 5'
  try 1 "unsupported: no such thing" <<<'echo "x.c:1:1: error: no such thing"; exit 2'
  try 1 "FAILURE: exit code 6" <<<'exit 6'
  try 1 "FAILURE: exit code 139" <<<'kill -SEGV $$'
  return $failed
}

# --------------------------------------------------------------------------------------------------

if [ -n "$calls" ]; then
  [ -x "$calls" ] || { echo "csmith.sh: no program at $calls" >&2; exit 2; }
  common=(-D_GNU_SOURCE -DCALLS -I "$here")
else
  runtime=$(runtime_of_csmith) || { echo "csmith.sh: no csmith, or no headers of it" >&2; exit 2; }
  common=(-I "$runtime")
fi
[ -x "$heddle" ] || { echo "csmith.sh: no program at $heddle" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ $selftest = yes ]; then
  self_test
  exit
fi
started=$SECONDS
workers=()
for ((i = 0; i < jobs; i++)); do
  : >"$tmp/results.$i"
  worker "$i" &
  workers+=($!)
done
# Whoever loses patience still gets the summary; the program at hand is left out.
trap 'kill "${workers[@]}" 2>/dev/null' INT TERM
next=60
while [ -n "$(jobs -r)" ]; do
  sleep 0.2
  if [ $((SECONDS - started)) -ge $next ]; then
    progress
    next=$((next + 60))
  fi
done
summary
