#!/usr/bin/env bash
# The schedule of a bug as share/emit/explore.c takes it.
#
#   schedule-of.sh RECORD     what `heddle check --json` has written
awk '/^  "schedule"/ { on = 1 }
     on && /"thread":/ { thread = $2 + 0 }
     on && /"labels":/ { print thread ":" $2 + 0 }
     on && /"inputs":/ { print "in"; inputs = 1 }
     inputs && /^ *[0-9]+,?$/ { print "=" $1 }' "$1" |
  while read -r word; do
    word=${word%,}
    case $word in =*) printf '%x ' "${word#=}" ;; *) printf '%s ' "$word" ;; esac
  done
