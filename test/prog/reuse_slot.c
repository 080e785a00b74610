/* A slot that holds a block. The second thread has looked at it; meanwhile the first takes the block
 * out, frees it and puts a new one in. If that is the old block again, the second thread's exchange
 * succeeds, though the slot was changed. It then has a living block in its hands: to use it is right,
 * to believe that nothing happened is not. */
// run: --rounds 3 --unwind 1 => bug
// run: --rounds 3 --unwind 1 --property memory => bounded
// expect: changes == 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) slot;
static atomic_int changes;

static void *
change(void *argument)
{
  int *mine = atomic_exchange(&slot, NULL), *fresh;

  if (!mine)
    return argument;
  changes++;
  free(mine);
  fresh = malloc(sizeof *fresh);
  *fresh = 2;
  slot = fresh;
  return argument;
}

int
main(void)
{
  pthread_t a;
  int *seen = malloc(sizeof *seen);

  *seen = 1;
  slot = seen;
  pthread_create(&a, NULL, change, NULL);
  seen = slot;
  int before = changes;
  if (seen && before == 0 && atomic_compare_exchange_strong(&slot, &seen, NULL)) {
    assert(changes == 0);
    *seen = 3;
    free(seen);
  }
  pthread_join(a, NULL);
  return 0;
}
