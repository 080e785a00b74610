// run: instances @ --tile-size 2 --tile-shift 1 --tiles 1 --instances 2 -o -
// exit: 0
// stderr: thread 0 (main): 0 labels in 0 tiles
// stderr: thread 1 (work): 5 labels in 3 tiles: 0:0-2, 1:3-4, 2:5-6
// stderr: thread 2 (work): 5 labels in 3 tiles: 0:0-2, 1:3-4, 2:5-6
// stderr: instances: 9; 2 of them at random
#include <pthread.h>

static int counter;

static void *
work(void *argument)
{
  (void)argument;
  counter++;
  counter++;
  counter++;
  return NULL;
}

int
main(void)
{
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
