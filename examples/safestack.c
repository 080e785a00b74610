/* SafeStack: Dmitry Vyukov's lock-free stack of array slots, a challenge he posed on the forum of
 * the CHESS tool. To pop, a thread first takes the Next of the head slot away with an exchange, so
 * that nobody else can pop that slot, and then moves head. It is wrong all the same, but the bug
 * needs three threads and at least five context switches.
 *
 * Each thread pops a slot and pushes it back twice; while it has the slot, the slot is its own. */
// run: --rounds 4 --unwind 3 => bug
// run: --rounds 3 --unwind 3 => bounded
// expect: stack.array[slot].Value == me
// labels: 4 137 137 137
// clauses: 68981
// brute: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, SLOTS = 3, TURNS = 2 };

static struct {
  struct {
    atomic_int Value;
    atomic_int Next;
  } array[SLOTS];
  atomic_int head;
  atomic_int count;
} stack;

static void
init(void)
{
  stack.count = SLOTS;
  stack.head = 0;
  for (int i = 0; i < SLOTS - 1; i++)
    stack.array[i].Next = i + 1;
  stack.array[SLOTS - 1].Next = -1;
}

/* A slot, or -1 if there seem to be too few. */
static int
pop(void)
{
  while (stack.count > 1) {
    int head = stack.head;
    int next = atomic_exchange(&stack.array[head].Next, -1);

    if (next >= 0) {
      int expected = head;

      if (atomic_compare_exchange_strong(&stack.head, &expected, next)) {
        atomic_fetch_sub(&stack.count, 1);
        return head;
      }
      atomic_exchange(&stack.array[head].Next, next);
    }
  }
  return -1;
}

static void
push(int slot)
{
  int head;

  do {
    head = stack.head;
    stack.array[slot].Next = head;
  } while (!atomic_compare_exchange_strong(&stack.head, &head, slot));
  atomic_fetch_add(&stack.count, 1);
}

static void *
work(void *argument)
{
  int me = *(int *)argument;

  for (int i = 0; i < TURNS; i++) {
    int slot;

    do
      slot = pop();
    while (slot < 0);
    stack.array[slot].Value = me;
    assert(stack.array[slot].Value == me);
    push(slot);
  }
  return NULL;
}

int
main(void)
{
  static int names[THREADS] = {1, 2, 3};
  pthread_t threads[THREADS];

  init();
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, &names[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// why: int next = atomic_exchange(&stack.array[head].Next
// why: if (atomic_compare_exchange_strong(&stack.head, &expected
