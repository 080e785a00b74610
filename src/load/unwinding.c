#include "load/unwinding.h"

#include <stdlib.h>
#include <string.h>

/* ---- from words ---- */

/* A number that fills `text` up to `end`. */
static bool
read_number(const char *text, const char *end, unsigned *out)
{
  size_t n = strspn(text, "0123456789");
  unsigned long number = strtoul(text, NULL, 10);
  if (!n || n > 9 || text + n != end || number > UNWIND_MOST)
    return false;
  *out = (unsigned)number;
  return true;
}

static bool
ends_in(const char *text, const char *end)
{
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static bool
read_rule(struct bound_rule *out, const char *text, struct arena *arena)
{
  const char *equals = strchr(text, '='), *colon = strchr(text, ':');
  struct unwind_rule *rule = &out->rule;
  out->bytes = ends_in(text, "bytes");
  size_t unit = out->bytes ? strlen("bytes") : 0;
  if (!equals)
    return false;
  const char *end = colon && colon < equals ? colon : equals;
  if (end == text || !read_number(equals + 1, text + strlen(text) - unit, &rule->bound))
    return false;
  if (end == colon && (!read_number(colon + 1, equals, &rule->line) || !rule->line))
    return false;
  rule->function = arena_printf(arena, "%.*s", (int)(end - text), text);
  return true;
}

bool
unwinding_parse(struct unwinding *bounds, const struct option_list *words, struct arena *arena,
                struct str *error)
{
  struct bound_rule *rules = arena_alloc(arena, (words->n + 1) * sizeof *rules);
  for (size_t i = 0; i < words->n; i++)
    if (!read_rule(&rules[i], words->at[i], arena)) {
      str_printf(error,
                 "option '--unwindset': '%s' is not of the form function:line=N or function=N",
                 words->at[i]);
      return false;
    }
  bounds->rules = rules;
  bounds->n = words->n;
  return true;
}

/* ---- to words ---- */

void
unwinding_word(struct str *out, const struct bound_rule *rule)
{
  str_add(out, rule->rule.function);
  if (rule->rule.line)
    str_printf(out, ":%u", rule->rule.line);
  str_printf(out, "=%u%s", rule->rule.bound, rule->bytes ? "bytes" : "");
}

struct unwind_rules
unwinding_rules(const struct unwinding *bounds, bool bytes, struct arena *arena)
{
  struct unwind_rules rules = {arena_alloc(arena, (bounds->n + 1) * sizeof *rules.at), 0};
  for (size_t i = 0; i < bounds->n; i++)
    if (bounds->rules[i].bytes == bytes)
      rules.at[rules.n++] = bounds->rules[i].rule;
  return rules;
}
