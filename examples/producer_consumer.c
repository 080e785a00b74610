/* Producers and consumers that share a counter of items (Lazy-CSeq+ABS, NETYS 2017, fig. 1).
 *
 * The producers take the mutex, the consumers do not: with one item left both see count > 0, both
 * take it, and count becomes -1. One producer stores a single item, the other five. */
// args: --rounds 2 --unwind 2
// verdict: bug
// expect: count >= 0
// labels: 5 8 16 5 5
// clauses: 2020
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int count;

static void *
produce(void *argument)
{
  int items = *(int *)argument;

  pthread_mutex_lock(&mutex);
  if (count > 0) {
    count++;
  } else {
    count = 0;
    while (items > 0) {
      count++;
      items--;
    }
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *
consume(void *argument)
{
  (void)argument;
  if (count <= 0)
    return NULL;
  count--;
  assert(count >= 0);
  return NULL;
}

int
main(void)
{
  int one = 1, five = 5;
  pthread_t producer[2], consumer[2];

  pthread_mutex_init(&mutex, NULL);
  pthread_create(&producer[0], NULL, produce, &one);
  pthread_create(&producer[1], NULL, produce, &five);
  pthread_create(&consumer[0], NULL, consume, NULL);
  pthread_create(&consumer[1], NULL, consume, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_join(producer[i], NULL);
    pthread_join(consumer[i], NULL);
  }
  return 0;
}

// why: if (count <= 0)
// why: count--;
