/* Each bug that was found is ignored from then on (load/ignore.h), and the program is checked again, in a
 * process of its own, until there is no other bug or the time is up. So two bugs are the same if they
 * are violations of one property at one place; of deadlocks only one is found. */
#define _XOPEN_SOURCE 700
#include "cli/keep_going.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/json_read.h"

enum { MOST_BUGS = 100 };

typedef VEC(const char *) words;

struct hunt {
  const struct command_line *line;
  double seconds, began;
  struct arena arena;
  words found;        /* as --ignore has them */
  const char *record; /* the file for the report of each check */
};

/* The words of the check, without ours, and with what was found. */
static void
make_words(struct hunt *hunt, words *argv)
{
  struct str ignored = {0};
  int i = 2;
  vec_push(argv, "/proc/self/exe");
  vec_push(argv, "check");
  for (; i < hunt->line->argc && strcmp(hunt->line->argv[i], "--") != 0; i++)
    if (strcmp(hunt->line->argv[i], "--keep-going") != 0)
      vec_push(argv, hunt->line->argv[i]);
  vec_push(argv, arena_printf(&hunt->arena, "--json=%s", hunt->record));
  if (hunt->seconds > 0)
    vec_push(argv,
             arena_printf(&hunt->arena, "--time=%.1f", hunt->began + hunt->seconds - clock_now()));
  for (size_t k = 0; k < hunt->found.n; k++)
    str_printf(&ignored, "%s%s", k ? "," : "", hunt->found.at[k]);
  if (ignored.n)
    vec_push(argv, arena_printf(&hunt->arena, "--ignore=%s", str_text(&ignored)));
  for (; i < hunt->line->argc; i++)
    vec_push(argv, hunt->line->argv[i]);
  vec_push(argv, NULL);
  str_free(&ignored);
}

/* The property that a kind of violation belongs to, in the words of --ignore. */
static const char *
property_of(const char *kind)
{
  bool is_assertion =
    !strcmp(kind, "assertion") || !strcmp(kind, "abort") || !strcmp(kind, "error");
  return is_assertion ? "assert" : kind;
}

/* What to ignore so that the bug is not found again; NULL if that is unknown. */
static const char *
name_bug(struct hunt *hunt)
{
  struct str text = {0};
  struct diags ignored = {0};
  struct json_error error;
  const char *name = NULL;
  FILE *file = fopen(hunt->record, "r");
  char bytes[4096];
  for (size_t n; file && (n = fread(bytes, 1, sizeof bytes, file));)
    str_add_bytes(&text, bytes, n);
  if (file)
    fclose(file);
  const struct json_value *all = json_read(&hunt->arena, str_text(&text), text.n, &error);
  const struct json_value *trace = all ? json_member(all, "trace") : NULL;
  const struct json_value *bug = trace ? json_member(trace, "violation") : NULL;
  const char *kind = bug ? json_member_text(bug, "kind") : NULL;
  const char *path = bug ? json_member_text(bug, "file") : NULL;
  const struct json_value *line = bug ? json_member(bug, "line") : NULL;
  if (kind && !strcmp(kind, "deadlock"))
    name = "deadlock";
  else if (kind && path && line && line->kind == JSON_NUMBER && line->is_uint && !strchr(path, ','))
    name = arena_printf(&hunt->arena, "%s:%s:%u", property_of(kind), path, (unsigned)line->natural);
  diags_free(&ignored);
  str_free(&text);
  return name;
}

static bool
is_known(const struct hunt *hunt, const char *name)
{
  for (size_t i = 0; i < hunt->found.n; i++)
    if (!strcmp(hunt->found.at[i], name))
      return true;
  return false;
}

/* What was found before is ignored, which need not be said each time. */
static void
print(const struct hunt *hunt, const char *text, bool bug)
{
  if (hunt->found.n)
    puts(bug ? "" : "\nApart from these bugs:");
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n") + 1;
    bool note = !strncmp(line, "note: ", 6) && strstr(line, " suppression");
    n -= line[n - 1] != '\n' && !line[n - 1];
    if (!note || !hunt->found.n || strstr(line, " suppression") > line + n)
      printf("%.*s", (int)n, line);
    line += n;
  }
}

/* One check. True if there is another bug. */
static bool
find_next(struct hunt *hunt, int *code)
{
  words argv = {0};
  struct str out = {0};
  struct child_end end = {0};
  int cause;
  make_words(hunt, &argv);
  enum child_fate fate = child_run(argv.at, &(struct child_place){0}, NULL, &out, &end, &cause);
  *code = fate == CHILD_ENDED && !end.signal ? end.code : EXIT_INTERNAL;
  const char *name = *code == EXIT_BUG ? name_bug(hunt) : NULL;
  bool is_new = name && !is_known(hunt, name);
  if (*code != EXIT_BUG || is_new || !hunt->found.n)
    print(hunt, str_text(&out), *code == EXIT_BUG);
  fflush(stdout);
  if (is_new)
    vec_push(&hunt->found, name);
  vec_free(&argv);
  str_free(&out);
  return is_new;
}

int
keep_going(const struct command_line *line, double seconds)
{
  char record[] = "/tmp/heddle-bug-XXXXXX";
  int descriptor = mkstemp(record), code = EXIT_INPUT;
  if (descriptor < 0)
    return cli_failure("cannot make a file in /tmp");
  close(descriptor);
  struct hunt hunt = {.line = line, .seconds = seconds, .began = clock_now(), .record = record};
  bool more = true;
  while (more && hunt.found.n < MOST_BUGS &&
         (seconds <= 0 || clock_now() < hunt.began + seconds - 0.5))
    more = find_next(&hunt, &code);
  if (hunt.found.n) {
    printf("\n%zu %s:\n", hunt.found.n, hunt.found.n == 1 ? "bug" : "different bugs");
    for (size_t i = 0; i < hunt.found.n; i++)
      printf("  %s\n", hunt.found.at[i]);
  }
  code = hunt.found.n && code != EXIT_INTERNAL ? EXIT_BUG : code;
  unlink(record);
  vec_free(&hunt.found);
  arena_free(&hunt.arena);
  return code;
}
