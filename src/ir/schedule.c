#include "ir/schedule.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void
schedule_free(struct schedule *schedule)
{
  vec_free(&schedule->contexts);
  vec_free(&schedule->inputs);
}

void
schedule_print(struct str *out, const struct schedule *schedule)
{
  for (size_t i = 0; i < schedule->contexts.n; i++)
    str_printf(out, "%" PRIu32 ":%" PRIu32 " ", schedule->contexts.at[i].thread,
               schedule->contexts.at[i].labels);
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

static bool
read_context(const char **text, struct context *context)
{
  uint64_t thread, labels;
  if (!read_number(text, 10, &thread) || *(*text)++ != ':' || !read_number(text, 10, &labels) ||
      *(*text)++ != ' ' || thread > UINT32_MAX || labels > UINT32_MAX)
    return false;
  *context = (struct context){(thread_id)thread, (uint32_t)labels};
  return true;
}

bool
schedule_parse(struct schedule *schedule, const char *text)
{
  *schedule = (struct schedule){0};
  while (strncmp(text, "in", 2) != 0) {
    struct context context;
    if (!read_context(&text, &context))
      return false;
    vec_push(&schedule->contexts, context);
  }
  for (text += 2; *text; ) {
    uint64_t input;
    if (*text++ != ' ' || !read_number(&text, 16, &input))
      return false;
    vec_push(&schedule->inputs, input);
  }
  return true;
}
