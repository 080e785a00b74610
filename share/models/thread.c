/* Threads, of POSIX and of C11: create, join, detach, exit, identity and cancellation.
 *
 * A pthread_t or thrd_t is the number of the thread plus one, so main is 1 and 0 is no thread. The
 * state of the threads is in arrays indexed by this handle. Each flag is written by few threads. A
 * flag that only one thread writes and reads costs nothing, so a program that only creates and
 * joins threads pays neither for the checks nor for cancellation.
 *
 * The id of a finished thread may be given to a new one. Their handles stay different, so that the
 * state of each thread stays separate. Only a comparison of ids may say that they are equal. */
#define _GNU_SOURCE 1
#include "heddle.h"

#include "cancel.h"
#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

enum { JOINABLE = 0, JOINING, JOINED, DETACHED };

/* What each thread returned or gave to pthread_exit, for whoever joins it. */
static void *results[MOST_THREADS + 1];

static _Atomic unsigned char states[MOST_THREADS + 1];    /* of joining */
static _Atomic unsigned char cancelled[MOST_THREADS + 1]; /* by pthread_cancel */
static _Atomic unsigned char ended[MOST_THREADS + 1];     /* for those who do not just wait */
static _Atomic unsigned char begun[MOST_THREADS + 1];     /* but for main, which is there */

/* Which ids are the same: the handle of the first thread that had it; 0: this one. */
static unsigned long first_with_id[MOST_THREADS + 1];
static _Bool taken[MOST_THREADS + 1]; /* a later thread has its id */

static _Thread_local _Bool disabled, asynchronous; /* cancellation */

/* Is this the handle of a thread that there can be? */
static _Bool
is_handle(unsigned long thread)
{
  _Bool is = thread != 0 && thread - 1 <= __heddle_most();

  __heddle_check(HEDDLE_LOCK, is, "this is not a thread");
  return is;
}

/* The handle as an index that can only be that of a thread, whatever else the variable it came from
 * may have held. */
static unsigned long
at(pthread_t thread)
{
  unsigned long index = 0;

  if (__heddle_is_known(thread))
    return thread;
  for (unsigned long i = 0; i <= __heddle_most(); i++)
    if (thread == i + 1)
      index = i + 1;
  return index;
}

_Bool
__heddle_is_thread(unsigned long thread)
{
  _Bool joined;

  if (thread == pthread_self())
    return 1;
  if (!is_handle(thread))
    return 0;
  joined = states[at(thread)] == JOINED;
  __heddle_check(HEDDLE_LOCK, !joined, "this thread has been joined, it exists no longer");
  return !joined;
}

/* ---- the life of a thread ---- */

/* Main comes first: as long as it cannot leave by pthread_exit, nothing else is looked at. */
static _Bool
all_have_ended(void)
{
  _Bool all = 1;

  if (!ended[1])
    return 0;
  for (unsigned long i = 2; i <= __heddle_most() + 1 && i <= MOST_THREADS; i++)
    all &= ended[i] || !begun[i];
  return all;
}

/* The end of the last thread is that of the process, as by exit(0). Who is the last matters only
 * if there are handlers to run. */
static void
end(void *result)
{
  _Bool last = 0;

  __heddle_run_destructors();
  results[pthread_self()] = result;
  if (__heddle_has_handlers()) {
    atomic_thread_fence(memory_order_seq_cst); /* they see what the thread did */
    __heddle_atomic_begin();
    ended[pthread_self()] = 1;
    last = all_have_ended();
    __heddle_atomic_end();
  } else {
    ended[pthread_self()] = 1;
  }
  if (last)
    __heddle_last_thread_ends();
}

void
__heddle_leave(void *result)
{
  disabled = 1;
  __heddle_run_cleanup();
  end(result);
  __heddle_stop();
}

static void
begin(void)
{
  if (__heddle_self() < MOST_THREADS)
    return;
  __heddle_assumed("no more than 1023 threads are created");
  __heddle_assume(0);
}

static void
run(void *start, void *argument)
{
  void *result;

  begin();
  result = ((void *(*)(void *))start)(argument);
  __heddle_library_call();
  end(result);
}

static void
run_c11(void *start, void *argument)
{
  int result;

  begin();
  result = ((int (*)(void *))start)(argument);
  __heddle_library_call();
  end((void *)(intptr_t)result);
}

/* ---- ids ---- */

static unsigned long
id_of(unsigned long thread)
{
  if (thread == 0 || thread - 1 > __heddle_most())
    return thread;
  unsigned long first = first_with_id[at(thread)];

  return first ? first : thread;
}

/* The id of a thread that is gone, or 0. */
static unsigned long
choose_id(void)
{
  unsigned long id = 0;

  __heddle_atomic_begin();
  for (unsigned long i = 1; i <= __heddle_most(); i++) {
    _Bool gone = states[i + 1] == JOINED || (states[i + 1] == DETACHED && ended[i + 1]);

    if (gone && !taken[i + 1] && id == 0 && __heddle_nondet(1)) {
      taken[i + 1] = 1;
      id = id_of(i + 1);
    }
  }
  __heddle_atomic_end();
  return id;
}

/* Before the thread is made: its id. */
static void
give_id(unsigned long thread)
{
  unsigned long id = choose_id();

  if (!__heddle_is_known(id) || id != 0)
    first_with_id[thread] = id;
}

/* A new thread; the handle is stored after the thread has begun to exist, since POSIX does not
 * promise that the new thread finds it there (with --sv-comp before that). Of the attributes, the
 * detach state counts; a real-time policy may be refused. Resources never run out. */
int
pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *),
               void *argument)
{
  const struct heddle_attributes *all = (const struct heddle_attributes *)attributes;
  unsigned long number;

  __heddle_library_call();
  if (all) {
    _Bool initialised = all->initialised == ATTRIBUTES_INITIALISED;
    __heddle_check(HEDDLE_LOCK, initialised, "thread attributes are used that are not initialised");
    if (!initialised)
      return EINVAL;
    if (all->explicit_schedule && all->policy != SCHED_OTHER && __heddle_nondet(1))
      return EPERM;
  }
  if (__heddle_switch(HEDDLE_HANDLE_FIRST))
    *handle = __heddle_next() + 1;
  if (__heddle_switch(HEDDLE_SAME_IDS))
    give_id(__heddle_next() + 1);
  number = __heddle_create(run, (void *)start, argument);
  begun[number + 1] = 1;
  if (!__heddle_switch(HEDDLE_HANDLE_FIRST))
    *handle = number + 1;
  if (all && all->detached == PTHREAD_CREATE_DETACHED)
    states[number + 1] = DETACHED;
  return 0;
}

/* As pthread_create without attributes. */
int
thrd_create(thrd_t *handle, thrd_start_t start, void *argument)
{
  unsigned long number;

  __heddle_library_call();
  if (__heddle_switch(HEDDLE_HANDLE_FIRST))
    *handle = __heddle_next() + 1;
  if (__heddle_switch(HEDDLE_SAME_IDS))
    give_id(__heddle_next() + 1);
  number = __heddle_create(run_c11, (void *)start, argument);
  begun[number + 1] = 1;
  if (!__heddle_switch(HEDDLE_HANDLE_FIRST))
    *handle = number + 1;
  return thrd_success;
}

/* Runs cleanup handlers and destructors and ends the thread; other threads go on, also after
 * main. The end of the last one acts like exit(0). */
void
pthread_exit(void *result)
{
  __heddle_leave(result);
}

/* As pthread_exit. */
void
thrd_exit(int result)
{
  __heddle_leave((void *)(intptr_t)result);
}

/* ---- identity: the number of the thread, plus one ---- */

pthread_t
pthread_self(void)
{
  return __heddle_self() + 1;
}

static int
is_same_id(unsigned long a, unsigned long b)
{
  if (a == b)
    return 1;
  __heddle_compares_ids();
  return id_of(a) == id_of(b);
}

/* Compares the threads; a thread may have the id of one that was joined, or detached and has ended,
 * before it was created. A program's own == means the same. */
int
pthread_equal(pthread_t a, pthread_t b)
{
  return is_same_id(a, b);
}

thrd_t
thrd_current(void)
{
  return __heddle_self() + 1;
}

/* As pthread_equal. */
int
thrd_equal(thrd_t a, thrd_t b)
{
  return is_same_id(a, b);
}

/* ---- joining ---- */

/* Makes the caller the one who joins another thread; or an error, and a report where POSIX leaves
 * the behaviour open. */
static int
claim(pthread_t thread)
{
  unsigned char before = JOINABLE;

  if (!is_handle(thread))
    return ESRCH;
  if (atomic_compare_exchange_strong(&states[at(thread)], &before, JOINING))
    return 0;
  __heddle_check(HEDDLE_LOCK, before != DETACHED, "a detached thread is joined");
  __heddle_check(HEDDLE_LOCK, before != JOINED, "a thread is joined that has been joined already");
  __heddle_check(HEDDLE_LOCK, before != JOINING, "two threads join the same thread");
  return before == JOINED ? ESRCH : EINVAL;
}

/* Nobody joins the thread after all. */
static void
give_up(pthread_t thread)
{
  states[at(thread)] = JOINABLE;
}

static void
give_up_cancelled(pthread_t thread)
{
  if (__heddle_cancelled()) {
    give_up(thread);
    __heddle_leave(PTHREAD_CANCELED);
  }
}

static void
finish_join(pthread_t thread, void **result)
{
  __heddle_join(thread - 1);
  states[at(thread)] = JOINED;
  if (result)
    *result = results[at(thread)];
}

/* Waits for the end of the thread, or to be cancelled; where nobody cancels, simply for the end. */
static int
join(pthread_t thread, void **result)
{
  int error;

  __heddle_cancellation_point();
  if (thread == pthread_self())
    return EDEADLK;
  error = claim(thread);
  if (error)
    return error;
  if (!__heddle_is_known(__heddle_cancelled())) {
    __heddle_atomic_begin();
    __heddle_block(ended[at(thread)] || __heddle_cancelled());
    __heddle_atomic_end();
    give_up_cancelled(thread);
  }
  finish_join(thread, result);
  return 0;
}

/* Waits for the end of the thread; a cancellation point. EDEADLK for the calling thread. To join a
 * thread that is detached, joined or being joined is a violation. */
int
pthread_join(pthread_t thread, void **result)
{
  return join(thread, result);
}

/* As pthread_join. */
int
thrd_join(thrd_t thread, int *result)
{
  void *found = NULL;

  if (join(thread, &found))
    return thrd_error;
  if (result)
    *result = (int)(intptr_t)found;
  return thrd_success;
}

/* As pthread_join if the thread has ended, otherwise EBUSY. */
int
pthread_tryjoin_np(pthread_t thread, void **result)
{
  int error;

  if (thread == pthread_self())
    return EDEADLK;
  error = claim(thread);
  if (error)
    return error;
  if (!ended[at(thread)]) {
    give_up(thread);
    return EBUSY;
  }
  finish_join(thread, result);
  return 0;
}

/* As pthread_join, but may time out whenever the thread has not ended. */
int
pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time)
{
  _Bool valid = time->tv_nsec >= 0 && time->tv_nsec < 1000000000, over = 0;
  int error;

  __heddle_cancellation_point();
  if (thread == pthread_self())
    return EDEADLK;
  error = claim(thread);
  if (error)
    return error;
  __heddle_atomic_begin();
  if (!valid || __heddle_nondet(1))
    over = !ended[at(thread)];
  else
    __heddle_assume(ended[at(thread)] || __heddle_cancelled());
  __heddle_atomic_end();
  if (over) {
    give_up(thread);
    return valid ? ETIMEDOUT : EINVAL;
  }
  give_up_cancelled(thread);
  finish_join(thread, result);
  return 0;
}

static int
detach(pthread_t thread)
{
  unsigned char before = JOINABLE;

  __heddle_library_call();
  if (!is_handle(thread))
    return ESRCH;
  if (atomic_compare_exchange_strong(&states[at(thread)], &before, DETACHED))
    return 0;
  __heddle_check(HEDDLE_LOCK, before != DETACHED, "a thread is detached that is detached already");
  __heddle_check(HEDDLE_LOCK, before != JOINED, "a thread is detached that has been joined");
  return before == DETACHED ? EINVAL : before == JOINED ? ESRCH : 0;
}

/* The thread can no longer be joined; to detach a detached or a joined thread is a violation. */
int
pthread_detach(pthread_t thread)
{
  return detach(thread);
}

/* As pthread_detach. */
int
thrd_detach(thrd_t thread)
{
  return detach(thread) == 0 ? thrd_success : thrd_error;
}

/* The attributes of a thread: its detach state; the stack is anywhere. */
int
pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
  if (!__heddle_is_thread(thread))
    return ESRCH;
  pthread_attr_init(attributes);
  if (states[at(thread)] == DETACHED)
    pthread_attr_setdetachstate(attributes, PTHREAD_CREATE_DETACHED);
  ((struct heddle_attributes *)attributes)->stack = (void *)__heddle_nondet(8 * sizeof(void *));
  return 0;
}

/* ---- cancellation ---- */

_Bool
__heddle_cancelled(void)
{
  return !disabled && cancelled[pthread_self()];
}

void
__heddle_cancellation_point(void)
{
  if (__heddle_cancelled())
    __heddle_leave(PTHREAD_CANCELED);
}

void
__heddle_library_call(void)
{
  if (asynchronous)
    __heddle_cancellation_point();
}

/* The thread will end at its next cancellation point. A thread that has been joined is reported. */
int
pthread_cancel(pthread_t thread)
{
  if (!__heddle_is_thread(thread))
    return ESRCH;
  atomic_thread_fence(memory_order_seq_cst); /* its handlers see what was done before */
  cancelled[at(thread)] = 1;
  __heddle_library_call();
  return 0;
}

/* A cancellation point. */
void
pthread_testcancel(void)
{
  __heddle_cancellation_point();
}

/* A flag of the calling thread. */
int
pthread_setcancelstate(int state, int *before)
{
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  if (before)
    *before = disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  disabled = state == PTHREAD_CANCEL_DISABLE;
  __heddle_library_call();
  return 0;
}

/* A flag of the calling thread; asynchronous cancellation acts at cancellation points, in calls of
 * functions for threads, and when the thread's function returns. */
int
pthread_setcanceltype(int type, int *before)
{
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  if (before)
    *before = asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (asynchronous)
    __heddle_assumed("asynchronous cancellation acts only at calls of the library");
  __heddle_library_call();
  return 0;
}

/* Accepted; fork has no model, so the handlers are never called. */
int
pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
  (void)prepare;
  (void)parent;
  (void)child;
  return 0;
}

/* ---- waiting for time to pass: nothing, but for cancellation ---- */

/* Changes nothing: a thread can be interrupted anywhere. */
void
thrd_yield(void)
{
  __heddle_library_call();
}

/* A cancellation point; time is not modelled. Negative for a time that is none. */
int
thrd_sleep(const struct timespec *duration, struct timespec *left)
{
  (void)left;
  __heddle_cancellation_point();
  return duration->tv_nsec < 0 || duration->tv_nsec >= 1000000000 ? -2 : 0;
}
