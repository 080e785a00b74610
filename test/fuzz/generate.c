/* The generator first decides which features a program has, declares shared things for them, then
 * writes threads out of statements that these features allow, and main around them. Each kind of
 * statement is a function that appends to a list, and a row of `statements`.
 *
 * Brute force must be able to follow. So the shared accesses of a thread are counted: when `cost` is
 * used up, expressions are made of constants and local variables only. */
#include "generate.h"

#include <string.h>

#include "ir/prog.h"

/* ---- dice ------------------------------------------------------------------- */

static uint64_t
roll(struct dice *dice)
{
  uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

struct dice
dice_new(uint64_t seed, uint64_t purpose)
{
  struct dice dice = {seed * 0x2545f4914f6cdd1du + purpose};
  roll(&dice);
  return dice;
}

unsigned
dice_below(struct dice *dice, unsigned n)
{
  return (unsigned)(roll(dice) >> 33) % n;
}

bool
dice_chance(struct dice *dice, unsigned percent)
{
  return dice_below(dice, 100) < percent;
}

/* ---- what a program has -------------------------------------------------------- */

/* X(name, percent of the programs) */
#define FEATURES(X)                                                                                \
  X(ARRAY, 35)                                                                                     \
  X(STRUCT, 35)                                                                                    \
  X(BITS, 15)                                                                                      \
  X(POINTER, 30)                                                                                   \
  X(HEAP, 15)                                                                                      \
  X(HELPER, 25)                                                                                    \
  X(NONDET, 35)                                                                                    \
  X(ASSUME, 15)                                                                                    \
  X(LOOP, 45)                                                                                      \
  X(SWITCH, 20)                                                                                    \
  X(MUTEX, 50)                                                                                     \
  X(TRYLOCK, 12)                                                                                   \
  X(COND, 15)                                                                                      \
  X(ATOMIC, 40)                                                                                    \
  X(BUILTIN, 25)                                                                                   \
  X(SEM, 12)                                                                                       \
  X(SPIN, 8)                                                                                       \
  X(RWLOCK, 8)                                                                                     \
  X(WAIT, 20)                                                                                      \
  X(SECTION, 12)                                                                                   \
  X(RETURN, 15)                                                                                    \
  X(TLS, 6)                                                                                        \
  X(ONCE, 4)                                                                                       \
  X(BARRIER, 4)                                                                                    \
  X(POINTERS_TO_CODE, 6)                                                                           \
  X(UNION, 8)

enum feature {
#define X(name, percent) INDEX_##name,
  FEATURES(X)
#undef X
#define X(name, percent) HAS_##name = 1u << INDEX_##name,
    FEATURES(X)
#undef X
};

enum width { U8, S8, U16, S16, U32, S32, U64, S64, BOOL, TYPES };
static const char *const type_names[TYPES] = {
  "unsigned char", "signed char",   "unsigned short", "short", "unsigned", "int",
  "unsigned long", "long",          "_Bool",
};

/* Something that can be read and written: C with `$` for each index. */
struct spot {
  const char *text;
  enum width type;
  bool atomic;   /* _Atomic */
  bool field;    /* a bit-field: has no address */
  bool constant; /* not to be written: a loop counts with it */
};

struct generator {
  struct program *program;
  struct dice dice;
  unsigned features;
  unsigned property;
  struct node *file;
  VEC(struct spot) shared;
  VEC(struct spot) locals; /* in scope */
  VEC(const char *) pointers; /* shared pointers, of the type of `pointed` */
  enum width pointed;
  enum width handed; /* what the shared heap block holds */
  unsigned mutexes, flags, helpers, fresh;
  unsigned held; /* set of mutexes */
  unsigned depth; /* of blocks */
  unsigned cost;  /* shared accesses left */
  bool in_section;
  const char *leave; /* how the function at hand is left early */
};

static unsigned
below(struct generator *g, unsigned n)
{
  return dice_below(&g->dice, n);
}

static bool
chance(struct generator *g, unsigned percent)
{
  return dice_chance(&g->dice, percent);
}

static bool
has(const struct generator *g, enum feature feature)
{
  return g->features & feature;
}

#define TEXT(g, ...) arena_printf(&(g)->program->arena, __VA_ARGS__)

/* ---- nodes ------------------------------------------------------------------- */

static struct node *
expression(struct generator *g, const char *text, struct node *a, struct node *b, struct node *c)
{
  struct node *node = node_new(g->program, NODE_EXPRESSION, text), *kids[] = {a, b, c};
  for (size_t i = 0; i < 3 && kids[i]; i++)
    node_add(node, kids[i]);
  return node;
}

static struct node *
atom(struct generator *g, const char *text)
{
  return expression(g, text, NULL, NULL, NULL);
}

static struct node *
statement(struct generator *g, struct node *list, const char *text, struct node *a,
          struct node *b)
{
  struct node *node = expression(g, text, a, b, NULL);
  node->kind = NODE_STATEMENT;
  node_add(list, node);
  return node;
}

static struct node *
line(struct generator *g, struct node *list, const char *text)
{
  return statement(g, list, text, NULL, NULL);
}

static struct node *
block(struct generator *g)
{
  return node_new(g->program, NODE_LIST, NULL);
}

/* A declaration at file scope. */
static void
declare(struct generator *g, const char *name, const char *text)
{
  line(g, g->file, text);
  vec_push(&g->program->names, name);
}

static unsigned
group_new(struct generator *g)
{
  return ++g->program->groups;
}

/* ---- expressions ---------------------------------------------------------------- */

static struct node *value(struct generator *g, unsigned depth);

static struct node *
number(struct generator *g)
{
  static const char *const few[] = {"0", "1", "1", "2", "2", "3", "4", "5", "7", "255", "128u"};
  return atom(g, few[below(g, sizeof few / sizeof *few)]);
}

static struct node *
of_place(struct generator *g, const struct spot *place)
{
  struct node *node = atom(g, place->text);
  for (const char *at = place->text; *at; at++)
    if (*at == '$')
      node_add(node, chance(g, 50) ? number(g) : value(g, 0));
  return node;
}

static const struct spot *
any_local(struct generator *g)
{
  return &g->locals.at[below(g, (unsigned)g->locals.n)];
}

/* Shared, or local if there is nothing left to spend. NULL if there is none. */
static const struct spot *
readable(struct generator *g)
{
  if (g->locals.n && (!g->cost || chance(g, 35)))
    return any_local(g);
  if (!g->cost)
    return NULL;
  g->cost--;
  return &g->shared.at[below(g, (unsigned)g->shared.n)];
}

/* NULL if nothing may be written. */
static const struct spot *
writable(struct generator *g)
{
  for (unsigned i = 0; i < 8; i++) {
    const struct spot *place = readable(g);
    if (place && !place->constant)
      return place;
  }
  return NULL;
}

/* One that has an address. */
static const struct spot *
addressable(struct generator *g, bool plain)
{
  for (unsigned i = 0; i < 12; i++) {
    const struct spot *place = &g->shared.at[below(g, (unsigned)g->shared.n)];
    if (!place->field && !(plain && place->atomic))
      return place;
  }
  return &g->shared.at[0];
}

static struct node *
leaf(struct generator *g)
{
  const struct spot *place = chance(g, 70) ? readable(g) : NULL;
  if (!place)
    return number(g);
  if (place->type == S64)
    return expression(g, "(unsigned long)$", of_place(g, place), NULL, NULL);
  return of_place(g, place);
}

static struct node *
comparison(struct generator *g, unsigned depth)
{
  static const char *const all[] = {"($ == $)", "($ == $)", "($ != $)", "($ < $)",
                                    "($ <= $)", "($ > $)",  "($ >= $)"};
  const struct spot *place = chance(g, 80) ? readable(g) : NULL;
  struct node *left = place ? of_place(g, place) : value(g, depth);
  return expression(g, all[below(g, 7)], left, chance(g, 60) ? number(g) : value(g, depth), NULL);
}

static struct node *
condition(struct generator *g, unsigned depth)
{
  switch (below(g, depth ? 8 : 5)) {
  case 0:
    return leaf(g);
  case 5:
    return expression(g, "($ && $)", condition(g, depth - 1), condition(g, depth - 1), NULL);
  case 6:
    return expression(g, "($ || $)", condition(g, depth - 1), condition(g, depth - 1), NULL);
  case 7:
    return expression(g, "!$", condition(g, depth - 1), NULL, NULL);
  default:
    return comparison(g, 0);
  }
}

/* Only if the property asks for it may an operation overflow. */
static const char *
binary(struct generator *g)
{
  static const char *const fine[] = {
    "((unsigned)$ + $)",  "((unsigned)$ + $)", "((unsigned)$ - $)", "((unsigned)$ * $)",
    "($ & $)",            "($ | $)",           "($ ^ $)",           "((unsigned)$ << ($ & 7))",
    "($ >> ($ & 3))",     "($ / (($ & 3) + 1))", "($ % (($ & 3) + 1))",
    "((unsigned long)$ * $)",
  };
  static const char *const risky[] = {"($ + $)",  "($ - $)", "($ * (int)$)", "($ << $)",
                                      "($ >> $)", "($ / $)", "((int)$ % (int)$)"};
  if (g->property & PROPERTY_OVERFLOW && chance(g, 60))
    return risky[below(g, sizeof risky / sizeof *risky)];
  return fine[below(g, sizeof fine / sizeof *fine)];
}

static struct node *
value(struct generator *g, unsigned depth)
{
  if (!depth || chance(g, 30))
    return leaf(g);
  switch (below(g, 12)) {
  case 0:
    return expression(g, "(~$ & 15)", value(g, depth - 1), NULL, NULL);
  case 1:
    return expression(g, "($ ? $ : $)", condition(g, 0), value(g, depth - 1), value(g, depth - 1));
  case 2:
    return condition(g, depth - 1);
  case 3:
    return expression(g, "(($ & 15) - ($ & 7))", value(g, depth - 1), value(g, depth - 1), NULL);
  case 4:
    return expression(g, TEXT(g, "(%s)$", type_names[below(g, TYPES)]), value(g, depth - 1), NULL,
                      NULL);
  default:
    return expression(g, binary(g), value(g, depth - 1), value(g, depth - 1), NULL);
  }
}

/* ---- statements -------------------------------------------------------------------- */

static void statements(struct generator *g, struct node *list, unsigned n);

static struct node *
body(struct generator *g, unsigned n)
{
  struct node *list = block(g);
  size_t locals = g->locals.n;
  g->depth++;
  statements(g, list, n);
  g->depth--;
  g->locals.n = locals;
  return list;
}

static void
add_local(struct generator *g, const char *text, enum width type, bool constant)
{
  vec_push(&g->locals, ((struct spot){.text = text, .type = type, .constant = constant}));
}

/* What is added to a signed variable is unsigned, so that the sum is. */
static const char *
assignment(struct generator *g, const struct spot *place)
{
  static const char *const plain[] = {"$ = $;", "$ = $;", "$ = $;", "$ ^= $;", "$ |= $;", "$ &= $;"};
  if (!chance(g, 45))
    return plain[below(g, place->type == BOOL ? 3 : 6)];
  bool minus = chance(g, 30), risky = g->property & PROPERTY_OVERFLOW && chance(g, 70);
  const char *cast = risky ? "" : place->type == S64 ? "(unsigned long)" : "(unsigned)";
  return TEXT(g, "$ %c= %s$;", minus ? '-' : '+', cast);
}

static void
assign(struct generator *g, struct node *list)
{
  const struct spot *found = writable(g);
  if (!found)
    return;
  struct spot place = *found;
  struct node *left = of_place(g, &place);
  if (chance(g, 25)) {
    statement(g, list, chance(g, 75) ? "$++;" : place.type == BOOL ? "$ = !$;" : "$--;", left,
              NULL);
    struct node *last = vec_last(&list->kids);
    if (strstr(last->text, "!$"))
      node_add(last, of_place(g, &place));
    return;
  }
  statement(g, list, assignment(g, &place), left, value(g, 1 + chance(g, 25)));
}

static void
local(struct generator *g, struct node *list)
{
  enum width type = below(g, TYPES);
  const char *name = TEXT(g, "l%u", g->fresh++);
  statement(g, list, TEXT(g, "%s %s = $;", type_names[type], name), value(g, 1 + chance(g, 30)),
            NULL);
  add_local(g, name, type, false);
}

/* Mostly something that is rarely wrong: not all of these at once. */
static void
assertion(struct generator *g, struct node *list)
{
  g->cost += 1;
  struct node *all = comparison(g, chance(g, 30));
  for (unsigned more = below(g, 3); more; more--)
    all = expression(g, "($ && $)", all, comparison(g, 0), NULL);
  bool plain = chance(g, 15);
  statement(g, list, plain ? "assert($);" : "assert(!$);", all, NULL);
}

static void
branch(struct generator *g, struct node *list)
{
  struct node *test = condition(g, 1), *yes = body(g, 1 + below(g, 2));
  struct node *node = statement(g, list, "if ($) {}", test, yes);
  if (!chance(g, 40))
    return;
  node->text = "if ($) {} else {}";
  node_add(node, body(g, 1 + below(g, 2)));
}

static void
choose(struct generator *g, struct node *list)
{
  struct node *cases = block(g), *of = value(g, 1);
  unsigned n = 2 + below(g, 2);
  for (unsigned i = 0; i < n; i++)
    statement(g, cases,
              i + 1 == n && chance(g, 50) ? "default: {}"
                                          : TEXT(g, "case %u: {}%s", i, chance(g, 75) ? " break;" : ""),
              body(g, 1), NULL);
  statement(g, list, "switch ($ & 3) {}", of, cases);
}

static void
count(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "i%u", g->fresh++);
  bool constant = chance(g, 60);
  struct node *limit = constant ? atom(g, TEXT(g, "%u", 1 + below(g, 3))) : value(g, 0);
  size_t locals = g->locals.n;
  add_local(g, name, U32, true);
  struct node *inside = body(g, 1 + below(g, 2));
  if (chance(g, 15))
    statement(g, inside, chance(g, 50) ? "if ($) break;" : "if ($) continue;", condition(g, 0), NULL);
  g->locals.n = locals;
  statement(g, list,
            TEXT(g, "for (unsigned %s = 0; %s < %s; %s++) {}", name, name,
                 constant ? "$" : "($ & 3)", name),
            limit, inside);
}

static void
count_down(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "l%u", g->fresh++);
  statement(g, list, TEXT(g, "unsigned char %s = $ & 3;", name), value(g, 0), NULL);
  struct node *inside = body(g, 1);
  line(g, inside, TEXT(g, "%s--;", name));
  statement(g, list, chance(g, 50) ? "while ($) {}" : "if ($) do {} while ($);", atom(g, name),
            inside);
  struct node *loop = vec_last(&list->kids);
  if (strstr(loop->text, "do"))
    node_add(loop, atom(g, name));
  add_local(g, name, U8, false);
}

/* ---- inputs ---- */

static void
input(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "l%u", g->fresh++);
  switch (below(g, 12)) {
  case 0:
    line(g, list, TEXT(g, "unsigned char %s = __VERIFIER_nondet_uchar() %% 4;", name));
    add_local(g, name, U8, false);
    break;
  case 1:
    line(g, list, TEXT(g, "signed char %s = (signed char)__VERIFIER_nondet_char();", name));
    line(g, list, TEXT(g, "__VERIFIER_assume(%s >= -1 && %s < 2);", name, name));
    add_local(g, name, S8, false);
    break;
  case 2: /* too wide for brute force */
    line(g, list, TEXT(g, "int %s = __VERIFIER_nondet_int();", name));
    line(g, list, TEXT(g, "__VERIFIER_assume(%s >= 0 && %s < 3);", name, name));
    add_local(g, name, S32, false);
    break;
  case 3:
  case 4:
    line(g, list, TEXT(g, "unsigned %s = __VERIFIER_nondet_bool() + 2u * __VERIFIER_nondet_bool();",
                       name));
    add_local(g, name, U32, false);
    break;
  default:
    line(g, list, TEXT(g, "_Bool %s = __VERIFIER_nondet_bool();", name));
    add_local(g, name, BOOL, false);
  }
}

static void
assume(struct generator *g, struct node *list)
{
  statement(g, list, "__VERIFIER_assume($);", condition(g, 0), NULL);
}

/* ---- locks ---- */

/* Deadlock and misuse are allowed where they are asked for; otherwise locks are taken in order. */
static bool
may_lock(struct generator *g, unsigned mutex)
{
  bool any_order = g->property & (PROPERTY_DEADLOCK | PROPERTY_LOCK) && chance(g, 30);
  return !g->in_section && (any_order ? !(g->held >> mutex & 1) || chance(g, 10)
                                      : !(g->held >> mutex));
}

static bool
forgets(struct generator *g)
{
  return g->property & (PROPERTY_DEADLOCK | PROPERTY_LOCK) && chance(g, 6);
}

static void
under(struct generator *g, struct node *list, const char *lock, const char *unlock, unsigned bit)
{
  unsigned group = group_new(g), held = g->held;
  line(g, list, lock)->group = group;
  g->held |= 1u << bit;
  statements(g, list, 1 + below(g, 3));
  g->held = held;
  if (!forgets(g))
    line(g, list, unlock)->group = group;
}

static void
lock(struct generator *g, struct node *list)
{
  unsigned mutex = below(g, g->mutexes);
  if (!may_lock(g, mutex))
    return;
  if (g->property & PROPERTY_LOCK && chance(g, 6)) {
    line(g, list, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex));
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
    line(g, inside, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex));
  statement(g, list, TEXT(g, "if (!pthread_mutex_trylock(&m%u)) {}", mutex), inside, NULL);
}

/* The mutex of conditions is the last one, so that nothing is taken inside. */
static void
wait_for(struct generator *g, struct node *list)
{
  unsigned mutex = g->mutexes - 1, group = group_new(g);
  if (!may_lock(g, mutex))
    return;
  const char *how = chance(g, 75) ? "while" : "if";
  struct node *test = chance(g, 70) ? atom(g, "f0") : condition(g, 0);
  line(g, list, TEXT(g, "pthread_mutex_lock(&m%u);", mutex))->group = group;
  statement(g, list, TEXT(g, "%s (!$) pthread_cond_wait(&c0, &m%u);", how, mutex), test, NULL)
    ->group = group;
  if (chance(g, 60))
    assign(g, list);
  line(g, list, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex))->group = group;
}

static void
signal_it(struct generator *g, struct node *list)
{
  unsigned mutex = g->mutexes - 1, group = group_new(g);
  bool locked = chance(g, 80) && may_lock(g, mutex);
  const char *how = chance(g, 60) ? "signal" : "broadcast";
  if (locked)
    line(g, list, TEXT(g, "pthread_mutex_lock(&m%u);", mutex))->group = group;
  line(g, list, "f0 = 1;");
  line(g, list, TEXT(g, "pthread_cond_%s(&c0);", how));
  if (locked)
    line(g, list, TEXT(g, "pthread_mutex_unlock(&m%u);", mutex))->group = group;
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
    under(g, list,
          chance(g, 50) ? "pthread_rwlock_rdlock(&r0);" : "pthread_rwlock_wrlock(&r0);",
          "pthread_rwlock_unlock(&r0);", BIT_RWLOCK);
}

static void
semaphore(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 25))
    statement(g, list, "if (!sem_trywait(&e0)) {}", body(g, 1), NULL);
  else if (chance(g, 40))
    line(g, list, "sem_wait(&e0);");
  else
    line(g, list, "sem_post(&e0);");
}

static void
section(struct generator *g, struct node *list)
{
  unsigned group = group_new(g);
  if (g->in_section)
    return;
  g->in_section = true;
  line(g, list, "__VERIFIER_atomic_begin();")->group = group;
  for (unsigned i = 1 + below(g, 2); i; i--)
    assign(g, list);
  line(g, list, "__VERIFIER_atomic_end();")->group = group;
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
    line(g, list, "f0 = 1;");
    return;
  }
  unsigned which = below(g, 4);
  struct node *test = chance(g, 75) ? atom(g, "f0") : condition(g, 0);
  if (which == 3)
    statement(g, list, loops[which], block(g), test);
  else
    statement(g, list, loops[which], test, NULL);
}

static void
barrier(struct generator *g, struct node *list)
{
  if (!g->in_section && !g->depth)
    line(g, list, "pthread_barrier_wait(&b0);");
}

static void
once(struct generator *g, struct node *list)
{
  if (!g->in_section)
    line(g, list, "pthread_once(&o0, initialise);");
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
    statement(g, list, TEXT(g, "%s;", call), place, operand);
    return;
  }
  const char *name = TEXT(g, "l%u", g->fresh++);
  statement(g, list, TEXT(g, "%s %s = %s;", type_names[type], name, call), place, operand);
  add_local(g, name, type, false);
}

static void
atomic(struct generator *g, struct node *list)
{
  static const char *const names[] = {"fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and",
                                      "exchange"};
  const struct spot *found = NULL;
  for (unsigned i = 0; i < 12 && !found; i++) {
    const struct spot *place = &g->shared.at[below(g, (unsigned)g->shared.n)];
    found = place->atomic ? place : NULL;
  }
  if (!found)
    return;
  struct spot place = *found;
  struct node *left = of_place(g, &place);
  unsigned which = place.type == BOOL ? 5 + below(g, 3) : below(g, 8);
  if (which < 6) {
    result_of(g, list,
              chance(g, 60) ? TEXT(g, "atomic_%s(&$, $)", names[which])
                            : TEXT(g, "atomic_%s_explicit(&$, $, memory_order_%s)", names[which],
                                   order(g)),
              place.type, left, value(g, 1));
    return;
  }
  const char *expected = TEXT(g, "l%u", g->fresh++);
  statement(g, list, TEXT(g, "%s %s = $;", type_names[place.type], expected), value(g, 0), NULL);
  result_of(g, list,
            TEXT(g, "atomic_compare_exchange_%s(&$, &%s, $)", which == 6 ? "strong" : "weak",
                 expected),
            BOOL, left, value(g, 1));
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
  struct spot place = *addressable(g, true);
  if (place.type == BOOL || place.atomic || place.field)
    return;
  struct node *left = of_place(g, &place);
  switch (below(g, 6)) {
  case 0:
    result_of(g, list, "__sync_bool_compare_and_swap(&$, 0, $)", BOOL, left, value(g, 0));
    break;
  case 1:
    result_of(g, list, "__atomic_load_n(&$, __ATOMIC_ACQUIRE)", place.type, left, NULL);
    break;
  case 2:
    statement(g, list, "__atomic_store_n(&$, $, __ATOMIC_RELEASE);", left, value(g, 1));
    break;
  default:
    result_of(g, list, calls[below(g, 8)], place.type, left, value(g, 1));
  }
}

/* A loop that tries until nobody came between. */
static void
retry(struct generator *g, struct node *list)
{
  struct spot place = *addressable(g, true);
  if (place.type == BOOL || place.atomic || place.field || strchr(place.text, '$') || g->cost < 2)
    return;
  g->cost -= 2;
  const char *old = TEXT(g, "l%u", g->fresh++);
  struct node *inside = block(g);
  line(g, list, TEXT(g, "%s %s;", type_names[place.type], old));
  statement(g, inside, TEXT(g, "%s = $;", old), atom(g, place.text), NULL);
  struct node *loop = statement(g, list,
                                TEXT(g, "do {} while (!__sync_bool_compare_and_swap(&$, %s, $));", old),
                                inside, atom(g, place.text));
  node_add(loop, expression(g, TEXT(g, "((unsigned)%s + $)", old), number(g), NULL, NULL));
  add_local(g, old, place.type, false);
}

/* ---- pointers and memory ---- */

static void
pointer(struct generator *g, struct node *list)
{
  if (g->pointers.n && chance(g, 50)) { /* let a shared one point elsewhere */
    for (unsigned i = 0; i < 12; i++) {
      struct spot place = *addressable(g, true);
      if (place.type != g->pointed || place.atomic || place.text[0] == '*')
        continue;
      statement(g, list, TEXT(g, "%s = &$;", g->pointers.at[below(g, (unsigned)g->pointers.n)]),
                of_place(g, &place), NULL);
      return;
    }
  }
  struct spot place = *addressable(g, true);
  if (place.atomic || place.field)
    return;
  const char *name = TEXT(g, "p%u", 100 + g->fresh++);
  statement(g, list, TEXT(g, "%s *%s = &$;", type_names[place.type], name), of_place(g, &place),
            NULL);
  add_local(g, TEXT(g, "*%s", name), place.type, false);
}

/* A block that is the thread's own, or given to others; freeing it then is what `memory` is for. */
static void
heap(struct generator *g, struct node *list)
{
  if (g->in_section)
    return;
  if (chance(g, 40)) {
    const char *test = g->property & PROPERTY_MEMORY && chance(g, 40) ? "*h0 = $;"
                                                                       : "if (h0) *h0 = $;";
    statement(g, list, test, value(g, 1), NULL);
    return;
  }
  unsigned group = group_new(g);
  const char *name = TEXT(g, "p%u", 100 + g->fresh++), *type = type_names[g->handed];
  line(g, list, TEXT(g, "%s *%s = malloc(2 * sizeof *%s);", type, name, name))->group = group;
  statement(g, list, TEXT(g, "%s[0] = %s[1] = $;", name, name), value(g, 1), NULL)->group = group;
  add_local(g, TEXT(g, "%s[$ & 1]", name), g->handed, false);
  bool given = chance(g, 50);
  if (given)
    line(g, list, TEXT(g, "h0 = %s;", name));
  statements(g, list, 1);
  if (given ? g->property & PROPERTY_MEMORY && chance(g, 50) : chance(g, 70)) {
    line(g, list, TEXT(g, "free(%s);", name))->group = group;
    g->locals.n = 0; /* not to be used any more; the others are no loss */
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
  line(g, list, ways[below(g, 4)]);
}

/* ---- functions ---- */

static void
call(struct generator *g, struct node *list)
{
  const struct spot *place = writable(g);
  if (!place || !g->helpers)
    return;
  struct node *left = of_place(g, place);
  statement(g, list, TEXT(g, "$ = helper%u($);", below(g, g->helpers)), left, value(g, 1));
}

static void
call_by_pointer(struct generator *g, struct node *list)
{
  if (g->helpers < 2)
    return;
  const char *name = TEXT(g, "l%u", g->fresh++);
  struct node *node = statement(
    g, list, TEXT(g, "unsigned %s = ($ ? helper0 : helper1)($);", name), condition(g, 0), NULL);
  node_add(node, value(g, 0));
  add_local(g, name, U32, false);
}

static void
leave(struct generator *g, struct node *list)
{
  if (g->in_section || (g->held && !forgets(g)))
    return;
  statement(g, list, TEXT(g, "if ($) %s;", g->leave), condition(g, 0), NULL);
}

/* ---- the table ---- */

struct kind {
  unsigned needs; /* features */
  unsigned weight;
  void (*append)(struct generator *g, struct node *list);
};

static const struct kind kinds[] = {
  {0, 60, assign},
  {0, 12, local},
  {0, 8, assertion},
  {0, 16, branch},
  {HAS_SWITCH, 8, choose},
  {HAS_LOOP, 10, count},
  {HAS_LOOP, 5, count_down},
  {HAS_NONDET, 8, input},
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
  {HAS_STRUCT, 4, copy},
  {HAS_HELPER, 12, call},
  {HAS_HELPER | HAS_POINTERS_TO_CODE, 8, call_by_pointer},
  {HAS_RETURN, 8, leave},
};

static void
statements(struct generator *g, struct node *list, unsigned n)
{
  for (; n; n--) {
    unsigned sum = 0;
    if (g->in_section || g->depth > 2) {
      assign(g, list);
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

/* ---- declarations --------------------------------------------------------------------- */

static enum width
some_type(struct generator *g)
{
  static const enum width likely[] = {U8, U8, S32, U32, S32, S8, U16, S16, U64, S64, BOOL};
  return likely[below(g, sizeof likely / sizeof *likely)];
}

static void
add_shared(struct generator *g, const char *text, enum width type, bool is_atomic, bool field)
{
  vec_push(&g->shared, ((struct spot){text, type, is_atomic, field, false}));
}

static void
declare_scalars(struct generator *g)
{
  unsigned n = 2 + below(g, 2);
  for (unsigned i = 0; i < n; i++) {
    enum width type = i ? some_type(g) : below(g, BOOL);
    bool is_atomic = has(g, HAS_ATOMIC) && i && chance(g, 60);
    const char *name = TEXT(g, "g%u", i);
    const char *start = chance(g, 70) ? "" : TEXT(g, " = %u", below(g, 4));
    declare(g, name, TEXT(g, "static %s%s %s%s;", is_atomic ? "_Atomic " : "", type_names[type],
                          name, start));
    add_shared(g, name, type, is_atomic, false);
  }
  if (has(g, HAS_WAIT | HAS_COND)) {
    declare(g, "f0", chance(g, 50) ? "static int f0;" : "static _Bool f0;");
    add_shared(g, "f0", U8, false, true); /* nobody takes its address */
  }
  if (has(g, HAS_TLS)) {
    declare(g, "t0", "static _Thread_local unsigned t0;");
    add_shared(g, "t0", U32, false, false);
  }
}

static void
declare_arrays(struct generator *g)
{
  enum width type = some_type(g);
  bool wild = g->property & PROPERTY_MEMORY && chance(g, 50);
  switch (has(g, HAS_ARRAY) ? below(g, 4) : 9) {
  case 0:
  case 1:
    declare(g, "a0", TEXT(g, "static %s a0[4];", type_names[type]));
    add_shared(g, wild ? "a0[$ & 7]" : "a0[$ & 3]", type, false, false);
    break;
  case 2:
    declare(g, "a0", TEXT(g, "static %s a0[3] = {1, 2};", type_names[type]));
    add_shared(g, wild ? "a0[$ & 3]" : "a0[(unsigned)$ % 3]", type, false, false);
    break;
  case 3:
    declare(g, "a0", TEXT(g, "static %s a0[2][2];", type_names[type]));
    add_shared(g, "a0[$ & 1][$ & 1]", type, false, false);
    break;
  default:
    break;
  }
}

static void
declare_structs(struct generator *g)
{
  enum width a = some_type(g), b = some_type(g);
  if (has(g, HAS_STRUCT)) {
    vec_push(&g->program->names, "pair");
    declare(g, "s0", TEXT(g, "static struct pair { %s a; %s b[2]; } s0, s1;", type_names[a],
                          type_names[b]));
    vec_push(&g->program->names, "s1");
    add_shared(g, "s0.a", a, false, false);
    add_shared(g, "s0.b[$ & 1]", b, false, false);
    if (chance(g, 30))
      add_shared(g, "s1.a", a, false, false);
  }
  if (has(g, HAS_BITS)) {
    declare(g, "d0", "static struct { unsigned a : 3; int b : 4; unsigned char c : 2; } d0;");
    add_shared(g, "d0.a", U8, false, true);
    add_shared(g, "d0.b", S8, false, true);
    add_shared(g, "d0.c", U8, false, true);
  }
  if (has(g, HAS_UNION)) {
    declare(g, "u0", "static union { unsigned a; unsigned char b[4]; short c; } u0;");
    add_shared(g, "u0.a", U32, false, false);
    add_shared(g, "u0.b[$ & 3]", U8, false, false);
  }
}

static void
declare_pointers(struct generator *g)
{
  if (has(g, HAS_POINTER)) {
    struct spot place = g->shared.at[0];
    g->pointed = place.type;
    declare(g, "q0", TEXT(g, "static %s *q0 = &%s;", type_names[place.type], place.text));
    vec_push(&g->pointers, "q0");
    add_shared(g, "*q0", place.type, false, false);
  }
  g->handed = some_type(g);
  if (has(g, HAS_HEAP))
    declare(g, "h0", TEXT(g, "static %s *h0;", type_names[g->handed]));
}

/* Threads have little to do with each other unless they meet at few places. */
static void
leave_few(struct generator *g)
{
  unsigned few = 2 + below(g, 3);
  while (g->shared.n > few) {
    unsigned i = 1 + below(g, (unsigned)g->shared.n - 1);
    g->shared.at[i] = g->shared.at[--g->shared.n];
  }
}

static void
declare_locks(struct generator *g)
{
  g->mutexes = 1 + chance(g, 40) + (g->property & PROPERTY_DEADLOCK && chance(g, 50));
  for (unsigned i = 0; has(g, HAS_MUTEX) && i < g->mutexes; i++) {
    const char *name = TEXT(g, "m%u", i);
    declare(g, name, TEXT(g, "static pthread_mutex_t %s = PTHREAD_MUTEX_INITIALIZER;", name));
  }
  if (has(g, HAS_COND))
    declare(g, "c0", "static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;");
  if (has(g, HAS_SEM))
    declare(g, "e0", "static sem_t e0;");
  if (has(g, HAS_SPIN))
    declare(g, "p0", "static pthread_spinlock_t p0;");
  if (has(g, HAS_RWLOCK))
    declare(g, "r0", "static pthread_rwlock_t r0 = PTHREAD_RWLOCK_INITIALIZER;");
  if (has(g, HAS_BARRIER))
    declare(g, "b0", "static pthread_barrier_t b0;");
}

/* ---- functions ----------------------------------------------------------------------- */

static void
function(struct generator *g, const char *name, const char *text, struct node *inside,
         unsigned group)
{
  struct node *node = statement(g, g->file, text, inside, NULL);
  node->group = group;
  vec_push(&g->program->names, name);
}

/* Helpers are small: each call is unfolded where it stands. */
static void
helper(struct generator *g, unsigned i)
{
  struct node *inside = block(g);
  unsigned features = g->features;
  g->features &= HAS_LOOP | HAS_ARRAY;
  g->cost = 1;
  g->leave = "return 1";
  g->depth = 1;
  add_local(g, "x", U32, false);
  if (chance(g, 60))
    statements(g, inside, 1);
  statement(g, inside, "return $;", value(g, 1), NULL);
  const char *name = TEXT(g, "helper%u", i);
  function(g, name, TEXT(g, "static unsigned %s(unsigned x) {}", name), inside, 0);
  g->locals.n = 0;
  g->depth = 0;
  g->features = features;
}

static void
helpers(struct generator *g)
{
  unsigned n = has(g, HAS_HELPER) ? 1 + (has(g, HAS_POINTERS_TO_CODE) || chance(g, 30)) : 0;
  for (unsigned i = 0; i < n; i++)
    helper(g, i);
  g->helpers = n;
  if (has(g, HAS_ONCE)) {
    struct node *inside = block(g);
    g->cost = 1;
    assign(g, inside);
    function(g, "initialise", "static void initialise(void) {}", inside, 0);
    vec_push(&g->program->names, "o0");
    line(g, g->file, "static pthread_once_t o0 = PTHREAD_ONCE_INIT;");
  }
}

static void
thread(struct generator *g, unsigned i, unsigned group, unsigned cost)
{
  struct node *inside = block(g);
  g->cost = cost;
  g->leave = "return NULL";
  g->locals.n = 0;
  if (chance(g, 20)) {
    line(g, inside, "long n = (long)argument;");
    add_local(g, "n", U8, true);
  }
  statements(g, inside, 1 + below(g, 4));
  if (chance(g, 25)) {
    g->cost = 1;
    assertion(g, inside);
  }
  line(g, inside, "return NULL;");
  const char *name = TEXT(g, "thread%u", i);
  function(g, name, TEXT(g, "static void *%s(void *argument) {}", name), inside, group);
}

struct team {
  unsigned n;
  unsigned groups[4];
  bool created[4], joined[4];
  unsigned runs[4]; /* which function */
};

static void
initialise(struct generator *g, struct node *list, const struct team *team)
{
  if (has(g, HAS_SEM))
    line(g, list, TEXT(g, "sem_init(&e0, 0, %u);", below(g, 2)));
  if (has(g, HAS_SPIN))
    line(g, list, "pthread_spin_init(&p0, 0);");
  if (has(g, HAS_BARRIER))
    line(g, list, TEXT(g, "pthread_barrier_init(&b0, NULL, %u);", team->n));
}

static void
create(struct generator *g, struct node *list, struct team *team, unsigned i)
{
  team->created[i] = true;
  line(g, list, TEXT(g, "pthread_create(&w%u, NULL, thread%u, (void *)%u);", i, team->runs[i], i))
    ->group = team->groups[i];
}

static void
join(struct generator *g, struct node *list, struct team *team, unsigned i)
{
  team->joined[i] = true;
  line(g, list, TEXT(g, "pthread_join(w%u, NULL);", i))->group = team->groups[i];
}

static void
main_function(struct generator *g, struct team *team)
{
  struct node *list = block(g);
  bool takes_part = chance(g, 30), all = chance(g, 75);
  g->leave = "return 0";
  g->locals.n = 0;
  g->cost = takes_part ? 3 : 0;
  for (unsigned i = 0; i < team->n; i++)
    line(g, list, TEXT(g, "pthread_t w%u;", i))->group = team->groups[i];
  initialise(g, list, team);
  if (has(g, HAS_NONDET) && chance(g, 40))
    input(g, list);
  for (unsigned i = 0; i < team->n; i++) {
    create(g, list, team, i);
    if (takes_part && chance(g, 50))
      statements(g, list, 1);
    if (i && chance(g, 15))
      join(g, list, team, below(g, 2) ? i : i - 1);
  }
  for (unsigned i = 0; i < team->n; i++)
    if (!team->joined[i] && (all || chance(g, 50)))
      join(g, list, team, i);
  if (chance(g, 80)) {
    g->cost = 2;
    assertion(g, list);
  }
  if (has(g, HAS_MUTEX) && g->property & PROPERTY_LOCK && chance(g, 20))
    line(g, list, "pthread_mutex_destroy(&m0);");
  line(g, list, "return 0;");
  function(g, "main", "int main(void) {}", list, 0);
}

/* ---- all ------------------------------------------------------------------------------ */

/* Overflow is a matter of how a file is compiled. */
static unsigned
property_of(struct dice *dice, uint64_t seed)
{
  static const unsigned all[] = {
    PROPERTY_ASSERT, PROPERTY_ASSERT,   PROPERTY_ASSERT, PROPERTY_ASSERT | PROPERTY_DEADLOCK,
    PROPERTY_RACE,   PROPERTY_DEADLOCK, PROPERTY_MEMORY, PROPERTY_LOCK,
    PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK,
  };
  struct dice of_file = dice_new(seed / SEEDS_OF_FILE, 1);
  if (dice_chance(&of_file, 12))
    return PROPERTY_OVERFLOW | (dice_chance(dice, 50) ? PROPERTY_ASSERT : 0);
  return all[dice_below(dice, sizeof all / sizeof *all)];
}

static unsigned
features_of(struct dice *dice, unsigned property)
{
  unsigned features = 0;
#define X(name, percent) features |= dice_chance(dice, percent) ? (unsigned)HAS_##name : 0;
  FEATURES(X)
#undef X
  if (property & (PROPERTY_LOCK | PROPERTY_DEADLOCK))
    features |= HAS_MUTEX;
  if (property == PROPERTY_MEMORY)
    features |= dice_chance(dice, 50) ? HAS_HEAP : HAS_ARRAY;
  if (!(features & HAS_MUTEX))
    features &= ~(unsigned)(HAS_COND | HAS_TRYLOCK);
  return features;
}

void
generate(struct program *program, uint64_t seed)
{
  *program = (struct program){.seed = seed};
  struct generator g = {.program = program, .dice = dice_new(seed, 0)};
  struct team team = {.n = 2 + dice_chance(&g.dice, 25)};
  g.property = program->property = property_of(&g.dice, seed);
  g.features = features_of(&g.dice, g.property);
  program->root = g.file = block(&g);
  declare_scalars(&g);
  declare_arrays(&g);
  declare_structs(&g);
  declare_locks(&g);
  declare_pointers(&g);
  leave_few(&g);
  helpers(&g);
  for (unsigned i = 0; i < team.n; i++) {
    bool twin = i && dice_chance(&g.dice, 15); /* runs what the one before runs */
    team.runs[i] = twin ? team.runs[i - 1] : i;
    team.groups[i] = twin ? 0 : group_new(&g);
    if (!twin)
      thread(&g, i, team.groups[i], team.n == 2 ? 5 : 3);
  }
  main_function(&g, &team);
  vec_free(&g.shared);
  vec_free(&g.locals);
  vec_free(&g.pointers);
}
