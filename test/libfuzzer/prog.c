/* prog text: what is accepted obeys the rules, and printing and parsing it again changes nothing.
 * Then the phases behind the parser: they may rely on the rules, so the rules must be enough. */
#include <stdlib.h>
#include <string.h>

#include "analysis/labels.h"
#include "analysis/values.h"
#include "encode/encode.h"
#include "ir/text.h"
#include "libfuzzer/target.h"

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
encode_all(const struct prog *prog)
{
  struct labels labels = {0};
  labels_find(&labels, prog);
  struct values *values = values_find(prog);
  struct ranges *ranges = ranges_find(prog, values);
  struct sink *sink = sink_counter();
  struct encoding *encoding = encode(prog, &labels, values, ranges, 2, sink);
  encoding_free(encoding);
  sink_free(sink);
  ranges_free(ranges);
  values_free(values);
  labels_free(&labels);
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
      encode_all(prog);
    prog_free(prog);
  }
  free(text);
  return 0;
}
