/* The storage is used after main has deleted it. */
// run: --rounds 2 --unwind 1 => bug
// expect: a key is used that has been deleted
#include <stddef.h>
#include <threads.h>

static tss_t key;

static int
work(void *argument)
{
  tss_set(key, argument);
  return 0;
}

int
main(void)
{
  thrd_t thread;
  int value;

  tss_create(&key, NULL);
  thrd_create(&thread, work, &value);
  tss_delete(key);
  thrd_join(thread, NULL);
  return 0;
}
