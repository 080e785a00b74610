/* A text is a list of instructions between semicolons and ends of lines. "lock" and "rep" may stand
 * as instructions of their own before the one that they belong to. LLVM writes an operand as $1 or
 * ${1:b}, a dollar as $$, and alternatives for assemblers as $(att$|intel$). */
#include "frontend/template.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct scan {
  const char *at, *end;
};

static bool
is_over(const struct scan *scan)
{
  return scan->at == scan->end;
}

static char
next(const struct scan *scan)
{
  return is_over(scan) ? '\n' : *scan->at;
}

static bool
is_border(char c)
{
  return c == ';' || c == '\n';
}

static bool
accept(struct scan *scan, const char *text)
{
  size_t length = strlen(text);
  if ((size_t)(scan->end - scan->at) < length || strncmp(scan->at, text, length) != 0)
    return false;
  scan->at += length;
  return true;
}

static void
skip_blanks(struct scan *scan)
{
  while (!is_over(scan) && (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\r'))
    scan->at++;
}

/* Blanks and borders, and comments between them. */
static bool
skip_borders(struct scan *scan)
{
  for (;;) {
    skip_blanks(scan);
    if (accept(scan, "#"))
      while (!is_over(scan) && *scan->at != '\n')
        scan->at++;
    if (is_over(scan))
      return true;
    if (accept(scan, "/*")) {
      while (!is_over(scan) && !accept(scan, "*/"))
        scan->at++;
    } else if (is_border(*scan->at)) {
      scan->at++;
    } else {
      return true;
    }
  }
}

static size_t
word_length(const struct scan *scan)
{
  size_t n = 0;
  while (scan->at + n < scan->end && (isalnum((unsigned char)scan->at[n]) || scan->at[n] == '_'))
    n++;
  return n;
}

static bool
is_word(const struct scan *scan, size_t n, const char *word)
{
  return strlen(word) == n && !strncmp(scan->at, word, n);
}

/* ---- operands ---- */

bool
template_register(const char *name, size_t n, struct template_name *out)
{
  static const char *const names[][4] = {
    {"al", "ax", "eax", "rax"},  {"bl", "bx", "ebx", "rbx"},  {"cl", "cx", "ecx", "rcx"},
    {"dl", "dx", "edx", "rdx"},  {"sil", "si", "esi", "rsi"}, {"dil", "di", "edi", "rdi"},
    {"bpl", "bp", "ebp", "rbp"}, {"spl", "sp", "esp", "rsp"},
  };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    for (unsigned k = 0; k < 4; k++)
      if (strlen(names[i][k]) == n && !strncmp(names[i][k], name, n)) {
        *out = (struct template_name){NAME_REGISTER, i, 1U << k};
        return true;
      }
  if (n < 2 || n > 4 || *name != 'r' || !isdigit((unsigned char)name[1]))
    return false;
  char *end;
  unsigned long number = strtoul(name + 1, &end, 10);
  size_t rest = (size_t)(name + n - end);
  unsigned size = rest == 0 ? 8 : *end == 'd' ? 4 : *end == 'w' ? 2 : *end == 'b' ? 1 : 0;
  *out = (struct template_name){NAME_REGISTER, (unsigned)number, size};
  return number >= REGISTER_R8 && number < N_REGISTERS && size && rest <= 1;
}

/* The digits here; they are followed by something else. */
static bool
accept_digits(struct scan *scan, unsigned *number)
{
  unsigned value = 0, n = 0;
  for (; !is_over(scan) && isdigit((unsigned char)*scan->at) && n < 4; n++)
    value = 10 * value + (unsigned)(*scan->at++ - '0');
  *number = value;
  return n > 0;
}

/* $1 or ${1:b}. `modifier`: the letter, 0 = none. */
static bool
accept_operand(struct scan *scan, struct template_name *name, char *modifier)
{
  struct scan before = *scan;
  *modifier = 0;
  *name = (struct template_name){.kind = NAME_OPERAND};
  if (accept(scan, "${")) {
    if (accept_digits(scan, &name->number) && accept(scan, ":") && !is_over(scan)) {
      *modifier = *scan->at++;
      if (accept(scan, "}"))
        return true;
    }
  } else if (accept(scan, "$") && accept_digits(scan, &name->number)) {
    return true;
  }
  *scan = before;
  return false;
}

/* An operand that stands for a register, or for memory: its size by the letter. */
static bool
accept_sized_operand(struct scan *scan, struct template_name *name, bool *address)
{
  char modifier;
  if (!accept_operand(scan, name, &modifier))
    return false;
  *address = modifier == 'a';
  name->size = modifier == 'b'   ? 1
               : modifier == 'w' ? 2
               : modifier == 'k' ? 4
               : modifier == 'q' ? 8
                                 : 0;
  return name->size || modifier == 0 || *address;
}

static bool
accept_register(struct scan *scan, struct template_name *name)
{
  if (!accept(scan, "%"))
    return false;
  size_t n = word_length(scan);
  if (!template_register(scan->at, n, name))
    return false;
  scan->at += n;
  return true;
}

static bool
accept_number(struct scan *scan, int64_t *number)
{
  struct scan before = *scan;
  bool negative = accept(scan, "-");
  skip_blanks(scan);
  size_t n = word_length(scan);
  char digits[24], *end;
  if (n && n < sizeof digits && isdigit((unsigned char)*scan->at)) {
    memcpy(digits, scan->at, n);
    digits[n] = 0;
    uint64_t value = strtoull(digits, &end, 0);
    if (!*end) {
      *number = (int64_t)(negative ? -value : value);
      scan->at += n;
      return true;
    }
  }
  *scan = before;
  return false;
}

/* A register within an address: %rax or $1. */
static bool
accept_base(struct scan *scan, struct template_name *name)
{
  bool address;
  skip_blanks(scan);
  bool found = accept_register(scan, name) || accept_sized_operand(scan, name, &address);
  skip_blanks(scan);
  return found;
}

/* (base), (base,index), (base,index,scale), (,index,scale) */
static bool
accept_address(struct scan *scan, struct template_argument *argument)
{
  argument->kind = ARGUMENT_MEMORY;
  argument->scale = 1;
  skip_blanks(scan);
  if (next(scan) != ',' && !accept_base(scan, &argument->name))
    return false;
  if (accept(scan, ",")) {
    if (!accept_base(scan, &argument->index))
      return false;
    if (accept(scan, ",")) {
      skip_blanks(scan);
      if (!accept_digits(scan, &argument->scale))
        return false;
      skip_blanks(scan);
    }
  }
  return accept(scan, ")");
}

static bool
accept_argument(struct scan *scan, struct template_argument *argument)
{
  bool address = false;
  *argument = (struct template_argument){.kind = ARGUMENT_NAME};
  skip_blanks(scan);
  if (accept(scan, "$$")) {
    argument->kind = ARGUMENT_NUMBER;
    return accept_number(scan, &argument->number);
  }
  if (next(scan) == '%')
    return accept_register(scan, &argument->name);
  if (next(scan) == '$') {
    bool found = accept_sized_operand(scan, &argument->name, &address);
    if (address) {
      argument->kind = ARGUMENT_MEMORY;
      argument->name.size = 0;
    }
    return found;
  }
  bool displaced = accept_number(scan, &argument->number);
  skip_blanks(scan);
  if (displaced && accept(scan, "+")) /* 8+$1, where $1 is memory */
    return accept_sized_operand(scan, &argument->name, &address) && !address;
  return accept(scan, "(") && accept_address(scan, argument);
}

/* ---- instructions ---- */

static bool
accept_mnemonic(struct scan *scan, struct template_instruction *instruction)
{
  size_t n = word_length(scan);
  if (!n || n >= sizeof instruction->name)
    return false;
  memcpy(instruction->name, scan->at, n);
  scan->at += n;
  char modifier;
  return next(scan) != '$' ||
         (accept_operand(scan, &instruction->suffix, &modifier) && modifier == 'z');
}

/* "lock", "rep": what stands before an instruction. */
static bool
accept_prefix(struct scan *scan, const char *word)
{
  skip_borders(scan);
  size_t n = word_length(scan);
  if (!is_word(scan, n, word))
    return false;
  scan->at += n;
  skip_borders(scan);
  return true;
}

static bool
accept_arguments(struct scan *scan, struct template_instruction *instruction)
{
  skip_blanks(scan);
  if (is_border(next(scan)) || next(scan) == '#')
    return true;
  do {
    if (instruction->n == TEMPLATE_ARGUMENTS ||
        !accept_argument(scan, &instruction->arguments[instruction->n++]))
      return false;
    skip_blanks(scan);
  } while (accept(scan, ","));
  return is_border(next(scan)) || next(scan) == '#';
}

/* A label, to which nobody jumps: jumps are not among the instructions. */
static bool
accept_label(struct scan *scan)
{
  struct scan label = *scan;
  label.at += word_length(scan);
  if (!accept(&label, ":"))
    return false;
  *scan = label;
  return true;
}

/* Where kernels note the places of their locks: nothing that is executed. And "pause" for assemblers that
 * do not know it. */
static bool
accept_note(struct scan *scan)
{
  if (accept(scan, ".byte 0xf3, 0x90") || accept(scan, ".byte 0xf3,0x90"))
    return true;
  bool pushed = accept(scan, ".pushsection .smp_locks");
  if (!pushed && !accept(scan, ".section .smp_locks"))
    return false;
  while (!is_over(scan) && !accept(scan, pushed ? ".popsection" : ".previous"))
    scan->at++;
  return true;
}

static bool
accept_instruction(struct scan *scan, struct template *template)
{
  struct template_instruction instruction = {.lock = false};
  if (accept_label(scan) || accept_note(scan))
    return true;
  if (accept_prefix(scan, "lock"))
    instruction.lock = true;
  else if (accept_prefix(scan, "rep")) /* of nop: pause */
    return accept_prefix(scan, "nop");
  bool found = accept_mnemonic(scan, &instruction) && accept_arguments(scan, &instruction);
  if (found)
    vec_push(&template->all, instruction);
  return found;
}

/* The text for assemblers of AT&T syntax, which stands first, without the other. */
static char *
without_alternatives(const char *text, size_t *length)
{
  char *plain = mem_alloc(*length + 1);
  size_t n = 0;
  bool other = false;
  for (size_t i = 0; i < *length; i++) {
    char mark = text[i] == '$' && i + 1 < *length ? text[i + 1] : 0;
    if (mark == '(' || mark == '|' || mark == ')') {
      other = mark == '|';
      i++;
      continue;
    }
    if (!other)
      plain[n++] = text[i];
    if (mark == '$') {
      if (!other)
        plain[n++] = '$';
      i++;
    }
  }
  *length = n;
  return plain;
}

bool
template_parse(struct template *template, const char *text, size_t length)
{
  char *plain = without_alternatives(text, &length);
  struct scan scan = {plain, plain + length};
  bool good = skip_borders(&scan);
  while (good && !is_over(&scan)) {
    good = accept_instruction(&scan, template);
    skip_borders(&scan);
  }
  free(plain);
  return good;
}
