/* Whoever pauses before an access that others may notice leaves a note of it in the state. Whoever makes an access that
 * others may notice, looks at these notes. So if two threads stand before two accesses, the first one to go on meets
 * the note of the other, and every thread of every state goes on once. What a section touches is known when it runs;
 * two of them are never in a race.
 *
 * That both are next finds all races as long as every atomic operation synchronises (doc/encoding.md, "Deadlock and
 * race"). If some have a weaker order, the search gives up.
 *
 * A thread may pause where it jumps back, too, and there may be an access. It has no note of that. So where races are
 * asked for, such a thread goes on without leave, and pauses once more. */
#include "vm/race.h"

#include "base/mutant.h"

enum { WRITES = 1, PLAIN = 2, BITS_MASK = 8, BITS_WORD = 24 };

bool
race_is_asked(const struct vm *vm)
{
  return vm->options->property & PROPERTY_RACE;
}

struct touch {
  uint64_t first, words, mask;
  unsigned flags;
};

/* From the lowest bit on: 1, the flags, the bytes of a single word, how many words, the first one. */
static uint64_t
pack(struct touch touch)
{
  uint64_t words = touch.first << BITS_WORD | touch.words;
  return ((words << BITS_MASK | touch.mask) << 2 | touch.flags) << 1 | STANDS_ELSEWHERE;
}

static struct touch
unpack(uint64_t word)
{
  uint64_t words = word >> (BITS_MASK + 3), bits = (UINT64_C(1) << BITS_WORD) - 1;
  return (struct touch){words >> BITS_WORD, words & bits, word >> 3 & 0xff, word >> 1 & 3};
}

uint64_t
race_touch(const struct vm *vm, uint32_t object, uint64_t offset, uint64_t bytes, bool write,
           bool plain)
{
  uint64_t first = offset / 8, last = (offset + bytes - 1) / 8;
  uint64_t mask = first == last ? ((UINT64_C(1) << bytes) - 1) << offset % 8 : 0xff;
  return pack((struct touch){vm->heap.homes.at[object].first + 1 + first, last - first + 1,
                             mask & 0xff, (write ? WRITES : 0) | (plain ? PLAIN : 0)});
}

static bool
conflict(struct touch a, struct touch b)
{
  unsigned either = a.flags | b.flags;
  return a.first < b.first + b.words && b.first < a.first + a.words && a.mask & b.mask &&
         either & WRITES && either & PLAIN;
}

bool
race_meets(const struct vm *vm, uint64_t touch)
{
  for (unsigned t = 0; t < VM_THREADS; t++) {
    uint64_t other = vm->heap.word[vm->stands + t];
    if (t != vm->thread && other > STANDS_ELSEWHERE && vm_status(vm, t) == THREAD_RUNS &&
        conflict(unpack(touch), unpack(other)) && !(vm->section && MUTANT(VM_SECTIONS_RACE_NOT)))
      return true;
  }
  return false;
}
