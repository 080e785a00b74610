#!/usr/bin/env bash
# A module in three files with an include folder and a flag for each file, checked through its
# compile_commands.json, which is written here because the paths in it are absolute.
#
#   project.sh PROGRAM
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
project=$PWD/test/project
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
failed=0
bounds="--rounds 2 --unwind 3"

cat >"$build/compile_commands.json" <<JSON
[
  {
    "directory": "$project",
    "arguments": ["cc", "-Iinclude", "-DQUEUE_SIZE=2", "-DQUEUE_CHECKS", "-O2", "-Werror", "-c",
                  "-o", "queue.o", "-MD", "-MF", "queue.d", "src/queue.c"],
    "file": "src/queue.c"
  },
  {
    "directory": "$build",
    "command": "ccache cc -I $project/include -D QUEUE_SIZE=2 -g0 -fsanitize=thread -Wlogical-op -o pool.o -c $project/src/pool.c",
    "file": "$project/src/pool.c"
  },
  {
    "directory": "$project/src",
    "command": "cc -I../include -DQUEUE_SIZE=2 -D\"JOBS\"='2' '-DNAME=\"the jobs\"' -DTITLE=\\\\\"two\\\\ jobs\\\\\" -o ../main.o -c ../main.c",
    "file": "../main.c"
  },
  { "directory": "$project", "command": "c++ -c src/extra.cc", "file": "src/extra.cc" }
]
JSON

check() { # EXIT-CODE TEXT ARG...: heddle check ARG... ends so and prints the text
  local want=$1 text=$2 code
  shift 2
  limited 120 "$heddle" check "$@" >"$build/out" 2>&1
  code=$?
  if [ "$code" = "$want" ] && grep -qF -e "$text" "$build/out"; then
    echo "ok   $*"
    return 0
  else
    echo "FAIL $*"
    echo "     exit code $code, expected $want and '$text':"
    sed 's/^/       | /' "$build/out"
    failed=1
    return 1
  fi
}

files="test/project/main.c test/project/src/queue.c test/project/src/pool.c"
# shellcheck disable=SC2086 # words on purpose
{
  check 10 "bug: assertion failed at test/project/src/queue.c" $files -p "$build" $bounds
  check 10 "src/extra.cc is not C and left out" -p "$build" $bounds
  check 10 "queue.c:44: assertion failed" --project="$build/compile_commands.json" $bounds
  check 5 "no bug within" -p "$build" $bounds -- -DFIXED
  check 0 "no bug:" -p "$build" --entry put_then_take -- -DFIXED
  check 5 "examples/peterson.c is not there; it is compiled as test/project/" examples/peterson.c -p "$build" --rounds 6 --unwind 5
  # A harness that the build does not know has the flags of its neighbour, and finds what it calls.
  cat >"$build/queue_harness.c" <<'C'
#include <assert.h>
#include <jobs/queue.h>
int
main(void)
{
  static struct queue queue;
  int job = 0;
  queue_init(&queue);
  assert(queue_put(&queue, 7));
  assert(queue_take(&queue, &job) && job == 7);
}
C
  check 2 "note: function 'queue_put' is defined here: name this file too" "$build/queue_harness.c" -p "$build"
  check 2 "queue_harness.c is not there; it is compiled as test/project/src/queue.c" "$build/queue_harness.c" -p "$build"
  check 0 "src/queue.c: note: taken in, since it defines 'queue_" "$build/queue_harness.c" -p "$build" --add-sources
  check 0 "no bug" "$build/queue_harness.c" test/project/src/queue.c -p "$build"
  check 2 "the build says how many jobs fit" $files -- -Itest/project/include
  (cd "$build" && check 10 "$project/src/queue.c" -p . $bounds) || failed=1
  cp "$build/compile_commands.json" "$build/whole.json"
  sed -i 's/"command": "ccache cc/"command": "\x27ccache cc/' "$build/compile_commands.json"
  check 2 "compile_commands.json:10:16: error: a quote in this command is not closed" -p "$build"
  head -c 300 "$build/whole.json" >"$build/compile_commands.json"
  check 2 "error: not JSON: the text ends too early" -p "$build"
}
exit $failed
