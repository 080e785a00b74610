/* Every operation on a word that compilers may call as a function, for all sizes. -DWRONG=OPERATION
 * claims of one of them that it gives back the other of the two values, the old and the new. */
// run: => safe
// run: -- -m32 => safe
// run: -- -DWRONG=fetch_add => bug
// run: -- -DWRONG=nand_fetch => bug
// brute: no
#include <assert.h>
#include <stdint.h>

#define STRING(text) #text
#define TEXT(text) STRING(text)

/* X(operation, what the word is afterwards, does it give that back?) */
#define OPERATIONS(X, bytes, type)                                                                 \
  X(bytes, type, fetch_add, 200 + 100, 0)                                                          \
  X(bytes, type, fetch_sub, 200 - 100, 0)                                                          \
  X(bytes, type, fetch_and, 200 & 100, 0)                                                          \
  X(bytes, type, fetch_or, 200 | 100, 0)                                                           \
  X(bytes, type, fetch_xor, 200 ^ 100, 0)                                                          \
  X(bytes, type, fetch_nand, ~(200 & 100), 0)                                                      \
  X(bytes, type, add_fetch, 200 + 100, 1)                                                          \
  X(bytes, type, sub_fetch, 200 - 100, 1)                                                          \
  X(bytes, type, and_fetch, 200 & 100, 1)                                                          \
  X(bytes, type, or_fetch, 200 | 100, 1)                                                           \
  X(bytes, type, xor_fetch, 200 ^ 100, 1)                                                          \
  X(bytes, type, nand_fetch, ~(200 & 100), 1)

#define DECLARE(bytes, type, operation, after, new)                                                \
  type __atomic_##operation##_##bytes(volatile void *word, type value, int order);
#define TRY(bytes, type, operation, after, new)                                                    \
  {                                                                                                \
    type word = 200, result = __atomic_##operation##_##bytes(&word, 100, __ATOMIC_SEQ_CST);        \
    assert(word == (type)(after));                                                                 \
    assert(result == (is_wrong(#operation) != (new) ? word : 200));                                \
  }

#define WORD(bytes, type)                                                                          \
  type __atomic_load_##bytes(const volatile void *word, int order);                                \
  void __atomic_store_##bytes(volatile void *word, type value, int order);                         \
  type __atomic_exchange_##bytes(volatile void *word, type value, int order);                      \
  _Bool __atomic_compare_exchange_##bytes(volatile void *word, void *expected, type value,         \
                                          int success, int failure);                               \
  OPERATIONS(DECLARE, bytes, type)                                                                 \
  static void try_##bytes(void)                                                                    \
  {                                                                                                \
    type word = 1, expected = 5;                                                                   \
    __atomic_store_##bytes(&word, (type)-3, __ATOMIC_RELEASE);                                     \
    assert(word == (type)-3 && __atomic_load_##bytes(&word, __ATOMIC_ACQUIRE) == (type)-3);        \
    assert(__atomic_exchange_##bytes(&word, 7, __ATOMIC_ACQ_REL) == (type)-3 && word == 7);        \
    assert(!__atomic_compare_exchange_##bytes(&word, &expected, 9, 5, 5));                         \
    assert(expected == 7 && word == 7);                                                            \
    assert(__atomic_compare_exchange_##bytes(&word, &expected, 9, 5, 5));                          \
    assert(expected == 7 && word == 9);                                                            \
    OPERATIONS(TRY, bytes, type)                                                                   \
  }

/* Is this the operation that WRONG names? */
static _Bool
is_wrong(const char *operation)
{
#ifdef WRONG
  const char *wrong = TEXT(WRONG);

  for (int i = 0; i < 11; i++) {
    if (wrong[i] != operation[i])
      return 0;
    if (wrong[i] == 0)
      return 1;
  }
  return 1;
#else
  return operation[0] == 0;
#endif
}

WORD(1, uint8_t)
WORD(2, uint16_t)
WORD(4, uint32_t)
WORD(8, uint64_t)

int
main(void)
{
  try_1();
  try_2();
  try_4();
  try_8();
  return 0;
}
