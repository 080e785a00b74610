/* Runs a program made by `heddle emit --format variant`, again and again.
 *
 *   PROGRAM [--runs N] [--seed N]    N runs (1000), each a process with a seed of its own
 *
 * Exit code: 10 there is a violation, 5 none was found, 1 the command line is wrong.
 *
 * The threads are real, but only one of them runs at a time. A thread that yields or waits passes
 * its turn to a random one. The seed determines what happens, so the same seed gives the same run.
 * A run ends with a violation, or when no thread can continue. That is a deadlock if all threads
 * that have not ended wait for others, or if some of them wait for each other. */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "variant.h"

enum { EXIT_NONE = 0, EXIT_USAGE = 1, EXIT_OPEN = 5, EXIT_BUG = 10, EXIT_TROUBLE = 2 };

/* The linker's bounds of all variables that are STATE. */
extern char __start_heddle_state[], __stop_heddle_state[];

/* One of ours, so that there is one. */
STATE char some __attribute__((used));

struct thread {
  void (*function)(void);
  bool exists, ended;
  unsigned long long waits_since; /* what it has seen in vain, + 1; 0 = it does not wait */
  uint64_t owner;                 /* for whom: a thread's number + 1; 0 = nobody says so */
  const char *place;              /* where; NULL = others have nothing to do with it */
  bool lost;                      /* it waits for one who waits, too, or has ended */
  char *kept;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct thread *threads;
static unsigned turn;               /* whose it is */
static unsigned long long progress; /* how many labels were passed */
static uint64_t chance;

static uint64_t
draw(void)
{
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return chance;
}

static bool
can_run(const struct thread *thread)
{
  return thread->exists && !thread->ended && thread->waits_since != progress + 1;
}

/* ---- deadlocks ---- */

static bool
waits(const struct thread *thread)
{
  return thread->exists && !thread->ended && thread->place;
}

/* Drops one that waits for one who is not lost; false if there is none. */
static bool
sift(void)
{
  for (unsigned i = 0; i < heddle_threads; i++) {
    uint64_t owner = threads[i].owner;
    const struct thread *other = owner && owner <= heddle_threads ? &threads[owner - 1] : NULL;
    if (threads[i].lost && !(other && (other->lost || other->ended))) {
      threads[i].lost = false;
      return true;
    }
  }
  return false;
}

/* Nobody can go on. Main, which mostly waits for others to end, tells last. */
static void
look_for_deadlock(void)
{
  bool all = true;
  for (unsigned i = 0; i < heddle_threads; i++) {
    threads[i].lost = waits(&threads[i]);
    all &= !threads[i].exists || threads[i].ended || threads[i].lost;
  }
  while (sift())
    ;
  for (unsigned i = heddle_threads; i-- > 0;)
    if (threads[i].lost || (all && waits(&threads[i]))) {
      char text[64];
      snprintf(text, sizeof text, "deadlock: thread %u waits for ever", i);
      heddle_violation(text, threads[i].place);
    }
}

/* ---- turns ---- */

/* Gives the turn to one of those who can run, and ends the run if there is none. */
static void
pass_turn(void)
{
  unsigned able = 0;
  for (unsigned i = 0; i < heddle_threads; i++)
    able += can_run(&threads[i]);
  if (!able) {
    look_for_deadlock();
    _exit(EXIT_NONE);
  }
  unsigned which = (unsigned)(draw() % able);
  for (turn = 0; !can_run(&threads[turn]) || which--; turn++)
    ;
  pthread_cond_broadcast(&changed);
}

static void
await_turn(unsigned me)
{
  while (turn != me)
    pthread_cond_wait(&changed, &lock);
}

/* ---- what the program asks for ---- */

bool
nondet(void)
{
  return draw() >> 20 & 1;
}

uint64_t
heddle_input(unsigned bits)
{
  /* Small numbers and their negatives are worth more than others. */
  uint64_t any = draw(), small = any >> 8 & 3;
  return (any & 1 ? any : any & 2 ? small : 0 - small) & HEDDLE_MASK(bits);
}

void
yield(void)
{
  unsigned me = turn;
  pass_turn();
  await_turn(me);
}

void
heddle_pass(void)
{
  progress++;
}

void
heddle_keep(void)
{
  size_t bytes = (size_t)(__stop_heddle_state - __start_heddle_state);
  struct thread *thread = &threads[turn];
  if (!thread->kept)
    thread->kept = malloc(bytes);
  if (!thread->kept)
    _exit(EXIT_TROUBLE);
  memcpy(thread->kept, __start_heddle_state, bytes);
}

void
heddle_wait(uint64_t owner, const char *place)
{
  size_t bytes = (size_t)(__stop_heddle_state - __start_heddle_state);
  unsigned me = turn;
  memcpy(__start_heddle_state, threads[me].kept, bytes);
  threads[me].waits_since = progress + 1;
  threads[me].owner = owner;
  threads[me].place = place;
  pass_turn();
  await_turn(me);
  threads[me].waits_since = 0;
}

static void *
run_thread(void *argument)
{
  struct thread *thread = argument;
  pthread_mutex_lock(&lock);
  await_turn((unsigned)(thread - threads));
  thread->function();
  thread->ended = true;
  progress++;
  pass_turn();
  pthread_mutex_unlock(&lock);
  return NULL;
}

void
heddle_create(unsigned thread, void (*function)(void))
{
  pthread_t handle;
  threads[thread].function = function;
  threads[thread].exists = true;
  if (pthread_create(&handle, NULL, run_thread, &threads[thread]))
    _exit(EXIT_TROUBLE);
}

bool
heddle_ended(unsigned thread)
{
  return threads[thread].ended;
}

void
heddle_violation(const char *text, const char *place)
{
  printf("violation: %s (%s)\n", text, place);
  fflush(stdout);
  _exit(EXIT_BUG);
}

/* ---- runs ---- */

/* Thread 0 is created like the others. The process ends with a violation or in pass_turn. */
static _Noreturn void
run(unsigned long long seed)
{
  chance = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
  threads = calloc(heddle_threads, sizeof *threads);
  if (!threads)
    _exit(EXIT_TROUBLE);
  heddle_create(0, heddle_main);
  for (;;)
    pause();
}

/* In a process of its own. */
static int
run_apart(unsigned long long seed)
{
  int status;
  pid_t child = fork();
  if (!child)
    run(seed);
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status))
    return EXIT_TROUBLE;
  return WEXITSTATUS(status);
}

int
main(int argc, char **argv)
{
  unsigned long long runs = 1000, seed = 1;
  for (int i = 1; i < argc; i += 2) {
    char *end = NULL;
    unsigned long long number = i + 1 < argc ? strtoull(argv[i + 1], &end, 10) : 0;
    if (!end || *end || (strcmp(argv[i], "--runs") && strcmp(argv[i], "--seed"))) {
      fprintf(stderr, "usage: %s [--runs N] [--seed N]\n", argv[0]);
      return EXIT_USAGE;
    }
    *(strcmp(argv[i], "--runs") ? &seed : &runs) = number;
  }
  for (unsigned long long i = 0; i < runs; i++) {
    int code = run_apart(seed + i);
    if (code == EXIT_NONE)
      continue;
    printf("seed %llu\n", seed + i);
    return code;
  }
  printf("no violation found: %llu runs\n", runs);
  return EXIT_OPEN;
}
