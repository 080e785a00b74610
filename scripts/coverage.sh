#!/usr/bin/env bash
# Prints the share of lines that the tests have executed, per file and in total. Expects the tests
# of the coverage build to have run.
set -eu
cd "$(dirname "$0")/../build/coverage"
find . -name '*.gcno' -path '*heddle*' -print0 | xargs -0 gcov -n -r -s "$(realpath ../..)" 2>/dev/null |
  awk -F"[':% ]+" '
    /^File/ { file = $2 }
    /^Lines executed/ && file ~ /^src\// {
      printf "%6.1f %%  %5d lines  %s\n", $3, $5, file
      total += $5; hit += $3 * $5 / 100; file = ""
    }
    END { if (total) printf "%6.1f %%  %5d lines  in total\n", 100 * hit / total, total }' | sort -k4
