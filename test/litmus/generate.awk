# Prints a C program for each row that read.awk reads: it fails if the outcome of the row happens.
# With -v folder=F each goes to a file of its own, F/NAME.c. What the registers held at the end of a
# thread is kept under their names in capitals. Of a row that asks for a race it fails never.

BEGIN {
  long["rlx"] = "relaxed"; long["acq"] = "acquire"; long["rel"] = "release"
  long["ar"] = "acq_rel"; long["sc"] = "seq_cst"
}

function row(    out, t) {
  out = folder == "" ? "/dev/stdout" : folder "/" name ".c"
  printf "/* %s: %s\n * %s? */\n", name, $2, outcome >out
  print "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n" >out
  print "static _Atomic int w, x, y, z;" >out
  if (outcome == "")
    print "static int p, q;" >out
  print "static int A, B, C, D, E, F, G, H;" >out
  print "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;" >out
  for (t = 1; t <= n_threads; t++)
    thread_function(t, out)
  main_function(out)
  if (folder != "")
    close(out)
}

function thread_function(t, out,    i, saved) {
  printf "\nstatic void *\nthread%d(void *argument)\n{\n", t >out
  saved = ""
  for (i = 1; i <= n; i++)
    if (of[i] == t && into[i] != "") {
      printf "  int %s = 0;\n", into[i] >out
      saved = saved sprintf("  %s = %s;\n", toupper(into[i]), into[i])
    }
  for (i = 1; i <= n; i++)
    if (of[i] == t)
      print "  " statement(i) >out
  print saved "  return argument;\n}" >out
}

function main_function(out,    t) {
  printf "\nint\nmain(void)\n{\n  pthread_t threads[%d];\n\n", n_threads >out
  for (t = 1; t <= n_threads; t++)
    printf "  pthread_create(&threads[%d], NULL, thread%d, NULL);\n", t - 1, t >out
  for (t = 1; t <= n_threads; t++)
    printf "  pthread_join(threads[%d], NULL);\n", t - 1 >out
  if (outcome != "")
    printf "  assert(!(%s));\n", condition_of(outcome) >out
  print "  return 0;\n}" >out
}

function condition_of(words,    i) {
  gsub(/=/, " == ", words)
  gsub(/ +[a-z] ==/, " \\&\\&&", words)
  for (i = 1; i <= n; i++)
    if (into[i] != "")
      sub(into[i] " ==", toupper(into[i]) " ==", words)
  return words
}

function statement(i,    target) {
  target = into[i] == "" ? "" : into[i] " = "
  return (condition[i] == "" ? "" : "if (" condition[i] ") ") target call(i) ";"
}

function call(i,    order_word) {
  if (place[i] ~ /[pq]/)
    return kind[i] == "store" ? place[i] " = " value[i] : place[i]
  if (order[i] == "pl")
    return "*(int *)&" place[i] (kind[i] == "store" ? " = " value[i] : "")
  order_word = "memory_order_" long[order[i]]
  if (kind[i] == "fence")
    return "atomic_thread_fence(" order_word ")"
  if (kind[i] == "lock" || kind[i] == "unlock")
    return "pthread_mutex_" kind[i] "(&mutex)"
  if (kind[i] == "store")
    return "atomic_store_explicit(" address(i) ", " value[i] ", " order_word ")"
  if (kind[i] == "load")
    return "atomic_load_explicit(" address(i) ", " order_word ")"
  if (kind[i] == "swap")
    return "atomic_exchange_explicit(" address(i) ", " value[i] ", " order_word ")"
  if (kind[i] == "add")
    return "atomic_fetch_add_explicit(" address(i) ", " value[i] ", " order_word ")"
  return "atomic_compare_exchange_strong_explicit(" address(i) ", &(int){" value[i] "}, " other[i] \
    ", " order_word ", memory_order_relaxed)"
}

function address(i) {
  if (byte[i] != "")
    return "(_Atomic unsigned char *)&" place[i] " + " byte[i]
  if (index_by[i] != "")
    return "&(&" place[i] ")[" index_by[i] " - " index_by[i] "]"
  return "&" place[i]
}
