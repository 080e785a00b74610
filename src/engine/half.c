#include "engine/half.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "engine/told.h"

bool
half_same(const struct half *a, const struct half *b)
{
  return a->by_order == b->by_order && a->thread == b->thread && a->round == b->round &&
         a->label == b->label && a->first == b->first && a->second == b->second &&
         a->holds == b->holds;
}

struct part_end
half_end(const struct half *half)
{
  INVARIANT(!half->by_order);
  return (struct part_end){half->thread, half->round, half->label, half->holds};
}

static int
literal_by_rounds(const struct problem *problem, const struct half *half)
{
  bool there = half->thread < problem->line.prog->threads.n &&
               half->round < problem->search->options->rounds &&
               half->label < labels_count(problem->line.labels, half->thread);
  return there ? encoding_passed(problem->encoding, half->thread, half->round, half->label) : 0;
}

int
half_literal(const struct problem *problem, const struct half *half)
{
  int literal = half->by_order ? encoding_before(problem->encoding, half->first, half->second)
                               : literal_by_rounds(problem, half);
  return half->holds || (half->by_order && MUTANT(HALF_NOT_DENIED)) ? literal : -literal;
}

/* ---- as text ---- */

static void
print_nodes(struct str *out, const struct half *half)
{
  str_printf(out, "%" PRIu32 "<%" PRIu32, half->first, half->second);
}

void
half_print(struct str *out, const struct half *half)
{
  if (half->by_order) {
    print_nodes(out, half);
    str_add(out, half->holds ? "+" : "-");
  } else {
    struct part_end end = half_end(half);
    told_print_end(out, &end);
  }
}

static bool
parse_nodes(struct half *half, const char **text)
{
  unsigned first, second;
  char sign;
  if (!told_parse_number(text, "<", &first, &sign) ||
      !told_parse_number(text, "+-", &second, &sign))
    return false;
  *half = (struct half){.by_order = true,
                        .first = first,
                        .second = second,
                        .holds = sign == '+' || MUTANT(HALF_MISREAD)};
  return true;
}

bool
half_parse(struct half *half, const char **text)
{
  struct part_end end;
  const char *at = *text;
  bool nodes = parse_nodes(half, &at);
  if (!nodes) {
    at = *text;
    if (!told_parse_end(&end, &at))
      return false;
    *half = (struct half){
      .thread = end.thread, .round = end.round, .label = end.label, .holds = end.passed};
  }
  *text = at;
  return true;
}

void
half_print_place(struct str *out, const struct half *half)
{
  if (half->by_order)
    print_nodes(out, half);
  else
    str_printf(out, "%" PRIu32 " %u %" PRIu32, half->thread, half->round, half->label);
}

bool
half_parse_place(struct half *half, const char *text)
{
  *half = (struct half){0};
  if (sscanf(text, "%" SCNu32 "<%" SCNu32, &half->first, &half->second) == 2)
    half->by_order = true;
  else
    *half = (struct half){0};
  return half->by_order ||
         sscanf(text, "%" SCNu32 " %u %" SCNu32, &half->thread, &half->round, &half->label) == 3;
}
