/* A pointer that two threads move leaves its array, and a cursor that is a number does. */
// run: --rounds 3 --property memory => bug
// expect: invalid memory access
// run: --rounds 3 --property memory -- -DCURSOR => bug
// run: --rounds 3 --property memory -- -DENOUGH => bounded
// run: --rounds 3 --property memory -- -DCURSOR -DENOUGH => bounded
#include <pthread.h>
#include <stdlib.h>

#ifdef ENOUGH
enum { SIZE = 4 };
#else
enum { SIZE = 3 };
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct buffer {
  unsigned end;
  char text[];
} *buffer;
static char *next;

static void *
put(void *argument)
{
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
#ifdef CURSOR
    buffer->text[buffer->end] = 'x';
    buffer->end += 1;
#else
    *next++ = 'x';
#endif
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  buffer = malloc(sizeof *buffer + SIZE);
  buffer->end = 0;
  next = buffer->text;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, put, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  free(buffer);
  return 0;
}
