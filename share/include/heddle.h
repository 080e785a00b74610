/* heddle.h: tests of concurrent code, written once, checked by heddle, and run as ordinary tests.
 *
 *   #include <heddle.h>
 *
 *   HEDDLE_TEST(two_producers) {
 *     int n = heddle_nondet_int();        // any value
 *     heddle_assume(0 < n && n < 4);      // of which only these matter
 *     ...                                 // create threads, join them, assert()
 *   }
 *
 *   heddle test queue_test.c queue.c             checks every test of the files, each by itself
 *   cc queue_test.c queue.c -pthread && ./a.out  runs them: values by chance, threads as they come
 *
 * heddle_atomic { ... } is a block that no other thread interrupts, for checks that look at several
 * variables at once. It must be left at its end: not by return, break, continue or goto.
 *
 * Run without heddle, each test is a process of its own. HEDDLE_SEED=7 chooses other values, HEDDLE_RUNS=100
 * runs each test so many times, and names of tests as arguments choose some of them. The program ends with
 * 0 if all went well. A program that has a main of its own keeps it. */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>

#define HEDDLE_VALUES(X)                                                                           \
  X(char, char)                                                                                    \
  X(uchar, unsigned char)                                                                          \
  X(short, short)                                                                                  \
  X(ushort, unsigned short)                                                                        \
  X(int, int)                                                                                      \
  X(uint, unsigned)                                                                                \
  X(long, long)                                                                                    \
  X(ulong, unsigned long)                                                                          \
  X(longlong, long long)                                                                           \
  X(ulonglong, unsigned long long)                                                                 \
  X(size_t, size_t)                                                                                \
  X(float, float)                                                                                  \
  X(double, double)                                                                                \
  X(pointer, void *)

#ifdef __HEDDLE__

_Bool heddle_nondet_bool(void);
#define HEDDLE_DECLARE(name, type) type heddle_nondet_##name(void);
HEDDLE_VALUES(HEDDLE_DECLARE)
#undef HEDDLE_DECLARE
void heddle_assume(int condition); /* runs in which it is 0 are left out from here on */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

#define HEDDLE_TEST(name)                                                                          \
  void heddle_test_##name(void);                                                                   \
  void heddle_test_##name(void)

#else /* an ordinary compiler */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Several files of a program may include this: they share what is weak. */
#define HEDDLE_WEAK __attribute__((weak, unused))
#define HEDDLE_SKIPPED 77 /* exit code of a test whose assumption did not hold */

struct heddle_test {
  const char *name;
  void (*run)(void);
  struct heddle_test *next;
};

HEDDLE_WEAK struct heddle_test *heddle_tests;
HEDDLE_WEAK unsigned long long heddle_state;
HEDDLE_WEAK pthread_mutex_t heddle_lock = PTHREAD_MUTEX_INITIALIZER;
HEDDLE_WEAK pthread_mutex_t heddle_state_lock = PTHREAD_MUTEX_INITIALIZER;

HEDDLE_WEAK unsigned long long
heddle_random(void)
{
  pthread_mutex_lock(&heddle_state_lock);
  unsigned long long x = heddle_state += 0x9e3779b97f4a7c15ULL;
  pthread_mutex_unlock(&heddle_state_lock);
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x & 1 ? x >> 60 : x; /* small numbers are more interesting than others */
}

static inline _Bool
heddle_nondet_bool(void)
{
  return heddle_random() & 2;
}

#define HEDDLE_DEFINE(name, type)                                                                  \
  static inline type heddle_nondet_##name(void)                                                    \
  {                                                                                                \
    unsigned long long bits = heddle_random();                                                     \
    type value;                                                                                    \
    memcpy(&value, &bits, sizeof value);                                                           \
    return value;                                                                                  \
  }
HEDDLE_VALUES(HEDDLE_DEFINE)
#undef HEDDLE_DEFINE

static inline void
heddle_assume(int condition)
{
  if (!condition)
    _exit(HEDDLE_SKIPPED);
}

static inline void
heddle_atomic_begin(void)
{
  pthread_mutex_lock(&heddle_lock);
}

static inline void
heddle_atomic_end(void)
{
  pthread_mutex_unlock(&heddle_lock);
}

#define HEDDLE_TEST(name)                                                                          \
  static void heddle_test_##name(void);                                                            \
  __attribute__((constructor)) static void heddle_add_##name(void)                                 \
  {                                                                                                \
    static struct heddle_test test = {#name, heddle_test_##name, NULL};                            \
    struct heddle_test **last = &heddle_tests;                                                     \
    while (*last)                                                                                  \
      last = &(*last)->next;                                                                       \
    *last = &test;                                                                                 \
  }                                                                                                \
  static void heddle_test_##name(void)

/* In a process of its own: what that ended with. */
HEDDLE_WEAK int
heddle_run(const struct heddle_test *test)
{
  int status = 0;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    test->run();
    exit(0);
  }
  return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

HEDDLE_WEAK int
main(int argc, char **argv)
{
  const char *seed = getenv("HEDDLE_SEED"), *runs = getenv("HEDDLE_RUNS");
  int failures = 0;
  for (const struct heddle_test *test = heddle_tests; test; test = test->next) {
    int wanted = argc < 2, passed = 0, failed = 0;
    for (int i = 1; i < argc; i++)
      wanted |= !strcmp(argv[i], test->name);
    heddle_state = seed ? strtoull(seed, NULL, 10) : 1;
    for (int i = runs ? atoi(runs) : 10; wanted && i && !failed; i--) {
      int status = heddle_run(test);
      heddle_random(); /* the next run gets other values */
      passed += status == 0;
      failed = status != 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == HEDDLE_SKIPPED);
    }
    if (wanted)
      printf("%s %s\n", failed ? "FAILED" : passed ? "ok" : "skipped", test->name);
    failures += failed;
  }
  return failures > 0;
}

#endif

#define heddle_atomic                                                                              \
  for (int heddle_once = (heddle_atomic_begin(), 1); heddle_once;                                  \
       heddle_once = (heddle_atomic_end(), 0))

#endif
