/* An assertion that is ignored becomes an assumption: what a program does after it is no concern any
 * more. An access whose races are ignored is one that races with nobody, and everything else of it
 * stays. Deadlocks have no place at which they could be ignored. */
#include "load/ignore.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mutant.h"

static const struct {
  const char *word;
  unsigned property;
} words[] = {
  {"assert", PROPERTY_ASSERT},     {"deadlock", PROPERTY_DEADLOCK}, {"race", PROPERTY_RACE},
  {"memory", PROPERTY_MEMORY},     {"thread", PROPERTY_LOCK},       {"lock", PROPERTY_LOCK},
  {"overflow", PROPERTY_OVERFLOW}, {"leak", PROPERTY_LEAK},         {"all", ~0U},
};

static unsigned
property_of(const char *word, size_t n)
{
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i].word) == n && !strncmp(words[i].word, word, n))
      return words[i].property;
  return 0;
}

/* ---- reading ---- */

bool
ignore_word(struct ignore_list *list, const char *word, struct arena *arena, struct str *error)
{
  size_t n = strcspn(word, ":");
  struct ignored one = {.property = property_of(word, n)};
  if (!one.property) {
    str_printf(error, "'%.*s' is no property that could be ignored", (int)n, word);
    return false;
  }
  if (word[n]) {
    char *where = arena_strdup(arena, word + n + 1), *colon = strrchr(where, ':');
    if (colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1)) {
      one.line = (unsigned)strtoul(colon + 1, NULL, 10);
      *colon = 0;
    }
    one.where = where;
  }
  if (one.where && (!*one.where || one.property == PROPERTY_DEADLOCK)) {
    str_printf(error,
               *one.where ? "deadlocks are ignored everywhere or not at all: 'deadlock'"
                          : "'%s' names no place",
               word);
    return false;
  }
  vec_push(&list->all, one);
  return true;
}

bool
ignore_file(struct ignore_list *list, const char *path, struct arena *arena, struct diags *diags)
{
  struct str text = {0}, error = {0};
  unsigned number = 0;
  if (!file_read_text(&text, path, diags))
    return false;
  for (char *line = text.text, *end; line && *line; line = end) {
    end = line + strcspn(line, "\n");
    end += *end ? (*end = 0, 1) : 0;
    number++;
    line[strcspn(line, "#")] = 0;
    line += strspn(line, " \t\r");
    for (size_t n = strlen(line); n && isspace((unsigned char)line[n - 1]); n--)
      line[n - 1] = 0;
    if (*line && !ignore_word(list, line, arena, &error)) {
      diag_at(diags, DIAG_ERROR, path, number, 1, "%s", str_text(&error));
      str_free(&error);
    }
  }
  str_free(&text);
  return !diags->errors;
}

/* What may stand between properties, and behind them. */
static const char *
skip(const char *at, const char *end, const char *these)
{
  while (at < end && strchr(these, *at))
    at++;
  return at;
}

/* Behind "heddle: ignore": properties, with blanks or commas between them, up to the first word that is
 * none. All, if nothing follows; 0 if something else does. */
static unsigned
properties_of(const char *at, const char *end)
{
  unsigned all = 0;
  const char *next = skip(at, end, " \t\r");
  if (next == end || !strncmp(next, "*/", 2))
    return ~0U;
  for (unsigned one = next > at; one && next < end; all |= one) {
    size_t n = 0;
    while (next + n < end && (isalnum((unsigned char)next[n]) || next[n] == '_'))
      n++;
    one = property_of(next, n);
    next = skip(next + n, end, " \t,");
  }
  return all;
}

/* Where the mark of a comment ends that begins with it; NULL: there is none in the line. */
static const char *
find_mark(const char *line, const char *end)
{
  static const char mark[] = "heddle: ignore";
  for (const char *at = line; at + 1 < end; at++) {
    if (*at != '/' || (at[1] != '/' && at[1] != '*'))
      continue;
    const char *text = skip(at + 2, end, " \t");
    if ((size_t)(end - text) >= sizeof mark - 1 && !strncmp(text, mark, sizeof mark - 1))
      return text + sizeof mark - 1;
  }
  return NULL;
}

void
ignore_comments(struct ignore_list *list, const char *path, struct arena *arena,
                struct diags *diags)
{
  struct str text = {0};
  struct diags ignored = {0};
  unsigned number = 0;
  bool readable = file_read(&text, path, &ignored);
  for (const char *line = str_text(&text); readable && *line;) {
    const char *end = line + strcspn(line, "\n"), *behind = find_mark(line, end);
    number++;
    if (behind) {
      const char *begin = skip(line, end, " \t");
      bool alone = *begin == '/' && (begin[1] == '/' || begin[1] == '*');
      struct ignored one = {properties_of(behind, end), arena_strdup(arena, path), number + alone,
                            .exactly = true};
      if (one.property)
        vec_push(&list->all, one);
      else
        diag_at(diags, DIAG_ERROR, path, number, (unsigned)(behind - line) + 1,
                "'heddle: ignore' is followed by no property; all would be 'heddle: ignore all'");
    }
    line = end + (*end != 0);
  }
  diags_free(&ignored);
  str_free(&text);
}

/* ---- applying ---- */

/* Is one path the end of the other one? */
static bool
same_path(const char *a, const char *b)
{
  size_t n = strlen(a), m = strlen(b);
  const char *longer = n > m ? a : b, *shorter = n > m ? b : a;
  size_t apart = n > m ? n - m : m - n;
  return !strcmp(longer + apart, shorter) && (!apart || longer[apart - 1] == '/');
}

static bool
is_place(const struct prog *prog, place_id place, const struct ignored *one)
{
  for (; place; place = prog->places.at[place].caller) {
    const struct place *at = &prog->places.at[place];
    if (at->model)
      continue;
    if (one->line)
      return (at->line == one->line || MUTANT(IGNORED_IN_ALL_LINES)) && at->file &&
             (one->exactly ? !strcmp(at->file, one->where) : same_path(at->file, one->where));
    if (at->function && !strcmp(at->function, one->where))
      return true;
  }
  return false;
}

static bool
is_variable(const struct prog *prog, const struct event *event, const char *name)
{
  for (uint32_t i = 0; i < event->n_targets; i++) {
    object_id object = prog->targets.at[event->first_target + i].object;
    const char *its = prog->objects.at[object].name;
    if (!its || strcmp(its, name) != 0)
      return false;
  }
  return event->n_targets;
}

static bool
is_about(const struct prog *prog, const struct event *event, const struct ignored *one)
{
  return is_place(prog, event->place, one) || (!one->line && is_variable(prog, event, one->where));
}

static bool
apply(struct prog *prog, struct event *event, const struct ignored *one)
{
  bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
  bool wanted = event->kind == EVENT_ASSERT && one->property & fault_property(event->fault);
  bool races = access && one->property & PROPERTY_RACE && prog->asks & PROPERTY_RACE;
  if ((!wanted && !races) || !is_about(prog, event, one))
    return false;
  if (races) {
    event->quiet = true;
  } else if (event->fault == FAULT_RACE) {
    event->value = VALUE_TRUE;
  } else {
    event->kind = EVENT_ASSUME;
    event->fault = 0;
    event->text = NULL;
  }
  return true;
}

static void
add_words(struct str *out, const struct ignored *one)
{
  const char *word = "all";
  for (size_t i = sizeof words / sizeof *words; i--;)
    if (words[i].property == one->property)
      word = words[i].word;
  str_printf(out, "%s%s", out->n ? ", " : "", word);
  if (one->line)
    str_printf(out, " at %s:%u", one->where, one->line);
  else if (one->where)
    str_printf(out, " of %s", one->where);
}

unsigned
ignore_apply(const struct ignore_list *list, struct prog *prog, unsigned property)
{
  struct str text = {0};
  unsigned count = 0, left = property;
  prog->asks = property & (PROPERTY_DEADLOCK | PROPERTY_RACE);
  for (size_t i = 0; i < list->all.n; i++) {
    const struct ignored *one = &list->all.at[i];
    bool used = !one->where && one->property & property;
    if (!one->where)
      left &= ~one->property;
    for (size_t k = 0; k < prog->events.n && one->where; k++)
      used |= one->property & property && apply(prog, &prog->events.at[k], one);
    if (used) {
      add_words(&text, one);
      count++;
    }
  }
  if (count)
    prog->ignored =
      arena_printf(&prog->arena, "%u %s: %s", count,
                   count == 1 ? "suppression applies" : "suppressions apply", str_text(&text));
  str_free(&text);
  return left;
}
