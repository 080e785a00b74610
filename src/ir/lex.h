/* Inside src/ir: the text form as tokens, line by line. A line's end is a token;
 * blank lines and comments are skipped. The lexer never reads past the terminating
 * zero and always moves on, whatever the text is. */
#ifndef HEDDLE_IR_LEX_H
#define HEDDLE_IR_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

enum token {
  TOKEN_WORD,   /* letters, digits, _ */
  TOKEN_NUMBER, /* decimal, or hexadecimal after 0x */
  TOKEN_STRING, /* in double quotes */
  TOKEN_MARK,   /* any other single character */
  TOKEN_LINE,   /* the end of a line that is not empty */
  TOKEN_END,
  TOKEN_BAD, /* `problem` says why */
};

struct lexer {
  const char *next;
  unsigned line;
  const char *line_start;
  bool in_line; /* something was read on this line */
  enum token token;
  const char *start; /* of the token */
  size_t length;
  unsigned column;
  uint64_t number;
  const char *string; /* in the arena */
  const char *problem;
  struct arena *arena;
};

void lex_open(struct lexer *lexer, const char *text, struct arena *arena);
/* Reads the next token into the lexer. */
void lex_next(struct lexer *lexer);
/* Goes to the end of the line without looking at what is on it. */
void lex_skip_line(struct lexer *lexer);

#endif
