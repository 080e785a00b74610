# What the table should say, worked out from axioms instead of store buffers, for each row that
# read.awk reads: prints "NAME MODEL yes|no". With -v outcomes=1 all outcomes of each row instead:
# "NAME MODEL a=0 b=1 x=2 ...".
#
# As in the SPARC manual, all stores and loads of an execution are in one order, memory order.
# - A load comes before all that follows it in its thread.
# - A store comes before the later stores of its thread: all of them (tso), or those to the same
#   bytes, and those behind a release fence, and of a release store it and those behind it (pso).
#   Under sc also before the later loads.
# - A read-modify-write is both at once, and has everything in its thread before or behind it, like
#   a seq_cst store, a seq_cst fence, and what mutexes do.
# - A load takes each byte from the last store to it that comes before the load in memory order or
#   in its own thread: so from an own store even if that is behind the load in memory order.
# Here memory orders are made step by step, and what is next is added to `memory` at once.

function row(    m, models, n_models, i) {
  for (i = 1; i <= n; i++)
    placed[i] = 0
  n_models = split("sc tso pso", models, " ")
  for (m = 1; m <= n_models; m++) {
    order_threads(models[m])
    split("", memory)
    split("", register)
    split("", found)
    held = 0
    left = n
    possible = "no"
    extend()
    if (outcomes)
      for (i in found)
        print name, models[m], i
    else
      print name, models[m], possible
  }
}

# ---- what must come before what ----

function order_threads(model,    i, j, border) {
  split("", before)
  for (i = 1; i <= n; i++) {
    border = 0
    for (j = i + 1; j <= n && of[j] == of[i]; j++) {
      if (kind[j] == "fence" && order[j] == "ar" || kind[j] != "load" && order[j] == "rel")
        border = 1
      if (model == "sc" || is_barrier(i) || is_barrier(j) || kind[i] == "load")
        before[i, j] = 1
      else if (kind[i] == "store" && kind[j] == "store")
        before[i, j] = model == "tso" || border || overlap(i, j)
    }
  }
}

function is_barrier(i) {
  return kind[i] != "load" && (kind[i] != "store" && kind[i] != "fence" || order[i] == "sc")
}

function overlap(i, j) {
  return place[i] == place[j] && (byte[i] == "" || byte[j] == "" || byte[i] == byte[j])
}

# ---- the executions ----

function extend(    i) {
  if (!left)
    at_the_end()
  for (i = 1; i <= n; i++)
    if (!placed[i] && is_next(i)) {
      placed[i] = 1
      left--
      happen(i)
      left++
      placed[i] = 0
    }
}

function is_next(i,    j) {
  for (j = 1; j < i; j++)
    if (!placed[j] && before[j, i])
      return 0
  return kind[i] != "lock" || !held
}

# Does what the instruction does, goes on from there, and undoes it.
function happen(i,    old, was_held, sum) {
  if (condition[i] != "" && !register[condition[i]] || kind[i] == "fence") {
    extend()
    return
  }
  was_held = held
  old = place[i] == "" ? 0 : word_at(place[i])
  if (kind[i] == "lock" || kind[i] == "unlock")
    held = kind[i] == "lock"
  else if (kind[i] == "load")
    register[into[i]] = loaded(i)
  else if (kind[i] == "store")
    put(i, evaluate(value[i]))
  else if (kind[i] == "swap" || kind[i] == "add") {
    sum = evaluate(value[i]) + (kind[i] == "add" ? old : 0)
    register[into[i]] = old
    put(i, sum)
  } else {
    register[into[i]] = old == evaluate(value[i])
    if (register[into[i]])
      put(i, evaluate(other[i]))
  }
  extend()
  held = was_held
  if (into[i] != "")
    register[into[i]] = 0
  if (place[i] != "")
    put_bytes(place[i], 0, 3, old)
}

function evaluate(expression,    terms, m, i, sum) {
  sum = 0
  m = split(expression, terms, "+")
  for (i = 1; i <= m; i++)
    sum += terms[i] ~ /^[a-h]$/ ? register[terms[i]] : terms[i]
  return sum
}

function put(i, number) {
  if (byte[i] == "")
    put_bytes(place[i], 0, 3, number)
  else
    put_bytes(place[i], byte[i], byte[i], number)
}

function put_bytes(name_of, first, last, number,    b) {
  for (b = first; b <= last; b++) {
    memory[name_of, b] = number % 256
    number = int(number / 256)
  }
}

function word_at(name_of) {
  return memory[name_of, 0] + 256 * (memory[name_of, 1] + 256 * (memory[name_of, 2] + \
    256 * memory[name_of, 3]))
}

function loaded(i,    b, number) {
  if (byte[i] != "")
    return loaded_byte(i, byte[i])
  number = 0
  for (b = 3; b >= 0; b--)
    number = 256 * number + loaded_byte(i, b)
  return number
}

# An own store that is not in memory order yet is later there than all that is.
function loaded_byte(i, b,    j, number) {
  for (j = i - 1; j >= 1 && of[j] == of[i]; j--)
    if (kind[j] == "store" && !placed[j] && place[j] == place[i] &&
        (byte[j] == "" || byte[j] == b) && (condition[j] == "" || register[condition[j]])) {
      number = evaluate(value[j])
      return byte[j] == "" ? int(number / 256 ^ b) % 256 : number
    }
  return memory[place[i], b] + 0
}

function at_the_end(    words, m, i, parts, holds, text_of) {
  holds = 1
  m = split(outcome, words, " ")
  for (i = 1; i <= m; i++) {
    split(words[i], parts, "=")
    if ((parts[1] ~ /[a-h]/ ? register[parts[1]] : word_at(parts[1])) != parts[2] + 0)
      holds = 0
  }
  if (holds)
    possible = "yes"
  if (!outcomes)
    return
  text_of = ""
  for (i = 1; i <= n; i++)
    if (into[i] != "")
      text_of = text_of into[i] "=" register[into[i]] + 0 " "
  for (i = 1; i <= n; i++)
    if (place[i] != "" && index(text_of, place[i] "=") == 0)
      text_of = text_of place[i] "=" word_at(place[i]) " "
  found[text_of] = 1
}
