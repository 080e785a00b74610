// A lock by cmpxchg, and one by bts, with what their headers make of the flags; a double word by
// cmpxchg16b, half of which is never seen.
// run: --rounds 3 --unwind 2 => bounded
// run: --rounds 3 --unwind 2 -- -DBTS => bounded
// run: --rounds 3 --unwind 2 -- -DNO_LOCK => bug
// run: --rounds 3 --unwind 2 -- -DWIDE => bounded
// run: --rounds 3 --unwind 2 -- -m32 => bounded
// run: --rounds 3 --unwind 2 -- -m32 -DBTS => bounded
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef WIDE
struct pair {
  uint64_t a, b;
};
static _Alignas(16) struct pair shared;

static void
step(void)
{
  struct pair old = shared;
  uint64_t a = old.a, b = old.b;
  bool done;

  __asm__ volatile("lock; cmpxchg16b %0"
                   : "+m"(shared), "=@ccz"(done), "+a"(a), "+d"(b)
                   : "b"(old.a + 1), "c"(old.b + 1)
                   : "memory");
  assert(done ? a == b : a == shared.a || a < shared.a);
}
#else
static uint32_t lock;
static int counter;

static bool
try_lock(void)
{
#ifdef BTS
  uint32_t was;
  __asm__ volatile("lock; btsl $0, %1; sbbl %0, %0" : "=r"(was), "+m"(lock) : : "memory", "cc");
  return !was;
#else
  uint8_t done;
  uint32_t expected = 0;
  __asm__ volatile(
#ifndef NO_LOCK
    "lock; "
#endif
    "cmpxchgl %3, %1; setz %2"
    : "+a"(expected), "+m"(lock), "=q"(done)
    : "r"(1)
    : "memory", "cc");
  return done;
#endif
}

static void
step(void)
{
  while (!try_lock())
    __asm__ volatile("rep; nop" : : : "memory");
  int mine = ++counter;
  assert(counter == mine);
  __asm__ volatile("movl $0, %0" : "=m"(lock) : : "memory");
}
#endif

static void *
run(void *unused)
{
  step();
  return unused;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
