#!/usr/bin/env bash
# Diagnostics: one input per message.
#
#   // args: ARGS       of `heddle check FILE`; or
#   // run: COMMAND     the whole command line, where @ stands for the file
#   // exit: CODE       default 2
#   // stderr: TEXT     in the standard error; at least one if the exit code says error (1, 2, 6)
#   // also: other.c    further files, in the same folder
suffixes="c prog"
# shellcheck source-path=SCRIPTDIR source=cases.sh
. "$(dirname "$0")/cases.sh"

run_case() { # FILE
  local file=$1 words=() command_line texts want word files
  files=$(with_others "$file")
  command_line=$(field "$file" run)
  for word in ${command_line:-check @ $(field "$file" args)}; do
    # shellcheck disable=SC2206 # the names of the tests have no blanks
    if [ "$word" = @ ]; then words+=($files); else words+=("$word"); fi
  done
  heddle "${words[@]}"
  want=$(field "$file" exit)
  [ "$code" = "${want:-2}" ] || fail_code "${want:-2}"
  mapfile -t texts < <(field "$file" stderr)
  case ${want:-2} in
  1 | 2 | 6) [ ${#texts[@]} -gt 0 ] || fail "no line '// stderr: TEXT'" ;;
  esac
  must_contain err "${texts[@]}"
}

cases_main "$@"
