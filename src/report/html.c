/* The page: one file that needs no other and no network, and works without its script. The verdict
 * and the bug are on top; then what the verdict is about, so that nobody takes it for more than it
 * is; then the run (trace/render_html.c), if there is a bug. */
#include <string.h>

#include "base/html.h"
#include "report/page.h"
#include "report/report.h"
#include "trace/trace.h"

/* ---- the table of facts ------------------------------------------------------ */

static void
begin_fact(struct str *out, const char *name)
{
  str_printf(out, "<dt>%s</dt><dd>", name);
}

static void
end_fact(struct str *out)
{
  str_add(out, "</dd>\n");
}

/* As a shell reads it. */
static void
add_word(struct str *out, const char *word)
{
  static const char plain[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,%";
  if (*word && strspn(word, plain) == strlen(word)) {
    str_add(out, word);
    return;
  }
  str_add(out, "'");
  for (; *word; word++)
    str_printf(out, *word == '\'' ? "'\\''" : "%c", *word);
  str_add(out, "'");
}

static void
put_command(struct str *out, const struct report *report)
{
  struct str line = {0};
  str_add(&line, "heddle");
  for (int i = 1; i < report->line->argc; i++) {
    str_add(&line, " ");
    add_word(&line, report->line->argv[i]);
  }
  begin_fact(out, "Command");
  str_add(out, "<code>");
  html_text(out, str_text(&line));
  str_add(out, "</code>");
  end_fact(out);
  str_free(&line);
}

static void
put_property(struct str *out, const struct report *report)
{
  struct str word = {0};
  const char *between = "";
  begin_fact(out, "Properties");
  for (unsigned i = 0; options_word(&word, PROPERTY_WORDS, i); i++)
    if (report->options->load.property >> i & 1) {
      str_add(out, between);
      html_text(out, str_text(&word));
      between = ", ";
    }
  end_fact(out);
  str_free(&word);
}

static void
put_memory(struct str *out, const struct report *report)
{
  begin_fact(out, "Memory model");
  html_text(out, report_memmodel(report)->words);
  end_fact(out);
}

static void
put_count(struct str *out, unsigned n, const char *noun)
{
  str_printf(out, "%u %s%s", n, noun, n == 1 ? "" : "s");
}

/* Of the stage that the verdict is about. Of one that was not decided there is nothing to be said:
 * whatever stands here was covered, or is enough for the bug. */
static void
put_bounds(struct str *out, const struct report *report)
{
  const struct engine_result *result = &report->result;
  const struct stage *stage = report_stage(report);
  bool nothing = result->verdict == VERDICT_SAFE || result->verdict == VERDICT_BOUNDED;
  struct str part = {0};
  if (!nothing && result->verdict != VERDICT_BUG)
    return;
  begin_fact(out, "Schedules");
  if (nothing && result->rounds_complete)
    str_add(out, "all");
  else
    put_count(out, stage->rounds, "round");
  parts_describe(&part, &report->options->part);
  html_text(out, str_text(&part));
  str_free(&part);
  end_fact(out);
  begin_fact(out, "Loops");
  if (nothing && result->loops_complete)
    str_add(out, "all iterations");
  else
    put_count(out, report->bounds.unwind, "unwinding");
  for (size_t i = 0; i < report->bounds.n && !(nothing && result->loops_complete); i++) {
    struct str word = {0};
    unwinding_word(&word, &report->bounds.rules[i]);
    str_add(out, ", ");
    html_text(out, str_text(&word));
    str_free(&word);
  }
  end_fact(out);
  if (result->whole && nothing) {
    begin_fact(out, "Decided by");
    html_text(out, result->whole->name);
    end_fact(out);
  }
}

static void
put_configuration(struct str *out, const struct report *report)
{
  const char *between = "";
  unsigned configured = report->progress->deepening.grounds.configured;
  if (!configured)
    return;
  begin_fact(out, "Configured");
  for (unsigned i = 0; i < CONFIGURATION_COUNT; i++)
    if (configured >> i & 1) {
      str_add(out, between);
      html_text(out, configuration_words((enum configuration)i));
      between = "; ";
    }
  end_fact(out);
}

/* Where there is no bug: those that a bound has cut, or may have. */
static void
put_loops(struct str *out, const struct report *report)
{
  const struct engine_result *result = &report->result;
  const struct prog *prog = report->prog;
  bool begun = false;
  if (!prog || result->verdict != VERDICT_BOUNDED || result->loops_complete)
    return;
  for (size_t i = 0; i < prog->loops.n; i++) {
    const struct loop *loop = &prog->loops.at[i];
    const struct place *place = &prog->places.at[loop->place];
    if (!*loop->function || loop->sizes || (i < result->hit.n && !result->hit.at[i]))
      continue;
    if (!begun)
      begin_fact(out, result->hit.n ? "Loops cut" : "Loops perhaps cut");
    str_add(out, begun ? "<br>" : "");
    begun = true;
    html_text(out, place->file ? place->file : "");
    str_printf(out, ":%u in ", place->line);
    html_text(out, loop->function);
    str_add(out, " after ");
    put_count(out, loop->bound, "iteration");
  }
  if (begun)
    end_fact(out);
}

/* What had no bug before. */
static void
put_stages(struct str *out, const struct report *report)
{
  const struct deepening *deepening = &report->progress->deepening;
  if (deepening->fixed || !deepening->done)
    return;
  begin_fact(out, "Without a bug");
  for (unsigned i = 0; i < deepening->done; i++) {
    const struct stage *stage = &deepening->stages[i];
    str_add(out, i ? "<br>" : "");
    if (stage->rounds_complete)
      str_add(out, "all schedules");
    else
      put_count(out, stage->rounds, "round");
    str_add(out, ", ");
    if (stage->loops_complete)
      str_add(out, "all iterations");
    else
      put_count(out, stage->unwind, "unwinding");
  }
  end_fact(out);
}

static void
put_facts(struct str *out, const struct report *report)
{
  struct str version = {0};
  report_version(&version);
  str_add(out, "<dl class=\"facts\">\n");
  put_command(out, report);
  put_property(out, report);
  put_memory(out, report);
  put_bounds(out, report);
  put_configuration(out, report);
  put_loops(out, report);
  put_stages(out, report);
  begin_fact(out, "Checked by");
  html_text(out, str_text(&version));
  end_fact(out);
  str_add(out, "</dl>\n");
  str_free(&version);
}

/* ---- the page ----------------------------------------------------------------- */

/* The lines of the verdict: the first is said aloud, the others are what it rests on. */
static void
put_verdict(struct str *out, const struct report *report)
{
  static const char *const classes[] = {
    [VERDICT_BUG] = "bug",         [VERDICT_SAFE] = "safe",         [VERDICT_BOUNDED] = "bounded",
    [VERDICT_UNKNOWN] = "unknown", [VERDICT_INTERNAL] = "internal",
  };
  struct str text = {0};
  report_verdict(&text, report);
  const char *line = str_text(&text);
  size_t n = strcspn(line, "\n");
  str_printf(out, "<header class=\"%s\">\n<h1>", classes[report->result.verdict]);
  html_bytes(out, line, n);
  str_add(out, "</h1>\n");
  if (report->result.verdict == VERDICT_BUG) {
    struct trace_input trace = report_trace(report);
    str_add(out, "<p class=\"what\">");
    trace_html_bug(out, &trace);
    str_add(out, "</p>\n");
    trace_html_why(out, &trace);
  }
  for (line += n; *line; line += n) {
    line += strspn(line, "\n");
    n = strcspn(line, "\n");
    if (!n)
      continue;
    str_add(out, "<p>");
    html_bytes(out, line, n);
    str_add(out, "</p>\n");
  }
  str_add(out, "</header>\n");
  str_free(&text);
}

static void
put_head(struct str *out, const struct report *report)
{
  str_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Heddle:");
  for (size_t i = 0; i < report->operands->words.n; i++) {
    str_add(out, " ");
    html_text(out, report->operands->words.at[i]);
  }
  str_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", page_css);
}

void
report_html(struct str *out, const struct report *report)
{
  put_head(out, report);
  put_verdict(out, report);
  put_facts(out, report);
  if (report->result.verdict == VERDICT_BUG) {
    struct trace_input trace = report_trace(report);
    trace_html(out, &trace);
    str_printf(out, "<script>\n%s</script>\n", page_js);
  }
  str_add(out, "</body>\n</html>\n");
}
