/* Each round tries, from coarse to fine: to leave out all nodes of a group (a thread, a pair of
 * lock and unlock); to leave out elements of lists, first half of a list, then smaller pieces, then
 * single ones; to put the body of a statement in its place; to put an operand in the place of an
 * expression, or a constant. What does not compile any more has another finding, so nothing here
 * needs to know C. Rounds are repeated until one changes nothing. */
#include "shrink.h"

#include <string.h>

struct shrinking {
  const struct trial *trial;
  struct program *program;
  struct report *report;
  unsigned tried;
  bool changed;
};

enum { TRIED_MOST = 3000 };

static bool
still(struct shrinking *s)
{
  struct report report;
  if (s->tried >= TRIED_MOST)
    return false;
  s->tried++;
  if (!trial_run(s->trial, s->program, 1, &report) || report.finding != s->report->finding)
    return false;
  *s->report = report;
  s->changed = true;
  return true;
}

/* ---- the kids of a node as they were ---------------------------------------------------- */

struct kids {
  struct node **at;
  size_t n;
};

static struct kids
kids_keep(struct shrinking *s, const struct node *node)
{
  struct kids kids = {.n = node->kids.n};
  if (kids.n) {
    kids.at = arena_alloc(&s->program->arena, kids.n * sizeof *kids.at);
    memcpy(kids.at, node->kids.at, kids.n * sizeof *kids.at);
  }
  return kids;
}

static void
kids_set(struct node *node, struct kids kids)
{
  vec_resize(&node->kids, kids.n);
  if (kids.n)
    memcpy(node->kids.at, kids.at, kids.n * sizeof *kids.at);
}

/* ---- lists ------------------------------------------------------------------------------ */

static void
cut(struct node *list, size_t first, size_t n)
{
  memmove(&list->kids.at[first], &list->kids.at[first + n],
          (list->kids.n - first - n) * sizeof *list->kids.at);
  list->kids.n -= n;
}

static void
thin_out(struct shrinking *s, struct node *list)
{
  for (size_t size = list->kids.n > 1 ? list->kids.n / 2 : list->kids.n; size; size /= 2)
    for (size_t end = list->kids.n; end;) { /* from behind: uses come after declarations */
      size_t first = end > size ? end - size : 0;
      struct kids before = kids_keep(s, list);
      cut(list, first, end - first);
      if (!still(s))
        kids_set(list, before);
      end = first;
    }
}

/* The bodies of list[i] in its place. */
static bool
unwrap(struct shrinking *s, struct node *list, size_t i)
{
  struct node *node = list->kids.at[i];
  struct kids before = kids_keep(s, list);
  struct node *all = node_new(s->program, NODE_LIST, NULL);
  bool found = false;
  for (size_t k = 0; k < before.n; k++) {
    bool here = k == i;
    for (size_t j = 0; here && j < node->kids.n; j++) {
      const struct node *body = node->kids.at[j];
      found |= body->kind == NODE_LIST;
      for (size_t m = 0; body->kind == NODE_LIST && m < body->kids.n; m++)
        node_add(all, body->kids.at[m]);
    }
    if (!here)
      node_add(all, before.at[k]);
  }
  if (found) {
    kids_set(list, (struct kids){all->kids.at, all->kids.n});
    if (still(s))
      return true;
    kids_set(list, before);
  }
  return false;
}

/* ---- expressions --------------------------------------------------------------------------- */

static bool
replace(struct shrinking *s, struct node **place, struct node *by)
{
  struct node *old = *place;
  *place = by;
  if (still(s))
    return true;
  *place = old;
  return false;
}

static struct node *
constant(struct shrinking *s, const char *text)
{
  return node_new(s->program, NODE_EXPRESSION, text);
}

static bool
is_number(const struct node *node)
{
  return !node->kids.n && strspn(node->text, "0123456789u") == strlen(node->text);
}

static bool
simplify(struct shrinking *s, struct node **place)
{
  struct node *node = *place;
  if (is_number(node))
    return strcmp(node->text, "0") && strcmp(node->text, "1") &&
           (replace(s, place, constant(s, "0")) || replace(s, place, constant(s, "1")));
  if (replace(s, place, constant(s, "0")) || replace(s, place, constant(s, "1")))
    return true;
  for (size_t i = 0; i < node->kids.n; i++)
    if (replace(s, place, node->kids.at[i]))
      return true;
  return false;
}

/* ---- all ---------------------------------------------------------------------- */

static void
walk(struct shrinking *s, struct node *node)
{
  if (node->kind == NODE_LIST)
    thin_out(s, node);
  for (size_t i = 0; i < node->kids.n; i++) {
    while (node->kids.at[i]->kind == NODE_EXPRESSION && simplify(s, &node->kids.at[i]))
      ;
    while (node->kind == NODE_LIST && i < node->kids.n && unwrap(s, node, i))
      ;
    if (i < node->kids.n)
      walk(s, node->kids.at[i]);
  }
}

/* False if there is none. */
static bool
cut_group(struct node *node, unsigned group)
{
  bool found = false;
  for (size_t i = node->kids.n; i-- > 0;)
    if (node->kids.at[i]->group == group && node->kind == NODE_LIST) {
      cut(node, i, 1);
      found = true;
    } else {
      found |= cut_group(node->kids.at[i], group);
    }
  return found;
}

static void
leave_out_group(struct shrinking *s, unsigned group)
{
  struct program *program = s->program;
  struct kids *before = arena_alloc(&program->arena, program->nodes.n * sizeof *before);
  size_t n = program->nodes.n;
  for (size_t i = 0; i < n; i++)
    before[i] = kids_keep(s, program->nodes.at[i]);
  if (cut_group(program->root, group) && !still(s))
    for (size_t i = 0; i < n; i++)
      kids_set(program->nodes.at[i], before[i]);
}

unsigned
shrink(const struct trial *trial, struct program *program, struct report *report)
{
  struct shrinking s = {trial, program, report, 0, true};
  while (s.changed && s.tried < TRIED_MOST) {
    s.changed = false;
    for (unsigned group = 1; group <= program->groups; group++)
      leave_out_group(&s, group);
    walk(&s, program->root);
  }
  return s.tried;
}
