/* A definition is, outside of all braces, the name, a list in parentheses, and then an opening brace
 * before any semicolon, comma or equals sign. Comments, quoted texts and lines of the preprocessor are
 * skipped. Braces that #if has twice may hide what follows: then the file is not found. */
#include "load/definition.h"

#include <ctype.h>
#include <string.h>

struct reader {
  const char *at;
  bool line_begins; /* nothing but blanks stood on this line yet */
};

static bool
is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

static void
skip_quoted(struct reader *r)
{
  char quote = *r->at++;
  while (*r->at && *r->at != quote && *r->at != '\n')
    r->at += *r->at == '\\' && r->at[1] ? 2 : 1;
  r->at += *r->at == quote;
}

static void
skip_line(struct reader *r)
{
  while (*r->at && *r->at != '\n')
    r->at += *r->at == '\\' && r->at[1] ? 2 : 1;
}

static void
skip_comment(struct reader *r)
{
  const char *end = strstr(r->at + 2, "*/");
  r->at = end ? end + 2 : r->at + strlen(r->at);
}

/* The next token: its first character, 0 at the end, 'a' for a word. */
static char
next(struct reader *r, const char **token, size_t *length)
{
  for (;;) {
    if (isspace((unsigned char)*r->at)) {
      r->line_begins |= *r->at++ == '\n';
      continue;
    }
    if (!strncmp(r->at, "/*", 2))
      skip_comment(r);
    else if (!strncmp(r->at, "//", 2) || (*r->at == '#' && r->line_begins))
      skip_line(r);
    else if (*r->at == '"' || *r->at == '\'')
      skip_quoted(r);
    else
      break;
  }
  r->line_begins = false;
  *token = r->at;
  *length = 1;
  if (!*r->at)
    return 0;
  if (!is_word(*r->at))
    return *r->at++;
  while (is_word(*r->at))
    r->at++;
  *length = (size_t)(r->at - *token);
  return 'a';
}

/* Behind the name: a list in parentheses, then a brace. */
static bool
is_defined_here(struct reader r)
{
  const char *token;
  size_t length;
  unsigned depth = 0;
  bool list = false;
  for (char c; (c = next(&r, &token, &length));) {
    if (!list && c != '(')
      return false;
    list = true;
    depth += c == '(';
    depth -= c == ')' && depth;
    if (!depth && (c == ';' || c == ',' || c == '='))
      return false;
    if (!depth && c == '{')
      return true;
  }
  return false;
}

bool
definition_is_in(const char *text, const char *name)
{
  if (!strstr(text, name))
    return false;
  struct reader r = {text, true};
  const char *token;
  size_t length, n = strlen(name);
  unsigned depth = 0;
  bool is_static = false;
  for (char c; (c = next(&r, &token, &length));) {
    depth += c == '{';
    depth -= c == '}' && depth;
    if (depth)
      continue;
    if (c == ';' || c == '}')
      is_static = false;
    is_static |= c == 'a' && length == 6 && !strncmp(token, "static", 6);
    if (c == 'a' && length == n && !strncmp(token, name, n) && !is_static && is_defined_here(r))
      return true;
  }
  return false;
}
