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
#include "trace/why.h"

enum {
  LINE_WIDTH = 110,
  LEAST_WIDTH = 50,
  SETUP_ROWS = 12, /* more rows than this before the first thread starts are abridged ... */
  SETUP_FIRST = 3, /* ... to the first few and the last few */
  SETUP_LAST = 6,
  /* The same if only what matters is told. */
  BRIEF_ROWS = 5,
  BRIEF_FIRST = 0,
  BRIEF_LAST = 3,
  FOLDED_ROWS = 40, /* with more rows than this, calls that nobody interrupts are one row each */
};

struct row {
  bool heading; /* the thread has changed */
  bool bare;    /* without the line: the thread is there, but does something else */
  bool folded;  /* a whole call: what it changes is told, and not what it reads */
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
  const struct items *items; /* that are shown */
  const struct items *every;
  struct trace_style style;
  unsigned code_most; /* longer lines of code are cut */
  size_t minor;       /* items that are not shown */
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

/* ---- folding -------------------------------------------------------------- */

static bool
has_end(const struct page *page, const struct row *row)
{
  for (size_t i = 0; i < row->n; i++)
    if (page->items->all.at[row->first + i].kind >= ITEM_SEEN)
      return true;
  return false;
}

/* How many rows does the call take that begins in this one, with the row in which it returns? 0: others
 * come in between, or the run ends in it. */
static size_t
rows_of_call(const struct page *page, size_t call)
{
  const struct row *rows = page->rows.at;
  size_t n = call + 1;
  if (!rows[call].calls || rows[call].bare)
    return 0;
  while (n < page->rows.n && !rows[n].heading && rows[n].depth > rows[call].depth &&
         !has_end(page, &rows[n]))
    n++;
  if (n == page->rows.n || rows[n].heading || rows[n].depth > rows[call].depth)
    return 0;
  bool returns = !has_end(page, &rows[n]) && !rows[n].calls &&
                 place_same_line(page->prog, rows[call].place, rows[n].place);
  n += returns;
  return n - call > 2 ? n - call : 0;
}

static void
fold_calls(struct page *page)
{
  size_t kept = 0;
  for (size_t i = 0, n; i < page->rows.n; i += n) {
    struct row row = page->rows.at[i];
    size_t call = rows_of_call(page, i);
    n = call ? call : 1;
    if (call) {
      const struct row *last = &page->rows.at[i + n - 1];
      row.n = last->first + last->n - row.first;
      row.calls = NULL;
      row.folded = true;
    }
    page->rows.at[kept++] = row;
  }
  page->rows.n = kept;
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
code_columns(const struct page *page, const struct row *row)
{
  unsigned width = *row->code ? 2 * row->depth + columns(row->code) : 0;
  return width > page->code_most ? page->code_most : width;
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
    if (code_columns(page, row) > page->code_width)
      page->code_width = code_columns(page, row);
  }
}

/* ---- effects: what happened on a line ------------------------------------ */

enum paint { PAINT_PLAIN, PAINT_BOLD, PAINT_RED, PAINT_DIM };

static void
add_painted(struct page *page, enum paint paint, const char *text)
{
  static const char *const codes[] = {"", "\033[1m", "\033[1;31m", "\033[2m"};
  bool painted = page->style.colour && paint != PAINT_PLAIN;
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

/* As many of its bytes as there is room for, up to a space; all if there is none. */
static size_t
bytes_that_fit(const char *text, unsigned room)
{
  size_t end = 0;
  unsigned n = 0;
  if (columns(text) <= room)
    return strlen(text);
  for (size_t i = 0; text[i] && n <= room; i++) {
    if (text[i] == ' ' && n)
      end = i;
    n += ((unsigned char)text[i] & 0xc0) != 0x80;
  }
  return end ? end : strlen(text);
}

/* What does not fit goes on in the next line, a little further right. */
static void
put_text(struct page *page, struct pen *pen, enum paint paint, const char *text)
{
  struct str part = {0};
  for (;;) {
    unsigned room = page->style.width > pen->column ? page->style.width - pen->column : 0;
    size_t n = bytes_that_fit(text, room);
    part.n = 0;
    str_add_bytes(&part, text, n);
    add_painted(page, paint, str_text(&part));
    pen->column += columns(str_text(&part));
    if (!text[n])
      break;
    text += n + 1;
    str_add(page->out, "\n");
    pen->column = pen->start + 2;
    add_spaces(page->out, pen->column);
  }
  str_free(&part);
}

static void
put_effect(struct page *page, struct pen *pen, enum paint paint, const char *separator,
           const char *text)
{
  unsigned width = columns(text);
  if (pen->begun && pen->column + (unsigned)strlen(separator) + width > page->style.width)
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
  put_text(page, pen, paint, text);
  pen->begun = true;
}

/* Is there something to tell of a call but what it reads? Then that is enough. */
static bool
is_told(const struct page *page, const struct row *row, const struct item *item)
{
  bool changes = false;
  for (size_t i = 0; i < row->n; i++)
    changes |= page->items->all.at[row->first + i].kind != ITEM_READ;
  return !row->folded || !changes || item->kind != ITEM_READ;
}

/* Things of one kind are listed behind one verb: "reads a = 1, b = 2; writes c = 3". */
static void
add_effects(struct page *page, const struct row *row, struct pen *pen)
{
  struct str text = {0};
  enum item_kind last = ITEM_READ;
  for (size_t i = 0, n; i < row->n; i += n) {
    const struct item *item = &page->items->all.at[row->first + i];
    n = phrase_run(item, row->n - i);
    n = n >= LONG_RUN ? n : 1;
    if (!is_told(page, row, item))
      continue;
    bool listed = pen->begun && last == item->kind && item->kind <= ITEM_LOCAL;
    last = item->kind;
    enum paint paint = item->kind == ITEM_LOCAL       ? PAINT_DIM
                       : item->kind >= ITEM_VIOLATION ? PAINT_RED
                                                      : PAINT_PLAIN;
    bool line = item->kind >= ITEM_VIOLATION || item->kind == ITEM_SEEN;
    const char *separator = line ? "\n" : listed ? ", " : "; ";
    text.n = 0;
    size_t created = phrase_creations(page->prog, item, row->n - i);
    if (created > 1) {
      n = created;
      phrase_create(&text, page->prog, item, n);
    } else if (n > 1) {
      phrase_items(&text, &page->phrases, item, n, !listed);
    } else {
      phrase_item(&text, &page->phrases, item, row->code, !listed);
    }
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
  unsigned indent = 2 * row->depth < page->code_most / 2 ? 2 * row->depth : page->code_most / 2;
  unsigned room = page->code_most - indent, width = columns(row->code);
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
  return page->code_most;
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
  bool full = page->style.full;
  size_t most = full ? SETUP_ROWS : BRIEF_ROWS, first = full ? SETUP_FIRST : BRIEF_FIRST;
  vec_resize(&met, page->prog->threads.n + 1);
  for (size_t i = 0; i < page->rows.n; i++) {
    const struct row *row = &page->rows.at[i];
    if (row->heading) {
      print_heading(page, row, !met.at[row->thread]);
      met.at[row->thread] = true;
    }
    if (setup > most && i == first) {
      size_t left_out = setup - first - (full ? SETUP_LAST : BRIEF_LAST);
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

/* A paragraph, divided at spaces; what does not fit goes on further right. */
static void
print_wrapped(struct page *page, enum paint paint, const char *before, const char *text)
{
  struct pen pen = {.column = columns(before), .start = columns(before)};
  add_painted(page, PAINT_BOLD, before);
  put_text(page, &pen, paint, text);
  str_add(page->out, "\n");
}

static void
print_why(struct page *page)
{
  struct why why = {0};
  why_find(&why, &page->phrases, page->every);
  if (why.title.n) {
    str_add(page->out, "\n");
    print_wrapped(page, PAINT_PLAIN, "why: ", str_text(&why.title));
    for (size_t i = 0; i < why.reasons.n; i++)
      print_wrapped(page, PAINT_PLAIN, "  ", str_text(&why.reasons.at[i]));
    if (why.end.n)
      print_wrapped(page, PAINT_PLAIN, "  ", str_text(&why.end));
    if (why.hint.n)
      print_wrapped(page, PAINT_PLAIN, "hint: ", str_text(&why.hint));
  }
  why_free(&why);
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

/* Those that are shown. */
static void
choose_items(struct items *shown, const struct items *every, bool full)
{
  for (size_t i = 0; i < every->all.n; i++)
    if (full || !every->all.at[i].minor)
      vec_push(&shown->all, every->all.at[i]);
  for (size_t i = 0; i < every->other_inputs.n; i++)
    vec_push(&shown->other_inputs, every->other_inputs.at[i]);
}

static void
print_left_out(struct page *page)
{
  struct str text = {0};
  if (!page->minor)
    return;
  str_printf(&text, "%zu step%s without influence or news %s left out (--full-trace)", page->minor,
             page->minor == 1 ? "" : "s", page->minor == 1 ? "is" : "are");
  print_wrapped(page, PAINT_DIM, "  ", str_text(&text));
  str_free(&text);
}

void
trace_text(struct str *out, const struct trace_input *trace, const struct trace_style *style)
{
  struct items every = {0}, items = {0};
  struct page page = {.trace = trace,
                      .prog = trace->prog,
                      .phrases = {.trace = trace},
                      .items = &items,
                      .every = &every,
                      .style = *style,
                      .out = out};
  if (!page.style.width)
    page.style.width = LINE_WIDTH;
  if (page.style.width < LEAST_WIDTH)
    page.style.width = LEAST_WIDTH;
  page.code_most = page.style.width / 2 + 1;
  items_find(&every, trace);
  choose_items(&items, &every, style->full);
  page.minor = every.all.n - items.all.n;
  find_rows(&page);
  if (!style->full && page.rows.n > FOLDED_ROWS) {
    fold_calls(&page);
    page.code_most = page.style.width * 3 / 7;
  }
  find_widths(&page);
  print_title(&page);
  print_rows(&page);
  print_other_inputs(&page);
  print_left_out(&page);
  print_why(&page);
  items_free(&items);
  items_free(&every);
  sources_free(&page.sources);
  vec_free(&page.rows);
  phrases_free(&page.phrases);
  arena_free(&page.arena);
}
