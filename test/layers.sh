#!/usr/bin/env bash
# Checks the includes of src/ against src/layers.txt: every edge between folders is listed, the
# listed edges have no cycle, every folder is listed, every source lies in a folder, and external
# headers stay where they belong.
#
#   layers.sh [SRC]        checks SRC (default: the src beside this script's folder)
#   layers.sh --self-test  breaks each rule in a small tree and expects to be told
set -euo pipefail
export LC_ALL=C

check() { # SRC; prints each breach, fails if there is one
  local src=$1
  [ -f "$src/layers.txt" ] || { echo "$src/layers.txt: missing"; return 1; }
  (cd "$src" && find . -type f ! -name layers.txt | sort) | sed 's|^\./||' | awk -v src="$src" '
    function breach(text) { print text; bad = 1 }

    # Depth first over the listed edges; an edge to a folder that is still open closes a cycle.
    function visit(folder, path,    other) {
      if (state[folder] == "open") { breach("layers.txt: cycle:" path " " folder); return }
      if (state[folder] == "done") return
      state[folder] = "open"
      for (other in listed)
        if ((folder, other) in edge) visit(other, path " " folder)
      state[folder] = "done"
    }

    function read_layers(    file, line, parts, words, n, i) {
      file = src "/layers.txt"
      while ((getline line < file) > 0) {
        sub(/#.*/, "", line)
        if (line ~ /^[ \t]*$/) continue
        if (split(line, parts, ":") != 2) { breach("layers.txt: not understood: " line); continue }
        n = split(parts[2], words, " ")
        if (parts[1] ~ /^only /) {
          for (i = 1; i <= n; i++) owner[words[i]] = substr(parts[1], 6)
          continue
        }
        if (parts[1] in listed) breach("layers.txt: " parts[1] " is listed twice")
        listed[parts[1]] = 1
        for (i = 1; i <= n; i++) edge[parts[1], words[i]] = 1
      }
      close(file)
    }

    function check_listed(    pair, ends, folder) {
      for (pair in edge) {
        split(pair, ends, SUBSEP)
        if (!(ends[2] in listed))
          breach("layers.txt: " ends[1] " may include " ends[2] ", which is not listed")
      }
      for (folder in listed) visit(folder, "")
    }

    function check_include(place, folder, header, quoted,    prefix, slash, other) {
      for (prefix in owner)
        if (index(header, prefix) == 1) {
          if (!index(" " owner[prefix] " ", " " folder " "))
            breach(place ": " header " belongs to " owner[prefix] " alone")
          return
        }
      if (!quoted) return
      slash = index(header, "/")
      other = slash ? substr(header, 1, slash - 1) : ""
      if (!(other in listed))
        breach(place ": \"" header "\" does not name a listed folder")
      else if (other != folder && !((folder, other) in edge))
        breach(place ": " folder " may not include " other)
    }

    function check_file(name, folder,    path, line, number, header, quoted) {
      path = src "/" name
      number = 0
      while ((getline line < path) > 0) {
        number++
        if (line !~ /^[ \t]*#[ \t]*include/) continue
        quoted = line ~ /"/
        header = line
        sub(/^[^"<]*["<]/, "", header)
        sub(/[">].*$/, "", header)
        check_include(name ":" number, folder, header, quoted)
      }
      close(path)
    }

    BEGIN { read_layers(); check_listed() }
    {
      depth = split($0, parts, "/")
      if (depth != 2) breach($0 ": lies in no folder of src/")
      else if (!(parts[1] in listed)) breach($0 ": folder " parts[1] " is not listed")
      else if ($0 ~ /\.[ch]$/) check_file($0, parts[1])
      files++
    }
    END {
      if (!files) breach("no source found in " src)
      exit bad
    }'
}

expect_breach() { # TREE TEXT: the check fails and says so
  local output
  if output=$(check "$1"); then
    echo "FAIL passes although: $2"
    return 1
  fi
  case $output in
  *"$2"*) echo "ok   reports: $2" ;;
  *) printf 'FAIL does not report: %s\n%s\n' "$2" "$output"; return 1 ;;
  esac
}

fresh_tree() { # TREE: a small one that obeys every rule
  rm -rf "$1"
  mkdir -p "$1/low" "$1/high"
  printf 'low:\nhigh: low\nonly low: ext/\n' >"$1/layers.txt"
  printf '#include <ext/e.h>\n#include <stdio.h>\n' >"$1/low/a.c"
  printf '#include "low/a.h"\n#include "high/b.h"\n' >"$1/high/b.c"
}

self_test() {
  local tree failed=0
  tree=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$tree'" EXIT
  fresh_tree "$tree/src"
  if check "$tree/src"; then echo "ok   a good tree passes"; else echo "FAIL a good tree"; failed=1; fi

  broken() { # TEXT: the tree as it stands must be refused with TEXT; starts the next one
    expect_breach "$tree/src" "$1" || failed=1
    fresh_tree "$tree/src"
  }
  echo '#include "high/b.h"' >>"$tree/src/low/a.c"
  broken "low/a.c:3: low may not include high"
  echo '  # include "high/b.h" /* why */' >>"$tree/src/low/a.c"
  broken "low/a.c:3: low may not include high"
  printf 'low: high\nhigh: low\n' >"$tree/src/layers.txt"
  broken "layers.txt: cycle:"
  printf 'low: low\nhigh: low\n' >"$tree/src/layers.txt"
  broken "layers.txt: cycle:"
  mkdir "$tree/src/new" && touch "$tree/src/new/n.c"
  broken "new/n.c: folder new is not listed"
  touch "$tree/src/stray.c"
  broken "stray.c: lies in no folder"
  mkdir "$tree/src/low/deep" && touch "$tree/src/low/deep/d.c"
  broken "low/deep/d.c: lies in no folder"
  echo '#include <ext/e.h>' >>"$tree/src/high/b.c"
  broken "high/b.c:3: ext/e.h belongs to low alone"
  echo '#include "b.h"' >>"$tree/src/high/b.c"
  broken 'high/b.c:3: "b.h" does not name a listed folder'
  echo 'high: low' >>"$tree/src/layers.txt"
  broken "layers.txt: high is listed twice"
  echo 'top: middle' >>"$tree/src/layers.txt"
  broken "top may include middle, which is not listed"
  rm -r "$tree/src/low" "$tree/src/high"
  broken "no source found"
  return "$failed"
}

if [ "${1:-}" = --self-test ]; then
  self_test
else
  check "${1:-$(dirname "$0")/../src}" && echo "layers: every include is listed"
fi
