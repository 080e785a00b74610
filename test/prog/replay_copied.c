/* What uninitialised memory holds is copied along, and decides. */
// verdict: bug
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct record {
  char set;
  int unset;
};

static struct record *record, copy;

static void *
duplicate(void *argument)
{
  copy = *record;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  record = malloc(sizeof *record);
  record->set = 1;
  pthread_create(&thread, NULL, duplicate, NULL);
  pthread_join(thread, NULL);
  assert(copy.set == 1);
  assert(copy.unset != 77);
}
