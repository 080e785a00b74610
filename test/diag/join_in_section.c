// exit: 2
// stderr: join_in_section.c:17:3: error: a thread is joined inside an atomic section
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *idle(void *argument) { return argument; }

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  __VERIFIER_atomic_begin();

  pthread_join(thread, NULL);
  __VERIFIER_atomic_end();
  return 0;
}
