/* What is as large as a word needs no lock, larger objects do. */
// run: => safe
// run: -- -DWRONG => bug
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

struct large {
  long parts[3];
};

static _Atomic struct large large;
static _Atomic long word;

int
main(void)
{
  _Bool is_large = __VERIFIER_nondet_bool();
  size_t size = is_large ? sizeof large : sizeof word;

#ifdef WRONG
  assert(__atomic_is_lock_free(size, 0));
#else
  assert(__atomic_is_lock_free(size, 0) == !is_large);
  assert(!atomic_is_lock_free(&large) && atomic_is_lock_free(&word));
#endif
  return 0;
}
