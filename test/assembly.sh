#!/usr/bin/env bash
# Does inline assembly do what the machine does? Each template of test/assembly runs on this machine
# with random values, and heddle has to get the same.
#
#   test/assembly.sh HEDDLE [SEEDS]
set -u
cd "$(dirname "$0")/.." || exit 1
heddle=$1 seeds=${2:-2}
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
failed=0
compiler=$(command -v gcc || command -v clang-19)

case $(uname -m) in x86_64) ;; *) echo "assembly: not on this machine" && exit 0 ;; esac
for flags in -m64 -m32; do
  if ! "$compiler" $flags -w -O1 test/assembly/machine.c -o "$folder/machine" 2>"$folder/messages"; then
    [ $flags = -m32 ] && echo "assembly: no programs of 32 bits here" && continue
    cat "$folder/messages" && exit 1
  fi
  for ((seed = 1; seed <= seeds; seed++)); do
    "$folder/machine" $seed >"$folder/expected.h"
    rows=$(wc -l <"$folder/expected.h")
    [ "$rows" -gt 100 ] || { echo "assembly: only $rows templates" && failed=1; }
    "$heddle" check test/assembly/check.c --quiet -- $flags -w -I"$folder" >"$folder/verdict" 2>&1
    code=$?
    if [ $code != 0 ]; then
      echo "assembly: $flags, seed $seed: exit code $code" && failed=1
      cat "$folder/verdict"
      line=$(sed -n 's/.*expected.h:\([0-9]*\) (.*/\1/p' "$folder/verdict")
      [ -n "$line" ] && sed -n "${line}p" "$folder/expected.h"
    fi
  done
done
[ $failed = 0 ] && echo "assembly: as on the machine, $rows templates, seeds 1 to $seeds"
exit $failed
