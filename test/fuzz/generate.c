/* The generator first decides which features a program has, declares shared things for them, then
 * writes threads out of statements that these features allow, and main around them.
 *
 * Brute force must be able to follow. So the shared accesses of a thread are counted: when `cost`
 * is used up, expressions are made of constants and local variables only. */
#include "generate.h"

#include "generator.h"

/* ---- declarations --------------------------------------------------------------------- */

/* A declaration at file scope. */
static void
declare(struct generator *g, const char *name, const char *text)
{
  make_line(g, g->file, text);
  vec_push(&g->program->names, name);
}

static enum width
some_type(struct generator *g)
{
  static const enum width likely[] = {U8, U8, S32, U32, S32, S8, U16, S16, U64, S64, BOOL};
  return likely[below(g, sizeof likely / sizeof *likely)];
}

static void
add_shared(struct generator *g, const char *text, enum width type, bool is_atomic, bool field)
{
  vec_push(&g->shared, ((struct spot){text, type, is_atomic, field, false, true}));
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
    declare(
      g, name,
      TEXT(g, "static %s%s %s%s;", is_atomic ? "_Atomic " : "", TYPE_NAMES[type], name, start));
    add_shared(g, name, type, is_atomic, false);
    if (!i && has(g, HAS_CAST) && type >= U16)
      add_shared(g, TEXT(g, "((unsigned char *)&g0)[$ & %d]", type < U32 ? 1 : 3), U8, false,
                 false);
  }
  if (has(g, HAS_WAIT) || has(g, HAS_COND)) {
    declare(g, "f0", chance(g, 50) ? "static int f0;" : "static _Bool f0;");
    add_shared(g, "f0", U8, false, true); /* nobody takes its address */
  }
  if (has(g, HAS_FLOAT))
    declare(g, "x0", "static float x0;");
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
    declare(g, "a0", TEXT(g, "static %s a0[4];", TYPE_NAMES[type]));
    add_shared(g, wild ? "a0[$ & 7]" : "a0[$ & 3]", type, false, false);
    break;
  case 2:
    declare(g, "a0", TEXT(g, "static %s a0[3] = {1, 2};", TYPE_NAMES[type]));
    add_shared(g, wild ? "a0[$ & 3]" : "a0[(unsigned)$ % 3]", type, false, false);
    break;
  case 3:
    declare(g, "a0", TEXT(g, "static %s a0[2][2];", TYPE_NAMES[type]));
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
    declare(g, "s0",
            TEXT(g, "static struct pair { %s a; %s b[2]; } s0, s1;", TYPE_NAMES[a], TYPE_NAMES[b]));
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
    g->shared.n = chance(g, 50) ? 1 : g->shared.n; /* so that the two of it are met */
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
    declare(g, "q0", TEXT(g, "static %s *q0 = &%s;", TYPE_NAMES[place.type], place.text));
    vec_push(&g->pointers, "q0");
    add_shared(g, "(*q0)", place.type, false, false);
  }
  g->handed = some_type(g);
  if (has(g, HAS_LIST)) {
    declare(g, "n0", "static struct link { unsigned v; struct link *next; } n0, n1 = {1, &n0};");
    vec_push(&g->program->names, "n1");
    vec_push(&g->program->names, "link");
    declare(g, "top", "static struct link *top = &n1;");
  }
  if (has(g, HAS_HEAP))
    declare(g, "h0", TEXT(g, "static %s *h0;", TYPE_NAMES[g->handed]));
}

/* Threads have little to do with each other unless they meet at few places. If the same bytes
 * can be touched in pieces of several sizes, the places that do so are kept. */
static void
leave_few(struct generator *g)
{
  unsigned keep = has(g, HAS_CAST) && g->shared.at[0].type >= U16 ? 2 : 1, few = 2 + below(g, 3);
  while (g->shared.n > few) {
    unsigned i = keep + below(g, (unsigned)g->shared.n - keep);
    g->shared.at[i] = g->shared.at[--g->shared.n];
  }
}

static void
declare_locks(struct generator *g)
{
  g->mutexes = 1 + chance(g, 40);
  g->mutexes += g->property & PROPERTY_DEADLOCK && chance(g, 50);
  for (unsigned i = 0; has(g, HAS_MUTEX) && i < g->mutexes; i++) {
    const char *name = TEXT(g, "m%u", i);
    declare(g, name, TEXT(g, "static pthread_mutex_t %s = PTHREAD_MUTEX_INITIALIZER;", name));
  }
  if (has(g, HAS_COND))
    declare(g, "c0", "static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;");
  if (has(g, HAS_OWN_LOCK))
    declare(g, "k0", "static int k0;");
  if (has(g, HAS_TIMED))
    declare(g, "ts", "static const struct timespec ts = {1, 0};");
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
  struct node *node = make_statement(g, g->file, text, inside, NULL);
  node->group = group;
  vec_push(&g->program->names, name);
}

/* Helpers are small: each call is unfolded where it stands. */
static void
helper(struct generator *g, unsigned i)
{
  struct node *inside = make_block(g);
  bool features[FEATURES_ALL];
  for (unsigned k = 0; k < FEATURES_ALL; k++) {
    features[k] = g->features[k];
    g->features[k] &= k == HAS_ALWAYS || k == HAS_LOOP || k == HAS_ARRAY;
  }
  g->cost = 1;
  g->leave = "return 1";
  g->depth = 1;
  add_local(g, "x", U32, false);
  if (features[HAS_STATIC]) {
    make_line(g, inside, "static unsigned kept = 1;");
    add_local(g, "kept", U32, false);
    vec_last(&g->locals).shared = true;
  }
  if (chance(g, 60))
    write_statements(g, inside, 1);
  make_statement(g, inside, "return $;", make_value(g, 1), NULL);
  const char *name = TEXT(g, "helper%u", i);
  function(g, name, TEXT(g, "static unsigned %s(unsigned x) {}", name), inside, 0);
  g->locals.n = 0;
  g->depth = 0;
  for (unsigned k = 0; k < FEATURES_ALL; k++)
    g->features[k] = features[k];
}

/* Does something on the way down or up. */
static void
recursive(struct generator *g)
{
  struct node *inside = make_block(g);
  bool up = chance(g, 50);
  g->cost = 1;
  add_local(g, "x", U32, true);
  make_line(g, inside, "if (!x) return 0;");
  if (up)
    make_line(g, inside, "unsigned below = down(x - 1);");
  write_assignment(g, inside);
  make_line(g, inside, up ? "return below + 1;" : "return down(x - 1) + x;");
  function(g, "down", "static unsigned down(unsigned x) {}", inside, 0);
  g->locals.n = 0;
}

static void
helpers(struct generator *g)
{
  unsigned n = has(g, HAS_HELPER) ? 1 + (has(g, HAS_POINTERS_TO_CODE) || chance(g, 30)) : 0;
  for (unsigned i = 0; i < n; i++)
    helper(g, i);
  g->helpers = n;
  if (has(g, HAS_HELPER) && has(g, HAS_POINTER)) {
    struct node *inside = make_block(g);
    make_line(g, inside, "*p += x & 3;");
    function(g, "change",
             TEXT(g, "static void change(%s *p, unsigned x) {}", TYPE_NAMES[g->pointed]), inside,
             0);
  }
  if (has(g, HAS_RECURSION))
    recursive(g);
  if (has(g, HAS_ONCE)) {
    struct node *inside = make_block(g);
    g->cost = 1;
    write_assignment(g, inside);
    function(g, "initialise", "static void initialise(void) {}", inside, 0);
    vec_push(&g->program->names, "o0");
    make_line(g, g->file, "static pthread_once_t o0 = PTHREAD_ONCE_INIT;");
  }
}

enum { TEAM_MOST = 8 };

/* A nested one is created, and perhaps joined, by the first thread. */
struct team {
  unsigned n;
  unsigned groups[TEAM_MOST];
  bool joined[TEAM_MOST];
  unsigned runs[TEAM_MOST]; /* which function */
  bool nested;              /* the last one */
};

static void
thread(struct generator *g, unsigned i, unsigned group, unsigned cost, const struct team *team)
{
  struct node *inside = make_block(g);
  g->cost = cost;
  g->leave = "return NULL";
  g->locals.n = 0;
  if (has(g, HAS_ARGUMENT)) {
    make_line(g, inside, "unsigned *y = argument;");
    add_local(g, "(*y)", U32, false);
    vec_last(&g->locals).shared = true;
  } else if (chance(g, 20)) {
    make_line(g, inside, "long n = (long)argument;");
    add_local(g, "n", U8, true);
  }
  bool creates = team->nested && !i, joins = creates && chance(g, 60);
  if (creates) {
    make_line(g, inside, "pthread_t w;");
    if (chance(g, 50))
      write_statements(g, inside, 1);
    make_line(g, inside, TEXT(g, "pthread_create(&w, NULL, thread%u, argument);", team->n));
  }
  write_statements(g, inside, cost < 3 ? 1 : 2 + below(g, 4));
  if (joins)
    make_line(g, inside, "pthread_join(w, NULL);");
  if (!has(g, HAS_LITMUS) && chance(g, 25)) {
    g->cost = 1;
    write_assertion(g, inside);
  }
  if (has(g, HAS_RESULT))
    make_statement(g, inside, "return (void *)(unsigned long)($ & 3);", make_value(g, 1), NULL);
  else
    make_line(g, inside, "return NULL;");
  const char *name = TEXT(g, "thread%u", i);
  function(g, name, TEXT(g, "static void *%s(void *argument) {}", name), inside, group);
}

static void
initialise(struct generator *g, struct node *list, const struct team *team)
{
  if (has(g, HAS_SEM))
    make_line(g, list, TEXT(g, "sem_init(&e0, 0, %u);", below(g, 2)));
  if (has(g, HAS_SPIN))
    make_line(g, list, "pthread_spin_init(&p0, 0);");
  if (has(g, HAS_BARRIER))
    make_line(g, list, TEXT(g, "pthread_barrier_init(&b0, NULL, %u);", team->n));
}

static void
create(struct generator *g, struct node *list, const struct team *team, unsigned i)
{
  const char *argument = has(g, HAS_ARGUMENT) ? "&y0" : TEXT(g, "(void *)%u", i);
  make_line(g, list,
            TEXT(g, "pthread_create(&w%u, NULL, thread%u, %s);", i, team->runs[i], argument))
    ->group = team->groups[i];
}

static void
join(struct generator *g, struct node *list, struct team *team, unsigned i)
{
  if (team->joined[i])
    return;
  team->joined[i] = true;
  if (!has(g, HAS_RESULT)) {
    make_line(g, list, TEXT(g, "pthread_join(w%u, NULL);", i))->group = team->groups[i];
    return;
  }
  const char *name = TEXT(g, "z%u", i);
  make_line(g, list, TEXT(g, "void *%s;", name))->group = team->groups[i];
  make_line(g, list, TEXT(g, "pthread_join(w%u, &%s);", i, name))->group = team->groups[i];
  add_local(g, TEXT(g, "(unsigned long)%s", name), U64, true);
}

/* Two more threads, of a loop. */
static void
crowd(struct generator *g, struct node *list, unsigned function)
{
  unsigned group = make_group(g);
  make_line(g, list, "pthread_t v[2];")->group = group;
  make_line(g, list,
            TEXT(g, "for (int i = 0; i < 2; i++) pthread_create(&v[i], NULL, thread%u, %s);",
                 function, has(g, HAS_ARGUMENT) ? "&y0" : "(void *)(long)i"))
    ->group = group;
  if (chance(g, 70))
    make_line(g, list, "for (int i = 0; i < 2; i++) pthread_join(v[i], NULL);")->group = group;
}

static void
main_function(struct generator *g, struct team *team)
{
  struct node *list = make_block(g);
  bool takes_part = chance(g, 30), all = chance(g, 75);
  g->leave = "return 0";
  g->locals.n = 0;
  g->cost = takes_part ? 3 : 0;
  for (unsigned i = 0; i < team->n; i++)
    make_line(g, list, TEXT(g, "pthread_t w%u;", i))->group = team->groups[i];
  initialise(g, list, team);
  if (has(g, HAS_ARGUMENT)) {
    make_line(g, list, TEXT(g, "unsigned y0 = %u;", below(g, 3)));
    add_local(g, "y0", U32, false);
    vec_last(&g->locals).shared = true;
  }
  if (has(g, HAS_NONDET) && chance(g, 40))
    write_input(g, list);
  if (has(g, HAS_CROWD))
    crowd(g, list, team->runs[0]);
  for (unsigned i = 0; i < team->n; i++) {
    create(g, list, team, i);
    if (takes_part && chance(g, 50))
      write_statements(g, list, 1);
    if (i && chance(g, 15))
      join(g, list, team, below(g, 2) ? i : i - 1);
  }
  for (unsigned i = 0; i < team->n; i++)
    if (!team->joined[i] && (all || chance(g, 50)))
      join(g, list, team, i);
  if (!has(g, HAS_LITMUS) && chance(g, 80)) {
    g->cost = 2;
    write_assertion(g, list);
  }
  litmus_assert(g, list);
  if (has(g, HAS_MUTEX) && g->property & PROPERTY_LOCK && chance(g, 20))
    make_line(g, list, "pthread_mutex_destroy(&m0);");
  make_line(g, list, "return 0;");
  function(g, "main", "int main(void) {}", list, 0);
}

/* ---- all ------------------------------------------------------------------------------ */

/* Overflow is a matter of how a file is compiled. */
static unsigned
property_of(struct dice *dice, uint64_t seed)
{
  static const unsigned all[] = {
    PROPERTY_ASSERT,
    PROPERTY_ASSERT,
    PROPERTY_ASSERT,
    PROPERTY_ASSERT | PROPERTY_DEADLOCK,
    PROPERTY_RACE,
    PROPERTY_DEADLOCK,
    PROPERTY_MEMORY,
    PROPERTY_LOCK,
    PROPERTY_LEAK,
    PROPERTY_ASSERT,
    PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK,
  };
  struct dice of_file = dice_new(seed / SEEDS_OF_FILE, 1);
  if (dice_chance(&of_file, 12))
    return PROPERTY_OVERFLOW | (dice_chance(dice, 50) ? PROPERTY_ASSERT : 0);
  return all[dice_below(dice, sizeof all / sizeof *all)];
}

static void
choose_features(struct generator *g)
{
  unsigned property = g->property;
#define X(name, percent) g->features[HAS_##name] = chance(g, percent);
  FEATURES(X)
#undef X
  g->features[HAS_ALWAYS] = true;
  g->features[HAS_LITMUS] &= (property & PROPERTY_ASSERT) != 0;
  for (unsigned i = 0; has(g, HAS_LITMUS) && i < FEATURES_ALL; i++) /* with little else */
    g->features[i] &= i == HAS_ALWAYS || i == HAS_LITMUS || chance(g, 20);
  if (property & (PROPERTY_LOCK | PROPERTY_DEADLOCK))
    g->features[HAS_MUTEX] = true;
  if (property == PROPERTY_LEAK)
    g->features[HAS_HEAP] = true;
  if (property == PROPERTY_MEMORY)
    g->features[chance(g, 50) ? HAS_HEAP : HAS_ARRAY] = true;
}

/* How the program is to be taken; what concerns the compiler is the same for a whole file. */
static void
choose_options(struct generator *g)
{
  struct program *program = g->program;
  struct dice of_file = dice_new(program->seed / SEEDS_OF_FILE, 5);
  program->narrow = dice_chance(&of_file, 8);
  program->malloc_fails = has(g, HAS_HEAP) && chance(g, 15);
  program->reuse = has(g, HAS_HEAP) && chance(g, 20);
  program->no_spurious = has(g, HAS_COND) && chance(g, 25);
}

void
generate(struct program *program, uint64_t seed)
{
  *program = (struct program){.seed = seed};
  struct generator g = {.program = program, .dice = dice_new(seed, 0)};
  struct team team = {.n = dice_chance(&g.dice, 4) ? 5 + dice_below(&g.dice, 2)
                                                   : 2u + dice_chance(&g.dice, 25)};
  g.property = program->property = property_of(&g.dice, seed);
  choose_features(&g);
  choose_options(&g);
  program->root = g.file = make_block(&g);
  declare_scalars(&g);
  declare_arrays(&g);
  declare_structs(&g);
  declare_locks(&g);
  declare_pointers(&g);
  litmus_declare(&g);
  leave_few(&g);
  helpers(&g);
  if (has(&g, HAS_NESTED) && team.n == 2) {
    team.nested = true;
    thread(&g, team.n, make_group(&g), 3, &(struct team){0});
  }
  for (unsigned i = 0; i < team.n; i++) {
    /* a twin runs what the one before runs */
    bool twin = i && dice_chance(&g.dice, has(&g, HAS_LITMUS) ? 5 : 15);
    team.runs[i] = twin ? team.runs[i - 1] : i;
    team.groups[i] = twin ? 0 : make_group(&g);
    if (!twin)
      thread(&g, i, team.groups[i], team.n == 2 ? 8 : team.n == 3 ? 5 : 2, &team);
  }
  main_function(&g, &team);
  vec_free(&g.shared);
  vec_free(&g.locals);
  vec_free(&g.pointers);
  vec_free(&g.loaded);
}
