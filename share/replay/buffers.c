/* Emulated store buffers of weak memory models. The machine has its own store buffers, but nobody
 * can tell it when to hold a store back.
 *
 * The program executes a late store like any other. Then the stored bytes are saved here, and
 * memory gets its previous bytes back. While the same thread executes an instruction that accesses
 * these bytes, the saved bytes are put into memory, so the thread sees its own stores. All of this
 * happens within one turn, so no other thread notices. When the script says so, the bytes stay in
 * memory.
 *
 * Bytes are copied one by one, because ThreadSanitizer would take memcpy for an access of the
 * program. */
#include <stdlib.h>

#include "replay.h"

enum { MOST = 16 }; /* bytes that one access has */

struct store {
  bool waits;
  unsigned thread;
  char *address;
  unsigned size;
  char bytes[MOST];
};

static struct store *stores; /* by number, so those of a thread are in the order of the program */

/* The instruction that is going on, if it must not leave memory as it does. */
static _Thread_local struct {
  char *address; /* NULL = there is none */
  unsigned size, late;
  char before[MOST];
} open;

static void
copy(volatile char *to, const volatile char *from, uint64_t size)
{
  for (uint64_t i = 0; i < size; i++)
    to[i] = from[i];
}

static struct store *
store_of(unsigned number)
{
  if (!stores) /* nobody else runs */
    stores = calloc(heddle_script.n_late, sizeof *stores);
  if (!stores || !number || number > heddle_script.n_late)
    report_diverged("there is no buffer for store %u", number);
  return &stores[number - 1];
}

/* What this thread finds at the address in its own buffer goes to `to`, if that is not NULL. False
 * if there is nothing. */
static bool
forward(volatile char *to, const char *address, uint64_t size)
{
  bool found = false;
  for (unsigned number = 1; stores && number <= heddle_script.n_late; number++) {
    const struct store *store = store_of(number);
    for (unsigned i = 0; store->waits && store->thread == turns_self() && i < store->size; i++) {
      const char *at = store->address + i;
      if (at < address || at >= address + size)
        continue;
      found = true;
      if (to)
        to[at - address] = store->bytes[i];
    }
  }
  return found;
}

void
buffers_store(unsigned late, char *address, const char *bytes, uint64_t size)
{
  struct store *store = store_of(late);
  if (size > MOST)
    report_diverged("store %u is too wide for a buffer", late);
  *store = (struct store){true, turns_self(), address, (unsigned)size, {0}};
  copy(store->bytes, bytes, size);
}

void
buffers_load(char *bytes, const char *address, uint64_t size)
{
  forward(bytes, address, size);
}

void
buffers_begin(unsigned late, char *address, unsigned size)
{
  if (!late && !forward(NULL, address, size))
    return;
  if (size > MOST)
    report_diverged("thread %u touches more than a buffer holds", turns_self());
  open.address = address;
  open.size = size;
  open.late = late;
  copy(open.before, address, size);
  forward(address, address, size);
}

void
buffers_end(void)
{
  if (!open.address)
    return;
  if (open.late)
    buffers_store(open.late, open.address, open.address, open.size);
  copy(open.address, open.before, open.size);
  open.address = NULL;
}

/* A store that the process has not made is one of a model that the real function stands for. */
void
buffers_leave(const struct heddle_line *line)
{
  struct store *store = store_of(line->late);
  if (store->waits && !(line->flags & LINE_DEAD))
    copy(store->address, store->bytes, store->size);
  store->waits = false;
}

void
buffers_check(unsigned thread)
{
  for (unsigned number = 1; stores && number <= heddle_script.n_late; number++)
    if (store_of(number)->waits && store_of(number)->thread == thread)
      report_diverged("store %u of thread %u is still in its buffer", number, thread);
}
