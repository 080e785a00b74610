# Reads the rows of the table (which says what they mean). For every row it calls row(), which the
# program that is loaded with it defines, with the row taken apart in
#
#   name, outcome, verdict["sc"|"tso"|"pso"]      verdict: yes or no
#   n_threads, thread[1...]                       their text
#   n, of[i]                                      all instructions; the thread of each
#   kind[i]      load store swap add cas fence lock unlock
#   text[i], place[i], byte[i], order[i], into[i], condition[i], index_by[i]
#   value[i], other[i]        what is stored, added or (cas) expected; what cas stores
#
# A row of three fields asks for a race: verdict["race"], and no outcome. Its p and q are plain, and
# accesses with :pl.
#
# An instruction it does not know, or a malformed row, ends everything with an error.

BEGIN { FS = " +[|] +"; failed = 0 }

/^#/ || /^ *$/ { next }

{ read_row(); row() }

END { if (failed) exit 1 }

function malformed(what) {
  printf "%s:%d: %s: %s\n", FILENAME, FNR, what, $0 >"/dev/stderr"
  failed = 1
  exit 1
}

function read_row(    words, i, t, m) {
  name = $1
  outcome = NF == 4 ? $3 : ""
  m = split($NF, words, " ")
  if (NF != 3 && NF != 4 || m != (NF == 3 ? 1 : 3))
    malformed("no row")
  if (NF == 3)
    verdict["race"] = words[1]
  else {
    verdict["sc"] = words[1]; verdict["tso"] = words[2]; verdict["pso"] = words[3]
  }
  for (i = 1; i <= m; i++)
    if (words[i] != "yes" && words[i] != "no")
      malformed("no verdict")
  n = 0
  n_threads = split($2, thread, / +[|][|] +/)
  for (t = 1; t <= n_threads; t++) {
    m = split(thread[t], words, " ")
    for (i = 1; i <= m; i++)
      read_instruction(t, words[i])
  }
}

function read_instruction(t, word,    rest) {
  n++
  of[n] = t
  text[n] = word
  place[n] = byte[n] = into[n] = condition[n] = index_by[n] = value[n] = other[n] = ""
  rest = word
  if (match(rest, /^if\([a-h]\)/)) {
    condition[n] = substr(rest, 4, 1)
    rest = substr(rest, 6)
  }
  order[n] = "rlx"
  if (match(rest, /:(rel|acq|ar|sc|pl)$/)) {
    order[n] = substr(rest, RSTART + 1)
    rest = substr(rest, 1, RSTART - 1)
  } else if (rest == "F")
    order[n] = "sc"
  if (rest == "F")
    kind[n] = "fence"
  else if (rest == "lock" || rest == "unlock")
    kind[n] = rest
  else if (match(rest, /^[pqw-z](\.[0-3])?=/))
    read_store(rest)
  else
    read_load(rest)
}

function read_store(rest) {
  kind[n] = "store"
  value[n] = substr(rest, RLENGTH + 1)
  read_place(substr(rest, 1, RLENGTH - 1))
}

function read_load(rest,    words) {
  if (match(rest, /^[a-h]=/)) {
    into[n] = substr(rest, 1, 1)
    rest = substr(rest, 3)
  }
  if (match(rest, /^(swap|add|cas)\(.*\)$/)) {
    split(rest, words, /[(),]/)
    kind[n] = words[1]
    value[n] = words[3]
    other[n] = words[4]
    read_place(words[2])
    return
  }
  kind[n] = "load"
  if (match(rest, /\[[a-h]\]$/)) {
    index_by[n] = substr(rest, RSTART + 1, 1)
    rest = substr(rest, 1, RSTART - 1)
  }
  read_place(rest)
}

function read_place(word) {
  if (word !~ /^([w-z](\.[0-3])?|[pq])$/)
    malformed("no place: " word)
  place[n] = substr(word, 1, 1)
  byte[n] = substr(word, 3)
}
