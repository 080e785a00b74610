/* The environment through the variable alone, read by a thread. Nothing is known of the command line, and nobody asks. */
// run: => bounded
// run: -- -DWRONG => bug
// run: --entry begin -- -DWRONG => bug
// expect: assertion failed: environ[0] == NULL
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern char **environ;

void begin(int other);

static void *
look(void *argument)
{
#ifdef WRONG
  assert(environ[0] == NULL);
#else
  assert(environ[0] == NULL || environ[0][0] != '=');
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, look, NULL);
  return pthread_join(thread, NULL);
}

void
begin(int other)
{
  assert(other >= 0 || other < 0);
  look(NULL);
}
