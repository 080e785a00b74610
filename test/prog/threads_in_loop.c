/* Threads created in a loop, each with a pointer to its own element of an array. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 4 1 1 1
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };

static int numbers[THREADS], squares[THREADS];

static void *
square(void *argument)
{
  int *number = argument;

  squares[number - numbers] = *number * *number;
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i + 1;
    pthread_create(&threads[i], NULL, square, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(squares[0] + squares[1] + squares[2] == 14);
  return 0;
}
