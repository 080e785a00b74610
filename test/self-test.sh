#!/usr/bin/env bash
# Can the runners fail? Each rule they know is broken once, with a stand-in for heddle that does
# what the lines "fake-..." of its input say.
set -u -o pipefail
tools=$(cd "$(dirname "$0")/tools" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
mkdir in
failed=0

cat >fake <<'FAKE'
#!/usr/bin/env bash
# "fake-exit[-ENGINE][-ROUNDS]: CODE", most special first; "fake-out", "fake-err", "fake-stats"
file=$2 engine="" rounds="" stats=no
set -- "$@" ""
while [ $# -gt 1 ]; do
  case $1 in
  --engine) engine=-$2 ;;
  --rounds) rounds=-$2 ;;
  --stats) stats=yes ;;
  --replay) engine=-replay ;;
  -DBAD) exit 10 ;;
  --) [ "${*: -2:1}" = --stats ] && exit 77 ;;
  esac
  shift
done
lines() { sed -n "s,^\(//\|;\) $1: \{0\,1\},,p" "$file"; }
[ -f "$file" ] || { echo "no such file: $file" >&2; exit 2; }
lines "fake-out$engine"
lines fake-err >&2
[ $stats = no ] || lines fake-stats
for key in "fake-exit$engine$rounds" "fake-exit$engine" fake-exit; do
  code=$(lines "$key")
  [ -z "$code" ] || exit "$code"
done
FAKE
chmod +x fake

# RUNNER SUFFIX "ok|FAIL|skip" TEXT-OF-OUTPUT OPTIONS, input from stdin
try() {
  local runner=$1 want=$3 text=$4 input=in/t.$2 output status=0
  shift 4
  cat >"$input"
  output=$("$tools/run-$runner.sh" --heddle ./fake "$@" in 2>&1) || status=1
  if { [ "$want" = FAIL ] && [ $status = 0 ]; } || { [ "$want" != FAIL ] && [ $status = 1 ]; } ||
    ! grep -q "^$want" <<<"$output" || ! grep -qF -e "$text" <<<"$output"; then
    echo "FAIL $runner: expected $want and '$text' of"
    sed 's/^/       /' "$input"
    echo "     but:"
    printf '%s\n' "$output"
    failed=1
  else
    echo "ok   $runner: $want, $text"
  fi
  rm -f in/*
}
prog() { try prog c "$@"; }
diag() { try diag c "$@"; }
pass() { try pass prog "$@"; }

prog ok "3 compared" <<<$'// verdict: bug\n// fake-exit: 10'
prog ok "1 passed, 0 failed" <<<$'// verdict: safe\n// fake-exit: 0'
prog ok "1 passed, 0 failed" <<<$'  //verdict:bounded  \n// fake-exit: 5'
prog FAIL "exit code 5, expected 10 (bug)" <<<$'// verdict: bug\n// fake-exit: 5'
prog FAIL "exit code 5, expected 0 (safe)" <<<$'// verdict: safe\n// fake-exit: 5'
prog FAIL "0 passed, 1 failed" <<<$'// verdict: bounded\n// fake-exit: 0'
prog FAIL "no such verdict: none given" <<<$'// fake-exit: 0'
prog FAIL "no such verdict: sound" <<<$'// verdict: sound\n// fake-exit: 0'
prog FAIL "gave up" <<<$'// verdict: bounded\n// fake-exit: 5\n// fake-out: gave up'
prog FAIL "(signal 11)" <<<$'// verdict: bug\n// fake-exit: 139'

prog ok "" <<<$'// verdict: bug\n// fake-exit: 10\n// expect: x = -1\n// fake-out: so x = -1.'
prog FAIL "not in stdout: x = 1" <<<$'// verdict: bug\n// fake-exit: 10\n// expect: x = 1\n// fake-out: x = 2'
numbers=$'// fake-exit: 0\n// fake-stats:   labels:  1 4 4\n// fake-stats: clauses: 12\n// verdict: safe\n'
prog ok "" <<<"$numbers"$'// labels: 1 4 4\n// clauses: 12\n// args: --rounds 1 -- -Dx'
prog FAIL "labels: 1 4 4, expected 1 4" <<<"$numbers// labels: 1 4"
prog FAIL "clauses: 12, expected 1" <<<"$numbers// clauses: 1"
prog FAIL "clauses: not printed" <<<$'// fake-exit: 0\n// verdict: safe\n// clauses: 1'
prog FAIL "labels: not printed" <<<$'// fake-exit: 0\n// verdict: safe\n// labels: 1'

prog FAIL "expected a verdict that brute force shares" <<<$'// verdict: bug\n// fake-exit: 10\n// fake-exit-both-3: 6'
prog ok "1 compared" <<<$'// verdict: bug\n// brute: 1\n// fake-exit: 10\n// fake-exit-both-3: 6'
prog ok "t.c" <<<$'// verdict: bug\n// brute: no\n// fake-exit: 10\n// fake-exit-both: 6'
prog ok "t.c" --no-brute <<<$'// verdict: bug\n// fake-exit: 10\n// fake-exit-both: 6'
prog ok "0 compared, 1 by order, 1 too big" <<<$'// verdict: bug\n// fake-exit: 10\n// fake-out-both: states: 0'
prog FAIL "exit code 6" --no-brute --replay <<<$'// verdict: bug\n// fake-exit: 10\n// fake-exit-replay: 6'
prog FAIL "not said to be reproduced" --no-brute --replay <<<$'// verdict: bug\n// fake-exit: 10'
prog ok "t.c" --no-brute --replay <<<$'// verdict: bug\n// fake-exit: 10\n// fake-out-replay: reproduced natively: so'
prog ok "t.c" --no-brute --replay <<<$'// verdict: bug\n// replay: no, why\n// fake-exit: 10\n// fake-exit-replay: 6'
prog ok "t.c" --no-brute <<<$'// verdict: bug\n// fake-exit: 10\n// fake-exit-replay: 6'

prog ok "1 compared" <<<$'// run: --rounds 2 => safe\n// run: --rounds 3 => bug\n// brute: 2\n// fake-exit: 0\n// fake-exit-3: 10'
prog FAIL "expected 0 (safe)" <<<$'// run: --rounds 2 => safe\n// run: --rounds 3 => safe\n// brute: 2\n// fake-exit: 0\n// fake-exit-3: 10'
prog ok "2 compared" <<<$'// run: --rounds 2 => safe\n// run: --rounds 2 -- -DBAD => bug\n// brute: 2\n// fake-exit: 0'
prog skip "0 passed, 0 failed" <<<$'// slow: yes\n// verdict: bug\n// fake-exit: 0'
prog FAIL "0 passed, 1 failed" --slow <<<$'// slow: yes\n// verdict: bug\n// fake-exit: 0'
echo '// verdict: bug' >in/other.c
prog ok "1 passed, 0 failed" <<<$'// also: other.c\n// verdict: bug\n// fake-exit: 10'
echo '// verdict: bug' >in/other.c
prog FAIL "1 passed, 1 failed" <<<$'// verdict: bug\n// fake-exit: 10'

diag ok "" <<<$'// stderr: no main\n// fake-exit: 2\n// fake-err: a.c: no main'
diag FAIL "not in stderr: no main" <<<$'// stderr: no main\n// fake-exit: 2\n// fake-out: no main'
diag FAIL "exit code 0, expected 2" <<<$'// stderr: x\n// fake-exit: 0\n// fake-err: x'
diag ok "" <<<$'// exit: 1\n// stderr: x\n// fake-exit: 1\n// fake-err: x'
diag FAIL "(sanitizer)" <<<$'// exit: 1\n// stderr: x\n// fake-exit: 99\n// fake-err: x'
diag FAIL "no line" <<<$'// fake-exit: 2'
diag ok "" <<<$'// run: check nowhere.c\n// stderr: no such file: nowhere.c'
try diag prog ok "" <<<$'; run: dump @\n; stderr: x\n; fake-exit: 2\n; fake-err: x'

pass ok "" <<<$'; pass: parse\n; fake-exit: 0\n; fake-out: a\n; fake-out:\n; fake-out:   b\n; expect:\n; a\n;\n;   b'
pass FAIL "+b" <<<$'; pass: parse\n; fake-exit: 0\n; fake-out: a\n; fake-out: b\n; expect:\n; a'
pass FAIL "-b" <<<$'; pass: parse\n; fake-exit: 0\n; fake-out: a\n; expect:\n; a\n; b'
pass FAIL "exit code 2" <<<$'; pass: parse\n; fake-exit: 2\n; expect:'
pass FAIL "no line '; expect:'" <<<$'; pass: parse\n; fake-exit: 0'
pass FAIL "no line '; pass: PASS'" <<<$'; fake-exit: 0\n; expect:'

for runner in prog diag pass; do
  if "$tools/run-$runner.sh" --heddle ./fake in >/dev/null; then
    echo "FAIL $runner: passes without a case"
    failed=1
  elif "$tools/run-$runner.sh" --heddle ./nothing in 2>/dev/null; then
    echo "FAIL $runner: passes without a program"
    failed=1
  else
    echo "ok   $runner: fails without cases, without a program"
  fi
done
exit $failed
