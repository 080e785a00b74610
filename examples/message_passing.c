/* Message passing: one thread writes a message and then raises a flag, the other waits for the
 * flag and reads the message. This is right if stores are seen in the order in which they were
 * made, also if they are seen late: so under sequential consistency, and under total store order
 * (x86).
 *
 * Under partial store order, as on SPARC, a processor may write out the stores in its buffer in
 * any order: the flag may be up when the message is not there yet.
 *
 *   heddle check examples/message_passing.c --memory-model tso            no bug
 *   heddle check examples/message_passing.c --memory-model pso            bug
 *   heddle check examples/message_passing.c --memory-model pso -- -DFENCE     mended
 *
 * The fence keeps the stores before it before those behind it. */
// run: --rounds 3 --unwind 1 => bounded
// run: --rounds 3 --unwind 1 --memory-model tso => bounded
// run: --rounds 3 --unwind 1 --memory-model pso => bug
// run: --rounds 3 --unwind 1 --memory-model pso -- -DFENCE => bounded
// expect: assertion failed: received == 42
// brute: 2 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int message;
static atomic_bool is_there;

static void *
sender(void *argument)
{
  atomic_store_explicit(&message, 42, memory_order_relaxed);
#ifdef FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&is_there, true, memory_order_relaxed);
  return argument;
}

static void *
receiver(void *argument)
{
  int received;

  while (!atomic_load_explicit(&is_there, memory_order_relaxed))
    ;
  received = atomic_load_explicit(&message, memory_order_relaxed);
  assert(received == 42);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, sender, NULL);
  pthread_create(&threads[1], NULL, receiver, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}

// why: atomic_store_explicit(&message, 42,
// why: atomic_store_explicit(&is_there, true,
// why: received = atomic_load_explicit(&message,
