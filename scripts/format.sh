#!/usr/bin/env bash
# Formats the C files of the project (or the given ones) in place with .clang-format.
set -u
cd "$(dirname "$0")/.." || exit 1
program=$(command -v "${CLANG_FORMAT:-clang-format-19}" clang-format | head -n 1)
if [ -z "$program" ]; then
  echo "heddle: clang-format is missing (Debian package clang-format-19)" >&2
  exit 1
fi
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(find src test/unit test/drat test/fuzz share/models share/replay share/emit -name '*.[ch]')
"$program" -i "$@"
