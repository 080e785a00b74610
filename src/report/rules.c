#include "report/rules.h"

#include <assert.h>
#include <string.h>

#include "trace/items.h"

/* The first row that fits counts: a kind's row without text is its last. */
const struct rule rules[] = {
  {"assertion", NULL, "assertion", "AssertionFailed", "617", "An assertion fails.",
   "There is a schedule, and there are inputs, with which the condition is false. The code flow "
   "has the steps. Look for the accesses of other threads between the last write that the "
   "condition relies on and the assertion: they have to be ordered or made atomic."},
  {"abort", NULL, "abort", "AbortCalled", "617", "abort() is called.",
   "There is a schedule, and there are inputs, with which the program comes to this call. The "
   "code flow has the steps."},
  {"error", NULL, "error", "ErrorReached", NULL, "An error location is reached.",
   "There is a schedule, and there are inputs, with which the program comes to a place that it "
   "marks as an error. The code flow has the steps."},
  {"memory", "use after free", "use-after-free", "UseAfterFree", "416",
   "Memory is used after it was freed.",
   "The related locations say what is known of the block: where it was allocated, where it was "
   "freed. If another thread frees it, it must not do so before the last use: join it, count "
   "references, or free later."},
  {"memory", "double free", "double-free", "DoubleFree", "415", "A block is freed twice.",
   "The related locations say what is known of the block: where it was allocated, where it was "
   "freed the first time. Only one thread may come to own it."},
  {"memory", "free of ", "invalid-free", "InvalidFree", "590",
   "What is freed is not the start of a block.",
   "Only what malloc and its relatives have returned can be freed."},
  {"memory", "use of a ", "use-after-scope", "UseAfterScope", "825",
   "A variable is used after its life has ended.",
   "A local variable ends with its block, and a thread-local one with its thread. If other "
   "threads still use it, wait for them before, or let it live elsewhere."},
  {"memory", "null pointer", "null-pointer", "NullPointer", "476",
   "A null pointer is dereferenced.",
   "The code flow has the steps that lead to the null pointer. If another thread sets the "
   "pointer, this one has to wait until it has done so."},
  {"memory", TEXT_BEHIND_EXTENT, "out-of-bounds", "OutOfBounds", "119",
   "An access lies outside of its object.",
   "The index, or the size of the object, is wrong in this run. If it is shared, check and use "
   "it without an interruption in between."},
  {"memory", NULL, "memory", "InvalidAccess", "119", "An access to memory is not valid.",
   "The address is that of no object that may be accessed in this way. The code flow says where "
   "the pointer comes from."},
  {"lock", NULL, "lock", "LockMisuse", "667", "The thread library is misused.",
   "For example, a mutex is unlocked by a thread that does not hold it, locked twice, destroyed "
   "while it is held, or used before it was initialised."},
  {"overflow", NULL, "overflow", "UndefinedArithmetic", "758", "Arithmetic is undefined.",
   "A signed number overflows, a division is by zero, or a shift is too wide."},
  {"leak", NULL, "leak", "MemoryLeak", "401", "Memory is never freed.",
   "At the end of the program nothing points to the block any more, or nobody has freed it."},
  {"race", NULL, "race", "DataRace", "362",
   "Two threads access the same memory without an order between them, and one writes.",
   "This is undefined behaviour in C. The related locations are the two accesses. Protect both "
   "with the same lock, make both atomic, or order them by creating or joining a thread."},
  {"deadlock", NULL, "deadlock", "Deadlock", "833", "Threads wait for ever.",
   "The related locations say where each thread waits, and for what. Take locks in one order "
   "everywhere; signal while the condition is changed under its mutex; wait in a loop that "
   "checks the condition."},
};
const size_t rules_n = sizeof rules / sizeof *rules;

size_t
rule_of(const struct trace_input *trace)
{
  const char *kind = bug_kind(trace), *text = trace->prog->events.at[trace->run->at].text;
  size_t i = 0;
  while (i + 1 < rules_n &&
         (strcmp(rules[i].kind, kind) != 0 ||
          (rules[i].text && (!text || strncmp(text, rules[i].text, strlen(rules[i].text)) != 0))))
    i++;
  assert(!strcmp(rules[i].kind, kind));
  return i;
}
