/* Atomic operations on objects of any size, such as an `_Atomic struct`. The compiler calls a
 * library for these. Each operation is one section. The object is always accessed in the same way:
 * in words, then in the remaining bytes, with the memory order that the program asks for. The
 * value that it is compared with, or copied from, is in the caller's own memory.
 *
 * The names are reserved by the compiler, so we cannot define them directly: hence the labels. */
#include "heddle.h"

#include <stddef.h>
#include <string.h>

void heddle_load(size_t size, const void *object, void *result, int order) __asm__("__atomic_load");
void heddle_store(size_t size, void *object, const void *value,
                  int order) __asm__("__atomic_store");
void heddle_exchange(size_t size, void *object, const void *value, void *result,
                     int order) __asm__("__atomic_exchange");
_Bool heddle_compare_exchange(size_t size, void *object, void *expected, const void *value,
                              int success, int failure) __asm__("__atomic_compare_exchange");
_Bool heddle_is_lock_free(size_t size, const void *object) __asm__("__atomic_is_lock_free");

static void
copy_out(size_t size, const void *object, void *result, int order)
{
  const unsigned char *from = object;
  unsigned char *to = result;
  for (; size >= sizeof(long); size -= sizeof(long)) {
    long word = __atomic_load_n((const long *)(const void *)from, order);
    memcpy(to, &word, sizeof word);
    from += sizeof word;
    to += sizeof word;
  }
  for (; size; size--)
    *to++ = __atomic_load_n(from++, order);
}

static void
copy_in(size_t size, void *object, const void *value, int order)
{
  const unsigned char *from = value;
  unsigned char *to = object;
  for (; size >= sizeof(long); size -= sizeof(long)) {
    long word;
    memcpy(&word, from, sizeof word);
    __atomic_store_n((long *)(void *)to, word, order);
    from += sizeof word;
    to += sizeof word;
  }
  for (; size; size--)
    __atomic_store_n(to++, *from++, order);
}

/* The parts of an operation that reads and writes: what each of them is entitled to. */
static int
reading(int order)
{
  return order == __ATOMIC_ACQ_REL   ? __ATOMIC_ACQUIRE
         : order == __ATOMIC_RELEASE ? __ATOMIC_RELAXED
                                     : order;
}

static int
writing(int order)
{
  return order == __ATOMIC_ACQ_REL                                ? __ATOMIC_RELEASE
         : order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME ? __ATOMIC_RELAXED
                                                                  : order;
}

/* The object as a whole, in one section. */
void
heddle_load(size_t size, const void *object, void *result, int order)
{
  __heddle_atomic_begin();
  copy_out(size, object, result, order);
  __heddle_atomic_end();
}

/* The object as a whole, in one section. */
void
heddle_store(size_t size, void *object, const void *value, int order)
{
  __heddle_atomic_begin();
  copy_in(size, object, value, order);
  __heddle_atomic_end();
}

/* Gives back what the object held and stores the new value, in one section. */
void
heddle_exchange(size_t size, void *object, const void *value, void *result, int order)
{
  unsigned char new[size];
  memcpy(new, value, size); /* it may be where the result goes */
  __heddle_atomic_begin();
  copy_out(size, object, result, reading(order));
  copy_in(size, object, new, writing(order));
  __heddle_atomic_end();
}

/* Compares bytes, padding included, and stores if they are equal; never fails spuriously. */
_Bool
heddle_compare_exchange(size_t size, void *object, void *expected, const void *value, int success,
                        int failure)
{
  unsigned char old[size];
  (void)failure;
  __heddle_atomic_begin();
  copy_out(size, object, old, reading(success));
  _Bool equal = !memcmp(old, expected, size);
  if (equal)
    copy_in(size, object, value, writing(success));
  __heddle_atomic_end();
  if (!equal)
    memcpy(expected, old, size);
  return equal;
}

/* What x86-64 does without a lock: up to a word. */
_Bool
heddle_is_lock_free(size_t size, const void *object)
{
  (void)object;
  return size <= sizeof(long) && !(size & (size - 1));
}
