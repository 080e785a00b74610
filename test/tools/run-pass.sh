#!/usr/bin/env bash
# Pass tests: a prog as text, and what it is after a pass.
#
#   ; pass: PASS        for `heddle dump FILE --after=PASS`
#   ; args: ARGS        further arguments
#   ; expect:           the rest of the file is the expected output, each line behind "; "
suffixes=prog
# shellcheck source-path=SCRIPTDIR source=cases.sh
. "$(dirname "$0")/cases.sh"

run_case() { # FILE
  local file=$1 pass
  pass=$(field "$file" pass)
  [ -n "$pass" ] || { fail "no line '; pass: PASS'"; return; }
  grep -q '^;[[:space:]]*expect:[[:space:]]*$' "$file" || { fail "no line '; expect:'"; return; }
  sed '1,/^;[[:space:]]*expect:[[:space:]]*$/d; s/^; \{0,1\}//' "$file" >"$work/want"
  # shellcheck disable=SC2046
  heddle dump "$file" --after="$pass" $(field "$file" args)
  if [ "$code" != 0 ]; then
    fail_code 0
  elif ! diff -u --label expected --label printed "$work/want" "$work/out" >"$work/diff"; then
    fail "$command"
    head -n 40 "$work/diff" | sed 's/^/       /' >>"$work/failures"
  fi
}

cases_main "$@"
