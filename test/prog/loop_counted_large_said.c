/* The verdict names the loop that counts to a large constant, and how often it was run. */
// args: --rounds 1 --unwind 3
// verdict: bounded
// expect: loop_counted_large_said.c:20 in main was cut after 3 iterations
// brute: 1
#include <pthread.h>

static int counter;

static void *
count(void *argument)
{
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  return argument;
}

int
main(void)
{
  for (int i = 0; i < 5000; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
  }
  return 0;
}
