/* The prog as text. What a pass leaves behind beside the prog is shown in comments. */
#include "passes/dump.h"

#include <inttypes.h>

#include "ir/text.h"
#include "trace/trace.h"

void
dump_plain(struct str *out, const struct pipeline *line)
{
  prog_print(out, line->prog, NULL);
}

/* ---- labels ---- */

static void
add_locks(struct str *out, const struct prog *prog, const struct locks *locks, event_id event)
{
  const char *before = ", merged: holds ";
  for (size_t i = 0; i < locks->all.n; i++) {
    struct target place = locks->all.at[i].place;
    if (!(locks->before.at[event] >> i & 1))
      continue;
    str_printf(out, "%s%s[%" PRIu32 "+%" PRIu64 "]", before, prog->objects.at[place.object].name,
               place.object, place.offset);
    before = " and ";
  }
}

static void
note_label(struct str *out, event_id event, void *argument)
{
  static const char *const kinds[] = {
    [LABEL_START] = "start", [LABEL_STEP] = "step", [LABEL_STOP] = "stop"};
  const struct pipeline *line = argument;
  const struct labels *labels = line->labels;
  thread_id thread = 0;
  while (event >= line->prog->threads.at[thread].end)
    thread++;
  uint32_t label = labels->of_event.at[event];
  str_printf(out, "label %" PRIu32 " %s%s%s", label, kinds[labels_get(labels, thread, label)->kind],
             labels->visible.at[event] ? ", visible" : "",
             labels_late(labels, event) ? ", late" : "");
  if (labels->merged.at[event])
    add_locks(out, line->prog, &labels->locks, event);
  if (labels->restored.at[event])
    str_add(out, ", restored");
}

static void
print_notes(struct str *out, const struct pipeline *line,
            void (*note)(struct str *out, event_id event, void *argument))
{
  struct pipeline copy = *line; /* notes take an argument that is not const */
  prog_print(out, line->prog, &(struct prog_notes){.event = note, .argument = &copy});
}

void
dump_labels(struct str *out, const struct pipeline *line)
{
  print_notes(out, line, note_label);
}

/* ---- the slice ---- */

/* Events keep their numbers; what does not matter has the guard "false". */
static void
note_kept(struct str *out, event_id event, void *argument)
{
  const struct pipeline *line = argument;
  if (!line->sliced || line->slice.kept.at[event])
    note_label(out, event, argument);
  else
    str_add(out, line->slice.fences.at[event] ? "sliced away but for a fence" : "sliced away");
}

void
dump_slice(struct str *out, const struct pipeline *line)
{
  print_notes(out, line, note_kept);
}

/* ---- values ---- */

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
    str_printf(out, "%sobject %" PRIu32 " + %" PRIu64 " + k * %" PRIu64, i || set.n ? ", " : "{",
               set.some[i].object, set.some[i].offset, set.some[i].stride);
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
      add_knowledge(out, values_of_cell(valued->values, target.object, target.offset, event->bytes),
                    ranges_of_cell(valued->ranges, target.object, target.offset, event->bytes));
      str_add(out, "\n");
    }
  }
  map_free(&seen);
}

/* Sets are shown with the intervals that follow from them, whether or not these were wanted. */
void
dump_values(struct str *out, const struct pipeline *line)
{
  struct ranges *ranges = line->ranges ? NULL : ranges_find(line->prog, line->values);
  struct valued valued = {line->prog, line->values, ranges ? ranges : line->ranges};
  add_variables(out, &valued);
  prog_print(out, line->prog, &(struct prog_notes){note_value_of, note_value, &valued});
  ranges_free(ranges);
}
