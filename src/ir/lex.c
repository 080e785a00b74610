#include "ir/lex.h"

#include <string.h>

#include "base/str.h"

static bool
is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool
is_word(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

void
lex_open(struct lexer *lexer, const char *text, struct arena *arena)
{
  *lexer = (struct lexer){.next = text, .line = 1, .line_start = text, .arena = arena};
}

static void
bad(struct lexer *lexer, const char *problem)
{
  lexer->token = TOKEN_BAD;
  lexer->problem = problem;
}

static void
read_number(struct lexer *lexer)
{
  const char *at = lexer->next;
  bool hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  uint64_t base = hex ? 16 : 10, number = 0;
  bool large = false, digits = false;
  for (at += hex ? 2 : 0; hex ? str_hex_digit(*at) >= 0 : is_digit(*at); at++) {
    uint64_t digit = (uint64_t)str_hex_digit(*at);
    large |= number > (UINT64_MAX - digit) / base;
    number = number * base + digit;
    digits = true;
  }
  lexer->token = TOKEN_NUMBER;
  lexer->number = number;
  if (large)
    bad(lexer, "the number does not fit into 64 bits");
  else if (!digits || is_word(*at))
    bad(lexer, "not a number");
  while (is_word(*at))
    at++;
  lexer->next = at;
}

/* The character an escape stands for, or -1; moves behind it. */
static int
read_escape(const char **at)
{
  char c = *(*at)++;
  if (c == 'n')
    return '\n';
  if (c == 't')
    return '\t';
  if (c == '"' || c == '\\')
    return c;
  if (c == 'x' && str_hex_digit((*at)[0]) >= 0 && str_hex_digit((*at)[1]) >= 0) {
    int code = 16 * str_hex_digit((*at)[0]) + str_hex_digit((*at)[1]);
    *at += 2;
    return code ? code : -1;
  }
  --*at;
  return -1;
}

static void
read_string(struct lexer *lexer)
{
  struct str text = {0};
  const char *at = lexer->next + 1;
  lexer->token = TOKEN_STRING;
  while (*at && *at != '"' && *at != '\n') {
    if (*at != '\\') {
      str_add_bytes(&text, at++, 1);
      continue;
    }
    at++;
    int c = read_escape(&at);
    if (c < 0)
      bad(lexer, "not an escape sequence");
    char byte = (char)c;
    str_add_bytes(&text, &byte, 1);
  }
  if (*at == '"')
    at++;
  else
    bad(lexer, "the string does not end on its line");
  lexer->next = at;
  lexer->string = arena_strdup(lexer->arena, str_text(&text));
  str_free(&text);
}

/* Goes to the next thing that is a token; true if that is the end of a line or of the text. */
static bool
skip_blanks(struct lexer *lexer)
{
  for (;; lexer->next++) {
    char c = *lexer->next;
    if (c == ';')
      lexer->next += strcspn(lexer->next, "\n");
    c = *lexer->next;
    if (c == 0 || (c == '\n' && lexer->in_line))
      return true;
    if (c == '\n') {
      lexer->line++;
      lexer->line_start = lexer->next + 1;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      return false;
    }
  }
}

static void
end_line(struct lexer *lexer)
{
  lexer->token = lexer->in_line ? TOKEN_LINE : TOKEN_END;
  lexer->length = 0;
  lexer->in_line = false;
}

void
lex_next(struct lexer *lexer)
{
  bool end = skip_blanks(lexer);
  lexer->start = lexer->next;
  lexer->column = (unsigned)(lexer->next - lexer->line_start) + 1;
  if (end) {
    end_line(lexer);
    return;
  }
  lexer->in_line = true;
  if (is_digit(*lexer->next)) {
    read_number(lexer);
  } else if (*lexer->next == '"') {
    read_string(lexer);
  } else {
    lexer->token = is_word(*lexer->next) ? TOKEN_WORD : TOKEN_MARK;
    do
      lexer->next++;
    while (lexer->token == TOKEN_WORD && is_word(*lexer->next));
  }
  lexer->length = (size_t)(lexer->next - lexer->start);
}

void
lex_skip_line(struct lexer *lexer)
{
  if (!lexer->in_line)
    return;
  lexer->next += strcspn(lexer->next, "\n");
  lexer->start = lexer->next;
  end_line(lexer);
}
