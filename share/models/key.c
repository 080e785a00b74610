/* Thread-specific values: POSIX keys and C11 tss_t.
 *
 * Each key is a block of its own. Its number is the address of the block, which is small enough.
 * So keys that several threads create at the same time are distinguished by the place where they
 * were created, and this costs nothing elsewhere. The block has a slot for each thread. Slots
 * whose value is, or was, not NULL form a list per thread, for the destructors. Numbers of deleted
 * keys are not used again. */
#include "heddle.h"

#include "thread.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

enum { MOST_WITH_VALUES = 256 }; /* threads that can set values */

struct slot {
  const void *value;
  struct key *next; /* in the thread's list; NULL: not in the list */
};
struct key {
  void (*destructor)(void *);
  _Bool deleted;
  struct slot of[MOST_WITH_VALUES];
};

static struct key last; /* the end of every list */
static _Thread_local struct key *listed;

static pthread_key_t
new_key(void (*destructor)(void *))
{
  struct key *key = __heddle_own(sizeof *key);

  key->destructor = destructor;
  return (pthread_key_t)(uintptr_t)key;
}

/* The block of a key; NULL, and a report, if it has not been created or has been deleted. */
static struct key *
find(unsigned number)
{
  struct key *key = (struct key *)(uintptr_t)number;
  _Bool deleted;

  __heddle_check(HEDDLE_LOCK, number != 0, "a key is used that has not been created");
  if (number == 0)
    return NULL;
  deleted = key->deleted;
  __heddle_check(HEDDLE_LOCK, !deleted, "a key is used that has been deleted");
  return deleted ? NULL : key;
}

static void *
get(unsigned number)
{
  struct key *key = find(number);
  unsigned long self = __heddle_self();

  __heddle_library_call();
  return key && self < MOST_WITH_VALUES ? (void *)key->of[self].value : NULL;
}

static int
set(unsigned number, const void *value)
{
  struct key *key = find(number);
  unsigned long self = __heddle_self();

  __heddle_library_call();
  if (!key)
    return EINVAL;
  if (self >= MOST_WITH_VALUES) {
    __heddle_assumed("no more than 256 threads set values of keys");
    __heddle_assume(0);
  }
  key->of[self].value = value;
  if (value && !key->of[self].next) {
    key->of[self].next = listed ? listed : &last;
    listed = key;
  }
  return 0;
}

static int
discard(unsigned number)
{
  struct key *key = find(number);

  if (!key)
    return EINVAL;
  key->deleted = 1;
  return 0;
}

/* A new block, all of whose values are NULL. */
int
pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
  *key = new_key(destructor);
  return 0;
}

/* Marks the key: to use it from now on is a violation, and destructors are no longer called. */
int
pthread_key_delete(pthread_key_t key)
{
  return discard(key);
}

/* Writes the slot of the calling thread. */
int
pthread_setspecific(pthread_key_t key, const void *value)
{
  return set(key, value);
}

/* Reads the slot of the calling thread. */
void *
pthread_getspecific(pthread_key_t key)
{
  return get(key);
}

/* ---- C11: as those of POSIX ---- */

int
tss_create(tss_t *key, tss_dtor_t destructor)
{
  *key = new_key(destructor);
  return thrd_success;
}

void
tss_delete(tss_t key)
{
  discard(key);
}

int
tss_set(tss_t key, void *value)
{
  return set(key, value) == 0 ? thrd_success : thrd_error;
}

void *
tss_get(tss_t key)
{
  return get(key);
}

/* ---- the end of a thread ---- */

/* Calls the destructors of the values that are not NULL; were there any? */
static _Bool
pass(void)
{
  unsigned long self = __heddle_self();
  unsigned called = 0;

  for (struct key *key = listed; key && key != &last; key = key->of[self].next) {
    void *value = (void *)key->of[self].value;
    if (!value || key->deleted || !key->destructor)
      continue;
    if (called > 0)
      __heddle_assumed("destructors of several keys are called in the opposite order of the first "
                       "pthread_setspecific");
    key->of[self].value = NULL;
    key->destructor(value);
    called++;
  }
  return called > 0;
}

void
__heddle_run_destructors(void)
{
  for (int i = 0; i < PTHREAD_DESTRUCTOR_ITERATIONS && pass(); i++)
    ;
}
