# Which rows that read.awk reads have a race, found by trying every order of the instructions with a
# clock for each thread: prints "NAME yes|no".
#
# Memory is sequentially consistent, and so are the values that are read. What happens before what
# is told by vectors: clock[t, u] is the number of the last instruction of thread u that happens
# before what t does next.
# - A release store hands over the clock of its thread, a relaxed one that of its last release
#   fence. A read-modify-write adds to what was handed over there: it continues the release
#   sequence. A store that is not atomic hands over nothing.
# - An acquire load takes what was handed over with the value. A relaxed load keeps it for the next
#   acquire fence.
# - An unlock hands over to the next lock.
# A race is two accesses to one place by two threads, one of them writing and one of them not
# atomic, of which the second does not know of the first.
#
function row(    i, t) {
  split("", memory); split("", register); split("", clock); split("", handed); split("", kept)
  split("", fenced); split("", next_of); split("", last_of)
  for (t = 1; t <= n_threads; t++) {
    next_of[t] = 0
    for (i = n; i >= 1; i--)
      if (of[i] == t)
        next_of[t] = i
    for (i = 1; i <= n; i++)
      if (of[i] == t)
        last_of[t] = i
  }
  held = 0
  past = 0
  race = "no"
  extend()
  print name, race
}

function extend(    t, i) {
  for (t = 1; t <= n_threads && race == "no"; t++) {
    i = next_of[t]
    if (!i || i > last_of[t] || kind[i] == "lock" && held)
      continue
    next_of[t] = i + 1
    happen(t, i)
    next_of[t] = i
  }
}

function acquires(order) { return order == "acq" || order == "ar" || order == "sc" }
function releases(order) { return order == "rel" || order == "ar" || order == "sc" }

function copy_row(from, row_from, to, row_to,    u) {
  for (u = 1; u <= n_threads; u++)
    to[row_to, u] = from[row_from, u] + 0
}

function join_row(from, row_from, to, row_to,    u) {
  for (u = 1; u <= n_threads; u++)
    if (from[row_from, u] + 0 > to[row_to, u] + 0)
      to[row_to, u] = from[row_from, u]
}

# Everything that one instruction can change, to be put back.
function save(into_text, from,    k) {
  for (k in from)
    into_text[k] = from[k]
}

function restore(to, from,    k) {
  split("", to)
  for (k in from)
    to[k] = from[k]
}

function happen(t, i,    s1, s2, s3, s4, s5, s6, was_held, was_past, old, at, k, u, write, read, plain, order_of) {
  if (condition[i] != "" && !register[condition[i]]) {
    extend()
    return
  }
  save(s1, memory); save(s2, register); save(s3, clock); save(s4, handed); save(s5, kept)
  save(s6, fenced)
  was_held = held
  was_past = past
  at = place[i]
  k = kind[i]
  order_of = order[i]
  clock[t, t] = i
  if (k == "fence") {
    if (acquires(order_of))
      join_row(kept, t, clock, t)
    if (releases(order_of))
      copy_row(clock, t, fenced, t)
  } else if (k == "lock") {
    held = 1
    join_row(handed, "mutex", clock, t)
  } else if (k == "unlock") {
    held = 0
    copy_row(clock, t, handed, "mutex")
  } else {
    old = memory[at] + 0
    read = k != "store"
    plain = at ~ /[pq]/ || order_of == "pl"
    if (read && !plain) {
      if (k == "cas" && old != evaluate(value[i]))
        order_of = "rlx" # that is how generate.awk writes it
      if (acquires(order_of))
        join_row(handed, at, clock, t)
      else
        join_row(handed, at, kept, t)
    }
    if (into[i] != "")
      register[into[i]] = k == "cas" ? old == evaluate(value[i]) : old
    write = k == "store" || k == "swap" || k == "add" || k == "cas" && old == evaluate(value[i])
    look_for_race(t, i, at, write, plain)
    if (write) {
      memory[at] = k == "add" ? old + evaluate(value[i]) : evaluate(k == "cas" ? other[i] : value[i])
      if (k == "store")
        for (u = 1; u <= n_threads; u++)
          handed[at, u] = 0
      if (!plain) {
        if (releases(order_of))
          join_row(clock, t, handed, at)
        else
          join_row(fenced, t, handed, at)
      }
    }
  }
  extend()
  restore(memory, s1); restore(register, s2); restore(clock, s3); restore(handed, s4)
  restore(kept, s5); restore(fenced, s6)
  held = was_held
  past = was_past
}

function look_for_race(t, i, at, write, plain,    m) {
  for (m = 1; m <= past; m++)
    if (past_place[m] == at && past_thread[m] != t && (write || past_write[m]) &&
        (plain || past_plain[m]) &&
        past_number[m] > clock[t, past_thread[m]] + 0)
      race = "yes"
  past++
  past_place[past] = at
  past_thread[past] = t
  past_write[past] = write
  past_plain[past] = plain
  past_number[past] = i
}

function evaluate(expression,    terms, m, i, sum) {
  sum = 0
  m = split(expression, terms, "+")
  for (i = 1; i <= m; i++)
    sum += terms[i] ~ /^[a-h]$/ ? register[terms[i]] : terms[i]
  return sum
}
