/* Variables of a block are gone when it has been left, and others each time it is entered. */
// right
// wrong memory -DLEFT
// wrong memory -DRETURNED
// open a value is used that was never written -DANEW
// open a value is used that was never written -DANEW_PLAIN
// wrong memory -DOTHER_THREAD
// wrong memory -DBETWEEN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic shown;

static inline __attribute__((always_inline)) int *
own(void)
{
  int v = 1;
  return &v;
}

static void *
look(void *argument)
{
  int *p = atomic_load(&shown);
  if (p)
    *p = 5;
  return argument;
}

int
main(void)
{
  int sum = 0, *p;
  pthread_t a;
#if defined OTHER_THREAD || defined BETWEEN
  pthread_create(&a, NULL, look, NULL);
#endif
  for (int i = 0; i < 2; i++) {
    int v;
#ifdef ANEW
    if (i == 0)
#endif
      v = i;
    p = &v;
    sum += v;
#ifdef BETWEEN
    if (i == 0)
      atomic_store(&shown, &v);
    else
      pthread_join(a, NULL);
#endif
  }
#ifdef ANEW_PLAIN
  for (int i = 0; i < 2; i++) {
    int v;
    if (i == 0)
      v = 1;
    sum += v;
  }
#endif
#ifdef OTHER_THREAD
  {
    int v = 1;
    atomic_store(&shown, &v);
  }
#endif
#ifdef LEFT
  sum += *p;
#endif
#ifdef RETURNED
  sum += *own();
#endif
#ifdef OTHER_THREAD
  pthread_join(a, NULL);
#endif
  assert(sum < 9 || p);
  (void)a;
  return 0;
}
