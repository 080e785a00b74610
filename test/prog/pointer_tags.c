/* A tag in the lowest bit of a pointer. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: !marked
// labels: 3 2 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static int numbers[2] = {1, 2};
static atomic_uintptr_t link = 0;

static void *
first(void *argument)
{
  atomic_fetch_or(&link, 1);
  return argument;
}

static void *
second(void *argument)
{
  uintptr_t now = link;
  int marked = now & 1;
  int *number = (int *)(now & ~(uintptr_t)1);

  assert(*number == 2);
  assert(!marked);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  link = (uintptr_t)&numbers[1];
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
