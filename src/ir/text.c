#include <string.h>

#include "ir/prog.h"
#include "ir/words.h"

const char *const words_input_kind[] = {"nondet", "uninitialised", "address", NULL};
const char *const words_type_kind[] = {"signed",  "unsigned", "bool",   "char",  "float", "enum",
                                       "pointer", "array",    "struct", "union", NULL};
const char *const words_object_kind[] = {"global",       "stack",    "heap",
                                         "thread_local", "function", NULL};
const char *const words_order[] = {"plain",   "relaxed", "acquire", "release",
                                   "acq_rel", "seq_cst", NULL};

#define X(name, word, text, property) word,
const char *const words_fault[] = {FAULTS(X) NULL};
#undef X
#define X(name, word, text) word,
const char *const words_configuration[] = {CONFIGURATIONS(X) NULL};
#undef X
#define X(name, text) text,
const char *const words_event[] = {EVENT_KINDS(X) NULL};
#undef X
#define X(name, text, arity) text,
const char *const words_op[] = {VALUE_OPS(X) NULL};
#undef X

int
words_find(const char *const *words, const char *word, unsigned long n)
{
  for (int i = 0; words[i]; i++)
    if (strlen(words[i]) == n && !memcmp(words[i], word, n))
      return i;
  return -1;
}

unsigned
words_count(const char *const *words)
{
  unsigned n = 0;
  while (words[n])
    n++;
  return n;
}
