/* Two threads claim slots of an array through a shared index. */
// args: --rounds 3 --unwind 1
// verdict: bug
// labels: 3 4 4
// clauses: 309
#include <assert.h>
#include <pthread.h>

static int slots[2];
static int next;

static void *
work(void *argument)
{
  int mine = next;

  next = mine + 1;
  slots[mine] = 1;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(slots[0] == 1 && slots[1] == 1);
  return 0;
}
