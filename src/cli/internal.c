/* What we need from the user when heddle itself is wrong: the program as heddle saw it, the
 * schedule, and the circumstances as comments in front of it. */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/output.h"
#include "cli/check.h"
#include "ir/text.h"
#include "memmodel/memmodel.h"

static void
add_circumstances(struct str *out, const struct report *report)
{
  const struct schedule *schedule = &report->result.schedule;
  str_add(out, "; ");
  cli_version(out);
  str_add(out, "\n; command:");
  for (int i = 0; i < report->line->argc; i++)
    str_printf(out, " %s", report->line->argv[i]);
  str_printf(out, "\n; bounds: --rounds %u --unwind %u", report_stage(report)->rounds,
             report->load.unwind);
  if (report->load.memory != MEMORY_SC)
    str_printf(out, " --memory-model %s",
               memmodel_get((enum memory_model)report->load.memory)->name);
  for (size_t i = 0; i < report->load.unwindset.n; i++)
    str_printf(out, " --unwindset %s", report->load.unwindset.at[i]);
  str_printf(out, "\n; error: %s (end %d, event %" PRIu32 ")\n; schedule, thread:labels:",
             report->result.reason, (int)report->result.run.end, report->result.run.at);
  for (size_t i = 0; i < schedule->contexts.n; i++)
    str_printf(out, " %" PRIu32 ":%" PRIu32, schedule->contexts.at[i].thread,
               schedule->contexts.at[i].labels);
  for (size_t i = 0; i < schedule->late.n; i++)
    str_printf(out, "%s %" PRIu32 "@%" PRIu32, i ? "" : "\n; late stores, event@context:",
               schedule->late.at[i].store, schedule->late.at[i].context);
  str_add(out, "\n; inputs:");
  for (size_t i = 0; i < schedule->inputs.n; i++)
    str_printf(out, " %" PRIu64, schedule->inputs.at[i]);
  str_add(out, "\n");
}

void
report_internal(const struct report *report)
{
  struct str text = {0}, path = {0}, error = {0};
  struct output output;
  add_circumstances(&text, report);
  fprintf(stderr, "heddle: this is a mistake in heddle, not in your program\n%s", str_text(&text));
  if (!report->prog) { /* it was not the one who says so that had it */
    fputs("Please report it with your program, or the output of 'heddle dump' for it.\n", stderr);
    str_free(&text);
    return;
  }
  prog_print(&text, report->prog, NULL);
  str_printf(&path, "heddle-report-%ld.prog", (long)getpid());
  bool written = output_open(&output, str_text(&path), &error);
  if (written) {
    fputs(str_text(&text), output.file);
    written = output_close(&output, true, &error);
  }
  if (written)
    fprintf(stderr, "Please report it together with the file %s.\n", str_text(&path));
  else
    fprintf(stderr, "Please report it with the output of 'heddle dump' for the same files (%s).\n",
            str_text(&error));
  str_free(&text);
  str_free(&path);
  str_free(&error);
}
