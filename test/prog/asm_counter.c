// Two threads count with one instruction each: with a lock nothing is lost. xchg has one of its own.
// run: --rounds 3 --unwind 2 -- -DLOCKED => safe
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 --property race -- -DLOCKED => safe
// run: --rounds 3 --unwind 2 -- -DTAKE -DLOCKED => bounded
// run: --rounds 3 --unwind 2 -- -DTAKE => bug
// run: --rounds 3 --unwind 2 -- -m32 -DLOCKED => safe
// run: --rounds 3 --unwind 2 -- -m32 => bug
// brute: 2 3
#include <assert.h>
#include <pthread.h>

#ifdef LOCKED
#define ADD "lock; incl %0"
#define EXCHANGE "xchgl %0, %1"
#else
#define ADD "incl %0"
#define EXCHANGE "movl %1, %%edx; movl %0, %1; movl %%edx, %0"
#endif

static int counter, taken;

/* Only one of them takes the 7. */
static void
take(void)
{
  int mine = 5;

  __asm__ volatile(EXCHANGE : "+&r"(mine), "+m"(counter) : : "memory", "edx");
  if (mine == 7)
    __asm__ volatile("lock addl %1, %0" : "+m"(taken) : "ir"(1) : "memory", "cc");
}

static void *
run(void *unused)
{
#ifdef TAKE
  take();
#else
  __asm__ volatile(ADD : "+m"(counter) : : "memory", "cc");
#endif
  return unused;
}

int
main(void)
{
  pthread_t a, b;

#ifdef TAKE
  counter = 7;
#endif
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef TAKE
  assert(taken == 1);
#else
  assert(counter == 2);
#endif
  return 0;
}
