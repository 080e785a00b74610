#!/usr/bin/env bash
# What README.md shows is what the program prints: each line "$ build/heddle ..." of a block is run,
# and must print the lines below it, up to the next command or the end of the block. Seconds may
# differ.
#
#   readme.sh PROGRAM
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
heddle=$(realpath "$1")
commands=0 failed=0

plain() { sed 's/, [0-9.]* s)/, T s)/'; }

compare() { # COMMAND, what it should print on standard input
  commands=$((commands + 1))
  if ! diff <(plain) <(bash -c "${1/build\/heddle/$heddle}" 2>&1 | plain); then
    echo "FAIL \$ $1"
    failed=1
  fi
}

command="" text="" block=no
while IFS= read -r line; do
  if [[ $line == '```' || $line == '$ build/heddle '* ]]; then
    [ -z "$command" ] || compare "$command" < <(printf '%s' "$text")
    command="" text=""
    [ "$line" != '```' ] || { [ $block = yes ] && block=no || block=yes; }
    [ $block = no ] || [ "$line" = '```' ] || command=${line#\$ }
  elif [ -n "$command" ]; then
    text+=$line$'\n'
  fi
done <README.md

[ $commands -gt 0 ] || { echo "FAIL no command found" && failed=1; }
[ $failed = 0 ] && echo "readme: $commands commands print what it says"
exit $failed
