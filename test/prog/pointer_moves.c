/* Two threads move one pointer through an array. It stays in that array: nothing else in the program
 * can be meant by it. */
// run: --rounds 3 => safe
// run: --rounds 3 -- -DBACK => safe
// run: --rounds 3 -- -DWRONG => bug
// run: --rounds 3 -- -DSTRIDE => safe
#include <assert.h>
#include <pthread.h>

#ifdef STRIDE
struct item {
  int length, weight;
};
static struct item items[4];
#else
static int items[4];
#endif
static int bystander = 7, *other = &bystander;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if defined STRIDE
static struct item *next = items;
#elif defined BACK
static int *next = items + 3;
#else
static int *next = items;
#endif

static void *
take(void *argument)
{
  pthread_mutex_lock(&mutex);
#if defined STRIDE
  next->weight = 1;
  next++;
#elif defined BACK
  *next = 1;
  next--;
#else
  *next = 1;
  next++;
#endif
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(*other == 7);
#if defined STRIDE
  assert(next == items + 2 && items[1].weight == 1 && items[1].length == 0);
#elif defined BACK
  assert(next == items + 1 && items[2] == 1 && items[1] == 0);
#elif defined WRONG
  assert(items[1] == 0);
#else
  assert(next == items + 2 && items[1] == 1 && items[2] == 0);
#endif
  return 0;
}
