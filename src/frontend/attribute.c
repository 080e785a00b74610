/* An attribute list is __attribute__((a, b(1, 2), __c__)). An item of it may be empty, so a hint is
 * dropped by writing blanks over it. A hint is an attribute whose presence no program of defined
 * behaviour can tell: it is about optimisation, warnings, or other modules' view of a name. */
#include "frontend/attribute.h"

#include <ctype.h>
#include <string.h>

static const char *const hints[] = {
  "access",
  "alloc_align",
  "alloc_size",
  "assume_aligned",
  "cold",
  "const",
  "deprecated",
  "error",
  "flatten",
  "format",
  "format_arg",
  "hot",
  "leaf",
  "malloc",
  "noclone",
  "noinline",
  "nonnull",
  "nothrow",
  "optimize",
  "optnone",
  "minsize",
  "pure",
  "returns_nonnull",
  "sentinel",
  "unavailable",
  "unused",
  "visibility",
  "warning",
  "warn_unused_result",
};

static bool
is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* Behind the string or character that begins here. */
static char *
skip_quoted(char *at)
{
  char quote = *at++;
  for (; *at && *at != quote && *at != '\n'; at++)
    at += *at == '\\' && at[1];
  return *at == quote ? at + 1 : at;
}

/* Behind whatever begins here: a text in quotes, a word, or one character. */
static char *
skip_token(char *at)
{
  if (*at == '"' || *at == '\'')
    return skip_quoted(at);
  if (!is_word(*at))
    return at + 1;
  while (is_word(*at))
    at++;
  return at;
}

static char *
skip_blanks(char *at)
{
  return at + strspn(at, " \t\n");
}

/* malloc and __malloc__ are the same. */
static bool
is_hint(const char *name, size_t n)
{
  if (n > 4 && !strncmp(name, "__", 2) && !strncmp(name + n - 2, "__", 2)) {
    name += 2;
    n -= 4;
  }
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
    if (strlen(hints[i]) == n && !strncmp(hints[i], name, n))
      return true;
  return false;
}

/* One item of a list, up to its comma or the end of the list. */
static char *
drop_item(char *at, bool *dropped)
{
  char *name = at = skip_blanks(at);
  at = is_word(*at) ? skip_token(at) : at;
  bool hint = is_hint(name, (size_t)(at - name));
  for (unsigned depth = 0; *at && (depth || (*at != ',' && *at != ')')); at = skip_token(at)) {
    depth += *at == '(';
    depth -= *at == ')';
  }
  for (char *c = name; hint && c < at; c++)
    if (*c != '\n')
      *c = ' ';
  *dropped |= hint;
  return at;
}

/* `at` is behind the word __attribute__. */
static char *
drop_from_list(char *at, bool *dropped)
{
  at = skip_blanks(at);
  if (*at != '(')
    return at;
  at = skip_blanks(at + 1);
  if (*at != '(')
    return at;
  do
    at = drop_item(at + 1, dropped);
  while (*at == ',');
  return at;
}

bool
attribute_drop_hints(struct str *text)
{
  static const char *const words[] = {"__attribute__", "__attribute"};
  bool dropped = false;
  for (char *at = text->text; at && *at;) {
    char *end = skip_token(at);
    bool list = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      list |= strlen(words[i]) == (size_t)(end - at) && !strncmp(at, words[i], strlen(words[i]));
    at = list ? drop_from_list(end, &dropped) : end;
  }
  return dropped;
}
