#!/usr/bin/env bash
# Prints doc/library.md, made from the comments in share/models/*.c.
#
#   library.sh                the page; fails if a function says nothing about how it is modelled
#   library.sh --names        the functions on it, one on a line
#   library.sh --prototypes   name, group, file, result type and declaration, between tabs
#
# For each function the page has the comment right above its definition. If there is none, it has
# the text behind the colon of the section heading above, /* ---- TITLE: TEXT ---- */. Internal
# functions, __heddle_*, are left out, unless a macro stands for them: then their comment begins with
# "MACRO: ". The preprocessor expands tables of macros into definitions (it keeps the comments);
# headers are not needed to find definitions.
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
mode=${1:---page}

# All models in one go: a macro of one file is none of another's words. Those come first that the
# page begins with.
definitions() {
  local file
  for file in share/models/thread.c share/models/*.c; do
    [ "$file" = share/models/thread.c ] && [ -n "${first:-}" ] && continue
    local first=$file
    echo "#pragma file $(basename "$file" .c)"
    grep -v '^#include' "$file"
  done | clang-19 -E -CC -w -
}

# shellcheck disable=SC2016 # the $ are those of awk
definitions | awk -v mode="${mode#--}" '
  # ---- what is where: the first row that fits a function, by its file and its name ----

  BEGIN {
    group_of("verifier functions", "*", "^(heddle_|__VERIFIER_|__CPROVER_|__ESBMC_|nondet_|reach_error$|assume_abort_if_not$)")
    group_of("C11 threads", "*", "^(thrd_|mtx_|cnd_|tss_|call_once$)")
    group_of("cancellation", "*", "^pthread_(cancel$|testcancel$|setcancel|cleanup_)")
    group_of("threads", "*", "^(sched_|pthread_(atfork|kill|sigmask)$)")
    group_of("threads", "thread attributes sched", ".")
    group_of("mutexes", "mutex", ".")
    group_of("condition variables", "cond", ".")
    group_of("semaphores", "sem", ".")
    group_of("read-write locks", "rwlock", ".")
    group_of("barriers", "barrier", ".")
    group_of("spin locks", "spin", ".")
    group_of("once", "once", ".")
    group_of("keys", "key", ".")
    group_of("strings", "*", "^strn?dup$")
    group_of("memory", "memory", ".")
    group_of("strings", "string ctype checked", ".")
    group_of("stdio", "stdio format scan", ".")
    group_of("stdlib", "stdlib number getopt locale", ".")
    group_of("time", "clock calendar", ".")
    group_of("time", "*", "^difftime$")
    group_of("process", "stop unistd signal sigmask errno system futex", ".")
    group_of("atomics", "atomic atomic_sized", ".")
    group_of("floating point", "math", ".")

    group_count = split("threads,mutexes,condition variables,semaphores,read-write locks,barriers," \
      "spin locks,once,keys,cancellation,C11 threads,memory,strings,stdio,stdlib,time,process," \
      "atomics,floating point,verifier functions", groups, ",")

    # Where the way to an assumption leads through one of these, the page says so instead of
    # listing every function that may get there.
    crowd["__heddle_cancellation_point"] = crowd["__heddle_library_call"] = "cancellation points"
  }

  function group_of(group, files, names) {
    rules++
    rule_group[rules] = group
    rule_files[rules] = " " files " "
    rule_names[rules] = names
  }

  function find_group(file, name,    i) {
    for (i = 1; i <= rules; i++)
      if ((rule_files[i] == " * " || index(rule_files[i], " " file " ")) && name ~ rule_names[i])
        return rule_group[i]
    return ""
  }

  # ---- reading definitions: text outside of braces is `item`, inside of a function `body` ----

  function trim(text) {
    gsub(/[ \t]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
  }

  function note_comment(text) {
    gsub(/(^|\n)[ \t]*\*?/, " ", text)
    text = trim(text)
    if (text ~ /^---+ /) {
      gsub(/^-+ | -+$/, "", text)
      section = ""
      if (match(text, /: /)) section = substr(text, RSTART + 2)
      comment = ""
    } else {
      comment = text
    }
  }

  # The name in front of the parameters; that of "type(name)(...)" stands in parentheses.
  function begin_function(    head) {
    item = trim(item)
    head = item
    if (match(head, /\([A-Za-z_0-9]+\)\(/)) {
      name = substr(head, RSTART + 1, RLENGTH - 3)
      type = substr(head, 1, RSTART - 1)
    } else {
      match(head, /[A-Za-z_0-9]+ ?\(/)
      name = trim(substr(head, RSTART, RLENGTH - 1))
      type = substr(head, 1, RSTART - 1)
    }
    type = trim(type)
    functions++
    fn_file[functions] = file
    fn_name[functions] = name
    fn_item[functions] = item
    fn_comment[functions] = comment
    fn_section[functions] = section
    fn_static[functions] = type ~ /(^| )static( |$)/
    sub(/_Noreturn /, "", type)
    fn_type[functions] = type
    if (fn_static[functions]) own[file, name] = functions
    else if (!((file, name) in label)) outer[name] = functions
    if ((file, name) in label) {
      fn_item[functions] = label_item[file, name] "; " item
      fn_name[functions] = label[file, name]
      outer[label[file, name]] = functions
    }
    body = ""
  }

  # `type f(...) __asm__("name");` gives f another name.
  function end_declaration(    name, other) {
    item = trim(item)
    if (match(item, /__asm__\(.*\)$/)) {
      other = substr(item, RSTART + 8, RLENGTH - 9)
      gsub(/[" ]/, "", other)
      match(item, /[A-Za-z_0-9]+\(/)
      name = substr(item, RSTART, RLENGTH - 1)
      label[file, name] = other
      label_item[file, name] = item
    }
  }

  function add(text) {
    if (in_function) body = body text
    else if (depth == 0) item = item text
  }

  function note_string(text) {
    if (in_function && body ~ /__heddle_assumed\([" ]*$/) {
      if (body ~ /\($/) assumed[++texts] = ""
      assumed[texts] = assumed[texts] substr(text, 2, length(text) - 2)
      by[texts] = functions
    }
    if (in_function) body = body "\""
    else add(text)
  }

  function scan(rest,    c) {
    while (rest != "") {
      if (in_comment) {
        if (!match(rest, /\*\//)) { comment_text = comment_text rest "\n"; return }
        comment_text = comment_text substr(rest, 1, RSTART - 1)
        rest = substr(rest, RSTART + 2)
        in_comment = 0
        if (depth == 0 && trim(item) == "") note_comment(comment_text)
        continue
      }
      if (!match(rest, /\/\*|["{};\047]/)) { add(rest); break }
      add(substr(rest, 1, RSTART - 1))
      rest = substr(rest, RSTART)
      c = substr(rest, 1, 1)
      if (c == "/") {
        in_comment = 1
        comment_text = ""
        rest = substr(rest, 3)
        continue
      }
      if (c == "\"" && match(rest, /^"([^"\\]|\\.)*"/)) {
        note_string(substr(rest, 1, RLENGTH))
        rest = substr(rest, RLENGTH + 1)
        continue
      }
      if (c == "\047" && match(rest, /^\047([^\047\\]|\\.)*\047/)) {
        rest = substr(rest, RLENGTH + 1)
        continue
      }
      rest = substr(rest, 2)
      if (c == "{") {
        if (depth == 0 && item ~ /\)[ \t]*$/ && item !~ /=/) { begin_function(); in_function = 1 }
        depth++
      } else if (c == "}") {
        if (--depth == 0 && in_function) {
          fn_body[functions] = body
          in_function = 0
          item = ""
        }
      } else if (depth == 0) {
        end_declaration()
        item = ""
      }
      if (depth > 0) add(c)
    }
    add(" ")
  }

  /^#pragma file / { file = $3; section = comment = item = ""; depth = in_function = in_comment = 0; next }
  !in_comment && depth == 0 && (/^#/ || /^[ \t]*$/) { comment = ""; next }
  { scan($0) }

  # ---- the page ----

  # Is it one that programs call? Then `name` and `text` are what the page says.
  function is_public(f) {
    if (fn_static[f]) return 0
    name = fn_name[f]
    text = fn_comment[f] != "" ? fn_comment[f] : fn_section[f]
    if (name !~ /^__heddle_/) return 1
    if (!match(text, /^pthread_[a-z_]+: /)) return 0
    name = substr(text, 1, RLENGTH - 2)
    text = substr(text, RLENGTH + 1)
    return 1
  }

  # Everything that a function may come to say, itself or through those it calls.
  function visit(f,    rest, word, called, next_one, i) {
    if (f in seen) return
    seen[f] = 1
    for (i = 1; i <= texts; i++)
      if (by[i] == f) said[i] = 1
    rest = fn_body[f]
    while (match(rest, /[A-Za-z_][A-Za-z_0-9]*/)) {
      word = substr(rest, RSTART, RLENGTH)
      rest = substr(rest, RSTART + RLENGTH)
      called = rest ~ /^\(/
      next_one = 0
      if ((fn_file[f], word) in own) next_one = own[fn_file[f], word]
      else if (called && (word in outer)) next_one = outer[word]
      if (next_one && (word in crowd)) crowded[word] = 1
      else if (next_one) visit(next_one)
    }
  }

  function code(name) { return "`" name "`" }

  function capital(text) { return toupper(substr(text, 1, 1)) substr(text, 2) }

  function sentence(text) {
    text = capital(text)
    return text ~ /[.?!)]$/ ? text : text "."
  }

  # Words of C in a sentence: names with an underscore, and headers.
  function with_code(text,    result, at) {
    while (match(text, /<[a-z\/]+\.h>|[A-Za-z0-9]*_[A-Za-z_0-9]+/)) {
      result = result substr(text, 1, RSTART - 1) code(substr(text, RSTART, RLENGTH))
      text = substr(text, RSTART + RLENGTH)
    }
    return result text
  }

  # Names that end in the sizes 1, 2, 4 and 8 are one with N.
  function names_of(list,    n, parts, i, base, has, result) {
    n = split(list, parts, " ")
    for (i = 1; i <= n; i++) has[parts[i]] = 1
    for (i = 1; i <= n; i++) {
      base = parts[i]
      if (sub(/_[1248]$/, "_", base) && ((base 1) in has) && ((base 8) in has)) {
        if (parts[i] != base 1) continue
        parts[i] = base "N"
      }
      result = result (result == "" ? "" : ", ") code(parts[i])
    }
    return result
  }

  # A row for each sentence, where the first of its functions stands.
  function print_group(group,    f, names, order, n, i) {
    print "\n## " capital(group) "\n"
    print "| function | how it is modelled |"
    print "|---|---|"
    for (f = 1; f <= functions; f++) {
      if (!is_public(f) || find_group(fn_file[f], name) != group) continue
      text = with_code(sentence(text))
      gsub(/\|/, "\\|", text)
      if (!(text in names)) order[++n] = text
      names[text] = names[text] " " name
    }
    for (i = 1; i <= n; i++) print "| " names_of(names[order[i]]) " | " order[i] " |"
  }

  # The functions by whom the text may be stated, in the order of the page.
  function print_assumptions(    f, g, i, word, order, n) {
    for (f in crowd) {
      delete seen; delete said
      visit(outer[f])
      for (i in said) crowd_says[crowd[f], i] = 1
    }
    for (g = 1; g <= group_count; g++)
      for (f = 1; f <= functions; f++) {
        if (!is_public(f) || find_group(fn_file[f], name) != groups[g]) continue
        delete seen; delete said; delete crowded
        visit(f)
        for (i in said) who[i] = who[i] " " name
      }
    print "\n## Assumptions\n"
    print "| assumed | may be stated by |"
    print "|---|---|"
    n = 0
    for (i = 1; i <= texts; i++) {
      if (assumed[i] in printed) continue
      printed[assumed[i]] = 1
      word = who[i]
      for (f = i + 1; f <= texts; f++)
        if (assumed[f] == assumed[i]) word = word who[f]
      word = unique(word)
      word = names_of(word)
      if (("cancellation points", i) in crowd_says)
        word = word (word == "" ? "" : ", ") "every cancellation point"
      if (word == "") word = "the beginning of the program" # no function of the page gets there
      print "| " with_code(assumed[i]) " | " word " |"
    }
  }

  function unique(list,    n, parts, i, result, had) {
    n = split(list, parts, " ")
    for (i = 1; i <= n; i++)
      if (!(parts[i] in had)) { had[parts[i]] = 1; result = result " " parts[i] }
    return result
  }

  function print_head() {
    print "# The library"
    print ""
    print "Made by `make library` from the comments in `share/models`; do not edit."
    print ""
    print "These " count " functions have a model: when a program calls one and does not define it"
    print "itself, Heddle runs C code of its own that does what the right column says. Anything else"
    print "that has no definition is an error (exit code 2) with the name of the function. The standard"
    print "streams `stdin`, `stdout` and `stderr` and `errno` are there as well."
    print ""
    print "How to read it:"
    print ""
    print "- *Any* value, or an *arbitrary* one: all are tried."
    print "- *Exactly as specified*: the model computes what the standard says, on all inputs."
    print "- A *misuse* is reported as a violation, unless other properties are asked for; then the"
    print "  program goes on as it does in practice."
    print "- *May time out*: it times out in some runs, whatever the time; clocks do not matter."
    print "- A *section* is not interrupted by other threads. Where nothing else is said, a function"
    print "  for threads is one section, and one for memory or strings is not. Under a weak memory"
    print "  model, a section with an access to the program'"'"'s memory is a barrier; so are creating,"
    print "  joining and cancelling threads."
    print "- Names that begin with two underscores are what macros of the headers call."
    print ""
    print "Some options change models:"
    print ""
    print "- `--malloc-may-fail`: every allocation may fail; without it the verdict states `malloc never"
    print "  fails`."
    print "- `--reuse-memory`: a new block may have the address of any of its size that was freed before;"
    print "  without it, only of one that the program compares it with."
    print "- `--no-spurious`: condition variables wake up only when they are signalled, or time out."
    print "- `--sv-comp`: the handle of a new thread is stored before that runs."
    print "- `--havoc-unknown`: functions that have neither a definition nor a model return anything"
    print "  and change nothing, which the verdict states as an assumption."
    print ""
    print "A model that takes something for granted says so: the verdict of a run that comes along"
    print "there is `no bug, assuming`, and the lines `assumed: ...` below are those of the next"
    print "section."
  }

  END {
    for (f = 1; f <= functions; f++) {
      if (!is_public(f)) continue
      count++
      group = find_group(fn_file[f], name)
      if (group == "" || text == "") {
        print fn_file[f] ".c: " name ": " (group == "" ? "in no group" : "no comment") >"/dev/stderr"
        bad = 1
      }
      if (mode == "names") print name
      if (mode == "prototypes")
        print name "\t" group "\t" fn_file[f] "\t" fn_type[f] "\t" fn_item[f]
    }
    if (mode == "page") {
      print_head()
      print_assumptions()
      for (g = 1; g <= group_count; g++) print_group(groups[g])
    }
    exit bad
  }'
