/* Each kind of statement is a function that appends to a list, and a row of `kinds`. */
#include "generator.h"

#include <string.h>

/* ---- statements -------------------------------------------------------------------- */

static struct node *
body(struct generator *g, unsigned n)
{
  struct node *list = make_block(g);
  size_t locals = g->locals.n;
  g->depth++;
  write_statements(g, list, n);
  g->depth--;
  g->locals.n = locals;
  return list;
}

void
add_local(struct generator *g, const char *text, enum width type, bool constant)
{
  vec_push(&g->locals, ((struct spot){.text = text, .type = type, .constant = constant}));
}

/* What is added to a signed variable is unsigned, so that the sum is. */
static const char *
assignment(struct generator *g, const struct spot *place)
{
  static const char *const plain[] = {"$ = $;",  "$ = $;",  "$ = $;",
                                      "$ ^= $;", "$ |= $;", "$ &= $;"};
  if (!chance(g, 45))
    return plain[below(g, place->type == BOOL ? 3 : 6)];
  bool minus = chance(g, 30), risky = g->property & PROPERTY_OVERFLOW && chance(g, 70);
  const char *cast = risky ? "" : place->type == S64 ? "(unsigned long)" : "(unsigned)";
  return TEXT(g, "$ %c= %s$;", minus ? '-' : '+', cast);
}

void
write_assignment(struct generator *g, struct node *list)
{
  const struct spot *found = pick_writable(g);
  if (!found)
    return;
  struct spot place = *found;
  struct node *left = make_place(g, &place);
  if (chance(g, 25)) {
    make_statement(g, list,
                   chance(g, 75)        ? "$++;"
                   : place.type == BOOL ? "$ = !$;"
                                        : "$--;",
                   left, NULL);
    struct node *last = vec_last(&list->kids);
    if (strstr(last->text, "!$"))
      node_add(last, make_place(g, &place));
    return;
  }
  const char *text = assignment(g, &place);
  make_statement(g, list, text, left, make_value(g, 1 + chance(g, 25)));
}

static void
local(struct generator *g, struct node *list)
{
  enum width type = below(g, TYPES);
  const char *name = TEXT(g, "l%u", g->fresh++);
  make_statement(g, list, TEXT(g, "%s %s = $;", TYPE_NAMES[type], name),
                 make_value(g, 1 + chance(g, 30)), NULL);
  add_local(g, name, type, false);
}

/* Mostly something that is rarely wrong: not all of these at once. */
void
write_assertion(struct generator *g, struct node *list)
{
  g->cost += 1;
  struct node *all = make_comparison(g, chance(g, 30));
  for (unsigned more = below(g, 3); more; more--)
    all = make_expression(g, "($ && $)", all, make_comparison(g, 0), NULL);
  bool plain = chance(g, 15);
  make_statement(g, list, plain ? "assert($);" : "assert(!$);", all, NULL);
}

static void
branch(struct generator *g, struct node *list)
{
  struct node *test = make_condition(g, 1), *yes = body(g, 1 + below(g, 2));
  struct node *node = make_statement(g, list, "if ($) {}", test, yes);
  if (!chance(g, 40))
    return;
  node->text = "if ($) {} else {}";
  node_add(node, body(g, 1 + below(g, 2)));
}

static void
choose(struct generator *g, struct node *list)
{
  struct node *cases = make_block(g), *of = make_value(g, 1);
  unsigned n = 2 + below(g, 2);
  for (unsigned i = 0; i < n; i++) {
    const char *text = TEXT(g, "case %u: {}%s", i, chance(g, 75) ? " break;" : "");
    if (i + 1 == n && chance(g, 50))
      text = "default: {}";
    make_statement(g, cases, text, body(g, 1), NULL);
  }
  make_statement(g, list, "switch ($ & 3) {}", of, cases);
}

static void
count(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "i%u", g->fresh++);
  bool constant = chance(g, 60);
  struct node *limit = constant ? make_atom(g, TEXT(g, "%u", 1 + below(g, 3))) : make_value(g, 0);
  size_t locals = g->locals.n;
  add_local(g, name, U32, true);
  struct node *inside = body(g, 1 + below(g, 2));
  struct node *last = chance(g, 15) ? make_condition(g, 0) : NULL;
  if (last)
    make_statement(g, inside, chance(g, 50) ? "if ($) break;" : "if ($) continue;", last, NULL);
  g->locals.n = locals;
  make_statement(g, list,
                 TEXT(g, "for (unsigned %s = 0; %s < %s; %s++) {}", name, name,
                      constant ? "$" : "($ & 3)", name),
                 limit, inside);
}

static void
count_down(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "l%u", g->fresh++);
  make_statement(g, list, TEXT(g, "unsigned char %s = $ & 3;", name), make_value(g, 0), NULL);
  struct node *inside = body(g, 1);
  make_line(g, inside, TEXT(g, "%s--;", name));
  make_statement(g, list, chance(g, 50) ? "while ($) {}" : "if ($) do {} while ($);",
                 make_atom(g, name), inside);
  struct node *loop = vec_last(&list->kids);
  if (strstr(loop->text, "do"))
    node_add(loop, make_atom(g, name));
  add_local(g, name, U8, false);
}

/* ---- inputs ---- */

void
write_input(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "l%u", g->fresh++);
  switch (below(g, 12)) {
  case 0:
    make_line(g, list, TEXT(g, "unsigned char %s = __VERIFIER_nondet_uchar() %% 4;", name));
    add_local(g, name, U8, false);
    break;
  case 1:
    make_line(g, list, TEXT(g, "signed char %s = (signed char)__VERIFIER_nondet_char();", name));
    make_line(g, list, TEXT(g, "__VERIFIER_assume(%s >= -1 && %s < 2);", name, name));
    add_local(g, name, S8, false);
    break;
  case 2: /* too wide for brute force */
    make_line(g, list, TEXT(g, "int %s = __VERIFIER_nondet_int();", name));
    make_line(g, list, TEXT(g, "__VERIFIER_assume(%s >= 0 && %s < 3);", name, name));
    add_local(g, name, S32, false);
    break;
  case 3:
  case 4:
    make_line(
      g, list,
      TEXT(g, "unsigned %s = __VERIFIER_nondet_bool() + 2u * __VERIFIER_nondet_bool();", name));
    add_local(g, name, U32, false);
    break;
  default:
    make_line(g, list, TEXT(g, "_Bool %s = __VERIFIER_nondet_bool();", name));
    add_local(g, name, BOOL, false);
  }
}

static void
assume(struct generator *g, struct node *list)
{
  make_statement(g, list, "__VERIFIER_assume($);", make_condition(g, 0), NULL);
}

/* ---- locks ---- */

/* Deadlock and misuse are allowed where they are asked for; otherwise locks are taken in order. */
static bool
may_lock(struct generator *g, unsigned mutex)
{
  bool any_order = g->property & (PROPERTY_DEADLOCK | PROPERTY_LOCK) && chance(g, 30);
  return !g->in_section &&
         (any_order ? !(g->held >> mutex & 1) || chance(g, 10) : !(g->held >> mutex));
}

static bool
forgets(struct generator *g)
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
  if (!forgets(g))
    make_line(g, list, unlock)->group = group;
}

static void
lock(struct generator *g, struct node *list)
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

static void
try_lock(struct generator *g, struct node *list)
{
  unsigned mutex = below(g, g->mutexes);
  if (g->held >> mutex & 1)
    return;
  unsigned held = g->held;
  g->held |= 1u << mutex;
  struct node *inside = body(g, 1 + below(g, 2));
  g->held = held;
  if (!forgets(g))
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

static void
condition_variable(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 45))
    wait_for(g, list);
  else
    signal_it(g, list);
}

enum { BIT_SPIN = 20, BIT_RWLOCK };

/* May time out at any moment. */
static void
timed(struct generator *g, struct node *list)
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
  struct node *inside = body(g, 1);
  g->held = held;
  make_line(g, inside, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex));
  make_statement(g, list, TEXT(g, "if (!pthread_mutex_timedlock(&m%u, &ts)) {}", mutex), inside,
                 NULL);
}

static void
spin(struct generator *g, struct node *list)
{
  if (!g->in_section && !(g->held >> BIT_SPIN & 1))
    under(g, list, "pthread_spin_lock(&p0);", "pthread_spin_unlock(&p0);", BIT_SPIN);
}

static void
read_write(struct generator *g, struct node *list)
{
  if (!g->in_section && !(g->held >> BIT_RWLOCK & 1))
    under(g, list, chance(g, 50) ? "pthread_rwlock_rdlock(&r0);" : "pthread_rwlock_wrlock(&r0);",
          "pthread_rwlock_unlock(&r0);", BIT_RWLOCK);
}

static void
semaphore(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 25))
    make_statement(g, list, "if (!sem_trywait(&e0)) {}", body(g, 1), NULL);
  else if (chance(g, 40))
    make_line(g, list, "sem_wait(&e0);");
  else
    make_line(g, list, "sem_post(&e0);");
}

static void
section(struct generator *g, struct node *list)
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

/* Waiting by looking: the loop changes nothing. */
static void
spin_wait(struct generator *g, struct node *list)
{
  static const char *const loops[] = {"while (!$) ;", "while (!$) sched_yield();",
                                      "while ($ != 1) ;", "do {} while (!$);"};
  if (g->in_section)
    return;
  if (chance(g, 55)) {
    make_line(g, list, "f0 = 1;");
    return;
  }
  unsigned which = below(g, 4);
  struct node *test = chance(g, 75) ? make_atom(g, "f0") : make_condition(g, 0);
  if (which == 3)
    make_statement(g, list, loops[which], make_block(g), test);
  else
    make_statement(g, list, loops[which], test, NULL);
}

static void
barrier(struct generator *g, struct node *list)
{
  if (!g->in_section && !g->depth)
    make_line(g, list, "pthread_barrier_wait(&b0);");
}

static void
once(struct generator *g, struct node *list)
{
  if (!g->in_section)
    make_line(g, list, "pthread_once(&o0, initialise);");
}

/* ---- atomics ---- */

static const char *
order(struct generator *g)
{
  static const char *const orders[] = {"seq_cst", "seq_cst", "acq_rel", "relaxed"};
  return orders[below(g, 4)];
}

/* A result goes to a new local variable. */
static void
result_of(struct generator *g, struct node *list, const char *call, enum width type,
          struct node *place, struct node *operand)
{
  if (chance(g, 35)) {
    make_statement(g, list, TEXT(g, "%s;", call), place, operand);
    return;
  }
  const char *name = TEXT(g, "l%u", g->fresh++);
  make_statement(g, list, TEXT(g, "%s %s = %s;", TYPE_NAMES[type], name, call), place, operand);
  add_local(g, name, type, false);
}

static void
atomic(struct generator *g, struct node *list)
{
  static const char *const names[] = {"fetch_add", "fetch_sub", "fetch_or",
                                      "fetch_xor", "fetch_and", "exchange"};
  const struct spot *found = NULL;
  for (unsigned i = 0; i < 12 && !found; i++) {
    const struct spot *place = &g->shared.at[below(g, (unsigned)g->shared.n)];
    found = place->atomic ? place : NULL;
  }
  if (!found)
    return;
  struct spot place = *found;
  struct node *left = make_place(g, &place);
  unsigned which = place.type == BOOL ? 5 + below(g, 3) : below(g, 8);
  if (which < 6) {
    const char *text =
      chance(g, 60) ? TEXT(g, "atomic_%s(&$, $)", names[which])
                    : TEXT(g, "atomic_%s_explicit(&$, $, memory_order_%s)", names[which], order(g));
    result_of(g, list, text, place.type, left, make_value(g, 1));
    return;
  }
  const char *expected = TEXT(g, "l%u", g->fresh++);
  make_statement(g, list, TEXT(g, "%s %s = $;", TYPE_NAMES[place.type], expected), make_value(g, 0),
                 NULL);
  result_of(
    g, list,
    TEXT(g, "atomic_compare_exchange_%s(&$, &%s, $)", which == 6 ? "strong" : "weak", expected),
    BOOL, left, make_value(g, 1));
  add_local(g, expected, place.type, false);
}

static void
builtin(struct generator *g, struct node *list)
{
  static const char *const calls[] = {
    "__sync_fetch_and_add(&$, $)",
    "__sync_sub_and_fetch(&$, $)",
    "__sync_fetch_and_xor(&$, $)",
    "__sync_lock_test_and_set(&$, $)",
    "__atomic_fetch_or(&$, $, __ATOMIC_SEQ_CST)",
    "__atomic_add_fetch(&$, $, __ATOMIC_RELAXED)",
    "__atomic_fetch_nand(&$, $, __ATOMIC_ACQ_REL)",
    "__atomic_exchange_n(&$, $, __ATOMIC_SEQ_CST)",
  };
  struct spot place = *pick_addressable(g, true);
  if (place.type == BOOL || place.atomic || place.field)
    return;
  struct node *left = make_place(g, &place);
  const char *text;
  switch (below(g, 6)) {
  case 0:
    result_of(g, list, "__sync_bool_compare_and_swap(&$, 0, $)", BOOL, left, make_value(g, 0));
    break;
  case 1:
    result_of(g, list, "__atomic_load_n(&$, __ATOMIC_ACQUIRE)", place.type, left, NULL);
    break;
  case 2:
    make_statement(g, list, "__atomic_store_n(&$, $, __ATOMIC_RELEASE);", left, make_value(g, 1));
    break;
  default:
    text = calls[below(g, 8)];
    result_of(g, list, text, place.type, left, make_value(g, 1));
  }
}

/* A loop that tries until nobody came between. */
static void
retry(struct generator *g, struct node *list)
{
  struct spot place = *pick_addressable(g, true);
  if (place.type == BOOL || place.atomic || place.field || strchr(place.text, '$') || g->cost < 2)
    return;
  g->cost -= 2;
  const char *old = TEXT(g, "l%u", g->fresh++);
  struct node *inside = make_block(g);
  make_line(g, list, TEXT(g, "%s %s;", TYPE_NAMES[place.type], old));
  make_statement(g, inside, TEXT(g, "%s = $;", old), make_place(g, &place), NULL);
  struct node *loop =
    make_statement(g, list, TEXT(g, "do {} while (!__sync_bool_compare_and_swap(&$, %s, $));", old),
                   inside, make_place(g, &place));
  node_add(loop,
           make_expression(g, TEXT(g, "((unsigned)%s + $)", old), make_number(g), NULL, NULL));
  add_local(g, old, place.type, false);
}

/* ---- pointers and memory ---- */

static void
pointer(struct generator *g, struct node *list)
{
  if (g->pointers.n && chance(g, 50)) { /* let a shared one point elsewhere */
    for (unsigned i = 0; i < 12; i++) {
      struct spot place = *pick_addressable(g, true);
      if (place.type != g->pointed || place.atomic || place.text[0] == '(')
        continue;
      struct node *to = make_place(g, &place);
      const char *name = g->pointers.at[below(g, (unsigned)g->pointers.n)];
      make_statement(g, list, TEXT(g, "%s = &$;", name), to, NULL);
      return;
    }
  }
  struct spot place = *pick_addressable(g, true);
  if (place.atomic || place.field)
    return;
  const char *name = TEXT(g, "p%u", 100 + g->fresh++);
  make_statement(g, list, TEXT(g, "%s *%s = &$;", TYPE_NAMES[place.type], name),
                 make_place(g, &place), NULL);
  add_local(g, TEXT(g, "(*%s)", name), place.type, false);
}

/* A block that is the thread's own, or given to others; freeing it then is what `memory` is for. */
static void
heap(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 40)) {
    const char *test =
      g->property & PROPERTY_MEMORY && chance(g, 40) ? "*h0 = $;" : "if (h0) *h0 = $;";
    make_statement(g, list, test, make_value(g, 1), NULL);
    return;
  }
  unsigned group = make_group(g);
  const char *name = TEXT(g, "p%u", 100 + g->fresh++), *type = TYPE_NAMES[g->handed];
  make_line(g, list, TEXT(g, "%s *%s = malloc(2 * sizeof *%s);", type, name, name))->group = group;
  make_statement(g, list, TEXT(g, "%s[0] = %s[1] = $;", name, name), make_value(g, 1), NULL)
    ->group = group;
  add_local(g, TEXT(g, "%s[$ & 1]", name), g->handed, false);
  size_t own = g->locals.n - 1;
  bool given = chance(g, 50);
  if (given)
    make_line(g, list, TEXT(g, "h0 = %s;", name));
  write_statements(g, list, 1);
  if (given ? g->property & PROPERTY_MEMORY && chance(g, 50) : chance(g, 70)) {
    make_line(g, list, TEXT(g, "free(%s);", name))->group = group;
    g->locals.at[own] = (struct spot){.text = "0", .constant = true}; /* not to be used any more */
  }
}

static void
copy(struct generator *g, struct node *list)
{
  static const char *const ways[] = {"s1 = s0;", "s0 = s1;", "memset(&s0, 1, sizeof s0);",
                                     "memcpy(&s1, &s0, sizeof s1);"};
  if (g->cost < 3)
    return;
  g->cost -= 3;
  make_line(g, list, ways[below(g, 4)]);
}

/* ---- functions ---- */

static void
call(struct generator *g, struct node *list)
{
  const struct spot *place = pick_writable(g);
  if (!place || !g->helpers)
    return;
  struct node *left = make_place(g, place);
  const char *text = TEXT(g, "$ = helper%u($);", below(g, g->helpers));
  make_statement(g, list, text, left, make_value(g, 1));
}

static void
call_by_pointer(struct generator *g, struct node *list)
{
  if (g->helpers < 2)
    return;
  const char *name = TEXT(g, "l%u", g->fresh++);
  struct node *node =
    make_statement(g, list, TEXT(g, "unsigned %s = ($ ? helper0 : helper1)($);", name),
                   make_condition(g, 0), NULL);
  node_add(node, make_value(g, 0));
  add_local(g, name, U32, false);
}

static void
floating(struct generator *g, struct node *list)
{
  static const char *const ways[] = {"x0 += 0.5f;", "x0 = x0 * 2;", "x0 = 1 - x0;"};
  if (!chance(g, 40)) {
    make_line(g, list, ways[below(g, 3)]);
    return;
  }
  struct node *limit = make_number(g);
  make_statement(g, list, "if (x0 > $) {}", limit, body(g, 1));
}

static void
leave(struct generator *g, struct node *list)
{
  static const char *const ways[] = {"exit(0)", "abort()", "pthread_exit(NULL)", "exit(1)"};
  if (!g->in_section && chance(g, 25)) {
    const char *text = TEXT(g, "if ($) %s;", ways[below(g, 4)]);
    make_statement(g, list, text, make_condition(g, 1), NULL);
    return;
  }
  if (g->in_section || (g->held && !forgets(g)))
    return;
  make_statement(g, list, TEXT(g, "if ($) %s;", g->leave), make_condition(g, 0), NULL);
}

/* ---- the table ---- */

struct kind {
  unsigned needs; /* features */
  unsigned weight;
  void (*append)(struct generator *g, struct node *list);
};

static const struct kind kinds[] = {
  {0, 60, write_assignment},
  {0, 12, local},
  {0, 8, write_assertion},
  {0, 16, branch},
  {HAS_SWITCH, 8, choose},
  {HAS_LOOP, 10, count},
  {HAS_LOOP, 5, count_down},
  {HAS_NONDET, 8, write_input},
  {HAS_ASSUME, 6, assume},
  {HAS_MUTEX, 26, lock},
  {HAS_MUTEX | HAS_TRYLOCK, 10, try_lock},
  {HAS_MUTEX | HAS_COND, 20, condition_variable},
  {HAS_SPIN, 12, spin},
  {HAS_RWLOCK, 12, read_write},
  {HAS_SEM, 16, semaphore},
  {HAS_SECTION, 10, section},
  {HAS_WAIT, 14, spin_wait},
  {HAS_BARRIER, 8, barrier},
  {HAS_ONCE, 8, once},
  {HAS_ATOMIC, 26, atomic},
  {HAS_BUILTIN, 20, builtin},
  {HAS_BUILTIN | HAS_LOOP, 6, retry},
  {HAS_POINTER, 14, pointer},
  {HAS_HEAP, 14, heap},
  {HAS_STRUCT, 8, copy},
  {HAS_HELPER, 12, call},
  {HAS_HELPER | HAS_POINTERS_TO_CODE, 8, call_by_pointer},
  {HAS_RETURN, 8, leave},

  {HAS_MUTEX | HAS_TIMED, 12, timed},
  {HAS_FLOAT, 12, floating},
};

void
write_statements(struct generator *g, struct node *list, unsigned n)
{
  for (; n; n--) {
    unsigned sum = 0;
    if (g->in_section || g->depth > 2) {
      write_assignment(g, list);
      continue;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      sum += (g->features & kinds[i].needs) == kinds[i].needs ? kinds[i].weight : 0;
    unsigned at = below(g, sum);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      unsigned weight = (g->features & kinds[i].needs) == kinds[i].needs ? kinds[i].weight : 0;
      if (at < weight) {
        kinds[i].append(g, list);
        break;
      }
      at -= weight;
    }
  }
}
