#!/usr/bin/env bash
# Cheap checks beyond the build: clang's warnings about the sources (the build uses gcc), the layers of
# the folders, lines of at most 100 columns, and shellcheck if it is installed.
set -u
cd "$(dirname "$0")/.." || exit 1
status=0

mapfile -t flags < <(sed -n '/^target_compile_options/,/)/p' CMakeLists.txt | grep -o -e '-W[a-z-]*')
flags+=(-isystem "$(llvm-config-19 --includedir)")
for name in CLANG VERSION MODELS_BUILD MODELS_INSTALL HEADERS_BUILD HEADERS_INSTALL REPLAY_BUILD \
  REPLAY_INSTALL EMIT_BUILD EMIT_INSTALL SYSTEM_HEADERS TEST_DIR; do
  flags+=("-DHEDDLE_$name=\"\"")
done
find src share/replay share/emit test/unit test/drat test/libfuzzer test/fuzz -name '*.c' -print0 |
  xargs -0 -P "$(nproc)" -n 4 clang-19 -fsyntax-only -std=c17 -Isrc -Itest -Werror "${flags[@]}" ||
  status=1

test/layers.sh || status=1

if grep -nE '^.{101,}' src/*/*.[ch] test/unit/*.[ch] test/drat/*.[ch] test/libfuzzer/*.[ch] \
  test/fuzz/*.[ch] share/models/*.[ch] share/replay/*.[ch] share/emit/*.[ch] 2>/dev/null; then
  echo "lines longer than 100 columns"
  status=1
fi

if command -v shellcheck >/dev/null; then
  shellcheck -x .ci/run scripts/*.sh test/*.sh test/tools/*.sh test/libfuzzer/*.sh test/fuzz/*.sh \
    share/cluster/*.sh ||
    status=1
fi
exit $status
