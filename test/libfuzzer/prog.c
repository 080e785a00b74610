/* prog text: what is accepted obeys the rules, and printing and parsing it again changes nothing.
 * Then the phases behind the parser: they may rely on the rules, so the rules must be enough. A
 * prog can still lie - an address that is none of its access's targets - so what they find out does
 * not matter, only that they survive it.
 *
 * Most changes of bytes make no prog; hence changes of lines and numbers besides. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "engine/engine.h"
#include "ir/text.h"
#include "libfuzzer/target.h"
#include "trace/trace.h"

static struct prog *
parse(const char *text)
{
  struct diags diags = {0};
  struct prog *prog = prog_parse(text, "fuzz.prog", &diags);
  if (!prog && !diags.errors)
    abort(); /* refused without a word */
  diags_free(&diags);
  return prog;
}

static void
print_and_parse(const struct prog *prog)
{
  struct str first = {0}, second = {0};
  prog_print(&first, prog, NULL);
  struct prog *again = parse(str_text(&first));
  if (!again)
    abort();
  prog_print(&second, again, NULL);
  if (strcmp(str_text(&first), str_text(&second)) != 0)
    abort();
  prog_free(again);
  str_free(&first);
  str_free(&second);
}

/* Few enough to be quick; what is large is a matter of memory, not of parsing. */
static bool
is_small(const struct prog *prog)
{
  return prog->events.n <= 200 && prog->values.n <= 1000 && prog->threads.n <= 8;
}

static void
check(const struct prog *prog)
{
  struct labels labels = {0};
  struct engine_result result;
  struct str text = {0};
  labels_find(&labels, prog);
  engine_check(&result, prog, &labels, &(struct engine_options){.rounds = 2, .seconds = 1});
  if (result.verdict == VERDICT_BUG)
    trace_text(&text, &(struct trace_input){prog, &labels, &result.schedule, &result.run, NULL},
               &(struct trace_style){.full = true});
  str_free(&text);
  engine_result_free(&result);
  labels_free(&labels);
}

/* ---- changes ---- */

struct dice {
  uint64_t seed;
};

static size_t
roll(struct dice *dice, size_t sides)
{
  dice->seed = hash_mix(dice->seed, 1);
  return sides ? (size_t)(dice->seed >> 20) % sides : 0;
}

/* A piece of the text: a line, or a word of letters and digits. */
struct piece {
  size_t at, length;
};

static struct piece
random_line(struct dice *dice, const char *text, size_t size)
{
  size_t at = roll(dice, size), end = at;
  while (at > 0 && text[at - 1] != '\n')
    at--;
  while (end < size && text[end] != '\n')
    end++;
  return (struct piece){at, end + (end < size) - at};
}

static struct piece
random_word(struct dice *dice, const char *text, size_t size)
{
  size_t at = roll(dice, size), end;
  while (at < size && !isalnum((unsigned char)text[at]))
    at++;
  while (at > 0 && isalnum((unsigned char)text[at - 1]))
    at--;
  for (end = at; end < size && isalnum((unsigned char)text[end]);)
    end++;
  return (struct piece){at, end - at};
}

static void
replace(struct str *out, const char *text, size_t size, struct piece old, const char *new, size_t n)
{
  str_add_bytes(out, text, old.at);
  str_add_bytes(out, new, n);
  str_add_bytes(out, text + old.at + old.length, size - old.at - old.length);
}

static void
change(struct str *out, struct dice *dice, const char *text, size_t size)
{
  struct piece line = random_line(dice, text, size), other = random_line(dice, text, size);
  struct piece word = random_word(dice, text, size), more = random_word(dice, text, size);
  char number[2] = {(char)('0' + roll(dice, 10))};
  switch (roll(dice, 5)) {
  case 0:
    replace(out, text, size, line, "", 0);
    break;
  case 1:
    replace(out, text, size, (struct piece){line.at, 0}, text + other.at, other.length);
    break;
  case 2:
    replace(out, text, size, line, text + other.at, other.length);
    break;
  case 3:
    replace(out, text, size, word, text + more.at, more.length);
    break;
  default:
    replace(out, text, size, word, number, 1);
    break;
  }
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
  struct dice dice = {seed};
  if (!size || !roll(&dice, 4))
    return LLVMFuzzerMutate(data, size, most);
  struct str out = {0};
  change(&out, &dice, (const char *)data, size);
  size_t n = out.n < most ? out.n : most;
  if (n)
    memcpy(data, out.text, n);
  str_free(&out);
  return n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *text = target_text(data, size);
  struct prog *prog = parse(text);
  if (prog) {
    print_and_parse(prog);
    prog->asks = PROPERTY_DEADLOCK | PROPERTY_RACE;
    if (is_small(prog))
      check(prog);
    prog_free(prog);
  }
  free(text);
  return 0;
}
