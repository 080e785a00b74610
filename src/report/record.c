/* The JSON record of a check. */
#include "report/certify.h"
#include "trace/trace.h"

static void
add_input(struct json *json, const struct report *report)
{
  json_array(json, "files");
  for (size_t i = 0; i < report->operands->words.n; i++)
    json_text(json, NULL, report->operands->words.at[i]);
  json_array_end(json);
  json_array(json, "property");
  struct str word = {0};
  for (unsigned i = 0; options_word(&word, PROPERTY_WORDS, i); i++)
    if (report->options->load.property >> i & 1)
      json_text(json, NULL, str_text(&word));
  str_free(&word);
  json_array_end(json);
  json_text(json, "memory_model", report_memmodel(report)->name);
}

/* As on the command line. Which loops were raised, only the worker knows. */
static void
add_bounds(struct json *json, const struct report *report)
{
  const struct deepening *deepening = &report->progress->deepening;
  const struct unwinding *bounds = &report->bounds;
  json_object(json, "bounds");
  json_uint(json, "rounds", report_stage(report)->rounds);
  json_uint(json, "unwind", bounds->unwind);
  if (report->prog || deepening->fixed || !deepening->done) {
    json_array(json, "unwindset");
    for (size_t i = 0; i < bounds->n; i++) {
      struct str word = {0};
      unwinding_word(&word, &bounds->rules[i]);
      json_text(json, NULL, str_text(&word));
      str_free(&word);
    }
    json_array_end(json);
  } else {
    json_null(json, "unwindset");
  }
  parts_json(json, &report->options->part);
  json_object_end(json);
}

/* Those that found no bug, and the last one, if that is another. */
static void
add_stages(struct json *json, const struct report *report)
{
  const struct deepening *deepening = &report->progress->deepening;
  json_array(json, "stages");
  for (unsigned i = 0; i < deepening->done; i++) {
    const struct stage *stage = &deepening->stages[i];
    json_object(json, NULL);
    json_uint(json, "rounds", stage->rounds);
    json_uint(json, "unwind", stage->unwind);
    json_bool(json, "all_rounds", stage->rounds_complete);
    json_bool(json, "all_loops", stage->loops_complete);
    json_real(json, "seconds", stage->seconds);
    json_object_end(json);
  }
  json_array_end(json);
  if (!report->open.is) {
    json_null(json, "open");
    return;
  }
  json_object(json, "open");
  json_uint(json, "rounds", deepening->stages[deepening->done].rounds);
  json_uint(json, "unwind", deepening->stages[deepening->done].unwind);
  if (engine_get(report->options->engine.word)->one_order)
    json_null(json, "share");
  else
    json_real(json, "share", report->open.share);
  json_uint(json, "parts_done", report->open.parts_done);
  json_uint(json, "parts_open", report->open.parts_open);
  json_object_end(json);
}

/* Those that a bound has cut. */
static void
add_loops(struct json *json, const struct report *report)
{
  const struct prog *prog = report->prog;
  json_array(json, "loops");
  for (size_t i = 0; prog && i < prog->loops.n; i++) {
    const struct loop *loop = &prog->loops.at[i];
    const struct place *place = &prog->places.at[loop->place];
    if (!*loop->function || loop->sizes)
      continue;
    json_object(json, NULL);
    json_text(json, "function", loop->function);
    json_text(json, "file", place->file ? place->file : "");
    json_uint(json, "line", place->line);
    json_uint(json, "bound", loop->bound);
    if (i < report->result.hit.n)
      json_bool(json, "reached", report->result.hit.at[i]);
    else
      json_null(json, "reached");
    json_object_end(json);
  }
  json_array_end(json);
}

static void
add_instances(struct json *json, const struct instances *instances)
{
  json_object(json, "instances");
  json_uint(json, "without_bug", instances->none);
  json_uint(json, "undecided", instances->undecided);
  json_bool(json, "all", instances->all);
  if (instances->buggy.n)
    json_text(json, "with_bug", str_text(&instances->buggy));
  else
    json_null(json, "with_bug");
  json_object_end(json);
}

static void
add_assumed(struct json *json, const struct report *report)
{
  const char *next = NULL, *line;
  size_t n;
  while ((line = report_assumed(report, &next, &n))) {
    struct str text = {0};
    str_add_bytes(&text, line, n);
    json_text(json, NULL, str_text(&text));
    str_free(&text);
  }
}

static void
add_verdict(struct json *json, const struct report *report)
{
  static const char *const words[] = {
    [VERDICT_BUG] = "bug",
    [VERDICT_SAFE] = "safe",
    [VERDICT_BOUNDED] = "bounded",
    [VERDICT_UNKNOWN] = "unknown",
    [VERDICT_INTERNAL] = "internal error",
  };
  struct str reason = {0}, believed = {0};
  report_reason(&reason, report);
  report_believed(&believed, report);
  json_text(json, "verdict",
            report_is_assumed(report) ? "safe under assumptions" : words[report->result.verdict]);
  if (reason.n)
    json_text(json, "reason", str_text(&reason));
  else
    json_null(json, "reason");
  json_int(json, "exit_code", report_exit_code(report));
  json_object(json, "complete");
  json_bool(json, "loops", report->result.loops_complete);
  json_bool(json, "rounds", report->result.rounds_complete);
  if (report->result.whole)
    json_text(json, "by", report->result.whole->name);
  json_object_end(json);
  json_array(json, "configured");
  for (unsigned i = 0; i < CONFIGURATION_COUNT; i++)
    if (report->progress->deepening.grounds.configured >> i & 1)
      json_text(json, NULL, configuration_words((enum configuration)i));
  json_array_end(json);
  json_array(json, "assumed");
  add_assumed(json, report);
  json_array_end(json);
  json_array(json, "notes");
  for (size_t i = 0; i < report->notes.n; i++)
    json_text(json, NULL, report->notes.at[i]);
  json_array_end(json);
  if (believed.n)
    json_text(json, "believed", str_text(&believed));
  str_free(&believed);
  str_free(&reason);
}

static void
add_replay(struct json *json, const struct report *report)
{
  static const char *const words[] = {
    [REPLAY_REPRODUCED] = "reproduced", [REPLAY_FOLLOWED] = "followed",
    [REPLAY_DIVERGED] = "diverged",     [REPLAY_FAILED] = "failed",
    [REPLAY_IMPOSSIBLE] = "impossible",
  };
  json_object(json, "replay");
  json_text(json, "outcome", words[report->replay.outcome]);
  json_text(json, "text", str_text(&report->replay.text));
  json_text(json, "folder", report->replay.folder);
  if (report->replay.late)
    json_uint(json, "emulated_buffers", report->replay.late);
  if (report->replay.checker)
    json_text(json, "checked_by_model_of", report->replay.checker);
  json_array(json, "scripted");
  for (size_t i = 0; i < report->replay.scripted.words.n; i++)
    json_text(json, NULL, report->replay.scripted.words.at[i]);
  json_array_end(json);
  json_object_end(json);
}

void
report_json_covered(struct json *json, const struct report *report)
{
  add_input(json, report);
  add_bounds(json, report);
  add_verdict(json, report);
}

void
report_json(struct json *json, const struct report *report)
{
  const struct engine_result *result = &report->result;
  struct trace_input trace = report_trace(report);
  json_object(json, NULL);
  json_text(json, "tool", "heddle");
  json_text(json, "version", report_version_number());
  json_array(json, "command");
  for (int i = 2; i < report->line->argc; i++)
    json_text(json, NULL, report->line->argv[i]);
  json_array_end(json);
  report_json_covered(json, report);
  add_stages(json, report);
  add_loops(json, report);
  if (report->options->part.tiles)
    add_instances(json, &report->instances);
  certify_json(json, "certificate", report);
  report_statistics_json(json, "statistics", report);
  if (result->verdict == VERDICT_BUG)
    trace_json(json, "trace", &trace);
  else
    json_null(json, "trace");
  if (result->verdict == VERDICT_BUG)
    schedule_write_json(json, "schedule", &result->schedule);
  if (report->replay.folder)
    add_replay(json, report);
  json_object_end(json);
}
