/* Statistics: one table, printed as lines and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "report/report.h"

struct numbers {
  uint64_t threads, events, values, variables, clauses, conflicts, refinements, parts, states,
    memory;
  double frontend, analysis, encode, solve, jobs, check, total;
};

/* Where the worker is gone, what is 0 is not known. */
enum kind { COUNT, SECONDS, BYTES, TOLD, TOLD_SECONDS /* which are 0 where they are not known */ };

static const struct row {
  const char *name; /* in lines */
  const char *key;  /* in JSON */
  enum kind kind;
  size_t offset;
  bool sat, explicit; /* engines for which it makes sense */
} rows[] = {
#define ROW(name, key, kind, member, sat, explicit)                                                \
  {name, key, kind, offsetof(struct numbers, member), sat, explicit}
  ROW("events", "events", COUNT, events, true, true),
  ROW("values", "values", COUNT, values, true, true),
  ROW("variables", "variables", COUNT, variables, true, false),
  ROW("clauses", "clauses", COUNT, clauses, true, false),
  ROW("conflicts", "conflicts", TOLD, conflicts, true, false),
  ROW("refinements", "refinements", TOLD, refinements, true, false),
  ROW("parts", "parts", TOLD, parts, true, false),
  ROW("states", "states", COUNT, states, false, true),
  ROW("frontend", "frontend_seconds", SECONDS, frontend, true, true),
  ROW("analysis", "analysis_seconds", SECONDS, analysis, true, true),
  ROW("encode", "encode_seconds", SECONDS, encode, true, false),
  ROW("solve", "solve_seconds", SECONDS, solve, true, true),
  ROW("jobs", "job_seconds", TOLD_SECONDS, jobs, true, false),
  ROW("confirm", "confirm_seconds", SECONDS, check, true, true),
  ROW("total", "total_seconds", SECONDS, total, true, true),
  ROW("memory", "memory_bytes", BYTES, memory, true, true),
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

static struct numbers
gather(const struct report *report)
{
  const struct engine_result *result = &report->result;
  return (struct numbers){
    .threads = report->prog ? report->prog->threads.n : 0,
    .events = report->prog ? report->prog->events.n : 0,
    .values = report->prog ? report->prog->values.n : 0,
    .variables = (uint64_t)result->variables,
    .clauses = result->clauses,
    .conflicts = result->conflicts,
    .refinements = result->refinements,
    .states = result->states,
    .memory = report->prog ? clock_peak_memory() : 0,
    .frontend = report->frontend_seconds,
    .analysis = report->labels_seconds + result->analysis_seconds,
    .encode = result->encode_seconds,
    .solve = result->solve_seconds,
    .parts = result->parts,
    .jobs = result->job_seconds,
    .check = result->check_seconds,
    .total = report->seconds,
  };
}

static bool
applies(const struct row *row, const struct report *report)
{
  const struct engine *engine = engine_get(report->options->engine.word);
  return (row->sat && row->explicit) || (row->sat && engine->counts_clauses) ||
         (row->explicit && engine->counts_states);
}

static bool
is_known(const struct row *row, const struct report *report, const void *member)
{
  if (report->prog && row->kind != TOLD && row->kind != TOLD_SECONDS)
    return true;
  if (row->kind == SECONDS || row->kind == TOLD_SECONDS)
    return *(const double *)member > 0;
  return *(const uint64_t *)member > 0;
}

static void
add_row(struct str *out, const struct row *row, const void *member)
{
  switch (row->kind) {
  case COUNT:
  case TOLD:
    str_printf(out, "%s: %" PRIu64 "\n", row->name, *(const uint64_t *)member);
    break;
  case SECONDS:
  case TOLD_SECONDS:
    str_printf(out, "%s: %.3f s\n", row->name, *(const double *)member);
    break;
  case BYTES:
    str_printf(out, "%s: %.1f MB\n", row->name, (double)*(const uint64_t *)member / 1e6);
    break;
  }
}

/* Each stage that found no bug, and each loop that a bound has cut. */
static void
add_stages(struct str *out, const struct report *report)
{
  const struct deepening *deepening = &report->progress->deepening;
  for (unsigned i = 0; !deepening->fixed && i < deepening->done; i++) {
    const struct stage *stage = &deepening->stages[i];
    str_printf(out, "stage: rounds %u%s, ", stage->rounds,
               stage->rounds_complete ? " (every schedule)" : "");
    if (stage->unwind)
      str_printf(out, "unwindings %u, ", stage->unwind);
    str_printf(out, "%.3f s\n", stage->seconds);
  }
  const struct prog *prog = report->prog;
  for (size_t i = 0; !deepening->fixed && prog && i < prog->loops.n; i++) {
    const struct loop *loop = &prog->loops.at[i];
    const struct place *place = &prog->places.at[loop->place];
    if (*loop->function && !loop->sizes)
      str_printf(out, "loop: %s:%u in %s, unwindings %u\n", place->file ? place->file : "",
                 place->line, loop->function, loop->bound);
  }
}

/* What was said to the rank, if there is one, and what it has said. */
static bool
traffic_of(const struct report *report, unsigned rank, struct traffic *traffic)
{
  const struct transport *transport = report->options->transport;
  return transport && transport->traffic && transport->traffic(transport, rank, traffic);
}

static void
add_flow(struct str *out, const struct report *report, uint64_t messages, uint64_t bytes)
{
  double seconds = report->seconds > 0 ? report->seconds : 1;
  str_printf(out, "%" PRIu64 " messages (%.1f/s), %" PRIu64 " bytes (%.0f/s)", messages,
             (double)messages / seconds, bytes, (double)bytes / seconds);
}

static void
add_traffic(struct str *out, const struct report *report)
{
  struct traffic traffic;
  if (traffic_of(report, 0, &traffic))
    str_printf(out, "to all ranks: %" PRIu64 " messages, %" PRIu64 " bytes\n", traffic.to_lines,
               traffic.to_bytes);
  for (unsigned rank = 1; traffic_of(report, rank, &traffic); rank++) {
    str_printf(out, "rank %u: %" PRIu64 " jobs; to it ", rank, traffic.jobs);
    add_flow(out, report, traffic.to_lines, traffic.to_bytes);
    str_add(out, "; from it ");
    add_flow(out, report, traffic.from_lines, traffic.from_bytes);
    str_add(out, "\n");
  }
}

/* The first is what was said to all of them. */
static void
add_traffic_json(struct json *json, const struct report *report)
{
  struct traffic traffic;
  if (!traffic_of(report, 0, &traffic))
    return;
  json_array(json, "ranks");
  for (unsigned rank = 0; traffic_of(report, rank, &traffic); rank++) {
    json_object(json, NULL);
    json_uint(json, "jobs", traffic.jobs);
    json_uint(json, "messages_to", traffic.to_lines);
    json_uint(json, "bytes_to", traffic.to_bytes);
    json_uint(json, "messages_from", traffic.from_lines);
    json_uint(json, "bytes_from", traffic.from_bytes);
    json_object_end(json);
  }
  json_array_end(json);
}

void
report_statistics(struct str *out, const struct report *report)
{
  struct numbers numbers = gather(report);
  struct str memory = {0};
  report_memory(&memory, report);
  if (memory.n)
    str_printf(out, "memory model: %s\n", str_text(&memory) + strlen(" under "));
  str_free(&memory);
  if (report->prog) {
    str_printf(out, "threads: %" PRIu64 "\nlabels:", numbers.threads);
    for (thread_id thread = 0; thread < numbers.threads; thread++)
      str_printf(out, " %" PRIu32, labels_count(&report->labels, thread));
    str_add(out, "\n");
  }
  for (size_t i = 0; i < ROWS; i++) {
    const void *member = (const char *)&numbers + rows[i].offset;
    if (applies(&rows[i], report) && is_known(&rows[i], report, member))
      add_row(out, &rows[i], member);
  }
  add_traffic(out, report);
  add_stages(out, report);
}

void
report_statistics_json(struct json *json, const char *key, const struct report *report)
{
  struct numbers numbers = gather(report);
  json_object(json, key);
  json_uint(json, "threads", numbers.threads);
  json_array(json, "labels");
  for (thread_id thread = 0; thread < numbers.threads; thread++)
    json_uint(json, NULL, labels_count(&report->labels, thread));
  json_array_end(json);
  for (size_t i = 0; i < ROWS; i++) {
    const void *member = (const char *)&numbers + rows[i].offset;
    if (!applies(&rows[i], report))
      continue;
    if (!is_known(&rows[i], report, member))
      json_null(json, rows[i].key);
    else if (rows[i].kind == SECONDS)
      json_real(json, rows[i].key, *(const double *)member);
    else
      json_uint(json, rows[i].key, *(const uint64_t *)member);
  }
  add_traffic_json(json, report);
  json_object_end(json);
}
