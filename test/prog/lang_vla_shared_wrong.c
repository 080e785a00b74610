// A thread takes the array to be longer than it may be.
// run: --rounds 2 --unwind 4 => bug
// expect: invalid memory access
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

struct job {
  int n;
  int *numbers;
};

static void *
fill(void *argument)
{
  struct job *job = argument;
  for (int i = 0; i < job->n; i++)
    job->numbers[i] += i;
  return NULL;
}

int
main(void)
{
  int n = __VERIFIER_nondet_bool() ? 2 : 3;
  int numbers[n];
  struct job job = {3, numbers};
  pthread_t thread;
  for (int i = 0; i < n; i++)
    numbers[i] = 1;
  pthread_create(&thread, NULL, fill, &job);
  pthread_join(thread, NULL);
  for (int i = 0; i < n; i++)
    assert(numbers[i] == i + 1);
  return 0;
}
