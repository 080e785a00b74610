/* The verdict in the words of the software verification competition. An answer there must be
 * certain: whatever is bounded or assumed is "unknown". Memory is sequentially consistent there:
 * what holds in a weaker model holds there too, but a bug that takes a late store may be none. */
#include <string.h>

#include "report/report.h"

/* The first row that fits counts. What has no row is nothing that the competition asks for. */
static const struct row {
  enum fault fault;
  const char *text; /* that the assertion's text begins with; NULL = any */
  const char *property;
} rows[] = {
  {FAULT_ASSERTION, NULL, "unreach-call"},     {FAULT_ABORT, NULL, "unreach-call"},
  {FAULT_ERROR, NULL, "unreach-call"},         {FAULT_MEMORY, "free of ", "valid-free"},
  {FAULT_MEMORY, "double free", "valid-free"}, {FAULT_MEMORY, NULL, "valid-deref"},
  {FAULT_OVERFLOW, NULL, "no-overflow"},       {FAULT_LEAK, NULL, "valid-memtrack"},
  {FAULT_RACE, NULL, "no-data-race"},
};

/* The property that the run violates, or NULL. */
static const char *
violated(const struct report *report)
{
  const struct run *run = &report->result.run;
  if (run->end != RUN_VIOLATION)
    return run->end == RUN_DEADLOCK ? "no-deadlock" : run->end == RUN_RACE ? "no-data-race" : NULL;
  const struct event *event = &report->prog->events.at[run->at];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *text = rows[i].text;
    if (rows[i].fault == event->fault &&
        (!text || (event->text && !strncmp(event->text, text, strlen(text)))))
      return rows[i].property;
  }
  return NULL;
}

void
report_competition(struct str *out, const struct report *report)
{
  bool bug = report->result.verdict == VERDICT_BUG && !report_is_late(report);
  const char *property = bug ? violated(report) : NULL;
  if (property)
    str_printf(out, "false(%s)\n", property);
  else
    str_add(out, report_exit_code(report) == EXIT_SAFE ? "true\n" : "unknown\n");
}
