/* Each kind of statement is a function that appends to a list, and a row of `kinds`. */
#include "generator.h"

#include <string.h>

/* ---- statements -------------------------------------------------------------------- */

struct node *
write_body(struct generator *g, unsigned n)
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

void
write_local(struct generator *g, struct node *list)
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

void
write_branch(struct generator *g, struct node *list)
{
  struct node *test = make_condition(g, 1), *yes = write_body(g, 1 + below(g, 2));
  struct node *node = make_statement(g, list, "if ($) {}", test, yes);
  if (!chance(g, 40))
    return;
  node->text = "if ($) {} else {}";
  node_add(node, write_body(g, 1 + below(g, 2)));
}

void
write_choose(struct generator *g, struct node *list)
{
  struct node *cases = make_block(g), *of = make_value(g, 1);
  unsigned n = 2 + below(g, 2);
  for (unsigned i = 0; i < n; i++) {
    const char *text = TEXT(g, "case %u: {}%s", i, chance(g, 75) ? " break;" : "");
    if (i + 1 == n && chance(g, 50))
      text = "default: {}";
    make_statement(g, cases, text, write_body(g, 1), NULL);
  }
  make_statement(g, list, "switch ($ & 3) {}", of, cases);
}

void
write_count(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "i%u", g->fresh++);
  bool constant = chance(g, 60);
  struct node *limit = constant ? make_atom(g, TEXT(g, "%u", 1 + below(g, 3))) : make_value(g, 0);
  size_t locals = g->locals.n;
  add_local(g, name, U32, true);
  struct node *inside = write_body(g, 1 + below(g, 2));
  struct node *last = chance(g, 15) ? make_condition(g, 0) : NULL;
  if (last)
    make_statement(g, inside, chance(g, 50) ? "if ($) break;" : "if ($) continue;", last, NULL);
  g->locals.n = locals;
  make_statement(g, list,
                 TEXT(g, "for (unsigned %s = 0; %s < %s; %s++) {}", name, name,
                      constant ? "$" : "($ & 3)", name),
                 limit, inside);
}

void
write_count_down(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "l%u", g->fresh++);
  make_statement(g, list, TEXT(g, "unsigned char %s = $ & 3;", name), make_value(g, 0), NULL);
  struct node *inside = write_body(g, 1);
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

void
write_assume(struct generator *g, struct node *list)
{
  make_statement(g, list, "__VERIFIER_assume($);", make_condition(g, 0), NULL);
}

/* ---- functions ---- */

void
write_call(struct generator *g, struct node *list)
{
  const struct spot *place = pick_writable(g);
  if (!place || !g->helpers)
    return;
  struct node *left = make_place(g, place);
  const char *text = TEXT(g, "$ = helper%u($);", below(g, g->helpers));
  make_statement(g, list, text, left, make_value(g, 1));
}

void
write_call_by_pointer(struct generator *g, struct node *list)
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

/* Through a parameter. */
void
write_call_with_pointer(struct generator *g, struct node *list)
{
  for (unsigned i = 0; i < 12; i++) {
    struct spot place = *pick_addressable(g, true);
    if (place.type != g->pointed || place.atomic || place.field)
      continue;
    struct node *to = make_place(g, &place);
    make_statement(g, list, "change(&$, $);", to, make_value(g, 0));
    return;
  }
}

void
write_call_recursive(struct generator *g, struct node *list)
{
  const char *name = TEXT(g, "l%u", g->fresh++);
  if (g->in_section)
    return;
  make_statement(g, list, TEXT(g, "unsigned %s = down($ & 3);", name), make_value(g, 0), NULL);
  add_local(g, name, U32, false);
}

void
write_floating(struct generator *g, struct node *list)
{
  static const char *const ways[] = {"x0 += 0.5f;", "x0 = x0 * 2;", "x0 = 1 - x0;"};
  if (!chance(g, 40)) {
    make_line(g, list, ways[below(g, 3)]);
    return;
  }
  struct node *limit = make_number(g);
  make_statement(g, list, "if (x0 > $) {}", limit, write_body(g, 1));
}

void
write_leave(struct generator *g, struct node *list)
{
  static const char *const ways[] = {"exit(0)", "abort()", "pthread_exit(NULL)", "exit(1)"};
  if (!g->in_section && chance(g, 25)) {
    const char *text = TEXT(g, "if ($) %s;", ways[below(g, 4)]);
    make_statement(g, list, text, make_condition(g, 1), NULL);
    return;
  }
  if (g->in_section || (g->held && !write_forgets(g)))
    return;
  make_statement(g, list, TEXT(g, "if ($) %s;", g->leave), make_condition(g, 0), NULL);
}

/* ---- the table ---- */

struct kind {
  enum feature needs[2];
  unsigned weight;
  void (*append)(struct generator *g, struct node *list);
};

static unsigned
weight_of(const struct generator *g, const struct kind *kind)
{
  return has(g, kind->needs[0]) && has(g, kind->needs[1]) ? kind->weight : 0;
}

static void
write_any(struct generator *g, struct node *list)
{
  static const struct kind kinds[] = {
#define X(name, weight, a, b) {{HAS_##a, HAS_##b}, weight, write_##name},
    STATEMENTS(X)
#undef X
  };
  enum { N = sizeof kinds / sizeof *kinds };
  unsigned sum = 0, i = 0;
  for (unsigned k = 0; k < N; k++)
    sum += weight_of(g, &kinds[k]);
  for (unsigned at = below(g, sum); at >= weight_of(g, &kinds[i]); i++)
    at -= weight_of(g, &kinds[i]);
  kinds[i].append(g, list);
}

void
write_statements(struct generator *g, struct node *list, unsigned n)
{
  for (; n; n--)
    if (g->in_section || g->depth > 2)
      write_assignment(g, list);
    else
      write_any(g, list);
}
