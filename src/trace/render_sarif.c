/* The trace as a SARIF result.
 * Viewers show the first flow of the first code flow, and no values of variables: so that is the
 * whole run in the order of the schedule, with threads and values in its messages. The second code
 * flow has a thread flow for each thread; `executionOrder` says how they interleave.
 *
 * A fingerprint tells whether two results are the same bug. It is made of what is wrong and where,
 * not of the schedule: for a race of both accesses, for a deadlock of all places at which threads
 * wait, as sets, since another schedule exchanges the threads. A place is file, function and code,
 * and how many equal lines there are before it: it stays the same when other lines change. */
#include "trace/sarif.h"
#include "trace/why.h"

#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "base/sha256.h"
#include "base/uri.h"
#include "trace/phrase.h"
#include "trace/source.h"
#include "trace/why.h"

struct page {
  struct json *json;
  const struct trace_input *trace;
  const struct prog *prog;
  const struct sarif_base *base;
  const struct items *items;
  struct phrases phrases;
  struct sources sources;
  VEC(place_id) places; /* of each item: its own, or where its thread was before */
  size_t first, end;    /* the items that are told */
};

/* ---- pieces -------------------------------------------------------------- */

void
sarif_artifact(struct json *json, const char *key, const char *root, const char *file)
{
  struct str uri = {0};
  bool below = uri_of(&uri, root, file);
  json_object(json, key);
  json_text(json, "uri", str_text(&uri));
  if (below)
    json_text(json, "uriBaseId", "%SRCROOT%");
  json_object_end(json);
  str_free(&uri);
}

/* Braces are doubled, and "](" would make a link of what is in brackets before. */
void
sarif_message(struct json *json, const char *key, const char *text)
{
  struct str plain = {0};
  for (; *text; text++) {
    str_add_bytes(&plain, text, 1);
    if (*text == '{' || *text == '}')
      str_add_bytes(&plain, text, 1);
    if (text[0] == ']' && text[1] == '(')
      str_add(&plain, " ");
  }
  json_object(json, key);
  json_text(json, "text", str_text(&plain));
  json_object_end(json);
  str_free(&plain);
}

/* Columns of places count bytes, those of SARIF characters. */
static uint32_t
column_of(const char *line, size_t n, uint32_t column)
{
  uint32_t characters = 1;
  for (size_t i = 0; i < n && i + 1 < column; i++)
    characters += ((unsigned char)line[i] & 0xc0) != 0x80;
  return characters;
}

static void
put_snippet(struct json *json, const char *line, size_t n)
{
  struct str text = {0};
  str_add_bytes(&text, line, n);
  json_object(json, "snippet");
  json_text(json, "text", str_text(&text));
  json_object_end(json);
  str_free(&text);
}

/* The region goes on to the end of the line; around it is the line. */
static void
put_regions(struct page *page, const struct place *at, bool snippet)
{
  size_t n = 0;
  const char *line = source_bytes(&page->sources, at->file, at->line, &n);
  uint32_t column = line && at->column ? column_of(line, n, at->column) : at->column;
  json_object(page->json, "region");
  json_uint(page->json, "startLine", at->line);
  if (column)
    json_uint(page->json, "startColumn", column);
  if (snippet && line && column <= 1)
    put_snippet(page->json, line, n);
  json_object_end(page->json);
  if (snippet && line && column > 1) {
    json_object(page->json, "contextRegion");
    json_uint(page->json, "startLine", at->line);
    put_snippet(page->json, line, n);
    json_object_end(page->json);
  }
}

static void
put_place(struct page *page, place_id place, bool snippet)
{
  const struct place *at = &page->prog->places.at[place];
  bool known = place && at->file && *at->file;
  json_object(page->json, "physicalLocation");
  sarif_artifact(page->json, "artifactLocation", page->base->root,
                 known ? at->file : page->base->file);
  if (known && at->line)
    put_regions(page, at, snippet);
  json_object_end(page->json);
  if (!place || !at->function || !*at->function)
    return;
  json_array(page->json, "logicalLocations");
  json_object(page->json, NULL);
  json_text(page->json, "name", at->function);
  json_text(page->json, "kind", "function");
  json_object_end(page->json);
  json_array_end(page->json);
}

static void
add_thread(struct str *out, const struct prog *prog, thread_id thread)
{
  str_printf(out, "thread %u (%s)", thread, prog->threads.at[thread].name);
}

/* ---- steps --------------------------------------------------------------- */

/* What has no place of its own happens where its thread is. */
static void
find_places(struct page *page)
{
  VEC(place_id) last = {0}; /* of each thread */
  vec_resize(&last, page->prog->threads.n + 1);
  for (size_t i = 0; i < page->items->all.n; i++) {
    const struct item *item = &page->items->all.at[i];
    if (!last.at[item->thread])
      last.at[item->thread] = item->thread ? thread_created_at(page->prog, item->thread) : 0;
    vec_push(&page->places, item->place ? item->place : last.at[item->thread]);
    phrases_note(&page->phrases, item->place);
    if (item->place && item->kind != ITEM_SEEN)
      last.at[item->thread] = item->place;
  }
  vec_free(&last);
  phrases_settle(&page->phrases);
}

static const char *
importance(const struct item *item)
{
  return item->kind >= ITEM_VIOLATION ? "essential"
         : item->kind == ITEM_LOCAL   ? "unimportant"
                                      : "important";
}

/* The variable's value from here on. */
static void
put_state(struct page *page, const struct item *item)
{
  if (item->kind > ITEM_LOCAL && item->kind != ITEM_SEEN)
    return;
  struct str name = {0}, value = {0};
  item_variable(&name, page->prog, item);
  name_value(&value, page->prog, item->object, item->offset, item->bytes, item->value);
  json_object(page->json, "state");
  sarif_message(page->json, str_text(&name), str_text(&value));
  json_object_end(page->json);
  str_free(&name);
  str_free(&value);
}

static void
put_step(struct page *page, size_t i, bool merged)
{
  const struct item *item = &page->items->all.at[i];
  struct str words = {0};
  if (merged) {
    add_thread(&words, page->prog, item->thread);
    str_add(&words, ": ");
  }
  phrase_item(&words, &page->phrases, item, "", true);
  json_object(page->json, NULL);
  json_object(page->json, "location");
  put_place(page, page->places.at[i], false);
  sarif_message(page->json, "message", str_text(&words));
  json_object_end(page->json);
  put_state(page, item);
  json_uint(page->json, "nestingLevel", place_user_depth(page->prog, page->places.at[i]));
  json_uint(page->json, "executionOrder", i + 1);
  json_text(page->json, "importance", importance(item));
  json_object_end(page->json);
  str_free(&words);
}

/* The steps of one thread, or, if it is NOBODY, of all. */
static void
put_flow(struct page *page, thread_id thread)
{
  struct str name = {0};
  bool merged = thread == NOBODY;
  json_object(page->json, NULL);
  if (!merged) {
    add_thread(&name, page->prog, thread);
    json_text(page->json, "id", str_text(&name));
    sarif_message(page->json, "message", str_text(&name));
  }
  json_array(page->json, "locations");
  for (size_t i = page->first; i < page->end; i++)
    if (merged || page->items->all.at[i].thread == thread)
      put_step(page, i, merged);
  json_array_end(page->json);
  json_object_end(page->json);
  str_free(&name);
}

static bool
has_steps(const struct page *page, thread_id thread)
{
  for (size_t i = page->first; i < page->end; i++)
    if (page->items->all.at[i].thread == thread)
      return true;
  return false;
}

static void
begin_flows(struct page *page, const char *what)
{
  struct str words = {0};
  str_add(&words, what);
  if (page->first)
    str_printf(&words, "; the last %zu of %zu steps", page->items->all.n - page->first,
               page->items->all.n);
  json_object(page->json, NULL);
  sarif_message(page->json, "message", str_text(&words));
  json_array(page->json, "threadFlows");
  str_free(&words);
}

static void
end_flows(struct page *page)
{
  json_array_end(page->json);
  json_object_end(page->json);
}

static void
put_flows(struct page *page)
{
  if (!page->items->all.n)
    return; /* a flow has steps */
  json_array(page->json, "codeFlows");
  begin_flows(page, "all threads, in the order of the schedule");
  put_flow(page, NOBODY);
  end_flows(page);
  begin_flows(page, "each thread by itself");
  for (thread_id i = 0; i < page->prog->threads.n; i++)
    if (has_steps(page, i))
      put_flow(page, i);
  end_flows(page);
  json_array_end(page->json);
}

/* ---- what makes it this bug ---------------------------------------------- */

static int
compare_texts(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef VEC(char *) texts;

static void
add_print(struct page *page, texts *prints, thread_id thread, place_id place)
{
  const struct place *at = &page->prog->places.at[place];
  struct str print = {0};
  if (place && at->file) {
    uri_of(&print, page->base->root, at->file);
    str_printf(&print, "\n%s\n", at->function ? at->function : "");
    size_t before = print.n;
    source_line(&page->sources, &print, at->file, at->line);
    if (print.n == before)
      str_printf(&print, "%u", at->line);
    str_printf(&print, "\n%u\n", source_same_before(&page->sources, at->file, at->line));
  } else {
    str_printf(&print, "%s\n", page->prog->threads.at[thread].name);
  }
  vec_push(prints, print.text);
}

static void
hash_text(struct sha256 *sha, const char *text)
{
  sha256_add(sha, text, strlen(text) + 1);
}

/* As a set: who of equal threads is where depends on the schedule. */
static void
hash_prints(struct sha256 *sha, texts *prints)
{
  if (!MUTANT(PRINTS_UNSORTED))
    qsort(prints->at, prints->n, sizeof *prints->at, compare_texts);
  for (size_t i = 0; i < prints->n; i++)
    if (!i || strcmp(prints->at[i - 1], prints->at[i]) != 0)
      hash_text(sha, prints->at[i]);
}

static void
put_fingerprint(struct page *page, const struct partners *partners)
{
  const struct event *event = &page->prog->events.at[page->trace->run->at];
  bool partnered = bug_is_race(page->trace) || page->trace->run->end == RUN_DEADLOCK;
  texts prints = {0};
  struct sha256 sha;
  char hex[SHA256_HEX];
  for (size_t i = 0; i < partners->all.n; i++)
    if (partners->all.at[i].essential)
      add_print(page, &prints, partners->all.at[i].thread, partners->all.at[i].place);
  if (!partnered)
    add_print(page, &prints, prog_thread_of(page->prog, page->trace->run->at),
              bug_place(page->trace));
  sha256_begin(&sha);
  hash_text(&sha, bug_kind(page->trace));
  hash_text(&sha, !partnered && event->text ? event->text : "");
  hash_prints(&sha, &prints);
  sha256_end(&sha, hex);
  hex[32] = 0;
  json_object(page->json, "partialFingerprints");
  json_text(page->json, "heddlePlaces/v1", hex);
  json_object_end(page->json);
  for (size_t i = 0; i < prints.n; i++)
    free(prints.at[i]);
  vec_free(&prints);
}

static void
put_partners(struct page *page, const struct partners *partners)
{
  json_array(page->json, "relatedLocations");
  for (size_t i = 0; i < partners->all.n; i++) {
    const struct partner *partner = &partners->all.at[i];
    json_object(page->json, NULL);
    json_uint(page->json, "id", i + 1);
    put_place(page, partner->place, true);
    sarif_message(page->json, "message", str_text(&partner->words));
    json_object_end(page->json);
  }
  json_array_end(page->json);
}

static void
put_inputs(struct page *page)
{
  json_object(page->json, "properties");
  json_array(page->json, "inputs");
  for (size_t i = 0; i < page->items->other_inputs.n; i++) {
    struct str words = {0};
    phrase_input(&words, page->trace, page->items->other_inputs.at[i]);
    json_text(page->json, NULL, str_text(&words));
    str_free(&words);
  }
  json_array_end(page->json);
  json_object_end(page->json);
}

static void
put_result(struct page *page)
{
  struct partners partners = {0};
  struct str words = {0};
  struct why why = {0};
  partners_find(&partners, page->trace);
  bug_words(&words, page->trace);
  why_of(&why, page->trace, page->items);
  if (why.title.n)
    str_add(&words, ".");
  why_text(&words, &why);
  why_free(&why);
  sarif_message(page->json, "message", str_text(&words));
  json_array(page->json, "locations");
  json_object(page->json, NULL);
  put_place(page, bug_place(page->trace), true);
  json_object_end(page->json);
  json_array_end(page->json);
  put_partners(page, &partners);
  put_fingerprint(page, &partners);
  put_flows(page);
  if (page->items->other_inputs.n)
    put_inputs(page);
  partners_free(&partners);
  str_free(&words);
}

void
trace_sarif(struct json *json, const struct trace_input *trace, const struct sarif_base *base)
{
  struct items items = {0};
  struct page page = {.json = json,
                      .trace = trace,
                      .prog = trace->prog,
                      .base = base,
                      .items = &items,
                      .phrases = {.trace = trace}};
  items_find(&items, trace);
  find_places(&page);
  page.first = items.all.n > SARIF_STEPS ? items.all.n - SARIF_STEPS : 0;
  page.end = items.all.n;
  if (MUTANT(FLOW_KEEPS_START)) {
    page.end -= page.first;
    page.first = 0;
  }
  put_result(&page);
  items_free(&items);
  phrases_free(&page.phrases);
  sources_free(&page.sources);
  vec_free(&page.places);
}
