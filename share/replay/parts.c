/* Instructions with several accesses: a struct that is copied, or a number wider than a machine
 * word. If the script lets other threads run in between, or if the thread has late stores, the
 * accesses are made here, one by one, through a buffer that holds the whole value. No other thread
 * accesses the bytes that the script does not mention. The results tell the program whether
 * anything is left to do. */
#include <string.h>

#include "replay.h"

enum { MOST = 1 << 16 };

static _Thread_local char buffer[MOST];
static _Thread_local char stored[MOST]; /* by byte: the script has stored it */

static bool
is_divided(void)
{
  const struct heddle_line *line = turns_peek();
  return line && line->kind == LINE_PART;
}

static void
begin(const void *from, uint64_t size)
{
  if (size > MOST)
    report_diverged("thread %u copies more than can be taken apart", turns_self());
  if (from)
    memcpy(buffer, from, size);
  memset(stored, 0, size);
}

/* Makes the accesses that the script has. Of an instruction that only loads, or only stores, it may
 * not know which. */
static void
divide(char *to, const char *from, uint64_t size)
{
  while (is_divided()) {
    const struct heddle_line *line = turns_take();
    if (line->offset > size || line->value > size - line->offset)
      report_diverged("thread %u is in the middle of something else", turns_self());
    bool store = line->flags & LINE_STORE ? to != NULL : from == NULL;
    replay_part(line, (store ? to : from) + line->offset, line->value);
    if (store && line->late) {
      buffers_store(line->late, to + line->offset, buffer + line->offset, line->value);
      memset(stored + line->offset, 1, line->value);
    } else if (store) {
      memcpy(to + line->offset, buffer + line->offset, line->value);
      memset(stored + line->offset, 1, line->value);
    } else {
      memcpy(buffer + line->offset, from + line->offset, line->value);
      buffers_load(buffer + line->offset, from + line->offset, line->value);
    }
  }
  if (!turns_peek()) /* the script ends in the middle */
    turns_take();
}

static void
store_the_rest(char *to, uint64_t size)
{
  for (uint64_t i = 0; i < size; i++)
    if (!stored[i])
      to[i] = buffer[i];
}

void *
heddle_replay_from(void *address, unsigned size)
{
  if (!is_divided())
    return address;
  begin(address, size);
  divide(NULL, address, size);
  return buffer;
}

void *
heddle_replay_to(void *address, unsigned size)
{
  if (!is_divided())
    return address;
  begin(NULL, size);
  return buffer;
}

void
heddle_replay_stored(void *address, unsigned size)
{
  if (!is_divided())
    return;
  divide(address, NULL, size);
  store_the_rest(address, size);
}

uint64_t
heddle_replay_copy(void *to, const void *from, uint64_t size)
{
  if (!is_divided())
    return size;
  begin(from, size);
  divide(to, from, size);
  store_the_rest(to, size);
  return 0;
}

uint64_t
heddle_replay_fill(void *to, unsigned char byte, uint64_t size)
{
  if (!is_divided())
    return size;
  begin(NULL, size);
  memset(buffer, byte, size);
  divide(to, NULL, size);
  store_the_rest(to, size);
  return 0;
}
