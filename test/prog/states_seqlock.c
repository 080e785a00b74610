/* A sequence lock: readers try again if somebody has written meanwhile. The wrong one looks only before. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: a == b
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *
write_twice(void *argument)
{
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&first, i);
    atomic_store(&second, i);
    atomic_fetch_add(&sequence, 1);
  }
  return argument;
}

static void *
read_once(void *argument)
{
  int a, b;
  unsigned before;
  do {
    while ((before = atomic_load(&sequence)) & 1)
      ;
    a = atomic_load(&first);
    b = atomic_load(&second);
#ifdef WRONG
  } while (0);
#else
  } while (atomic_load(&sequence) != before);
#endif
  assert(a == b);
  return argument;
}

int
main(void)
{
  pthread_t writer, readers[2];
  pthread_create(&writer, NULL, write_twice, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create(&readers[i], NULL, read_once, NULL);
  pthread_join(writer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(readers[i], NULL);
  return 0;
}
