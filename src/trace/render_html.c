/* The trace as a part of a page.
 *
 * Everything a reader needs is there without a script: a list of steps, in the order of time, each
 * in the column of its thread, and the lines of the source. What the script (share/html/page.js)
 * adds to a chosen step is in the attributes of the list and in a JSON text at the end: the values
 * of variables as they change, and the stores that wait.
 *
 * A step of the page is an item, or several in which one line fills an array. All text goes through
 * base/html.h. */
#include <inttypes.h>
#include <string.h>

#include "base/html.h"
#include "trace/flow.h"
#include "trace/phrase.h"
#include "trace/source.h"
#include "trace/view.h"
#include "trace/why.h"

enum {
  WHOLE_FILE = 2000, /* of longer files only the lines near those of the steps are shown */
  NEAR = 30,
  COLOURS = 6, /* of threads, in page.css */
};

struct step_row {
  size_t first, n; /* items */
};

struct page {
  const struct trace_input *trace;
  const struct prog *prog;
  const struct items *items;
  struct str *out;
  struct flow flow;
  struct phrases phrases;
  struct sources sources;
  VEC(struct step_row) rows;
  VEC(uint32_t) row_of; /* of each item */
};

/* ---- rows ----------------------------------------------------------------- */

static void
find_rows(struct page *page)
{
  const struct items *items = page->items;
  for (size_t i = 0, n; i < items->all.n; i += n) {
    const struct item *item = &items->all.at[i];
    size_t left = 1;
    while (i + left < items->all.n && item[left].thread == item->thread &&
           place_same_line(page->prog, item->place, item[left].place))
      left++;
    n = phrase_run(item, left);
    n = n >= LONG_RUN ? n : 1;
    for (size_t k = 0; k < n; k++)
      vec_push(&page->row_of, (uint32_t)page->rows.n);
    vec_push(&page->rows, ((struct step_row){i, n}));
    phrases_note(&page->phrases, item->place);
    for (place_id at = item->place; (at = place_user_caller(page->prog, at)) != 0;)
      phrases_note(&page->phrases, at);
  }
  phrases_settle(&page->phrases);
}

static const struct item *
item_of(const struct page *page, size_t row)
{
  return &page->items->all.at[page->rows.at[row].first];
}

/* Its number among the files of the page; -1 = none. */
static int
file_of(const struct page *page, place_id place)
{
  const char *file = page->prog->places.at[place].file;
  for (size_t i = 0; place && file && i < page->phrases.files.n; i++)
    if (!strcmp(page->phrases.files.at[i], file))
      return (int)i;
  return -1;
}

/* ---- steps ---------------------------------------------------------------- */

static void
put_heads(struct page *page)
{
  const struct prog *prog = page->prog;
  str_add(page->out, "<div class=\"heads\" aria-hidden=\"true\"><span></span>");
  for (thread_id i = 0; i < prog->threads.n; i++) {
    str_printf(page->out, "<span class=\"c%u\"><b>%" PRIu32 "</b> ", (unsigned)i % COLOURS, i);
    html_text(page->out, prog->threads.at[i].name);
    str_add(page->out, "</span>");
  }
  str_add(page->out, "</div>\n");
}

static bool
is_minor(const struct page *page, size_t row)
{
  const struct step_row *items = &page->rows.at[row];
  for (size_t i = 0; i < items->n; i++)
    if (!page->items->all.at[items->first + i].minor)
      return false;
  return true;
}

static void
put_attributes(struct page *page, size_t row)
{
  const struct item *item = item_of(page, row);
  const struct place *place = &page->prog->places.at[item->place];
  uint32_t source = page->flow.source.at[page->rows.at[row].first];
  int file = file_of(page, item->place);
  str_printf(page->out, " id=\"step-%zu\" data-t=\"%" PRIu32 "\" data-d=\"%u\"", row + 1,
             item->thread, place_user_depth(page->prog, item->place));
  if (file >= 0)
    str_printf(page->out, " data-f=\"%d\" data-l=\"%" PRIu32 "\"", file, place->line);
  if (is_minor(page, row))
    str_add(page->out, " data-minor");
  if (source != FLOW_NOBODY)
    str_printf(page->out, " data-from=\"%" PRIu32 "\"", page->row_of.at[source] + 1);
}

/* Where the thread was, if it is still there: does the line have to be shown again? */
static bool
is_new_line(const struct page *page, size_t row)
{
  if (!row)
    return true;
  const struct item *item = item_of(page, row), *before = item_of(page, row - 1);
  return before->thread != item->thread || !place_same_line(page->prog, before->place, item->place);
}

static bool
is_new_function(const struct page *page, size_t row)
{
  const struct prog *prog = page->prog;
  const struct item *item = item_of(page, row);
  if (!item->place || !prog->places.at[item->place].function)
    return false;
  if (!row || item_of(page, row - 1)->thread != item->thread)
    return true;
  place_id before = item_of(page, row - 1)->place;
  return !before || !prog->places.at[before].function ||
         place_user_caller(prog, before) != place_user_caller(prog, item->place) ||
         strcmp(prog->places.at[before].function, prog->places.at[item->place].function) != 0;
}

static void
put_line(struct page *page, size_t row, struct str *code)
{
  const struct item *item = item_of(page, row);
  const struct place *place = &page->prog->places.at[item->place];
  if (!item->place || !place->file)
    return;
  source_line(&page->sources, code, place->file, place->line);
  if (is_new_function(page, row)) {
    str_add(page->out, "<button type=\"button\" class=\"fn\">");
    html_text(page->out, place->function);
    str_add(page->out, "()</button>");
  }
  if (!is_new_line(page, row))
    return;
  str_add(page->out, "<code><span class=\"no\">");
  if (page->phrases.files.n > 1) {
    html_text(page->out, phrase_file(&page->phrases, place->file));
    str_add(page->out, ":");
  }
  str_printf(page->out, "%" PRIu32 "</span> ", place->line);
  html_text(page->out, str_text(code));
  str_add(page->out, "</code>");
}

static void
put_effect(struct page *page, size_t row, const char *code)
{
  const struct step_row *items = &page->rows.at[row];
  struct str words = {0};
  if (items->n > 1)
    phrase_items(&words, &page->phrases, item_of(page, row), items->n, true);
  else
    phrase_item(&words, &page->phrases, item_of(page, row), code, true);
  str_add(page->out, "<span class=\"e\">");
  html_text(page->out, str_text(&words));
  str_add(page->out, "</span>");
  str_free(&words);
}

static void
put_step(struct page *page, size_t row)
{
  const struct item *item = item_of(page, row);
  bool turn = row && item_of(page, row - 1)->thread != item->thread;
  struct str code = {0};
  str_printf(page->out, "<li class=\"%s%s\"", item_kind_name(item->kind), turn ? " turn" : "");
  put_attributes(page, row);
  str_printf(
    page->out,
    "><a class=\"n\" href=\"#step-%zu\">%zu</a><div class=\"cell c%u\" style=\"grid-column:%" PRIu32
    " / -1;--lane:%" PRIu32 "\"><span class=\"who\">thread %" PRIu32 "</span>",
    row + 1, row + 1, (unsigned)item->thread % COLOURS, item->thread + 2, item->thread,
    item->thread);
  put_line(page, row, &code);
  put_effect(page, row, str_text(&code));
  str_add(page->out, "</div></li>\n");
  str_free(&code);
}

static void
put_steps(struct page *page)
{
  str_printf(page->out,
             "<section id=\"run\" aria-label=\"steps\" style=\"--threads:%zu\">\n"
             "<h2>Steps</h2>\n<p id=\"tools\"></p>\n",
             (size_t)page->prog->threads.n);
  put_heads(page);
  str_add(page->out, "<ol id=\"steps\">\n");
  for (size_t i = 0; i < page->rows.n; i++)
    put_step(page, i);
  str_add(page->out, "</ol>\n</section>\n");
}

/* ---- inputs that no step could show ---------------------------------------- */

static void
put_other_inputs(struct page *page)
{
  const struct items *items = page->items;
  struct str words = {0};
  if (!items->other_inputs.n)
    return;
  str_add(page->out, "<h2>Inputs</h2>\n<ul class=\"inputs\">\n");
  for (size_t i = 0; i < items->other_inputs.n; i++) {
    uint32_t input = items->other_inputs.at[i];
    place_id place = place_of_user(page->prog, page->prog->inputs.at[input].place);
    words.n = 0;
    phrase_input(&words, page->trace, input);
    if (place) {
      str_add(&words, " at ");
      phrase_place(&words, &page->phrases, place);
    }
    str_add(page->out, "<li>");
    html_text(page->out, str_text(&words));
    str_add(page->out, "</li>\n");
  }
  str_add(page->out, "</ul>\n");
  str_free(&words);
}

/* ---- the source ------------------------------------------------------------- */

/* Which lines of a file are shown. */
static void
find_shown(struct page *page, int file, uint32_t lines, uint8_t *shown)
{
  memset(shown, lines <= WHOLE_FILE, lines + 1);
  for (size_t i = 0; i < page->rows.n && lines > WHOLE_FILE; i++) {
    place_id place = item_of(page, i)->place;
    uint32_t line = page->prog->places.at[place].line;
    if (file_of(page, place) != file)
      continue;
    uint32_t from = line > NEAR ? line - NEAR : 1, to = line + NEAR < lines ? line + NEAR : lines;
    for (uint32_t k = from; k <= to; k++)
      shown[k] = 1;
  }
}

static void
put_file(struct page *page, int number)
{
  const char *name = page->phrases.files.at[number];
  uint32_t lines = source_lines(&page->sources, name);
  VEC(uint8_t) shown = {0};
  vec_resize(&shown, lines + 1);
  find_shown(page, number, lines, shown.at);
  str_printf(page->out, "<section class=\"file\" id=\"file-%d\"><h3>", number);
  html_text(page->out, name);
  str_add(page->out, lines ? "</h3><pre>\n" : "</h3><p>This file could not be read.</p><pre>\n");
  for (uint32_t line = 1; line <= lines; line++) {
    size_t n = 0;
    const char *text = source_bytes(&page->sources, name, line, &n);
    if (shown.at[line]) {
      str_printf(page->out, "<span class=\"l\" id=\"l%d-%" PRIu32 "\" data-n=\"%" PRIu32 "\">",
                 number, line, line);
      html_bytes(page->out, text, n);
      str_add(page->out, "</span>\n");
    } else if (shown.at[line - 1] || line == 1) {
      str_add(page->out, "<span class=\"gap\">...</span>\n");
    }
  }
  str_add(page->out, "</pre></section>\n");
  vec_free(&shown);
}

static void
put_side(struct page *page)
{
  str_add(page->out, "<aside id=\"side\">\n<section id=\"now\" aria-live=\"polite\"></section>\n"
                     "<section id=\"variables\"></section>\n"
                     "<section id=\"source\"><h2>Source</h2>\n");
  for (size_t i = 0; i < page->phrases.files.n; i++)
    put_file(page, (int)i);
  str_add(page->out, "</section>\n</aside>\n");
}

/* ---- for the script ---------------------------------------------------------- */

static void
put_value(struct json *json, const struct page *page, const struct flow_variable *variable,
          bool known, uint64_t value)
{
  struct str text = {0};
  name_value(&text, page->prog, variable->object, variable->offset, variable->bytes, value);
  if (known)
    json_text(json, NULL, str_text(&text));
  else
    json_null(json, NULL);
  str_free(&text);
}

static void
put_variables(struct json *json, const struct page *page)
{
  const struct prog *prog = page->prog;
  json_array(json, "variables");
  for (size_t i = 0; i < page->flow.variables.n; i++) {
    const struct flow_variable *variable = &page->flow.variables.at[i];
    /* Of another thread than any: its owner is told. */
    struct item item = {.thread = NOBODY,
                        .object = variable->object,
                        .offset = variable->offset,
                        .bytes = variable->bytes};
    struct str name = {0};
    item_variable(&name, prog, &item);
    json_text(json, NULL, str_text(&name));
    str_free(&name);
  }
  json_array_end(json);
  json_array(json, "initial");
  for (size_t i = 0; i < page->flow.variables.n; i++) {
    const struct flow_variable *variable = &page->flow.variables.at[i];
    put_value(json, page, variable, variable->known, variable->initial);
  }
  json_array_end(json);
}

/* Row, variable and value after each other: there are many. */
static void
put_changes(struct json *json, const struct page *page)
{
  json_array(json, "changes");
  for (size_t i = 0; i < page->flow.changes.n; i++) {
    const struct flow_change *change = &page->flow.changes.at[i];
    json_uint(json, NULL, page->row_of.at[change->item] + 1);
    json_uint(json, NULL, change->variable);
    put_value(json, page, &page->flow.variables.at[change->variable], true, change->value);
  }
  json_array_end(json);
}

static void
put_waiting(struct json *json, const struct page *page)
{
  struct str words = {0};
  json_array(json, "waiting");
  for (size_t i = 0; i < page->flow.waiting.n; i++) {
    const struct flow_waiting *waiting = &page->flow.waiting.at[i];
    const struct item *item = &page->items->all.at[waiting->item];
    words.n = 0;
    item_variable(&words, page->prog, item);
    str_add(&words, " = ");
    name_value(&words, page->prog, item->object, item->offset, item->bytes, item->value);
    json_uint(json, NULL, page->row_of.at[waiting->item] + 1);
    json_uint(json, NULL, waiting->seen == FLOW_NOBODY ? 0 : page->row_of.at[waiting->seen] + 1);
    json_uint(json, NULL, item->thread);
    json_text(json, NULL, str_text(&words));
  }
  json_array_end(json);
  str_free(&words);
}

/* The rows from which and to which a thread has a lock. */
static void
put_locks(struct json *json, const struct page *page)
{
  struct locks_held held = {0};
  struct str name = {0};
  locks_held_find(&held, page->items);
  json_array(json, "locks");
  for (size_t i = 0; i < held.all.n; i++) {
    const struct lock_held *lock = &held.all.at[i];
    const struct item *taken = &page->items->all.at[lock->named];
    name.n = 0;
    name_outside(&name, page->prog, taken->object, taken->offset, taken->bytes);
    json_uint(json, NULL, page->row_of.at[lock->taken] + 1);
    json_uint(json, NULL, lock->given < page->items->all.n ? page->row_of.at[lock->given] + 1 : 0);
    json_uint(json, NULL, taken->thread);
    json_text(json, NULL, str_text(&name));
  }
  json_array_end(json);
  str_free(&name);
  vec_free(&held.all);
}

static void
put_data(struct page *page)
{
  struct json json = {0};
  json_object(&json, NULL);
  put_variables(&json, page);
  put_changes(&json, page);
  put_waiting(&json, page);
  put_locks(&json, page);
  json_object_end(&json);
  str_add(page->out, "<script type=\"application/json\" id=\"data\">");
  html_json(page->out, str_text(&json.out));
  str_add(page->out, "</script>\n");
  str_free(&json.out);
}

/* ---- all of it ---------------------------------------------------------------- */

void
trace_html(struct str *out, const struct trace_input *trace)
{
  struct items items = {0};
  struct page page = {
    .trace = trace, .prog = trace->prog, .items = &items, .phrases = {.trace = trace}, .out = out};
  items_find(&items, trace);
  flow_find(&page.flow, trace, &items);
  find_rows(&page);
  str_add(out, "<main>\n");
  put_steps(&page);
  put_side(&page);
  str_add(out, "</main>\n");
  put_other_inputs(&page);
  put_data(&page);
  flow_free(&page.flow);
  phrases_free(&page.phrases);
  sources_free(&page.sources);
  vec_free(&page.rows);
  vec_free(&page.row_of);
  items_free(&items);
}

void
trace_html_why(struct str *out, const struct trace_input *trace)
{
  struct items items = {0};
  struct why why = {0};
  items_find(&items, trace);
  why_of(&why, trace, &items);
  if (why.title.n) {
    str_add(out, "<section class=\"why\"><p><b>Why:</b> ");
    html_text(out, str_text(&why.title));
    str_add(out, "</p>\n<ul>\n");
    for (size_t i = 0; i < why.reasons.n; i++) {
      str_add(out, "<li>");
      html_text(out, str_text(&why.reasons.at[i]));
      str_add(out, "</li>\n");
    }
    str_add(out, "</ul>\n<p>");
    html_text(out, str_text(&why.end));
    if (why.hint.n) {
      str_add(out, " <b>Hint:</b> ");
      html_text(out, str_text(&why.hint));
    }
    str_add(out, "</p></section>\n");
  }
  why_free(&why);
  items_free(&items);
}

void
trace_html_bug(struct str *out, const struct trace_input *trace)
{
  struct str words = {0};
  bug_words(&words, trace);
  html_text(out, str_text(&words));
  str_free(&words);
}
