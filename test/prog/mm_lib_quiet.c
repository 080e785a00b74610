// What is no barrier, all in a row: both loads still miss the stores.
// run: --memory-model tso --rounds 3 --property assert => bug
// run: --rounds 3 --property assert => bounded
// replay: no, a machine does not do it on demand
// brute: no
#include "mm_lib.h"
#include <emmintrin.h>
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int seen;
static atomic_int number;
static pthread_key_t key;
static sem_t semaphore;
static pthread_mutex_t mutexes[3];

static void
of_the_compiler(int which)
{
  atomic_store_explicit(&number, which, memory_order_release);
  seen = atomic_load(&number);
  atomic_signal_fence(memory_order_seq_cst);
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_release);
  atomic_thread_fence(memory_order_acq_rel);
  _mm_pause();
  _mm_lfence();
  _mm_sfence();
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("sfence; lfence; rep; nop; pause" ::: "memory");
}

static void
operation(int own, int which)
{
  int value;
  char text[4], *block = malloc(4);

  of_the_compiler(which);
  pthread_mutex_init(&mutexes[own], NULL);
  strcpy(text, "abc");
  memset(block, 1, 4);
  free(block);
  errno = (int)strlen(text);
  printf("%d", which);
  sched_yield();
  usleep(1);
  pthread_setspecific(key, text);
  pthread_getspecific(key);
  pthread_equal(pthread_self(), pthread_self());
  sem_getvalue(&semaphore, &value);
}

int
main(void)
{
  pthread_key_create(&key, NULL);
  sem_init(&semaphore, 0, 1);
  store_buffering();
  return 0;
}
