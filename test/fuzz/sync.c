/* Statements that wait for other threads, or make them wait: locks, conditions, semaphores, and
 * loops that only look. Deadlock and misuse are allowed where they are asked for; otherwise locks
 * are taken in order. */
#include <string.h>

#include "generator.h"
static bool
may_lock(struct generator *g, unsigned mutex)
{
  bool any_order = g->property & (PROPERTY_DEADLOCK | PROPERTY_LOCK) && chance(g, 30);
  return !g->in_section &&
         (any_order ? !(g->held >> mutex & 1) || chance(g, 10) : !(g->held >> mutex));
}

bool
write_forgets(struct generator *g)
{
  return g->property & (PROPERTY_DEADLOCK | PROPERTY_LOCK) && chance(g, 6);
}

static void
under(struct generator *g, struct node *list, const char *lock, const char *unlock, unsigned bit)
{
  unsigned group = make_group(g), held = g->held;
  make_line(g, list, lock)->group = group;
  g->held |= 1u << bit;
  write_statements(g, list, 1 + below(g, 3));
  g->held = held;
  if (!write_forgets(g))
    make_line(g, list, unlock)->group = group;
}

void
write_lock(struct generator *g, struct node *list)
{
  unsigned mutex = below(g, g->mutexes);
  if (!may_lock(g, mutex))
    return;
  if (g->property & PROPERTY_LOCK && chance(g, 6)) {
    make_line(g, list, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex));
    return;
  }
  under(g, list, TEXT(g, "pthread_mutex_lock(&m%u);", mutex),
        TEXT(g, "pthread_mutex_unlock(&m%u);", mutex), mutex);
}

void
write_try_lock(struct generator *g, struct node *list)
{
  unsigned mutex = below(g, g->mutexes);
  if (g->held >> mutex & 1)
    return;
  unsigned held = g->held;
  g->held |= 1u << mutex;
  struct node *inside = write_body(g, 1 + below(g, 2));
  g->held = held;
  if (!write_forgets(g))
    make_line(g, inside, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex));
  make_statement(g, list, TEXT(g, "if (!pthread_mutex_trylock(&m%u)) {}", mutex), inside, NULL);
}

/* The mutex of conditions is the last one, so that nothing is taken inside. */
static void
wait_for(struct generator *g, struct node *list)
{
  unsigned mutex = g->mutexes - 1, group = make_group(g);
  if (!may_lock(g, mutex))
    return;
  const char *how = chance(g, 75) ? "while" : "if";
  struct node *test = chance(g, 70) ? make_atom(g, "f0") : make_condition(g, 0);
  make_line(g, list, TEXT(g, "pthread_mutex_lock(&m%u);", mutex))->group = group;
  make_statement(g, list, TEXT(g, "%s (!$) pthread_cond_wait(&c0, &m%u);", how, mutex), test, NULL)
    ->group = group;
  if (chance(g, 60))
    write_assignment(g, list);
  make_line(g, list, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex))->group = group;
}

static void
signal_it(struct generator *g, struct node *list)
{
  unsigned mutex = g->mutexes - 1, group = make_group(g);
  bool locked = chance(g, 80) && may_lock(g, mutex);
  const char *how = chance(g, 60) ? "signal" : "broadcast";
  if (locked)
    make_line(g, list, TEXT(g, "pthread_mutex_lock(&m%u);", mutex))->group = group;
  make_line(g, list, "f0 = 1;");
  make_line(g, list, TEXT(g, "pthread_cond_%s(&c0);", how));
  if (locked)
    make_line(g, list, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex))->group = group;
}

void
write_condition_variable(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 45))
    wait_for(g, list);
  else
    signal_it(g, list);
}

enum { BIT_SPIN = 20, BIT_RWLOCK, BIT_OWN };

/* May time out at any moment. */
void
write_timed(struct generator *g, struct node *list)
{
  unsigned mutex = below(g, g->mutexes), held = g->held;
  if (g->in_section || g->held >> mutex & 1)
    return;
  if (has(g, HAS_COND) && chance(g, 40)) {
    under(g, list, TEXT(g, "pthread_mutex_lock(&m%u);", mutex),
          TEXT(g, "pthread_mutex_unlock(&m%u);", mutex), mutex);
    struct node *last = vec_last(&list->kids);
    if (strstr(last->text, "unlock")) {
      last->text = TEXT(g, "pthread_cond_timedwait(&c0, &m%u, &ts);", mutex);
      make_line(g, list, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex))->group = last->group;
    }
    return;
  }
  g->held |= 1u << mutex;
  struct node *inside = write_body(g, 1);
  g->held = held;
  make_line(g, inside, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex));
  make_statement(g, list, TEXT(g, "if (!pthread_mutex_timedlock(&m%u, &ts)) {}", mutex), inside,
                 NULL);
}

void
write_spin(struct generator *g, struct node *list)
{
  if (!g->in_section && !(g->held >> BIT_SPIN & 1))
    under(g, list, "pthread_spin_lock(&p0);", "pthread_spin_unlock(&p0);", BIT_SPIN);
}

void
write_read_write(struct generator *g, struct node *list)
{
  if (!g->in_section && !(g->held >> BIT_RWLOCK & 1))
    under(g, list, chance(g, 50) ? "pthread_rwlock_rdlock(&r0);" : "pthread_rwlock_wrlock(&r0);",
          "pthread_rwlock_unlock(&r0);", BIT_RWLOCK);
}

void
write_semaphore(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 25))
    make_statement(g, list, "if (!sem_trywait(&e0)) {}", write_body(g, 1), NULL);
  else if (chance(g, 40))
    make_line(g, list, "sem_wait(&e0);");
  else
    make_line(g, list, "sem_post(&e0);");
}

void
write_section(struct generator *g, struct node *list)
{
  unsigned group = make_group(g);
  if (g->in_section)
    return;
  g->in_section = true;
  make_line(g, list, "__VERIFIER_atomic_begin();")->group = group;
  for (unsigned i = 1 + below(g, 2); i; i--)
    write_assignment(g, list);
  make_line(g, list, "__VERIFIER_atomic_end();")->group = group;
  g->in_section = false;
}

/* Until a condition on shared memory holds, in the ways that people write this; $ is the condition.
 * Some of these loops change something on the way, so that the front end must not take them for
 * waiting. */
static void
write_loop(struct generator *g, struct node *list, struct node *test)
{
  static const char *const loops[] = {
    "while (!$) ;",
    "while (!$) sched_yield();",
    "while (1) { if ($) break; }",
    "while (1) { if ($) break; sched_yield(); }",
    "do ; while (!$);",
  };
  unsigned which = below(g, 9);
  if (which < 5) {
    make_statement(g, list, loops[which], test, NULL);
    return;
  }
  const char *name = TEXT(g, "l%u", g->fresh++);
  if (which == 5) { /* what was seen last is kept */
    make_line(g, list, TEXT(g, "unsigned %s;", name));
    make_statement(g, list, TEXT(g, "do %s = $; while (!%s);", name, name), test, NULL);
  } else if (which == 6) { /* counts how often */
    make_line(g, list, TEXT(g, "unsigned %s = 0;", name));
    make_statement(g, list, TEXT(g, "while (!$) %s++;", name), test, NULL);
  } else if (which == 7) { /* not for ever */
    make_line(g, list, TEXT(g, "unsigned %s = 0;", name));
    make_statement(g, list, TEXT(g, "while (!$ && %s < 2) %s++;", name, name), test, NULL);
  } else {
    make_line(g, list, TEXT(g, "unsigned %s = 0;", name));
    make_statement(g, list,
                   TEXT(g, "again_%s: %s = $; if (!%s) goto again_%s;", name, name, name, name),
                   test, NULL);
  }
  if (chance(g, 50)) { /* what became of it matters */
    struct node *what = make_atom(g, name);
    make_statement(g, list, "assert($ != $);", what, make_number(g));
  }
  add_local(g, name, U32, false);
}

void
write_spin_wait(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 50)) {
    make_line(g, list, "f0 = 1;");
    return;
  }
  struct node *test = chance(g, 60) ? make_atom(g, "f0") : make_condition(g, 1);
  write_loop(g, list, test);
}

/* A lock taken by trying. */
void
write_spin_try(struct generator *g, struct node *list)
{
  unsigned mutex = below(g, g->mutexes);
  if (g->in_section || g->held >> mutex & 1)
    return;
  const char *loop = chance(g, 50) ? "while (pthread_mutex_trylock(&m%u)) ;"
                                   : "while (pthread_mutex_trylock(&m%u)) sched_yield();";
  under(g, list, TEXT(g, loop, mutex), TEXT(g, "pthread_mutex_unlock(&m%u);", mutex), mutex);
}

/* A lock of the program's own. */
void
write_spin_lock(struct generator *g, struct node *list)
{
  static const char *const locks[] = {
    "while (!__sync_bool_compare_and_swap(&k0, 0, 1)) ;",
    "while (__sync_lock_test_and_set(&k0, 1)) ;",
    "while (__atomic_exchange_n(&k0, 1, __ATOMIC_ACQUIRE)) sched_yield();",
    "while (1) { while (k0) ; if (__sync_bool_compare_and_swap(&k0, 0, 1)) break; }",
    "for (int e = 0; !__atomic_compare_exchange_n(&k0, &e, 1, 0, 5, 5); e = 0) ;",
    "for (int w = 1; w;) w = __atomic_exchange_n(&k0, 1, 5);",
    "do { while (k0) sched_yield(); } while (__sync_lock_test_and_set(&k0, 1));",
    "while (k0 || __sync_fetch_and_or(&k0, 1)) for (int i = 0; i < 2; i++) ;",
  };
  static const char *const unlocks[] = {"k0 = 0;", "__sync_lock_release(&k0);",
                                        "__atomic_store_n(&k0, 0, __ATOMIC_RELEASE);"};
  if (g->in_section || g->held >> BIT_OWN & 1)
    return;
  const char *taken = locks[below(g, sizeof locks / sizeof *locks)];
  under(g, list, taken, unlocks[below(g, 3)], BIT_OWN);
}

void
write_barrier(struct generator *g, struct node *list)
{
  if (!g->in_section && !g->depth)
    make_line(g, list, "pthread_barrier_wait(&b0);");
}

void
write_once(struct generator *g, struct node *list)
{
  if (!g->in_section)
    make_line(g, list, "pthread_once(&o0, initialise);");
}
