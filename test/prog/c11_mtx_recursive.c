/* A C11 mutex can be locked again by its owner only if it is recursive. */
// run: --rounds 2 --unwind 1 -- -DTYPE=mtx_plain|mtx_recursive => safe
// run: --rounds 2 --unwind 1 -- -DTYPE=mtx_timed|mtx_recursive => safe
// run: --rounds 2 --unwind 1 -- -DTYPE=mtx_plain => bug
// run: --rounds 2 --unwind 1 -- -DTYPE=77 => bug
// expect: the thread holds the mutex already
// brute: 1
#include <assert.h>
#include <threads.h>

int
main(void)
{
  mtx_t mutex;

  assert(mtx_init(&mutex, TYPE) == thrd_success);
  assert(mtx_lock(&mutex) == thrd_success);
  assert(mtx_lock(&mutex) == thrd_success);
  assert(mtx_trylock(&mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  mtx_destroy(&mutex);
  return 0;
}
