// exit: 2
// stderr: thread_in_section.c:20
// stderr: a thread is created inside an atomic section
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *
work(void *argument)
{
  return argument;
}

int
main(void)
{
  pthread_t thread;

  __VERIFIER_atomic_begin();
  pthread_create(&thread, NULL, work, NULL);
  __VERIFIER_atomic_end();
  return 0;
}
