/* Atomic operations that a program calls as functions: those of <stdatomic.h> that are also
 * functions, and operations on one word with the size in their names, for which compilers may call
 * a library. (Objects of any size are in atomic.c.)
 *
 * The names are reserved by the compiler, so we cannot define them directly: hence the labels. */
#include "heddle.h"

#include <stdatomic.h>
#include <stdint.h>

/* Aligned also where the ABI aligns less: then the compiler has an instruction for it. */
typedef uint64_t aligned_uint64_t __attribute__((aligned(8)));

/* ---- words: the compiler's own operation, for N = 1, 2, 4 and 8 bytes ---- */

#define WORD(bytes, type)                                                                          \
  type heddle_load_##bytes(const volatile type *word, int order) __asm__("__atomic_load_" #bytes); \
  type heddle_load_##bytes(const volatile type *word, int order)                                   \
  {                                                                                                \
    return __atomic_load_n(word, order);                                                           \
  }                                                                                                \
  void heddle_store_##bytes(volatile type *word, type value,                                       \
                            int order) __asm__("__atomic_store_" #bytes);                          \
  void heddle_store_##bytes(volatile type *word, type value, int order)                            \
  {                                                                                                \
    __atomic_store_n(word, value, order);                                                          \
  }                                                                                                \
  type heddle_exchange_##bytes(volatile type *word, type value,                                    \
                               int order) __asm__("__atomic_exchange_" #bytes);                    \
  type heddle_exchange_##bytes(volatile type *word, type value, int order)                         \
  {                                                                                                \
    return __atomic_exchange_n(word, value, order);                                                \
  }                                                                                                \
  _Bool heddle_compare_exchange_##bytes(volatile type *word, type *expected, type value,           \
                                        int success,                                               \
                                        int failure) __asm__("__atomic_compare_exchange_" #bytes); \
  _Bool heddle_compare_exchange_##bytes(volatile type *word, type *expected, type value,           \
                                        int success, int failure)                                  \
  {                                                                                                \
    return __atomic_compare_exchange_n(word, expected, value, 0, success, failure);                \
  }

#define CHANGE(bytes, type, operation)                                                             \
  type heddle_##operation##_##bytes(volatile type *word, type value,                               \
                                    int order) __asm__("__atomic_" #operation "_" #bytes);         \
  type heddle_##operation##_##bytes(volatile type *word, type value, int order)                    \
  {                                                                                                \
    return __atomic_##operation(word, value, order);                                               \
  }

#define CHANGES(bytes, type)                                                                       \
  CHANGE(bytes, type, fetch_add)                                                                   \
  CHANGE(bytes, type, fetch_sub)                                                                   \
  CHANGE(bytes, type, fetch_and)                                                                   \
  CHANGE(bytes, type, fetch_or)                                                                    \
  CHANGE(bytes, type, fetch_xor)                                                                   \
  CHANGE(bytes, type, fetch_nand)                                                                  \
  CHANGE(bytes, type, add_fetch)                                                                   \
  CHANGE(bytes, type, sub_fetch)                                                                   \
  CHANGE(bytes, type, and_fetch)                                                                   \
  CHANGE(bytes, type, or_fetch)                                                                    \
  CHANGE(bytes, type, xor_fetch)                                                                   \
  CHANGE(bytes, type, nand_fetch)

#define ALL(bytes, type)                                                                           \
  WORD(bytes, type)                                                                                \
  CHANGES(bytes, type)

ALL(1, uint8_t)
ALL(2, uint16_t)
ALL(4, uint32_t)
ALL(8, aligned_uint64_t)

/* ---- flags and fences of <stdatomic.h>: the compiler's own operation ---- */

_Bool(atomic_flag_test_and_set_explicit)(volatile atomic_flag *flag, memory_order order)
{
  return __c11_atomic_exchange(&flag->_Value, 1, order);
}

_Bool(atomic_flag_test_and_set)(volatile atomic_flag *flag)
{
  return __c11_atomic_exchange(&flag->_Value, 1, memory_order_seq_cst);
}

void(atomic_flag_clear_explicit)(volatile atomic_flag *flag, memory_order order)
{
  __c11_atomic_store(&flag->_Value, 0, order);
}

void(atomic_flag_clear)(volatile atomic_flag *flag)
{
  __c11_atomic_store(&flag->_Value, 0, memory_order_seq_cst);
}

void(atomic_thread_fence)(memory_order order)
{
  __c11_atomic_thread_fence(order);
}

/* Nothing happens: it is about a thread and its own signal handlers. */
void(atomic_signal_fence)(memory_order order)
{
  (void)order;
}
