/* The trace for people.
 *
 *   examples/lost_update.c:27: assertion failed: counter == 2
 *
 *   thread 1 (worker), created at line 22
 *     12  counter++;        reads counter = 0
 *
 * Items are first put into rows: what one thread does on one line of one call of a function,
 * without interruption. A row is the line's number, its code, indented by the depth of the call
 * stack, and what happened there. Where a function is entered, the row of the call comes first;
 * when a thread goes on after others have run, its heading says in which function it is. What
 * becomes of earlier stores is no line of code that the thread is at: it has rows without one. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trace/phrase.h"
#include "trace/source.h"

enum {
  CODE_WIDTH = 56, /* longer lines of code are cut */
  LINE_WIDTH = 110,
  SETUP_ROWS = 12, /* more rows than this before the first thread starts are abridged ... */
  SETUP_FIRST = 3, /* ... to the first few and the last few */
  SETUP_LAST = 6,
};

struct row {
  bool heading; /* the thread has changed */
  bool bare;    /* without the line: the thread is there, but does something else */
  thread_id thread;
  place_id place;
  size_t first, n;   /* items */
  unsigned depth;    /* of the call stack */
  unsigned known;    /* heading: so many calls of the stack were entered in an earlier row */
  const char *calls; /* the function that is entered here, else NULL */
  const char *code;
};

struct page {
  const struct trace_input *trace;
  const struct prog *prog;
  const struct items *items;
  bool colour;
  struct str *out;
  struct arena arena;
  struct sources sources;
  VEC(struct row) rows;
  struct phrases phrases;
  unsigned number_width, code_width;
};

/* ---- rows ---------------------------------------------------------------- */

/* The place at that depth of the call stack; the place itself at its own depth. */
static place_id
place_at_depth(const struct prog *prog, place_id place, unsigned depth)
{
  for (unsigned i = place_user_depth(prog, place); i > depth; i--)
    place = place_user_caller(prog, place);
  return place;
}

/* How many calls, from the outermost, two places are both inside of. */
static unsigned
common_calls(const struct prog *prog, place_id a, place_id b)
{
  unsigned most = place_user_depth(prog, a), other = place_user_depth(prog, b), n = 0;
  if (!a || !b)
    return 0;
  most = most < other ? most : other;
  while (n < most && place_at_depth(prog, a, n) == place_at_depth(prog, b, n))
    n++;
  return n;
}

static const char *
code_of(struct page *page, place_id place)
{
  const struct place *at = &page->prog->places.at[place];
  struct str code = {0};
  if (place && at->file)
    source_line(&page->sources, &code, at->file, at->line);
  const char *kept = arena_strdup(&page->arena, str_text(&code));
  str_free(&code);
  return kept;
}

static struct row *
add_row(struct page *page, const struct item *item, place_id place)
{
  bool bare = item->kind == ITEM_SEEN;
  bool heading = !page->rows.n || vec_last(&page->rows).thread != item->thread;
  struct row row = {.heading = heading,
                    .bare = bare,
                    .thread = item->thread,
                    .place = place,
                    .first = (size_t)(item - page->items->all.at),
                    .depth = place_user_depth(page->prog, place),
                    .code = bare ? "" : code_of(page, place)};
  phrases_note(&page->phrases, place);
  vec_push(&page->rows, row);
  return &vec_last(&page->rows);
}

/* Rows for the calls that lead from where the thread was to where it is. */
static void
add_calls(struct page *page, const struct item *item, place_id last, unsigned known)
{
  const struct prog *prog = page->prog;
  unsigned depth = place_user_depth(prog, item->place);
  for (unsigned i = known; i < depth; i++) {
    place_id call = place_at_depth(prog, item->place, i);
    bool here = page->rows.n && vec_last(&page->rows).thread == item->thread && last &&
                !vec_last(&page->rows).bare && place_same_line(prog, last, call);
    const char *callee = prog->places.at[place_at_depth(prog, item->place, i + 1)].function;
    if (!here)
      add_row(page, item, call)->known = known;
    vec_last(&page->rows).calls = callee;
    last = call;
  }
}

/* What the thread did earlier is seen now; it may be in the middle of a line. */
static void
add_bare(struct page *page, const struct item *item, place_id place)
{
  const struct row *row = page->rows.n ? &vec_last(&page->rows) : NULL;
  if (!row || !row->bare || row->thread != item->thread)
    add_row(page, item, place)->known = place_user_depth(page->prog, place);
  vec_last(&page->rows).n++;
}

static void
find_rows(struct page *page)
{
  const struct prog *prog = page->prog;
  VEC(place_id) last = {0}; /* of each thread */
  vec_resize(&last, prog->threads.n + 1);
  for (size_t i = 0; i < page->items->all.n; i++) {
    const struct item *item = &page->items->all.at[i];
    if (item->kind == ITEM_SEEN) {
      add_bare(page, item, last.at[item->thread]);
      continue;
    }
    unsigned known = common_calls(prog, last.at[item->thread], item->place);
    bool heading = !page->rows.n || vec_last(&page->rows).thread != item->thread;
    add_calls(page, item, last.at[item->thread], known);
    const struct row *row = page->rows.n ? &vec_last(&page->rows) : NULL;
    bool same = row && row->thread == item->thread && row->place && !row->bare &&
                place_same_line(prog, row->place, item->place);
    if (!same)
      add_row(page, item, item->place);
    if (heading && vec_last(&page->rows).heading)
      vec_last(&page->rows).known = known;
    vec_last(&page->rows).n++;
    last.at[item->thread] = item->place;
  }
  vec_free(&last);
}

/* ---- widths -------------------------------------------------------------- */

static unsigned
columns(const char *text)
{
  unsigned n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xc0) != 0x80; /* not the middle of a UTF-8 sequence */
  return n;
}

static unsigned
code_columns(const struct row *row)
{
  unsigned width = *row->code ? 2 * row->depth + columns(row->code) : 0;
  return width > CODE_WIDTH ? CODE_WIDTH : width;
}

static void
find_widths(struct page *page)
{
  phrases_settle(&page->phrases);
  page->number_width = 2;
  for (size_t i = 0; i < page->rows.n; i++) {
    const struct row *row = &page->rows.at[i];
    int width = snprintf(NULL, 0, "%" PRIu32, page->prog->places.at[row->place].line);
    if ((unsigned)width > page->number_width)
      page->number_width = (unsigned)width;
    if (code_columns(row) > page->code_width)
      page->code_width = code_columns(row);
  }
}

/* ---- effects: what happened on a line ------------------------------------ */

enum paint { PAINT_PLAIN, PAINT_BOLD, PAINT_RED, PAINT_DIM };

static void
add_painted(struct page *page, enum paint paint, const char *text)
{
  static const char *const codes[] = {"", "\033[1m", "\033[1;31m", "\033[2m"};
  bool painted = page->colour && paint != PAINT_PLAIN;
  str_add(page->out, painted ? codes[paint] : "");
  str_add(page->out, text);
  str_add(page->out, painted ? "\033[0m" : "");
}

static void
add_spaces(struct str *out, unsigned n)
{
  str_printf(out, "%*s", (int)n, "");
}

/* The column at which effects begin, and how far the current line is filled. */
struct pen {
  unsigned start, column;
  bool begun;
};

static void
put_effect(struct page *page, struct pen *pen, enum paint paint, const char *separator,
           const char *text)
{
  unsigned width = columns(text);
  if (pen->begun && pen->column + (unsigned)strlen(separator) + width > LINE_WIDTH)
    separator = "\n";
  if (pen->begun && *separator != '\n') {
    str_add(page->out, separator);
    pen->column += (unsigned)strlen(separator);
  } else {
    if (pen->begun) {
      str_add(page->out, "\n");
      pen->column = 0;
    }
    add_spaces(page->out, pen->start - pen->column);
    pen->column = pen->start;
  }
  add_painted(page, paint, text);
  pen->column += width;
  pen->begun = true;
}

/* Things of one kind are listed behind one verb: "reads a = 1, b = 2; writes c = 3". */
static void
add_effects(struct page *page, const struct row *row, struct pen *pen)
{
  struct str text = {0};
  for (size_t i = 0, n; i < row->n; i += n) {
    const struct item *item = &page->items->all.at[row->first + i];
    n = phrase_run(item, row->n - i);
    n = n >= LONG_RUN ? n : 1;
    bool listed = i > 0 && item[-1].kind == item->kind && item->kind <= ITEM_LOCAL;
    enum paint paint = item->kind == ITEM_LOCAL       ? PAINT_DIM
                       : item->kind >= ITEM_VIOLATION ? PAINT_RED
                                                      : PAINT_PLAIN;
    bool line = item->kind >= ITEM_VIOLATION || item->kind == ITEM_SEEN;
    const char *separator = line ? "\n" : listed ? ", " : "; ";
    text.n = 0;
    if (n > 1)
      phrase_items(&text, &page->phrases, item, n, !listed);
    else
      phrase_item(&text, &page->phrases, item, row->code, !listed);
    put_effect(page, pen, paint, separator, str_text(&text));
  }
  /* The code of a call usually names the function; through a pointer it does not. */
  if (row->calls && !strstr(row->code, row->calls)) {
    text.n = 0;
    str_printf(&text, "calls %s()", row->calls);
    put_effect(page, pen, PAINT_DIM, "; ", str_text(&text));
  }
  str_free(&text);
}

/* ---- printing ------------------------------------------------------------ */

/* The code, cut to its column without splitting a UTF-8 sequence; returns the columns used. */
static unsigned
add_code(struct page *page, const struct row *row)
{
  unsigned indent = 2 * row->depth < CODE_WIDTH / 2 ? 2 * row->depth : CODE_WIDTH / 2;
  unsigned room = CODE_WIDTH - indent, width = columns(row->code);
  if (!width)
    return 0;
  add_spaces(page->out, indent);
  if (width <= room) {
    str_add(page->out, row->code);
    return indent + width;
  }
  const char *end = row->code;
  for (unsigned n = 0; n < room - 3; n++)
    do
      end++;
    while (((unsigned char)*end & 0xc0) == 0x80);
  str_add_bytes(page->out, row->code, (size_t)(end - row->code));
  str_add(page->out, "...");
  return CODE_WIDTH;
}

static void
trim_blanks(struct str *out)
{
  while (out->n && out->text[out->n - 1] == ' ')
    out->text[--out->n] = 0;
}

static void
add_line_number(struct page *page, place_id place)
{
  if (place)
    str_printf(page->out, "  %*" PRIu32 "  ", (int)page->number_width,
               page->prog->places.at[place].line);
  else
    add_spaces(page->out, page->number_width + 4);
}

static void
print_row(struct page *page, const struct row *row)
{
  add_line_number(page, row->bare ? 0 : row->place);
  unsigned margin = 4 + page->number_width;
  struct pen pen = {.start = margin + (page->code_width ? page->code_width + 3 : 0),
                    .column = margin + add_code(page, row)};
  add_effects(page, row, &pen);
  trim_blanks(page->out);
  str_add(page->out, "\n");
}

static void
print_heading(struct page *page, const struct row *row, bool first_time)
{
  const struct prog *prog = page->prog;
  const struct thread *thread = &prog->threads.at[row->thread];
  struct str text = {0};
  str_printf(&text, "thread %" PRIu32 " (%s)", row->thread, thread->name);
  str_add(page->out, "\n");
  add_painted(page, PAINT_BOLD, str_text(&text));
  text.n = 0;
  place_id created = row->thread ? thread_created_at(prog, row->thread) : 0;
  if (first_time && created) {
    str_add(&text, ", created at ");
    phrase_place(&text, &page->phrases, created);
  }
  for (unsigned i = 0; i < row->known; i++) {
    const char *function = prog->places.at[place_at_depth(prog, row->place, i + 1)].function;
    str_printf(&text, ", in %s() called at ", function);
    phrase_place(&text, &page->phrases, place_at_depth(prog, row->place, i));
  }
  if (text.n)
    add_painted(page, PAINT_PLAIN, str_text(&text));
  str_add(page->out, "\n");
  str_free(&text);
}

/* The number of rows before the first thread starts. */
static size_t
setup_rows(const struct page *page)
{
  for (size_t i = 0; i < page->rows.n; i++) {
    const struct row *row = &page->rows.at[i];
    for (size_t j = 0; j < row->n; j++)
      if (page->items->all.at[row->first + j].kind == ITEM_CREATE)
        return i;
  }
  return 0;
}

/* Where several files are involved, each change of file is a line of its own. */
static void
print_file(struct page *page, const struct row *row, const char **shown)
{
  const char *file = page->prog->places.at[row->place].file;
  if (page->phrases.files.n <= 1 || !row->place || row->bare || !file ||
      (*shown && !strcmp(*shown, file)))
    return;
  str_add(page->out, "  ");
  add_painted(page, PAINT_DIM, phrase_file(&page->phrases, file));
  str_add(page->out, "\n");
  *shown = file;
}

static void
print_rows(struct page *page)
{
  VEC(bool) met = {0};
  const char *file = NULL;
  size_t setup = setup_rows(page);
  vec_resize(&met, page->prog->threads.n + 1);
  for (size_t i = 0; i < page->rows.n; i++) {
    const struct row *row = &page->rows.at[i];
    if (row->heading) {
      print_heading(page, row, !met.at[row->thread]);
      met.at[row->thread] = true;
    }
    if (setup > SETUP_ROWS && i == SETUP_FIRST) {
      size_t left_out = setup - SETUP_FIRST - SETUP_LAST;
      str_printf(page->out, "  ... %zu more lines before the first thread starts ...\n", left_out);
      i += left_out - 1;
      continue;
    }
    print_file(page, row, &file);
    print_row(page, row);
  }
  vec_free(&met);
}

static void
print_other_inputs(struct page *page)
{
  if (!page->items->other_inputs.n)
    return;
  str_add(page->out, "\n");
  add_painted(page, PAINT_BOLD, "inputs");
  str_add(page->out, "\n");
  for (size_t i = 0; i < page->items->other_inputs.n; i++) {
    uint32_t input = page->items->other_inputs.at[i];
    place_id place = place_of_user(page->prog, page->prog->inputs.at[input].place);
    str_add(page->out, "  ");
    phrase_input(page->out, page->trace, input);
    if (place) {
      str_add(page->out, " at ");
      phrase_place(page->out, &page->phrases, place);
    }
    str_add(page->out, "\n");
  }
}

static void
add_where(struct str *out, const struct prog *prog, event_id event)
{
  place_id place = place_of_user(prog, prog->events.at[event].place);
  const struct place *at = &prog->places.at[place];
  if (place && at->file)
    str_printf(out, "%s:%" PRIu32 ": ", at->file, at->line);
}

/* The first line: what is wrong and where, in the form editors can jump to. */
static void
print_title(struct page *page)
{
  const struct run *run = page->trace->run;
  struct str text = {0};
  bug_words(&text, page->trace);
  if (!text.n && run->end != RUN_DONE)
    str_add(&text, run->end == RUN_STUCK ? "the thread cannot go on" : "the run is not valid");
  if (text.n) {
    add_where(page->out, page->prog, run->at);
    add_painted(page, PAINT_RED, str_text(&text));
    str_add(page->out, "\n");
  }
  str_free(&text);
}

void
trace_text(struct str *out, const struct trace_input *trace, bool colour)
{
  struct items items = {0};
  struct page page = {.trace = trace,
                      .prog = trace->prog,
                      .phrases = {.trace = trace},
                      .items = &items,
                      .colour = colour,
                      .out = out};
  items_find(&items, trace);
  find_rows(&page);
  find_widths(&page);
  print_title(&page);
  print_rows(&page);
  print_other_inputs(&page);
  items_free(&items);
  sources_free(&page.sources);
  vec_free(&page.rows);
  phrases_free(&page.phrases);
  arena_free(&page.arena);
}
