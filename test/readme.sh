#!/usr/bin/env bash
# Checks that the pages show what the program prints. In README.md and doc/*.md, each line
# "$ build/heddle ..." inside a block is run. It must print the lines below it, up to the next
# command or the end of the block; a last line "..." stands for anything that follows. Seconds may differ.
# A block "```c FILE" shows lines of that file. Also checks that README.md stays short, and that the files that the pages link to exist.
#
#   readme.sh PROGRAM
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
heddle=$(realpath "$1")
most_words=1300
commands=0 sources=0 failed=0

plain() { sed 's/, [0-9.]* s\([;)]\)/, T s\1/'; }

# Prints as many lines of the output as the page shows, if the page ends with "...".
shown() { # TEXT
  case $1 in
    *$'\n...\n') head -n $(($(wc -l <<<"$1") - 2)) && echo ... ;;
    *) cat ;;
  esac
}

compare() { # PAGE COMMAND TEXT
  commands=$((commands + 1))
  if ! diff <(printf '%s' "$3" | plain) <(bash -c "${2/build\/heddle/$heddle}" 2>&1 | shown "$3" | plain); then
    echo "FAIL $1: \$ $2"
    failed=1
  fi
}

# shellcheck disable=SC2094 # compare prints the name of the page, and does not write to it
run_commands() { # PAGE
  local command="" text="" block=no line
  while IFS= read -r line; do
    if [[ $line == '```'* || $line == '$ build/heddle '* ]]; then
      [ -z "$command" ] || compare "$1" "$command" "$text"
      command="" text=""
      [[ $line != '```'* ]] || { [ $block = yes ] && block=no || block=yes; }
      [ $block = no ] || [[ $line == '```'* ]] || command=${line#\$ }
    elif [ -n "$command" ]; then
      text+=$line$'\n'
    fi
  done <"$1"
}

# Lines of a block are those of its file, in one piece.
check_source() { # PAGE
  local file="" text="" line whole
  while IFS= read -r line; do
    if [[ $line == '```c '* ]]; then
      file=${line#'```c '} text=""
    elif [ -n "$file" ] && [[ $line == '```' ]]; then
      whole=$(cat "$file")$'\n'
      [[ $whole == *"$text"* ]] || { echo "FAIL $1 shows lines of $file that are not there" && failed=1; }
      sources=$((sources + 1)) file=""
    elif [ -n "$file" ]; then
      text+=$line$'\n'
    fi
  done <"$1"
}

# Links [text](file) are relative to the page; names of pages in backquotes, to the project.
# shellcheck disable=SC2016 # the backquotes are those of the page
check_links() { # PAGE
  local target
  while IFS= read -r target; do
    [ -e "$(dirname "$1")/$target" ] || { echo "FAIL $1 links to $target, which does not exist" && failed=1; }
  done < <(grep -o ']([^)#:]*[)#]' "$1" | sed 's/^](//; s/[)#]$//' | grep .)
  while IFS= read -r target; do
    [ -e "$target" ] || { echo "FAIL $1 names $target, which does not exist" && failed=1; }
  done < <(grep -o '`doc/[a-z-]*\.md`' "$1" | tr -d '`')
}

for page in README.md doc/*.md; do
  run_commands "$page"
  check_source "$page"
  check_links "$page"
done

for page in doc/*.md; do
  [ "$page" = doc/README.md ] || grep -q "($(basename "$page"))" doc/README.md ||
    { echo "FAIL doc/README.md does not list $page" && failed=1; }
done

words=$(wc -w <README.md)
[ "$words" -le $most_words ] || { echo "FAIL README.md has $words words, more than $most_words" && failed=1; }
[ $sources -gt 0 ] || { echo "FAIL no source found" && failed=1; }
[ $commands -gt 0 ] || { echo "FAIL no command found" && failed=1; }
[ $failed = 0 ] && echo "readme: $commands commands print what the pages say"
exit $failed
