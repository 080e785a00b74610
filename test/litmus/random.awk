# Rows for races.awk, made by chance: -v count=N -v seed=S. Two or three threads that touch p and q
# and pass messages through x and y, with all memory orders.

BEGIN {
  srand(seed)
  split("rlx rlx acq sc acq sc pl", load_orders, " ")
  split("rlx rlx rel sc rel sc pl", store_orders, " ")
  split("rlx acq rel ar sc", update_orders, " ")
  split("rel acq ar sc", fence_orders, " ")
  for (row = 1; row <= count; row++)
    print "random-" seed "-" row " | " threads() " | no"
}

function below(n) { return int(rand() * n) }

function with_order(text, order) { return order == "rlx" ? text : text ":" order }

function threads(    n, t, text) {
  n = below(3) ? 2 : 3
  registers = 0
  for (t = 1; t <= n; t++)
    text = text (t > 1 ? " || " : "") thread(t, n == 2 ? 3 + below(3) : 2 + below(2))
  return text
}

function fresh() { return substr("abcdefgh", ++registers, 1) }

function thread(number, left,    text, last, locked, condition) {
  last = ""
  text = number == 1 && below(4) ? " p=1" : ""
  for (; left > 0; left--) {
    condition = last != "" && !locked && below(3) ? "if(" last ")" : ""
    if (!below(12) && !locked && condition == "") {
      text = text " lock"
      locked = 1
    } else if (locked && below(2)) {
      text = text " unlock"
      locked = 0
    }
    text = text " " instruction(number, condition)
    if (made != "")
      last = made
  }
  return substr(text (locked ? " unlock" : ""), 2)
}

# Mostly whoever is not the first has seen a message before it touches something.
function instruction(number, condition,    kind, atomic, plain, order) {
  kind = below(10)
  atomic = below(3) ? "x" : "y"
  plain = below(3) ? "p" : "q"
  made = ""
  if (kind < 4 && number > 1 && condition == "" && below(5))
    kind = 7
  if (kind < 2)
    return condition plain "=" 1 + below(2)
  if (kind < 4 && registers < 8)
    return condition fresh() "=" plain
  if (kind == 4)
    return condition fence(fence_orders[1 + below(4)])
  if (kind < 7)
    return condition with_order(atomic "=" 1 + below(2), store_orders[1 + below(7)])
  if (kind < 9 && registers < 8) {
    if (condition == "")
      made = fresh()
    return condition with_order((made == "" ? fresh() : made) "=" atomic, load_orders[1 + below(7)])
  }
  order = update_orders[1 + below(5)]
  if (registers < 8 && condition == "") {
    made = fresh()
    return with_order(made "=cas(" atomic "," below(2) "," 1 + below(3) ")", order)
  }
  return condition with_order((below(2) ? "add(" : "swap(") atomic ",1)", order)
}

function fence(order) { return order == "sc" ? "F" : "F:" order }
