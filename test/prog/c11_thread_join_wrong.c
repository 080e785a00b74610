/* Two C11 threads count without a lock. */
// run: --rounds 3 --unwind 1 => bug
// expect: count == 2
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static int count;

static int
work(void *argument)
{
  (void)argument;
  thrd_yield();
  count++;
  return 0;
}

int
main(void)
{
  thrd_t threads[2];

  for (int i = 0; i < 2; i++)
    thrd_create(&threads[i], work, NULL);
  for (int i = 0; i < 2; i++)
    thrd_join(threads[i], NULL);
  assert(count == 2);
  return 0;
}
