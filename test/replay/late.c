/* Bugs that need late stores, for replays with emulated store buffers; see test/replay.sh. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define STORE(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&place, memory_order_relaxed)
#ifndef FENCE
#define FENCE
#endif

struct five {
  int a, b, c, d, e;
};

atomic_int x, y;
int r1, r2, r3;

#if defined BUFFERING
static void left(void) {
  STORE(x, 1);
  FENCE r1 = LOAD(y);
}
static void right(void) {
  STORE(y, 1);
  FENCE r2 = LOAD(x);
}
#define BUG !r1 && !r2

#elif defined HEAP /* message passing: memory that nobody has written to yet */
struct five *_Atomic message;
static void left(void) {
  struct five *five = malloc(sizeof *five);
  five->b = 7;
  STORE(message, five);
}
static void right(void) {
  struct five *five = LOAD(message);
  r1 = five ? five->b : 7;
}
#define BUG r1 != 7

#elif defined OWN /* a thread sees its own stores: the n6 of the x86-TSO papers */
static void left(void) {
  STORE(x, 1);
  r1 = LOAD(x);
  r2 = LOAD(y);
}
static void right(void) {
  STORE(y, 1);
  STORE(x, 2);
}
#define BUG r1 == 1 && r2 == 0 && x == 1

#elif defined SIZES /* the newest bytes win, and in the end they do so in memory */
volatile union {
  int whole;
  unsigned char bytes[4];
} mixed;
static void left(void) {
  mixed.whole = 0x04030201;
  mixed.bytes[1] = 9;
  r3 = mixed.bytes[0] + 256 * mixed.bytes[1];
  r1 = mixed.whole == 0x04030901 ? LOAD(y) : 2;
}
static void right(void) {
  STORE(y, 1);
  r2 = mixed.bytes[1] + mixed.bytes[3];
}
#define BUG r1 == 0 && r2 == 0 && r3 == 0x901 && mixed.whole == 0x04030901

#elif defined COPIES /* instructions with several accesses */
struct five one, two, three;
static void left(void) {
  one = (struct five){1, 2, 3, 4, 5};
  memset(&two, 1, sizeof two);
  three = one;
  r1 = three.b == 2 && two.a == 0x01010101 ? LOAD(y) : 2;
}
static void right(void) {
  STORE(y, 1);
  r2 = one.b + two.a + three.b;
}
#define BUG r1 == 0 && r2 == 0 && one.b == 2 && two.a == 0x01010101 && three.b == 2

#elif defined PETERSON
int inside;
atomic_int turn;
static void enter(atomic_int *mine, atomic_int *other, int me) {
  STORE(*mine, 1);
  STORE(turn, !me);
  while (LOAD(*other) && LOAD(turn) != me)
    ;
  assert(!inside);
  inside = 1;
  inside = 0;
  STORE(*mine, 0);
}
static void left(void) { enter(&x, &y, 0); }
static void right(void) { enter(&y, &x, 1); }
#define BUG 0

#elif defined STACK /* a store to what does not exist any more when others would see it */
atomic_int *_Atomic place;
static int use_the_stack(void) {
  volatile int all[16];
  int sum = 0;
  for (int i = 0; i < 16; i++)
    all[i] = i;
  for (int i = 0; i < 16; i++)
    sum += all[i];
  return sum + LOAD(y);
}
static void leave_behind(void) {
  atomic_int here = 3;
  STORE(place, &here);
  atomic_thread_fence(memory_order_seq_cst);
  STORE(x, 1);
  STORE(here, 4);
}
static void left(void) {
  leave_behind();
  r1 = use_the_stack();
}
static void right(void) {
  atomic_int *there = LOAD(place);
  r3 = there ? LOAD(*there) : 0;
  STORE(y, 1);
  r2 = LOAD(x);
}
#define BUG r1 == 120 && r2 == 0

#elif defined DEADLOCK
atomic_int v, w;
static void left(void) {
  STORE(x, 1);
  if (!LOAD(y))
    while (!LOAD(v))
      ;
  STORE(w, 1);
}
static void right(void) {
  STORE(y, 1);
  if (!LOAD(x))
    while (!LOAD(w))
      ;
  STORE(v, 1);
}
#define BUG 0

#elif defined RACE
int plain;
static void left(void) {
  STORE(x, 1);
  if (!LOAD(y))
    plain = 1;
}
static void right(void) {
  STORE(y, 1);
  if (!LOAD(x))
    plain = 2;
}
#define BUG 0

#elif defined ARGUMENT /* a copy of what waits in the buffer */
struct five argument;
static int sum(struct five five) { return five.b + five.e; }
static void left(void) {
  argument.b = 4;
  argument.e = 3;
  r1 = sum(argument) + LOAD(y);
}
static void right(void) {
  STORE(y, 1);
  r2 = argument.b;
}
#define BUG r1 == 7 && r2 == 0

#elif defined PUBLISHED /* the copy waits: the machine makes it in the middle of a call */
struct five argument;
struct five *_Atomic message;
static int publish(struct five five) {
  STORE(message, &five);
  return LOAD(y);
}
static void left(void) {
  STORE(x, 1);
  r1 = publish(argument);
}
static void right(void) {
  STORE(y, 1);
  r2 = LOAD(x);
  struct five *five = LOAD(message);
  if (five)
    five->b = 1;
}
#define BUG !r1 && !r2
#endif

static void *run_left(void *unused) {
  left();
  return unused;
}

static void *run_right(void *unused) {
  right();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run_left, 0);
  pthread_create(&b, 0, run_right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(BUG));
}
