#!/usr/bin/env bash
# The page of --html: its structure, that nothing from a program can become markup or a script, that
# it needs nothing from elsewhere, and that it says what the record of the same check says. What the
# script makes of it takes a browser.
#
#   html.sh PROGRAM
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=$work/page.html
failed=0

fail() {
  echo "FAIL $*"
  failed=1
}

check() { # EXPECTED-CODE ARG...: writes the page
  local want=$1 code
  shift
  rm -f "$page"
  limited 100 "$heddle" check --html "$page" "$@" >"$work/out" 2>&1 </dev/null
  code=$?
  [ $code = "$want" ] || { fail "exit code $code, expected $want: heddle check $*" && cat "$work/out"; }
  [ -s "$page" ] || { fail "no page: heddle check $*" && return 1; }
  sound "$*"
}

count() { grep -oE -e "$1" "$page" | wc -l; }

# True of every page: it is UTF-8, closes what it opens, and refers to nothing but its own parts.
sound() { # WHAT
  local tag
  iconv -f UTF-8 -t UTF-16 "$page" >/dev/null 2>&1 || fail "not UTF-8: $1"
  [ "$(head -n 1 "$page") $(tail -n 1 "$page")" = '<!DOCTYPE html> </html>' ] || fail "cut off: $1"
  for tag in html head body header main section aside div ol li span code pre button a p h1 dl dd style script title; do
    [ "$(count "<${tag}[ >]")" = "$(count "</$tag>")" ] || fail "<${tag}> is not closed: $1"
  done
  grep -qE '(src|action|data)="|@import|url\((["'\'']?)[^#"'\'']' "$page" && fail "it loads something: $1"
  grep -oE 'href="[^"]*"' "$page" | grep -vqE '^href="#step-[0-9]+"$' && fail "it leads elsewhere: $1"
  grep -qF "default-src 'none'" "$page" || fail "it may load something: $1"
}

has() { # TEXT...
  local text
  for text; do
    grep -qF -e "$text" "$page" || fail "the page has no $text"
  done
}

has_not() {
  local text
  for text; do
    grep -qF -e "$text" "$page" && fail "the page has $text"
  done
}

steps() { count '<li class="[a-z]+( turn)?" id="step-[0-9]+"'; }

# The data of the script, on one line without blanks.
data() { sed -n '/id="data">/,/<\/script>/p' "$page" | tr -d ' \n'; }

has_data() {
  case $(data) in *"$1"*) ;; *) fail "the data has no $1" ;; esac
}

# ---- a bug ----

# Two threads read 0, and both write 1. The one that main reads is the later.
check 10 examples/lost_update.c --rounds 3 --json "$work/record.json"
has '<header class="bug">' '<h1>bug: assertion failed at examples/lost_update.c:30 (3 rounds, 2 unwindings, ' \
  '<p class="what">assertion failed: counter == 2</p>' \
  "<dt>Command</dt><dd><code>heddle check --html $page examples/lost_update.c --rounds 3 --json $work/record.json</code></dd>" \
  '<dt>Memory model</dt><dd>sequential consistency</dd>' '<dt>Schedules</dt><dd>3 rounds</dd>' \
  '<dt>Loops</dt><dd>2 unwindings</dd>' '<b>2</b> increment</span>' \
  'data-n="17">  counter++;</span>' '<span class="e">reads counter = 0</span>' \
  '<span class="e">assertion failed</span>' '<script type="application/json" id="data">'
[ "$(count '<script')" = 2 ] || fail "it has not two scripts"
[ "$(steps)" = "$(sed -n '/"steps"/,/^    \]/p' "$work/record.json" | grep -c '"kind"')" ] ||
  fail "the page has other steps than the record"
for i in $(seq "$(steps)"); do
  [ "$(count "<li [^>]*id=\"step-$i\"")" = 1 ] || fail "there is no step $i, or there are two"
done
has_data '"variables":["counter"],"initial":["0"],"changes":['
[ "$(data | grep -oE '"changes":\[[0-9]+,0,"1"\]' | wc -l)" = 1 ] || fail "counter changes other than once"
written=$(sed -n '/writes counter = 1/s/.*id="step-\([0-9]*\)".*/\1/p' "$page" | tail -n 1)
[ "$(grep -c 'data-from=' "$page")" = 1 ] || fail "more than one step reads what a step wrote"
grep 'data-from=' "$page" | grep -F "data-from=\"$written\"" | grep -qF 'reads counter = 1' ||
  fail "main does not read what was written in step $written"

# In a page that is asked for on standard output there is nothing else.
limited 100 "$heddle" check examples/lost_update.c --rounds 3 --html - >"$page" 2>"$work/err"
[ $? = 10 ] || fail "exit code of --html -"
sound "--html -"
[ "$(steps)" -gt 10 ] || fail "--html - has no steps"

check 10 examples/two_mutexes.c --rounds 3
has '<p class="what">deadlock: thread 1 (increment) at ' '<span class="e">locks m0</span>' \
  '<span class="e">waits for m1, which thread 2 (overwrite) holds</span>'
[ "$(count '<li class="waits')" = 2 ] || fail "two threads wait"

# Under TSO both loads miss the other's store, which waits.
cat >"$work/buffers.c" <<'C'
#include <assert.h>
#include <pthread.h>
int x, y, a, b;
static void *
left(void *p)
{
  x = 1;
  a = y;
  return p;
}
static void *
right(void *p)
{
  y = 1;
  b = x;
  return p;
}
int
main(void)
{
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a || b);
}
C
check 10 "$work/buffers.c" --rounds 2 --memory-model tso
has '<dt>Memory model</dt><dd>total store order</dd>' '(into its store buffer)</span>' 'reaches memory</span>'
data | grep -qE '"waiting":\[[0-9]+,[0-9]+,[12],"[xy]=1"' || fail "no store waits"

# Of a long file only what is near the steps is shown.
{ seq -f '/* %.0f */' 3000 && printf '%s\n' '#include <assert.h>' 'int main(void) { assert(0); }'; } >"$work/long.c"
check 10 "$work/long.c"
has '<span class="gap">...</span>' 'data-n="2972">/* 2972 */</span>' 'data-n="3002">int main'
has_not '/* 2971 */'
[ "$(count 'class="gap"')" = 1 ] || fail "more than one gap"

# ---- hostile text ----

hostile=$work/'<i>&"'\''.c'
printf '%s\n' '#include <assert.h>' '#include <pthread.h>' \
  "/* </script></pre><b>bold</b> \" ' & <!-- \\u003c \`\${x} */" \
  $'/* bytes: \xff\xc3 \x01\x1b[1m */ int flag; char tag;' \
  'static void *set(void *p) { flag = 1; tag = 60; return p; }' \
  'int main(void) {' \
  '  pthread_t t; pthread_create(&t, 0, set, 0); pthread_join(t, 0);' \
  '  assert(!flag && tag == 60 && "</script><b onclick=\"alert(1)\">&amp;</b>");' \
  '}' >"$hostile"
check 10 "$hostile" --rounds 2 -- -DX='"<u>"'
has_not '<b>bold' '<b onclick' '<i>' '<u>' '<!--'
has '&lt;/script&gt;&lt;/pre&gt;&lt;b&gt;bold&lt;/b&gt; &quot; &#39; &amp; &lt;!-- \u003c' \
  '&lt;b onclick=\&quot;alert(1)\&quot;&gt;&amp;amp;&lt;/b&gt;' '&lt;i&gt;&amp;&quot;&#39;.c' \
  $'/* bytes: \xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd[1m */'
[ "$(count '</script>')" = 2 ] || fail "a program ends a script"
sed -n '/id="data">/,/<\/script>/p' "$page" | sed '1s/.*id="data">//;$s/<\/script>$//' >"$work/data"
grep -q '<' "$work/data" && fail "there is markup in the data"
data | grep -qE '"tag".*"\\u003c|\x27<\x27' && fail "'<' is not escaped in the data"
has_data "'\\u003c'"

# ---- no bug ----

check 0 examples/monitor.c --engine explicit --no-spurious-wakeups --property assert
has '<header class="safe">' '<h1>no bug: all schedules and all iterations (' '<dt>Schedules</dt><dd>all</dd>' \
  '<dt>Loops</dt><dd>all iterations</dd>' '<dt>Decided by</dt><dd>explicit</dd>' \
  '<dt>Properties</dt><dd>assert</dd>' '<dt>Configured</dt><dd>no spurious wake-ups</dd>'
has_not '<script' '<main' '<li '
check 5 test/prog/id_number.c
has '<header class="bounded">' '<h1>no bug, assuming what is listed below: ' '<p>assumed: '
printf '%s\n' '#include <assert.h>' 'unsigned __VERIFIER_nondet_uint(void);' 'int main(void) {' \
  '  unsigned n = __VERIFIER_nondet_uint(), i = 0;' '  while (i < n)' '    i++;' '  assert(i == n);' '}' >"$work/loop.c"
check 5 "$work/loop.c" --rounds 1 --unwind 3
has '<header class="bounded">' '; not covered: ' '<dt>Loops</dt><dd>3 unwindings</dd>' \
  "<dt>Loops cut</dt><dd>$work/loop.c:5 in main after 3 iterations</dd>"
has_not '<dd>all iterations' '<dt>Decided by'
check 5 examples/lost_update_mutex.c --rounds 3 --unwind 2 --context-switches 1
has '<dt>Schedules</dt><dd>3 rounds, with at most 1 context switch</dd>'
has_not '<dt>Loops cut</dt>'

# Nothing was covered, and nothing is said to be.
(ulimit -S -t 2 && "$heddle" check examples/safestack.c --rounds 8 --unwind 6 --html "$page") >"$work/out" 2>&1
[ $? = 5 ] || fail "exit code of a check that came to no end"
sound "no answer"
has '<header class="unknown">' '<h1>unknown: '
has_not '<dt>Schedules' '<dt>Loops' '<main'

# ---- what cannot be written ----

refused() { # EXPECTED-CODE TEXT ARG...
  local want=$1 text=$2 code
  shift 2
  limited 100 "$heddle" check examples/lost_update.c "$@" >"$work/out" 2>"$work/err"
  code=$?
  [ $code = "$want" ] || fail "exit code $code, expected $want: heddle check $*"
  grep -qF -e "$text" "$work/err" || fail "nothing is said of $*"
  [ ! -s "$work/out" ] || fail "it is checked all the same: $*"
}

refused 1 'can be written to standard output' --json - --html -
refused 2 "cannot write '$work/none/page.html'" --html "$work/none/page.html"

[ $failed = 0 ] && echo "html: all pages are as they should be"
exit $failed
