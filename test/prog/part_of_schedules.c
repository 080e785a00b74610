/* An update is lost between the two others of its thread. The threads have six labels; that main
 * looks at the end takes a switch, or a round, more. */
// run: --context-switches 3 --engine both => bounded
// run: --context-switches 4 --engine both => bug
// run: --schedule +:+ --engine both => bounded
// run: --schedule 1:2:1:0 --engine both => bug
// run: --schedule 1:2:1,0 --engine both => bounded
// run: --rounds 4 --tile-size 1 --engine both --instance tiles/1:2 => bug
// run: --rounds 4 --tile-size 1 --engine both --instance tiles/1:1,3 => bounded
// run: --rounds 4 --tile-size 1 --engine both --instance tiles/1:1,3/2:0 => bug
// run: --rounds 4 --tile-size 50% --tile-shift 1 --engine both --instance tiles/1:1 => bug
// run: --rounds 4 --tile-size 3 --engine both --instance tiles --property assert => bounded
// run: --rounds 4 --tiling test/prog/part_of_schedules.tiles --engine both --instance tiles/1:1 => bug
// expect: counter == 4
// brute: no
#include <assert.h>
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

static void *
once(void *argument)
{
  (void)argument;
  counter++;
  return NULL;
}

int
main(void)
{
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, once, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter == 4);
  return 0;
}
