/* Expressions have no side effects, so that the order in which C evaluates them does not matter.
 * Kids are made one after the other, not as arguments of one call: the same seed is to give the
 * same program whatever compiles the generator. */
#include "generator.h"

const char *const TYPE_NAMES[TYPES] = {
  "unsigned char", "signed char",   "unsigned short", "short", "unsigned",
  "int",           "unsigned long", "long",           "_Bool",
};

/* ---- nodes ------------------------------------------------------------------- */

struct node *
make_expression(struct generator *g, const char *text, struct node *a, struct node *b,
                struct node *c)
{
  struct node *node = node_new(g->program, NODE_EXPRESSION, text), *kids[] = {a, b, c};
  for (size_t i = 0; i < 3 && kids[i]; i++)
    node_add(node, kids[i]);
  return node;
}

struct node *
make_atom(struct generator *g, const char *text)
{
  return make_expression(g, text, NULL, NULL, NULL);
}

struct node *
make_statement(struct generator *g, struct node *list, const char *text, struct node *a,
               struct node *b)
{
  struct node *node = make_expression(g, text, a, b, NULL);
  node->kind = NODE_STATEMENT;
  node_add(list, node);
  return node;
}

struct node *
make_line(struct generator *g, struct node *list, const char *text)
{
  return make_statement(g, list, text, NULL, NULL);
}

struct node *
make_block(struct generator *g)
{
  return node_new(g->program, NODE_LIST, NULL);
}

unsigned
make_group(struct generator *g)
{
  return ++g->program->groups;
}

/* ---- expressions ---------------------------------------------------------------- */

struct node *
make_number(struct generator *g)
{
  static const char *const few[] = {"0", "1", "1", "2",   "2",    "3",
                                    "4", "5", "7", "255", "128u", "258"};
  return make_atom(g, few[below(g, sizeof few / sizeof *few)]);
}

struct node *
make_place(struct generator *g, const struct spot *place)
{
  struct node *node = make_atom(g, place->text);
  node->shared = place->shared && !place->field;
  node->atomic = place->atomic;
  for (const char *at = place->text; *at; at++)
    if (*at == '$')
      node_add(node, chance(g, 50) ? make_number(g) : make_value(g, 0));
  return node;
}

static const struct spot *
any_local(struct generator *g)
{
  return &g->locals.at[below(g, (unsigned)g->locals.n)];
}

/* Shared, or local if there is nothing left to spend. NULL if there is none. */
const struct spot *
pick_readable(struct generator *g)
{
  if (g->locals.n && (!g->cost || chance(g, 35)))
    return any_local(g);
  if (!g->cost)
    return NULL;
  g->cost--;
  return &g->shared.at[below(g, (unsigned)g->shared.n)];
}

/* NULL if nothing may be written. */
const struct spot *
pick_writable(struct generator *g)
{
  for (unsigned i = 0; i < 8; i++) {
    const struct spot *place = pick_readable(g);
    if (place && !place->constant)
      return place;
  }
  return NULL;
}

/* One that has an address. */
const struct spot *
pick_addressable(struct generator *g, bool plain)
{
  for (unsigned i = 0; i < 12; i++) {
    const struct spot *place = &g->shared.at[below(g, (unsigned)g->shared.n)];
    if (!place->field && !(plain && place->atomic))
      return place;
  }
  return &g->shared.at[0];
}

struct node *
make_leaf(struct generator *g)
{
  const struct spot *place = chance(g, 70) ? pick_readable(g) : NULL;
  if (!place)
    return make_number(g);
  if (place->type == S64)
    return make_expression(g, "(unsigned long)$", make_place(g, place), NULL, NULL);
  return make_place(g, place);
}

struct node *
make_comparison(struct generator *g, unsigned depth)
{
  static const char *const all[] = {"($ == $)", "($ == $)", "($ != $)", "($ < $)",
                                    "($ <= $)", "($ > $)",  "($ >= $)"};
  const struct spot *place = chance(g, 80) ? pick_readable(g) : NULL;
  struct node *left = place ? make_place(g, place) : make_value(g, depth);
  const char *text = all[below(g, 7)];
  return make_expression(g, text, left, chance(g, 60) ? make_number(g) : make_value(g, depth),
                         NULL);
}

struct node *
make_condition(struct generator *g, unsigned depth)
{
  struct node *a;
  switch (below(g, depth ? 8 : 5)) {
  case 0:
    return make_leaf(g);
  case 5:
    a = make_condition(g, depth - 1);
    return make_expression(g, "($ && $)", a, make_condition(g, depth - 1), NULL);
  case 6:
    a = make_condition(g, depth - 1);
    return make_expression(g, "($ || $)", a, make_condition(g, depth - 1), NULL);
  case 7:
    return make_expression(g, "!$", make_condition(g, depth - 1), NULL, NULL);
  default:
    return make_comparison(g, 0);
  }
}

/* Only if the property asks for it may an operation overflow. */
static const char *
binary(struct generator *g)
{
  static const char *const fine[] = {
    "((unsigned)$ + $)",
    "((unsigned)$ + $)",
    "((unsigned)$ - $)",
    "((unsigned)$ * $)",
    "($ & $)",
    "($ | $)",
    "($ ^ $)",
    "((unsigned)$ << ($ & 7))",
    "($ >> ($ & 3))",
    "($ / (($ & 3) + 1))",
    "($ % (($ & 3) + 1))",
    "((unsigned long)$ * $)",
  };
  static const char *const risky[] = {"($ + $)",  "($ - $)", "($ * (int)$)",     "($ << $)",
                                      "($ >> $)", "($ / $)", "((int)$ % (int)$)"};
  if (g->property & PROPERTY_OVERFLOW && chance(g, 60))
    return risky[below(g, sizeof risky / sizeof *risky)];
  return fine[below(g, sizeof fine / sizeof *fine)];
}

struct node *
make_value(struct generator *g, unsigned depth)
{
  struct node *a, *b;
  const char *text;
  if (!depth || chance(g, 30))
    return make_leaf(g);
  switch (below(g, 12)) {
  case 0:
    return make_expression(g, "(~$ & 15)", make_value(g, depth - 1), NULL, NULL);
  case 1:
    a = make_condition(g, 0);
    b = make_value(g, depth - 1);
    return make_expression(g, "($ ? $ : $)", a, b, make_value(g, depth - 1));
  case 2:
    return make_condition(g, depth - 1);
  case 3:
    a = make_value(g, depth - 1);
    return make_expression(g, "(($ & 15) - ($ & 7))", a, make_value(g, depth - 1), NULL);
  case 4:
    text = TEXT(g, "(%s)$", TYPE_NAMES[below(g, TYPES)]);
    return make_expression(g, text, make_value(g, depth - 1), NULL, NULL);
  default:
    text = binary(g);
    a = make_value(g, depth - 1);
    return make_expression(g, text, a, make_value(g, depth - 1), NULL);
  }
}
