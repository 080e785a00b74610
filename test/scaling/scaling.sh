#!/usr/bin/env bash
# How do sizes and times grow with threads, rounds, unwindings and arrays?
#
#   scaling.sh [-o DIR]        DIR/scaling.csv, DIR/KIND.svg, and a table of exponents on standard output
#
# Each program (tools/huge.sh) is unfolded, and then analysed and encoded, without being solved. A row of the
# CSV is one program: kind, size, labels, clauses, seconds of the processor for the front end (clang
# included) and for analysis and encoding, and for these two megabytes of memory. Environment: HEDDLE, the program,
# and PLOT, which draws (default: those of build).
set -u -o pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
heddle=$(realpath "${HEDDLE:-$root/build/heddle}")
plot=$(realpath "${PLOT:-$root/build/test/plot}")
out=$root/build/scaling
[ "${1:-}" = -o ] && out=$2
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

seconds() { # FILE COMMAND...: of the processor; what the command prints goes to FILE
  local to=$1 TIMEFORMAT='%U %S'
  shift
  { time "$@" >"$to" 2>"$work/messages"; } 2>&1 | awk '{ print $1 + $2 }'
}

point() { # KIND SIZE PROGRAM ROUNDS UNWIND
  "$root/test/tools/huge.sh" "$3" "${6:-$2}" >"$work/a.c"
  local front back labels clauses memory
  front=$(seconds "$work/a.prog" "$heddle" dump "$work/a.c" --unwind "$5")
  back=$(seconds "$work/a.cnf" "$heddle" emit "$work/a.prog" --format dimacs --rounds "$4")
  labels=$(grep -c '^c label' "$work/a.cnf")
  clauses=$(awk '/^p cnf/ { print $4; exit }' "$work/a.cnf")
  memory=$(peak "$heddle" emit "$work/a.prog" --format dimacs --rounds "$4")
  echo "$1,$2,$labels,$clauses,$front,$back,$memory" | tee -a "$out/scaling.csv" >&2
}

peak() { # COMMAND...: megabytes of memory, if there is a program that says so
  [ -x /usr/bin/time ] || { echo 0; return; }
  /usr/bin/time -f %M -o "$work/peak" "$@" >"$work/null" 2>&1
  awk 'END { print $1 / 1024 }' "$work/peak"
}

echo "kind,size,labels,clauses,front,back,memory" >"$out/scaling.csv"
for n in 8 16 32 64 128 256 512; do point threads $n threads 2 1000; done
for n in 8 16 32 64 128 256 512; do point racing $n racing 2 1000; done
for n in 2 4 8 16 32 64; do point rounds $n loops "$n" 50 50; done
for n in 8 16 32 64 128 256 512 1024; do point unwindings $n loops 3 "$n" 2000; done
for n in 8 16 32 64 128 256 512 1024 2048; do point array $n index 3 2; done
"$plot" "$out/scaling.csv" "$out"
