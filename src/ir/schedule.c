#include "ir/schedule.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void
schedule_free(struct schedule *schedule)
{
  vec_free(&schedule->contexts);
  vec_free(&schedule->late);
  vec_free(&schedule->inputs);
}

static int
by_store(const void *a, const void *b)
{
  const struct late *x = a, *y = b;
  return x->store < y->store ? -1 : x->store > y->store;
}

unsigned
schedule_rounds(const struct schedule *schedule)
{
  unsigned rounds = schedule->contexts.n > 0;
  for (size_t i = 1; i < schedule->contexts.n; i++)
    rounds += schedule->contexts.at[i].thread <= schedule->contexts.at[i - 1].thread;
  return rounds;
}

void
schedule_sort(struct schedule *schedule)
{
  if (schedule->late.n)
    qsort(schedule->late.at, schedule->late.n, sizeof *schedule->late.at, by_store);
}

void
schedule_print(struct str *out, const struct schedule *schedule)
{
  for (size_t i = 0; i < schedule->contexts.n; i++)
    str_printf(out, "%" PRIu32 ":%" PRIu32 " ", schedule->contexts.at[i].thread,
               schedule->contexts.at[i].labels);
  for (size_t i = 0; i < schedule->late.n; i++)
    str_printf(out, "%s%" PRIu32 "@%" PRIu32 " ", i ? "" : "late ", schedule->late.at[i].store,
               schedule->late.at[i].context);
  str_add(out, "in");
  for (size_t i = 0; i < schedule->inputs.n; i++)
    str_printf(out, " %" PRIx64, schedule->inputs.at[i]);
}

/* Digits alone: strtoull would take signs and spaces as well. */
static bool
read_number(const char **text, int base, uint64_t *number)
{
  char *end;
  if (str_hex_digit(**text) < 0 || str_hex_digit(**text) >= base)
    return false;
  *number = strtoull(*text, &end, base);
  *text = end;
  return true;
}

/* Two numbers with this mark between them and a space behind. */
static bool
read_pair(const char **text, char mark, uint32_t *first, uint32_t *second)
{
  uint64_t a, b;
  if (!read_number(text, 10, &a) || *(*text)++ != mark || !read_number(text, 10, &b) ||
      *(*text)++ != ' ' || a > UINT32_MAX || b > UINT32_MAX)
    return false;
  *first = (uint32_t)a;
  *second = (uint32_t)b;
  return true;
}

static bool
at_word(const char *text, const char *word)
{
  return !strncmp(text, word, strlen(word));
}

bool
schedule_parse(struct schedule *schedule, const char *text)
{
  *schedule = (struct schedule){0};
  while (!at_word(text, "in") && !at_word(text, "late ")) {
    struct context context;
    if (!read_pair(&text, ':', &context.thread, &context.labels))
      return false;
    vec_push(&schedule->contexts, context);
  }
  if (at_word(text, "late "))
    for (text += strlen("late "); !at_word(text, "in");) {
      struct late late;
      if (!read_pair(&text, '@', &late.store, &late.context))
        return false;
      vec_push(&schedule->late, late);
    }
  for (text += 2; *text;) {
    uint64_t input;
    if (*text++ != ' ' || !read_number(&text, 16, &input))
      return false;
    vec_push(&schedule->inputs, input);
  }
  return true;
}
