/* The trace for programs: the same items as the text, nothing merged into rows. */
#include <inttypes.h>

#include "trace/items.h"
#include "trace/view.h"
#include "trace/why.h"

static void
put_place(struct json *json, const struct prog *prog, place_id place)
{
  const struct place *at = &prog->places.at[place];
  if (!place)
    return;
  json_text(json, "file", at->file ? at->file : "");
  json_uint(json, "line", at->line);
  json_uint(json, "column", at->column);
  json_text(json, "function", at->function ? at->function : "");
}

static void
put_number(struct json *json, const char *key, uint64_t bits, unsigned width, bool is_signed)
{
  if (is_signed)
    json_int(json, key, bits_signed(bits, width));
  else
    json_uint(json, key, bits);
}

static void
put_value(struct json *json, const struct prog *prog, const struct item *item, const char *text_key,
          const char *number_key, uint64_t value)
{
  struct str text = {0};
  unsigned width = item->bytes < 8 ? 8 * item->bytes : 64;
  name_value(&text, prog, item->object, item->offset, item->bytes, value);
  json_text(json, text_key, str_text(&text));
  put_number(json, number_key, value, width,
             value_is_signed(prog, item->object, item->offset, item->bytes));
  str_free(&text);
}

static void
put_memory(struct json *json, const struct prog *prog, const struct item *item)
{
  struct str name = {0};
  name_memory(&name, prog, item->object, item->offset, item->bytes);
  json_text(json, "variable", str_text(&name));
  if (item->kind == ITEM_UPDATE)
    put_value(json, prog, item, "old", "old_number", item->old);
  put_value(json, prog, item, "value", "number", item->value);
  str_free(&name);
}

/* What is not so is not mentioned. */
static void
put_timing(struct json *json, const struct item *item)
{
  if (item->timing == TIMING_WAITS)
    json_bool(json, "buffered", true);
  if (item->timing == TIMING_FORWARDED && item->kind == ITEM_READ)
    json_bool(json, "from_buffer", true);
}

static void
put_fence(struct json *json, const struct prog *prog, const struct item *item)
{
  struct str words = {0};
  fence_words(&words, prog, item);
  json_text(json, "text", str_text(&words));
  str_free(&words);
}

static void
put_call(struct json *json, const struct prog *prog, const struct item *item)
{
  struct str words = {0};
  item_words(&words, prog, item, "");
  json_text(json, "call", item->function);
  json_text(json, "effect", str_text(&words));
  str_free(&words);
}

static void
put_input(struct json *json, const struct trace_input *trace, uint32_t input)
{
  struct str name = {0};
  input_name(&name, trace->prog, input);
  json_text(json, "input", str_text(&name));
  put_number(json, "number", input_value(trace, input), input_width(trace->prog, input),
             input_is_signed(trace->prog, input));
  str_free(&name);
}

static void
put_violation(struct json *json, const char *kind_key, const struct event *event)
{
  struct str words = {0};
  violation_words(&words, event);
  json_text(json, kind_key, fault_name(event->fault));
  json_text(json, "text", str_text(&words));
  str_free(&words);
}

static void
put_wait(struct json *json, const struct prog *prog, const struct item *item)
{
  struct str words = {0};
  wait_words(&words, prog, item);
  json_text(json, "text", str_text(&words));
  if (item->child != NOBODY)
    json_uint(json, "for_thread", item->child);
  str_free(&words);
}

static void
put_touch(struct json *json, const struct prog *prog, const struct item *item)
{
  struct str name = {0};
  item_variable(&name, prog, item);
  json_text(json, "variable", str_text(&name));
  json_bool(json, "writes", prog->events.at[item->event].kind == EVENT_STORE);
  str_free(&name);
}

/* What is wrong: its kind, in words, and where. */
static void
put_bug(struct json *json, const struct trace_input *trace)
{
  struct str words = {0};
  bug_words(&words, trace);
  json_object(json, "violation");
  json_text(json, "kind", bug_kind(trace));
  json_text(json, "text", str_text(&words));
  json_uint(json, "thread", prog_thread_of(trace->prog, trace->run->at));
  put_place(json, trace->prog, bug_place(trace));
  json_object_end(json);
  str_free(&words);
}

static void
put_step(struct json *json, const struct trace_input *trace, const struct item *item)
{
  json_object(json, NULL);
  json_uint(json, "thread", item->thread);
  json_uint(json, "context", item->context);
  json_text(json, "kind", item_kind_name(item->kind));
  put_place(json, trace->prog, item->place);
  if (item->minor)
    json_bool(json, "minor", true);
  switch (item->kind) {
  case ITEM_READ:
  case ITEM_WRITE:
  case ITEM_UPDATE:
  case ITEM_LOCAL:
  case ITEM_SEEN:
    put_memory(json, trace->prog, item);
    put_timing(json, item);
    break;
  case ITEM_INPUT:
    put_input(json, trace, item->input);
    break;
  case ITEM_CREATE:
  case ITEM_JOIN:
    json_uint(json, "child", item->child);
    break;
  case ITEM_CALL:
    put_call(json, trace->prog, item);
    put_timing(json, item);
    break;
  case ITEM_FENCE:
    put_fence(json, trace->prog, item);
    break;
  case ITEM_VIOLATION:
    put_violation(json, "fault", &trace->prog->events.at[item->event]);
    break;
  case ITEM_WAITS:
    put_wait(json, trace->prog, item);
    break;
  case ITEM_TOUCHES:
    put_touch(json, trace->prog, item);
    break;
  }
  json_object_end(json);
}

static void
put_step_of_run(struct json *json, const char *key, const struct trace_input *trace, event_id event)
{
  json_object(json, key);
  json_uint(json, "thread", prog_thread_of(trace->prog, event));
  put_place(json, trace->prog, place_of_user(trace->prog, trace->prog->events.at[event].place));
  json_object_end(json);
}

static void
put_pairs(struct json *json, const struct trace_input *trace)
{
  json_array(json, "order");
  for (size_t i = 0; i < trace->cause->pairs.n; i++) {
    struct cause_pair pair = trace->cause->pairs.at[i];
    bool late = pair.second == NO_STEP;
    json_object(json, NULL);
    put_step_of_run(json, "first", trace, trace->run->steps.at[pair.first].event);
    put_step_of_run(json, "second", trace,
                    late ? pair.late : trace->run->steps.at[pair.second].event);
    json_object_end(json);
  }
  json_array_end(json);
}

static void
put_why(struct json *json, const struct trace_input *trace, const struct items *items)
{
  struct why why = {0};
  why_of(&why, trace, items);
  if (why.title.n) {
    json_object(json, "why");
    json_text(json, "text", str_text(&why.title));
    json_array(json, "reasons");
    for (size_t i = 0; i < why.reasons.n; i++)
      json_text(json, NULL, str_text(&why.reasons.at[i]));
    json_array_end(json);
    if (why.hint.n)
      json_text(json, "hint", str_text(&why.hint));
    if (why.pattern != PATTERN_NONE)
      json_text(json, "pattern", pattern_name(why.pattern));
    put_pairs(json, trace);
    json_object_end(json);
  }
  why_free(&why);
}

static void
put_threads(struct json *json, const struct prog *prog)
{
  json_array(json, "threads");
  for (thread_id i = 0; i < prog->threads.n; i++) {
    json_object(json, NULL);
    json_uint(json, "id", i);
    json_text(json, "name", prog->threads.at[i].name);
    if (i) {
      json_uint(json, "parent", prog->threads.at[i].parent);
      json_object(json, "created");
      put_place(json, prog, thread_created_at(prog, i));
      json_object_end(json);
    }
    json_object_end(json);
  }
  json_array_end(json);
}

static void
put_inputs(struct json *json, const struct trace_input *trace)
{
  struct input_uses uses = {0};
  input_uses_find(&uses, trace);
  json_array(json, "inputs");
  for (uint32_t i = 0; i < uses.first.n; i++) {
    if (!uses.first.at[i])
      continue;
    json_object(json, NULL);
    put_input(json, trace, i);
    put_place(json, trace->prog, place_of_user(trace->prog, trace->prog->inputs.at[i].place));
    json_object_end(json);
  }
  json_array_end(json);
  input_uses_free(&uses);
}

void
trace_json(struct json *json, const char *key, const struct trace_input *trace)
{
  const struct prog *prog = trace->prog;
  struct items items = {0};
  items_find(&items, trace);
  json_object(json, key);
  put_threads(json, prog);
  json_array(json, "steps");
  for (size_t i = 0; i < items.all.n; i++)
    put_step(json, trace, &items.all.at[i]);
  json_array_end(json);
  put_inputs(json, trace);
  if (trace->run->end == RUN_VIOLATION || trace->run->end == RUN_DEADLOCK ||
      trace->run->end == RUN_RACE)
    put_bug(json, trace);
  put_why(json, trace, &items);
  json_object_end(json);
  items_free(&items);
}
