/* Inline assembly: only what programs use to order memory, to be gentle to the processor while they
 * wait, or to keep the compiler from moving accesses. Everything else is refused by its text.
 *
 * A text is a list of instructions; "lock" and "rep" may stand as instructions of their own before
 * the one that they belong to. A locked operation that adds nothing to what lies on the stack is
 * the full fence of old. */
#include "unfold/assembly.h"

#include <string.h>

#include "unfold/event.h"
#include "unfold/happens.h"
#include "unfold/state.h"

struct scan {
  const char *at, *end;
};

static bool
is_blank(char c)
{
  return c == ' ' || c == '\t';
}

static void
skip_blanks(struct scan *scan)
{
  while (scan->at < scan->end && is_blank(*scan->at))
    scan->at++;
}

static bool
at_border(const struct scan *scan)
{
  return scan->at == scan->end || *scan->at == ';' || *scan->at == '\n';
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

/* The text, and then blanks or the end of the instruction. */
static bool
accept_word(struct scan *scan, const char *text)
{
  const char *before = scan->at;
  if (accept(scan, text) && (at_border(scan) || is_blank(*scan->at))) {
    skip_blanks(scan);
    return true;
  }
  scan->at = before;
  return false;
}

static void
skip_borders(struct scan *scan)
{
  for (skip_blanks(scan); scan->at < scan->end && at_border(scan); skip_blanks(scan))
    scan->at++;
}

/* A prefix, which a border may separate from its instruction. */
static bool
accept_prefix(struct scan *scan, const char *text)
{
  if (!accept_word(scan, text))
    return false;
  skip_borders(scan);
  return true;
}

/* "add" or "or" in any width, zero, and a place on the stack. LLVM writes $ as $$. */
static bool
accept_addition_of_nothing(struct scan *scan)
{
  static const char *const operations[] = {"add", "addb", "addw", "addl", "addq",
                                           "or",  "orb",  "orw",  "orl",  "orq"};
  bool found = false;
  for (size_t i = 0; i < sizeof operations / sizeof *operations && !found; i++)
    found = accept_word(scan, operations[i]);
  if (!found || !(accept(scan, "$$0x0") || accept(scan, "$$0")))
    return false;
  skip_blanks(scan);
  if (!accept(scan, ","))
    return false;
  skip_blanks(scan);
  scan->at += strspn(scan->at, "-0123456789");
  return accept_word(scan, "(%esp)") || accept_word(scan, "(%rsp)");
}

/* One instruction: how it orders memory, ORDER_PLAIN if not at all. */
static bool
accept_instruction(struct scan *scan, enum memory_order *order)
{
  *order = ORDER_PLAIN;
  if (accept_word(scan, "pause") || accept_word(scan, "nop") || accept_word(scan, "lfence"))
    return true;
  if (accept_prefix(scan, "rep"))
    return accept_word(scan, "nop");
  *order = ORDER_RELEASE; /* nothing but stores can be late, and it orders stores */
  if (accept_word(scan, "sfence"))
    return true;
  *order = ORDER_SEQ_CST;
  return accept_word(scan, "mfence") ||
         (accept_prefix(scan, "lock") && accept_addition_of_nothing(scan));
}

bool
assembly_run(struct unfold *u, const char *text, size_t length)
{
  struct scan scan = {text, text + length};
  for (skip_borders(&scan); scan.at < scan.end; skip_borders(&scan)) {
    enum memory_order order;
    if (!accept_instruction(&scan, &order) || !at_border(&scan))
      return false;
    if (order != ORDER_PLAIN) {
      event_fence(u, order);
      happens_fence(u, order);
    }
  }
  return true;
}
