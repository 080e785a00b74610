/* heddle dump: the program as heddle sees it after a pass. */
#include <inttypes.h>
#include <stdio.h>

#include "analysis/labels.h"
#include "analysis/ranges.h"
#include "analysis/values.h"
#include "cli/inputs.h"
#include "ir/text.h"
#include "trace/trace.h"

struct dump_options {
  struct load_options load;
  unsigned after; /* index into passes */
};

/* What a pass leaves behind beside the prog is shown in comments. */
static void
dump_plain(struct str *out, const struct prog *prog)
{
  prog_print(out, prog, NULL);
}

struct labelled {
  const struct prog *prog;
  struct labels labels;
};

static void
note_label(struct str *out, event_id event, void *argument)
{
  static const char *const kinds[] = {
    [LABEL_START] = "start", [LABEL_STEP] = "step", [LABEL_STOP] = "stop"};
  const struct labelled *labelled = argument;
  const struct labels *labels = &labelled->labels;
  thread_id thread = 0;
  while (event >= labelled->prog->threads.at[thread].end)
    thread++;
  uint32_t label = labels->of_event.at[event];
  str_printf(out, "label %" PRIu32 " %s%s%s", label, kinds[labels_get(labels, thread, label)->kind],
             labels->visible.at[event] ? ", visible" : "",
             labels_late(labels, event) ? ", late" : "");
}

static void
dump_labels(struct str *out, const struct prog *prog)
{
  struct labelled labelled = {.prog = prog};
  labels_find(&labelled.labels, prog);
  prog_print(out, prog, &(struct prog_notes){.event = note_label, .argument = &labelled});
  labels_free(&labelled.labels);
}

struct valued {
  const struct prog *prog;
  struct values *values;
  struct ranges *ranges;
};

static void
add_elements(struct str *out, struct value_set set, unsigned width)
{
  for (uint32_t i = 0; i < set.n; i++)
    str_printf(out, "%s%" PRId64, i ? ", " : "{",
               width == 1 ? (int64_t)set.at[i] : bits_signed(set.at[i], width));
  for (uint32_t i = 0; i < set.n_some; i++)
    str_printf(out, "%sobject %" PRIu32 " + %" PRIu64 " + k * %" PRIu64,
               i || set.n ? ", " : "{", set.some[i].object, set.some[i].offset,
               set.some[i].stride);
  str_add(out, set.open ? "} or garbage" : "}");
}

/* The set, else the interval, else "any"; and how many bits are needed to tell the values apart. */
static void
add_knowledge(struct str *out, struct value_set set, struct range range)
{
  bool is_signed, full = range_equal(range, range_full(range.width));
  unsigned bits = range_bits(range, &is_signed);
  if (set.n || set.n_some)
    add_elements(out, set, range.width);
  else if (range.empty)
    str_add(out, "nothing");
  else if (full)
    str_add(out, "any");
  else if (is_signed)
    str_printf(out, "%" PRId64 "..%" PRId64, range.smin, range.smax);
  else
    str_printf(out, "%" PRIu64 "..%" PRIu64, range.umin, range.umax);
  if (!full && bits < range.width && range.width > 1)
    str_printf(out, " (%u bit%s)", bits, bits == 1 ? "" : "s");
}

static void
note_value(struct str *out, value_id value, void *argument)
{
  const struct valued *valued = argument;
  add_knowledge(out, values_get(valued->values, value), ranges_get(valued->ranges, value));
}

/* What an event reads, writes or asks for. */
static void
note_value_of(struct str *out, event_id event, void *argument)
{
  const struct valued *valued = argument;
  switch (valued->prog->events.at[event].kind) {
  case EVENT_LOAD:
  case EVENT_STORE:
  case EVENT_BLOCK:
  case EVENT_ASSUME:
  case EVENT_ASSERT:
  case EVENT_LOCAL:
    note_value(out, valued->prog->events.at[event].value, argument);
    break;
  case EVENT_FENCE:
  case EVENT_CREATE:
  case EVENT_JOIN:
  case EVENT_CUT:
  case EVENT_POINT:
  case EVENT_PAST:
  case EVENT_MARK:
    str_add(out, "no value");
    break;
  }
}

/* First the shared variables by name, so that a user sees why one of them got four bits. */
static void
add_variables(struct str *out, const struct valued *valued)
{
  const struct prog *prog = valued->prog;
  struct map seen = {0};
  for (size_t i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    if (event->kind != EVENT_LOAD && event->kind != EVENT_STORE)
      continue;
    for (uint32_t k = 0; k < event->n_targets; k++) {
      struct target target = prog->targets.at[event->first_target + k];
      uint64_t key = hash_mix(hash_mix(target.object, target.offset), event->bytes);
      uint32_t *known = map_at(&seen, key);
      if (*known)
        continue;
      *known = 1;
      str_add(out, "; ");
      name_memory(out, prog, target.object, target.offset, event->bytes);
      str_add(out, ": ");
      add_knowledge(
        out, values_of_cell(valued->values, target.object, target.offset, event->bytes),
        ranges_of_cell(valued->ranges, target.object, target.offset, event->bytes));
      str_add(out, "\n");
    }
  }
  map_free(&seen);
}

static void
dump_values(struct str *out, const struct prog *prog)
{
  struct values *values = values_find(prog);
  struct valued valued = {prog, values, ranges_find(prog, values)};
  add_variables(out, &valued);
  prog_print(out, prog, &(struct prog_notes){note_value_of, note_value, &valued});
  ranges_free(valued.ranges);
  values_free(values);
}

/* The passes in their order. The text of a .prog file is a program already unfolded. */
#define PASS_WORDS "unfold,parse,labels,values"
enum { PASS_UNFOLD, PASS_PARSE, PASS_LABELS, PASS_VALUES };
static void (*const passes[])(struct str *out, const struct prog *prog) = {
  [PASS_UNFOLD] = dump_plain,
  [PASS_PARSE] = dump_plain,
  [PASS_LABELS] = dump_labels,
  [PASS_VALUES] = dump_values,
};

static const struct dump_options defaults = {.load = LOAD_DEFAULTS};

static const struct option options_of_dump[] = {
  {.name = "after",
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct dump_options, after),
   .argument = "PASS",
   .help = "unfold, labels, values; parse for a .prog file",
   .words = PASS_WORDS},
  LOAD_OPTIONS(struct dump_options, load),
};

static const struct option_table table = {
  .usage = "dump FILE... [options] [-- CLANG-FLAGS]",
  .about = "Prints the program as it is after a pass, in the form that doc/ir.md describes.\n"
           "What the pass found out is added as comments.\n",
  .options = options_of_dump,
  .n = sizeof options_of_dump / sizeof *options_of_dump,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

static int
dump(const struct dump_options *options, const struct operands *operands)
{
  if (options->after == PASS_PARSE && !load_is_prog(operands))
    return cli_usage(&command_dump, "pass 'parse' is for .prog files; C files begin with 'unfold'");
  int code = 0;
  struct prog *prog = input_load(&command_dump, &options->load, operands, &code);
  if (!prog)
    return code;
  struct str out = {0};
  passes[options->after](&out, prog);
  fputs(str_text(&out), stdout);
  str_free(&out);
  prog_free(prog);
  return 0;
}

static int
run(const struct command_line *line)
{
  struct dump_options options;
  struct operands operands = {0};
  int code = 0;
  if (input_line(&command_dump, line, &options, &options.load, &operands, &code))
    code = dump(&options, &operands);
  operands_free(&operands);
  return code;
}

const struct command command_dump = {
  .name = "dump",
  .summary = "print the program after a pass",
  .table = &table,
  .run = run,
};
