/* Thread-specific storage of C11: a value for each thread, and a destructor at its end. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static tss_t key;

static void
destroy(void *value)
{
  ++*(int *)value;
}

static int
work(void *argument)
{
  assert(tss_get(key) == NULL);
  assert(tss_set(key, argument) == thrd_success);
  assert(tss_get(key) == argument);
  return 0;
}

int
main(void)
{
  thrd_t thread;
  int ours = 0, theirs = 0;

  assert(tss_create(&key, destroy) == thrd_success);
  tss_set(key, &ours);
  thrd_create(&thread, work, &theirs);
  thrd_join(thread, NULL);
  assert(tss_get(key) == &ours);
  assert(ours == 0 && theirs == 1);
  tss_delete(key);
  return 0;
}
