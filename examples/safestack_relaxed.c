/* SafeStack, as in safestack.c, with the memory orders that its author gave it: what only looks is
 * acquire, what only stores is relaxed, and the rest are read-modify-writes. Under total store
 * order and partial store order (--memory-model) the stores of Next and Value wait in a buffer
 * until the thread's next read-modify-write, or until they are seen before. The known bug does not
 * need that, but is as hard to find as ever among all that can happen now. */
// run: --rounds 4 --unwind 3 --memory-model tso => bug
// run: --rounds 4 --unwind 3 --memory-model pso => bug
// expect: value == me
// slow: yes
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
  while (atomic_load_explicit(&stack.count, memory_order_acquire) > 1) {
    int head = atomic_load_explicit(&stack.head, memory_order_acquire);
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
  int head = atomic_load_explicit(&stack.head, memory_order_acquire);

  do
    atomic_store_explicit(&stack.array[slot].Next, head, memory_order_relaxed);
  while (!atomic_compare_exchange_strong(&stack.head, &head, slot));
  atomic_fetch_add(&stack.count, 1);
}

static void *
work(void *argument)
{
  int me = *(int *)argument;

  for (int i = 0; i < TURNS; i++) {
    int slot, value;

    do
      slot = pop();
    while (slot < 0);
    atomic_store_explicit(&stack.array[slot].Value, me, memory_order_relaxed);
    value = atomic_load_explicit(&stack.array[slot].Value, memory_order_relaxed);
    assert(value == me);
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
