/* Threads that go on for ever: no deadlock, unless one of them only waits in a loop. */
// right
// right -DMAIN_TOO
// wrong assertion -DBROKEN
// open threads may go round for ever without an end -DWAITS
// open threads may go round for ever without an end -DPOLLS
// open threads may go round for ever without an end -DNEVER_STOPPED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, flag, stop;
static int inside;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
work(void *argument)
{
  int i = (int)(intptr_t)argument;
#ifdef NEVER_STOPPED
  while (!atomic_load(&stop)) {
#else
  for (;;) {
#endif
    wants[i] = 1;
    turn = !i;
#ifndef BROKEN
    while (wants[!i] && turn != i)
      ;
#endif
    inside++;
    assert(inside == 1);
    inside--;
    wants[i] = 0;
  }
  return NULL;
}

#if defined WAITS || defined POLLS
static void *
waits(void *argument)
{
#ifdef WAITS
  while (!atomic_load(&flag))
    ;
#else
  for (int done = 0; !done;) {
    pthread_mutex_lock(&mutex);
    done = flag;
    pthread_mutex_unlock(&mutex);
  }
#endif
  return argument;
}
#endif

int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0);
#ifdef MAIN_TOO
  work((void *)1);
#else
  pthread_create(&b, NULL, work, (void *)1);
#endif
#if defined WAITS || defined POLLS
  pthread_t c;
  pthread_create(&c, NULL, waits, NULL);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  (void)mutex;
  return 0;
}
