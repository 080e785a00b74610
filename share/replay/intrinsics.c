/* The intrinsics of share/models/heddle.h, which models use, for a real process. */
#define _GNU_SOURCE 1
#include "../models/heddle.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "replay.h"

/* ---- sections, waiting ----------------------------------------------------------------------- */

/* Nobody else runs inside a section anyway. For ThreadSanitizer a section of the models orders what
 * is before and after it, as the real function does. */
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

static char order;
static _Thread_local unsigned depth;

bool
thread_is_in_section(void)
{
  return depth > 0;
}

void
__heddle_atomic_begin(void)
{
  depth++;
  if (__tsan_acquire)
    __tsan_acquire(&order);
}

void
__heddle_atomic_end(void)
{
  depth -= depth > 0;
  if (__tsan_release)
    __tsan_release(&order);
}

void
heddle_replay_enter(void)
{
  __heddle_atomic_begin();
}

void
heddle_replay_leave(void)
{
  __heddle_atomic_end();
}

/* The script has let the thread come here, so the condition must hold; unless this is where the
 * thread waits in the end. */
void
__heddle_block(_Bool condition)
{
  if (condition)
    return;
  if (turns_peek())
    report_diverged("thread %u waits, and should not", turns_self());
  for (;;)
    turns_hang("a model of the thread library");
}

void
__heddle_block_on(_Bool condition, unsigned long owner)
{
  (void)owner;
  __heddle_block(condition);
}

void
__heddle_rest(const void *lock)
{
  (void)lock;
}

void
__heddle_refused(const void *lock)
{
  (void)lock;
}

void
__heddle_woken(_Bool for_nothing)
{
  (void)for_nothing;
}

void
__heddle_assume(_Bool condition)
{
  if (condition)
    return;
  if (turns_peek())
    report_diverged("thread %u goes no further, and should", turns_self());
  turns_park();
}

/* The same in the words of the competition. Programs that do not declare them take them to be
 * int. */
int assume_abort_if_not(int condition);
int __VERIFIER_atomic_begin(void);
int __VERIFIER_atomic_end(void);

int
assume_abort_if_not(int condition)
{
  __heddle_assume(condition != 0);
  return 0;
}

int
__VERIFIER_atomic_begin(void)
{
  __heddle_atomic_begin();
  return 0;
}

int
__VERIFIER_atomic_end(void)
{
  __heddle_atomic_end();
  return 0;
}

/* ---- faults ---------------------------------------------------------------------------------- */

bool
fault_is_expected(int kind)
{
  return turns_all_taken() && heddle_script.end == END_FAULT && heddle_script.fault == kind;
}

void
__heddle_error(int kind, const char *text)
{
  if (!fault_is_expected(kind))
    report_diverged("thread %u fails, and should not: %s", turns_self(), text);
  report_reproduced("%s: %s", heddle_script.what, text);
  abort();
}

void
__heddle_check(int kind, _Bool condition, const char *text)
{
  if (!condition && fault_is_expected(kind))
    __heddle_error(kind, text);
}

/* ---- threads --------------------------------------------------------------------------------- */

enum { MOST = 4096 };

struct thread {
  pthread_t handle;
  void (*body)(void *, void *);
  void *start, *argument;
  unsigned number;
  int ended;
  bool unwound;
};

static struct thread threads[MOST];

static void
end_thread(void)
{
  struct thread *thread = &threads[turns_self()];
  __atomic_store_n(&thread->ended, 1, __ATOMIC_RELEASE);
  turns_end();
}

bool
thread_has_ended(unsigned thread)
{
  return __atomic_load_n(&threads[thread].ended, __ATOMIC_ACQUIRE) || threads[thread].unwound;
}

void
__heddle_unwind(void)
{
  threads[turns_self()].unwound = true;
}

static void *
run_thread(void *argument)
{
  struct thread *thread = argument;
  turns_begin(thread->number);
  thread->body(thread->start, thread->argument);
  end_thread();
  return NULL;
}

unsigned long
__heddle_create(void (*body)(void *, void *), void *start, void *argument)
{
  uint64_t number = replay_result();
  buffers_check(turns_self());
  if (!number || number >= MOST)
    report_diverged("thread %u creates a thread, and should not", turns_self());
  struct thread *thread = &threads[number];
  *thread =
    (struct thread){.body = body, .start = start, .argument = argument, .number = (unsigned)number};
  if (pthread_create(&thread->handle, NULL, run_thread, thread))
    report_diverged("cannot create a thread");
  return number;
}

unsigned long
__heddle_next(void)
{
  return replay_result();
}

/* The thread ends at once, if the script is right, or never. */
void
__heddle_join(unsigned long number)
{
  struct thread *thread = &threads[number < MOST ? number : 0];
  if (number >= MOST || (number && !thread->number)) {
    __heddle_check(HEDDLE_LOCK, 0, "a thread is joined that does not exist");
    turns_park();
  }
  while (!turns_peek() && !__atomic_load_n(&thread->ended, __ATOMIC_ACQUIRE))
    turns_hang("pthread_join");
  buffers_check((unsigned)number);
  if (number) /* main ends, but does not return */
    pthread_join(thread->handle, NULL);
}

unsigned long
__heddle_self(void)
{
  return turns_self();
}

unsigned long
__heddle_most(void)
{
  return turns_peek() ? replay_result() : heddle_script.most;
}

void
__heddle_stop(void)
{
  end_thread();
  if (!turns_self())
    turns_park();
  pthread_exit(NULL);
}

/* ---- memory ---------------------------------------------------------------------------------- */

void __asan_poison_memory_region(void const volatile *address, size_t size) __attribute__((weak));
void __asan_unpoison_memory_region(void const volatile *address, size_t size) __attribute__((weak));

static _Thread_local unsigned long alignment;
static long blocks; /* that nobody has freed */

void
__heddle_align(unsigned long wanted)
{
  alignment = wanted;
}

/* A block that is handed out again lies where it was. Freed blocks are kept if that may happen, and
 * only marked. */
static void *
reused(unsigned long size)
{
  const struct heddle_line *line = turns_peek();
  void *block = line && line->kind == LINE_PAST ? replay_base(line->object) : NULL;
  if (block && __asan_unpoison_memory_region)
    __asan_unpoison_memory_region(block, size);
  return block;
}

static size_t *
size_of_block(void *block)
{
  return (size_t *)((char *)block - 64); /* behind it lies the block, aligned up to 64 */
}

static void *
new_block(unsigned long size, _Bool zeroed)
{
  unsigned long align = alignment > 16 ? alignment : 16;
  alignment = 0;
  void *block = NULL;
  if (heddle_script.switches[HEDDLE_REUSE]) {
    char *whole = calloc(1, size + 64);
    block = whole ? whole + 64 : NULL;
    if (block)
      *size_of_block(block) = size;
  } else if (align > 16) {
    if (posix_memalign(&block, align, size))
      block = NULL;
  } else {
    block = malloc(size);
  }
  if (!block)
    report_diverged("out of memory");
  if (zeroed)
    memset(block, 0, size);
  return block;
}

void *
__heddle_malloc(unsigned long size, _Bool zeroed)
{
  void *block = reused(size);
  __atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
  return block ? block : new_block(size, zeroed);
}

/* Models keep the address of such a block in an int, if that is what the library has for it. */
void *
__heddle_own(unsigned long size)
{
  void *block =
    mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (block == MAP_FAILED)
    report_diverged("out of memory");
  return block;
}

/* Blocks are not handed out again unless the script says so, as in the model: without a sanitizer,
 * which sees to that, they are kept. */
void
__heddle_free(void *block)
{
  bool watched = __asan_poison_memory_region || __tsan_release;
  __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
  if (!heddle_script.switches[HEDDLE_REUSE] && watched)
    free(block);
  else if (heddle_script.switches[HEDDLE_REUSE] && __asan_poison_memory_region)
    __asan_poison_memory_region(block, *size_of_block(block));
}

unsigned long
__heddle_size(const void *block)
{
  (void)block;
  return replay_result();
}

void
__heddle_finish(void)
{
  if (__atomic_load_n(&blocks, __ATOMIC_RELAXED) > 0)
    __heddle_check(HEDDLE_LEAK, 0, "a block is never freed");
}

/* ---- what the script knows ------------------------------------------------------------------- */

_Bool
__heddle_switch(int which)
{
  return which >= 0 && which < 5 && heddle_script.switches[which];
}

void
__heddle_compares_ids(void)
{
}

void
__heddle_assumed(const char *text)
{
  (void)text;
}

void
__heddle_loop_bound(unsigned bound)
{
  (void)bound;
}

_Bool
__heddle_is_known(unsigned long value)
{
  (void)value;
  return replay_result() != 0;
}

_Bool
__heddle_initialise(const int *word)
{
  (void)word;
  return replay_result() != 0;
}

unsigned long long
__heddle_nondet(unsigned bits)
{
  (void)bits;
  return replay_result();
}
