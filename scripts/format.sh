#!/usr/bin/env bash
# Formats the C files of the project (or the given ones) in place with .clang-format.
#
#   format.sh [--check] [FILE...]
#
# --check changes nothing, and fails if a file is not formatted.
set -u
cd "$(dirname "$0")/.." || exit 1
mode=(-i)
[ "${1:-}" != --check ] || { mode=(--dry-run --Werror) && shift; }
if ! command -v clang-format-19 >/dev/null; then
  echo "heddle: clang-format-19 is missing (Debian package clang-format-19)" >&2
  exit 1
fi
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(find src test/unit test/drat test/sarif test/fuzz test/libfuzzer share -name '*.[ch]')
clang-format-19 "${mode[@]}" "$@"
