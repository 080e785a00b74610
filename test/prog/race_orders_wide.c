/* Numbers of 128 bits: success and failure of a compare-and-exchange have orders of their own. */
// replay: no, the two accesses are not next to each other
// run: --rounds 4 --property race -- -mcx16 -DEXPECTED=5 -DSEEN=done => safe
// run: --rounds 4 --property race -- -mcx16 -DEXPECTED=5 -DSEEN=done -DFIRST=RELAXED => bug
// run: --rounds 4 --property race -- -mcx16 -DEXPECTED=5 -DSEEN=done -DSUCCESS=RELAXED => bug
// run: --rounds 4 --property race -- -mcx16 -DEXPECTED=7 -DSEEN=(found==5) => bug
// run: --rounds 4 --property race -- -mcx16 -DEXPECTED=7 -DSEEN=(found==5) -DFAILURE=ACQUIRE => safe
// brute: 2
#include <pthread.h>
#include <stdbool.h>

#define GLUE(a, b) a##b
#define ORDER(name) GLUE(__ATOMIC_, name)
#ifndef FIRST
#define FIRST RELEASE
#endif
#ifndef SUCCESS
#define SUCCESS ACQUIRE
#endif
#ifndef FAILURE
#define FAILURE RELAXED
#endif

static __int128 box;
static int data;

static void *
writer(void *unused)
{
  __int128 found = 0;

  data = 1;
  __atomic_compare_exchange_n(&box, &found, 5, false, ORDER(FIRST), __ATOMIC_RELAXED);
  return unused;
}

int
main(void)
{
  pthread_t thread;
  __int128 found = EXPECTED;
  bool done;

  pthread_create(&thread, NULL, writer, NULL);
  done = __atomic_compare_exchange_n(&box, &found, 6, false, ORDER(SUCCESS), ORDER(FAILURE));
  if (SEEN)
    data = 2;
  pthread_join(thread, NULL);
  return done;
}
