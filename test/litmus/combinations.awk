# Makes a larger table, of the rows that read.awk reads: a row for every combination of the values
# that the registers and memory have at the end of some execution, with what the axioms say of it.
# -v found=FILE: what axioms.awk printed about the same rows with -v outcomes=1.

function read_found(    line, words, n_words, text_of) {
  while ((getline line <found) > 0) {
    n_words = split(line, words, " ")
    text_of = ""
    for (i = 3; i <= n_words; i++) {
      text_of = text_of " " words[i]
      note_value(words[1], words[i])
    }
    possible[words[1], words[2], text_of] = 1
  }
  close(found)
  is_read = 1
}

# Keeps the places of a row in the order in which axioms.awk names them, and their values.
function note_value(row_name, word,    parts) {
  split(word, parts, "=")
  if (!((row_name, parts[1]) in n_values)) {
    n_values[row_name, parts[1]] = 0
    place_of[row_name, ++n_places[row_name]] = parts[1]
  }
  if (!((row_name, word) in known)) {
    known[row_name, word] = 1
    value_of[row_name, parts[1], ++n_values[row_name, parts[1]]] = word
  }
}

function row() {
  if (!is_read)
    read_found()
  combine(1, "")
}

function combine(i, so_far,    v, what) {
  if (i > n_places[name]) {
    print_row(so_far)
    return
  }
  what = place_of[name, i]
  for (v = 1; v <= n_values[name, what]; v++)
    combine(i + 1, so_far " " value_of[name, what, v])
}

function print_row(all,    short) {
  short = substr(all, 2)
  gsub(/ /, ",", short)
  printf "%s:%s | %s |%s | %s %s %s\n", name, short, $2, all, yes_or_no("sc", all),
    yes_or_no("tso", all), yes_or_no("pso", all)
}

function yes_or_no(model, all) {
  return (name, model, all) in possible ? "yes" : "no"
}
