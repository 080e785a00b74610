#include "trace/model.h"

#include <string.h>

#define SILENT(name) {name, MODEL_SILENT, NULL, NULL, NULL, NULL}
#define TRANSPARENT(name) {name, MODEL_TRANSPARENT, NULL, NULL, NULL, NULL}
#define RESULTS(name) {name, MODEL_RESULTS, NULL, NULL, NULL, NULL}
#define EFFECT(name, done) {name, MODEL_EFFECT, done, NULL, NULL, NULL}
#define ATTEMPT(name, done, refused) {name, MODEL_EFFECT, done, refused, NULL, NULL}
#define WAIT(name, done, resumed) {name, MODEL_EFFECT, done, NULL, resumed, NULL}
#define SLEEP(name)                                                                                \
  {name, MODEL_EFFECT, "releases its mutex and waits", NULL, "wakes up", "a spurious wake-up"}

static const struct model models[] = {
    /* threads */
    SILENT("pthread_create"),
    RESULTS("pthread_join"),
    RESULTS("pthread_tryjoin_np"),
    RESULTS("pthread_timedjoin_np"),
    SILENT("pthread_exit"),
    SILENT("pthread_self"),
    SILENT("pthread_equal"),
    SILENT("pthread_detach"),
    SILENT("thrd_create"),
    RESULTS("thrd_join"),
    SILENT("thrd_exit"),
    SILENT("thrd_current"),
    SILENT("thrd_equal"),
    SILENT("thrd_detach"),
    SILENT("thrd_yield"),
    SILENT("thrd_sleep"),
    SILENT("sched_yield"),
    /* mutexes and other locks */
    SILENT("sleep"),
    SILENT("usleep"),
    SILENT("nanosleep"),
    SILENT("pthread_atfork"),
    /* attributes, scheduling, names, signals */
    SILENT("pthread_attr_init"),
    SILENT("pthread_attr_destroy"),
    SILENT("pthread_attr_setdetachstate"),
    RESULTS("pthread_attr_getdetachstate"),
    SILENT("pthread_attr_setstacksize"),
    RESULTS("pthread_attr_getstacksize"),
    SILENT("pthread_attr_setguardsize"),
    RESULTS("pthread_attr_getguardsize"),
    SILENT("pthread_attr_setstack"),
    RESULTS("pthread_attr_getstack"),
    SILENT("pthread_attr_setscope"),
    RESULTS("pthread_attr_getscope"),
    SILENT("pthread_attr_setinheritsched"),
    RESULTS("pthread_attr_getinheritsched"),
    SILENT("pthread_attr_setschedpolicy"),
    RESULTS("pthread_attr_getschedpolicy"),
    SILENT("pthread_attr_setschedparam"),
    RESULTS("pthread_attr_getschedparam"),
    RESULTS("pthread_getattr_np"),
    SILENT("pthread_setschedparam"),
    RESULTS("pthread_getschedparam"),
    SILENT("pthread_setschedprio"),
    SILENT("pthread_setconcurrency"),
    SILENT("pthread_getconcurrency"),
    SILENT("sched_get_priority_min"),
    SILENT("sched_get_priority_max"),
    SILENT("pthread_setaffinity_np"),
    RESULTS("pthread_getaffinity_np"),
    SILENT("pthread_setname_np"),
    RESULTS("pthread_getname_np"),
    SILENT("sigemptyset"),
    SILENT("sigfillset"),
    SILENT("sigaddset"),
    SILENT("sigdelset"),
    SILENT("sigismember"),
    SILENT("pthread_sigmask"),
    SILENT("pthread_kill"),
    /* keys, once */
    RESULTS("pthread_key_create"),
    EFFECT("pthread_key_delete", "deletes a key"),
    SILENT("pthread_setspecific"),
    SILENT("pthread_getspecific"),
    RESULTS("tss_create"),
    EFFECT("tss_delete", "deletes a key"),
    SILENT("tss_set"),
    SILENT("tss_get"),
    ATTEMPT("pthread_once", "writes @", "finds @ done"),
    ATTEMPT("call_once", "writes @", "finds @ done"),
    /* cancellation: that a thread ends is an event of its own */
    EFFECT("pthread_cancel", "cancels a thread"),
    SILENT("pthread_testcancel"),
    SILENT("pthread_setcancelstate"),
    SILENT("pthread_setcanceltype"),
    SILENT("__heddle_cleanup_push"),
    SILENT("__heddle_cleanup_pop"),
    /* mutexes */
    EFFECT("pthread_mutex_init", "initialises @"),
    EFFECT("pthread_mutex_destroy", "destroys @"),
    EFFECT("pthread_mutex_lock", "locks @"),
    ATTEMPT("pthread_mutex_trylock", "locks @", "finds @ locked"),
    ATTEMPT("pthread_mutex_timedlock", "locks @", "times out on @"),
    ATTEMPT("pthread_mutex_clocklock", "locks @", "times out on @"),
    EFFECT("pthread_mutex_unlock", "unlocks @"),
    SILENT("pthread_mutex_consistent"),
    RESULTS("pthread_mutex_getprioceiling"),
    EFFECT("pthread_mutex_setprioceiling", "locks and unlocks @"),
    SILENT("pthread_mutexattr_init"),
    SILENT("pthread_mutexattr_destroy"),
    SILENT("pthread_mutexattr_settype"),
    RESULTS("pthread_mutexattr_gettype"),
    SILENT("pthread_mutexattr_setpshared"),
    RESULTS("pthread_mutexattr_getpshared"),
    SILENT("pthread_mutexattr_setrobust"),
    RESULTS("pthread_mutexattr_getrobust"),
    SILENT("pthread_mutexattr_setprotocol"),
    RESULTS("pthread_mutexattr_getprotocol"),
    SILENT("pthread_mutexattr_setprioceiling"),
    RESULTS("pthread_mutexattr_getprioceiling"),
    EFFECT("mtx_init", "initialises @"),
    EFFECT("mtx_destroy", "destroys @"),
    EFFECT("mtx_lock", "locks @"),
    ATTEMPT("mtx_trylock", "locks @", "finds @ locked"),
    ATTEMPT("mtx_timedlock", "locks @", "times out on @"),
    EFFECT("mtx_unlock", "unlocks @"),
    EFFECT("pthread_spin_init", "initialises @"),
    EFFECT("pthread_spin_destroy", "destroys @"),
    EFFECT("pthread_spin_lock", "locks @"),
    ATTEMPT("pthread_spin_trylock", "locks @", "finds @ locked"),
    EFFECT("pthread_spin_unlock", "unlocks @"),
    EFFECT("pthread_rwlock_init", "initialises @"),
    EFFECT("pthread_rwlock_destroy", "destroys @"),
    EFFECT("pthread_rwlock_rdlock", "locks @ for reading"),
    ATTEMPT("pthread_rwlock_tryrdlock", "locks @ for reading", "finds @ locked"),
    ATTEMPT("pthread_rwlock_timedrdlock", "locks @ for reading", "times out on @"),
    ATTEMPT("pthread_rwlock_clockrdlock", "locks @ for reading", "times out on @"),
    EFFECT("pthread_rwlock_wrlock", "locks @ for writing"),
    ATTEMPT("pthread_rwlock_trywrlock", "locks @ for writing", "finds @ locked"),
    ATTEMPT("pthread_rwlock_timedwrlock", "locks @ for writing", "times out on @"),
    ATTEMPT("pthread_rwlock_clockwrlock", "locks @ for writing", "times out on @"),
    EFFECT("pthread_rwlock_unlock", "unlocks @"),
    SILENT("pthread_rwlockattr_init"),
    SILENT("pthread_rwlockattr_destroy"),
    SILENT("pthread_rwlockattr_setpshared"),
    RESULTS("pthread_rwlockattr_getpshared"),
    SILENT("pthread_rwlockattr_setkind_np"),
    RESULTS("pthread_rwlockattr_getkind_np"),
    /* waiting for each other */
    EFFECT("pthread_cond_init", "initialises @"),
    EFFECT("pthread_cond_destroy", "destroys @"),
    SLEEP("pthread_cond_wait"),
    SLEEP("pthread_cond_timedwait"),
    SLEEP("pthread_cond_clockwait"),
    ATTEMPT("pthread_cond_signal", "signals @", "signals @, where nobody waits"),
    EFFECT("pthread_cond_broadcast", "wakes all that wait on @"),
    SILENT("pthread_condattr_init"),
    SILENT("pthread_condattr_destroy"),
    SILENT("pthread_condattr_setclock"),
    RESULTS("pthread_condattr_getclock"),
    SILENT("pthread_condattr_setpshared"),
    RESULTS("pthread_condattr_getpshared"),
    EFFECT("cnd_init", "initialises @"),
    EFFECT("cnd_destroy", "destroys @"),
    SLEEP("cnd_wait"),
    SLEEP("cnd_timedwait"),
    ATTEMPT("cnd_signal", "signals @", "signals @, where nobody waits"),
    EFFECT("cnd_broadcast", "wakes all that wait on @"),
    EFFECT("pthread_barrier_init", "initialises @"),
    EFFECT("pthread_barrier_destroy", "destroys @"),
    WAIT("pthread_barrier_wait", "reaches the barrier", "passes the barrier"),
    SILENT("pthread_barrierattr_init"),
    SILENT("pthread_barrierattr_destroy"),
    SILENT("pthread_barrierattr_setpshared"),
    RESULTS("pthread_barrierattr_getpshared"),
    EFFECT("sem_init", "initialises @"),
    EFFECT("sem_destroy", "destroys @"),
    EFFECT("sem_wait", "takes one from @"),
    ATTEMPT("sem_trywait", "takes one from @", "gets none from @"),
    ATTEMPT("sem_timedwait", "takes one from @", "times out on @"),
    ATTEMPT("sem_clockwait", "takes one from @", "times out on @"),
    EFFECT("sem_post", "adds one to @"),
    /* atomic operations called as functions */
    TRANSPARENT("atomic_flag_test_and_set*"),
    TRANSPARENT("atomic_flag_clear*"),
    SILENT("atomic_thread_fence"),
    SILENT("atomic_signal_fence"),
    SILENT("__atomic_is_lock_free"),
    TRANSPARENT("__atomic_*"),
    RESULTS("sem_getvalue"),
    /* memory */
    SILENT("malloc"),
    SILENT("calloc"),
    EFFECT("free", "frees @"),
    TRANSPARENT("memcpy"),
    TRANSPARENT("memmove"),
    TRANSPARENT("memset"),
    TRANSPARENT("memcmp"),
    TRANSPARENT("strlen"),
    TRANSPARENT("strcmp"),
    TRANSPARENT("strncmp"),
    TRANSPARENT("strcpy"),
    TRANSPARENT("strncpy"),
    TRANSPARENT("strcat"),
    TRANSPARENT("strchr"),
    TRANSPARENT("__atomic_load"),
    TRANSPARENT("__atomic_store"),
    TRANSPARENT("__atomic_exchange"),
    TRANSPARENT("__atomic_compare_exchange"),
    SILENT("__atomic_is_lock_free"),
    /* numbers */
    SILENT("sqrt"),
    SILENT("sqrtf"),
    SILENT("floor"),
    SILENT("floorf"),
    SILENT("ceil"),
    SILENT("ceilf"),
    SILENT("trunc"),
    SILENT("truncf"),
    SILENT("round"),
    SILENT("roundf"),
    SILENT("rint"),
    SILENT("rintf"),
    SILENT("nearbyint"),
    SILENT("nearbyintf"),
    SILENT("fmin"),
    SILENT("fminf"),
    SILENT("fmax"),
    SILENT("fmaxf"),
    SILENT("fmod"),
    SILENT("fmodf"),
    SILENT("fabs"),
    SILENT("fabsf"),
    SILENT("copysign"),
    SILENT("copysignf"),
    SILENT("lround"),
    SILENT("lroundf"),
    SILENT("llround"),
    SILENT("llroundf"),
    SILENT("lrint"),
    SILENT("lrintf"),
    SILENT("llrint"),
    SILENT("llrintf"),
    SILENT("isnan"),
    SILENT("isinf"),
    SILENT("finite"),
    SILENT("difftime"),
    /* the end, and what the models do to speak to us */
    SILENT("exit"),
    SILENT("_exit"),
    SILENT("_Exit"),
    SILENT("abort"),
    SILENT("__assert_fail"),
    SILENT("reach_error"),
    SILENT("__VERIFIER_error"),
    SILENT("__VERIFIER_assert"),
    SILENT("__VERIFIER_assume"),
    SILENT("assume_abort_if_not"),
    SILENT("__VERIFIER_atomic_begin"),
    SILENT("__VERIFIER_atomic_end"),
};

/* A star at the end of a row stands for anything. */
static bool
matches(const char *row, const char *function)
{
  size_t length = strlen(row);
  return row[length - 1] == '*' ? !strncmp(row, function, length - 1) : !strcmp(row, function);
}

const struct model *
model_find(const char *function)
{
  static const struct model unknown = {NULL, MODEL_EFFECT, NULL, NULL, NULL, NULL};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (matches(models[i].function, function))
      return &models[i];
  return &unknown;
}

bool
place_is_model(const struct prog *prog, place_id place)
{
  const char *file = prog->places.at[place].file;
  return place && file && (strstr(file, "share/models/") || strstr(file, "heddle/models/"));
}

place_id
place_of_user(const struct prog *prog, place_id place)
{
  while (place_is_model(prog, place))
    place = prog->places.at[place].caller;
  return place;
}

place_id
place_user_caller(const struct prog *prog, place_id place)
{
  return place ? place_of_user(prog, prog->places.at[place].caller) : 0;
}

const char *
place_model_function(const struct prog *prog, place_id place)
{
  const char *function = NULL;
  for (; place_is_model(prog, place); place = prog->places.at[place].caller)
    function = prog->places.at[place].function;
  return function;
}
