# Sourced by the tests: limits that do not depend on how busy the machine is.
#
#   limited SECONDS COMMAND...   the exit code is 152 once a process of it has used SECONDS of the
#                                processor; heddle then says so itself, and ends with 5 like one that
#                                was interrupted, so its output is looked at
#   patiently COMMAND...         until it succeeds; false if that never happens
#
# The clock is asked for one thing only, to end what hangs and would wait for ever. Nothing else
# takes `hanging` seconds: even with a hundred others beside it a run that needs ten seconds of the
# processor comes to its end before.
# shellcheck shell=bash

hanging=1200

limited() { # SECONDS COMMAND...
  local code
  (ulimit -S -t "$1" && exec timeout -k 5 "$hanging" "${@:2}")
  code=$?
  # /dev/stdout opens the file anew, from its beginning.
  [ $code = 5 ] && [ -f /dev/stdout ] &&
    grep -qsF 'limit of processor time reached' /dev/stdout && code=152
  return $code
}

patiently() { # COMMAND...
  local end=$((SECONDS + hanging))
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.02
  done
}
