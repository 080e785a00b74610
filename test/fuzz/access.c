/* Statements that access memory in other ways than by name: atomically, through pointers, on the
 * heap, as a whole. */
#include <string.h>

#include "generator.h"

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

/* NULL if none is met. */
static const struct spot *
pick_atomic(struct generator *g)
{
  const struct spot *found = NULL;
  for (unsigned i = 0; i < 12 && !found; i++) {
    const struct spot *place = &g->shared.at[below(g, (unsigned)g->shared.n)];
    found = place->atomic ? place : NULL;
  }
  return found;
}

void
write_atomic(struct generator *g, struct node *list)
{
  static const char *const names[] = {"fetch_add", "fetch_sub", "fetch_or",
                                      "fetch_xor", "fetch_and", "exchange"};
  const struct spot *found = pick_atomic(g);
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

/* Loads and stores that say how they are ordered. */
void
write_ordered(struct generator *g, struct node *list)
{
  static const char *const orders[2][3] = {{"relaxed", "acquire", "seq_cst"},
                                           {"relaxed", "release", "seq_cst"}};
  const struct spot *found = pick_atomic(g);
  if (!found)
    return;
  struct spot place = *found;
  bool store = chance(g, 60);
  const char *how = orders[store][below(g, 3)];
  struct node *left = make_place(g, &place);
  if (store)
    make_statement(g, list, TEXT(g, "atomic_store_explicit(&$, $, memory_order_%s);", how), left,
                   make_value(g, 1));
  else
    result_of(g, list, TEXT(g, "atomic_load_explicit(&$, memory_order_%s)", how), place.type, left,
              NULL);
}

void
write_fence(struct generator *g, struct node *list)
{
  static const char *const fences[] = {
    "__sync_synchronize();",
    "atomic_thread_fence(memory_order_seq_cst);",
    "__asm__ volatile(\"mfence\" ::: \"memory\");",
    "atomic_thread_fence(memory_order_release);",
    "atomic_thread_fence(memory_order_acq_rel);",
    "atomic_thread_fence(memory_order_acquire);",
  };
  make_line(g, list, fences[below(g, 6)]);
}

void
write_builtin(struct generator *g, struct node *list)
{
  static const char *const loads[] = {"__atomic_load_n(&$, __ATOMIC_ACQUIRE)",
                                      "__atomic_load_n(&$, __ATOMIC_SEQ_CST)"};
  static const char *const stores[] = {"__atomic_store_n(&$, $, __ATOMIC_RELEASE);",
                                       "__atomic_store_n(&$, $, __ATOMIC_RELAXED);",
                                       "__atomic_store_n(&$, $, __ATOMIC_SEQ_CST);"};
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
    result_of(g, list, loads[below(g, 2)], place.type, left, NULL);
    break;
  case 2:
    make_statement(g, list, stores[below(g, 3)], left, make_value(g, 1));
    break;
  default:
    text = calls[below(g, 8)];
    result_of(g, list, text, place.type, left, make_value(g, 1));
  }
}

/* A loop that tries until nobody came between. */
void
write_retry(struct generator *g, struct node *list)
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

void
write_pointer(struct generator *g, struct node *list)
{
  if (g->pointers.n && chance(g, 50)) { /* let a shared one point elsewhere */
    for (unsigned i = 0; i < 12; i++) {
      struct spot place = *pick_addressable(g, true);
      if (place.type != g->pointed || place.atomic || place.text[0] == '(')
        continue;
      struct node *to = make_place(g, &place);
      const char *name = g->pointers.at[below(g, (unsigned)g->pointers.n)];
      bool swap = chance(g, 20);
      make_statement(
        g, list, TEXT(g, swap ? "__sync_bool_compare_and_swap(&%s, &g0, &$);" : "%s = &$;", name),
        to, NULL);
      return;
    }
  }
  struct spot place = *pick_addressable(g, true);
  if (place.atomic || place.field)
    return;
  const char *name = TEXT(g, "p%u", 100 + g->fresh++);
  struct node *to = make_place(g, &place), *test = chance(g, 40) ? make_condition(g, 0) : NULL;
  const char *start = TEXT(g, "%s *%s = ", TYPE_NAMES[place.type], name);
  if (test && place.type == g->pointed)
    make_statement(g, list, TEXT(g, "%s$ ? &g0 : &$;", start), test, to);
  else
    make_statement(g, list, TEXT(g, "%s&$;", start), to, NULL);
  add_local(g, TEXT(g, "(*%s)", name), place.type, false);
  vec_last(&g->locals).shared = true;
}

/* A block that is the thread's own, or given to others; freeing it then is what `memory` is for. */
void
write_heap(struct generator *g, struct node *list)
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

void
write_copy(struct generator *g, struct node *list)
{
  static const char *const ways[] = {"s1 = s0;", "s0 = s1;", "memset(&s0, 1, sizeof s0);",
                                     "memcpy(&s1, &s0, sizeof s1);"};
  if (g->cost < 3)
    return;
  g->cost -= 3;
  make_line(g, list, ways[below(g, 4)]);
}

/* A list of two nodes, of which others change the links meanwhile. It may become a circle. */
void
write_list(struct generator *g, struct node *list)
{
  static const char *const changes[] = {
    "n0.next = top; top = &n0;",
    "n1.next = top; top = &n1;",
    "if (top) top = top->next;",
    "struct link *p = top; if (p) p->next = NULL;",
    "struct link *p = top; if (p && __sync_bool_compare_and_swap(&top, p, p->next)) p->v++;",
  };
  if (g->cost < 2 || g->in_section)
    return;
  g->cost -= 2;
  const char *name = TEXT(g, "l%u", g->fresh++);
  switch (below(g, 4)) {
  case 0:
    make_line(g, list, TEXT(g, "unsigned %s = 0;", name));
    make_line(g, list, TEXT(g, "for (struct link *p = top; p; p = p->next) %s += p->v;", name));
    add_local(g, name, U32, false);
    break;
  case 1:
    make_statement(g, list, "if (top) top->v = $;", make_value(g, 1), NULL);
    break;
  default:
    make_line(g, list, TEXT(g, "{ %s }", changes[below(g, 5)]));
  }
}
