/* The bug as compilers tell of errors, so that editors find its places:
 *
 *   a.c:7:3: error: data race on x: ... [race]
 *   a.c:12:5: note: thread 2 (reader) reads x */
#include "report/report.h"
#include "report/rules.h"
#include "trace/items.h"

static void
add_place(struct str *out, const struct report *report, place_id place)
{
  const struct place *at = &report->prog->places.at[place];
  const struct operands *operands = report->operands;
  if (!place || !at->file)
    str_add(out, operands->words.n ? operands->words.at[0] : "heddle");
  else if (!at->line)
    str_add(out, at->file);
  else
    str_printf(out, "%s:%u", at->file, at->line);
  if (place && at->file && at->line && at->column)
    str_printf(out, ":%u", at->column);
  str_add(out, ": ");
}

/* The words since `begin` on one line, whatever is in them. */
static void
end_line(struct str *out, size_t begin)
{
  for (size_t i = begin; i < out->n; i++)
    if ((unsigned char)out->text[i] < ' ')
      out->text[i] = ' ';
  str_add(out, "\n");
}

void
report_compiler(struct str *out, const struct report *report)
{
  if (report->result.verdict != VERDICT_BUG)
    return;
  struct trace_input trace = report_trace(report);
  struct partners partners = {0};
  add_place(out, report, bug_place(&trace));
  size_t begin = out->n;
  str_add(out, "error: ");
  bug_words(out, &trace);
  str_printf(out, " [%s]", rules[rule_of(&trace)].id);
  end_line(out, begin);
  partners_find(&partners, &trace);
  for (size_t i = 0; i < partners.all.n; i++) {
    add_place(out, report, partners.all.at[i].place);
    begin = out->n;
    str_printf(out, "note: %s", str_text(&partners.all.at[i].words));
    end_line(out, begin);
  }
  partners_free(&partners);
}
