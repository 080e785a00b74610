/* Two threads that touch the same bytes at the same time, one of them to write: a race, unless both do it atomically. A
 * section is atomic, but not towards who does without. */
// also: races
// right
// right -DATOMIC
// right -DSPIN
// right -DSECTIONS
// right -DNEIGHBOURS
// right -DBLOCK
// wrong race -DPLAIN
// wrong race -DHALF
// wrong race -DSECTION
// wrong memory -DFREED
// open races by orders that are weaker than seq_cst -DRELAXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int number, taken;
static int plain, *block;
static struct {
  short one, two;
} pair;

static void
work(int me)
{
#if defined ATOMIC
  number = me;
#elif defined HALF
  if (me)
    number = 1;
  else
    *(int *)&number = 1;
#elif defined RELAXED
  atomic_fetch_add_explicit(&number, 1, memory_order_relaxed);
#elif defined SPIN
  while (atomic_exchange(&taken, 1))
    ;
  plain++;
  taken = 0;
#elif defined SECTIONS
  __VERIFIER_atomic_begin();
  plain++;
  __VERIFIER_atomic_end();
#elif defined SECTION
  if (me)
    __VERIFIER_atomic_begin();
  plain = 1;
  if (me)
    __VERIFIER_atomic_end();
#elif defined NEIGHBOURS
  if (me)
    pair.one = 1;
  else
    pair.two = 1;
#elif defined PLAIN
  plain = 1;
#else
  pthread_mutex_lock(&mutex);
  plain++;
#if defined BLOCK || defined FREED
  *block = 1;
#endif
  pthread_mutex_unlock(&mutex);
#ifdef FREED
  if (me)
    free(block);
#endif
#endif
}

static void *
other(void *argument)
{
  work(1);
  return argument;
}

int
main(void)
{
  pthread_t t;
  block = malloc(sizeof *block);
  pthread_create(&t, NULL, other, NULL);
  work(0);
  pthread_join(t, NULL);
#ifndef FREED
  free(block);
#endif
  (void)mutex, (void)taken, (void)pair;
  return 0;
}
