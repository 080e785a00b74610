/* heddle test: every test of <heddle.h> in the files, each checked by itself.
 *
 * A test is a function heddle_test_NAME, and to check it is "heddle check --entry heddle_test_NAME" with
 * the same words. That is another process for each test, so one that goes wrong leaves the others
 * alone. The options are those of heddle check, and so they are handed on as they are. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/output.h"
#include "cli/inputs.h"
#include "cli/junit.h"

struct test_line {
  const char *junit;
  struct option_list only;
  bool list;
};

static const struct test_line defaults = {0};

static const struct option options_of_test[] = {
  {.name = "only",
   .kind = OPTION_LIST,
   .offset = offsetof(struct test_line, only),
   .argument = "NAME,...",
   .help = "these tests alone"},
  {.name = "list",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct test_line, list),
   .help = "print the names of the tests"},
  {.name = "junit",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct test_line, junit),
   .argument = "FILE",
   .help = "write what became of each test to FILE, as JUnit's XML"},
};

static const struct option_table table = {
  .usage = "test FILE... [options] [options of check] [-- CLANG-FLAGS]",
  .about =
    "Checks every test in the files, each by itself: HEDDLE_TEST(name) { ... } of <heddle.h>.\n"
    "All files together make one program. The options of 'heddle check' hold for each test.\n"
    "The exit code is 0 if all are proved, 10 if one has a bug, 5 if one is not decided.\n",
  .options = options_of_test,
  .n = sizeof options_of_test / sizeof *options_of_test,
  .defaults = &defaults,
  .size = sizeof defaults,
};

typedef VEC(const char *) words;

/* ---- the words of the command line ---- */

/* Those that are about this command, rather than about each check. How many words are it? */
static int
is_ours(const char *word)
{
  for (size_t i = 0; i < table.n; i++) {
    const struct option *option = &options_of_test[i];
    size_t n = strlen(option->name);
    if (!strncmp(word, "--", 2) && !strncmp(word + 2, option->name, n)) {
      if (word[n + 2] == '=' || (!word[n + 2] && option->kind == OPTION_FLAG))
        return 1;
      if (!word[n + 2])
        return 2;
    }
  }
  return !strcmp(word, "--help") || !strcmp(word, "-h");
}

/* What is one file for each check, or chooses where it begins. */
static bool
is_of_one_check(const char *word)
{
  static const char *const names[] = {"--entry",   "--json",   "--html", "--sarif",  "--replay",
                                      "--certify", "--resume", "--keep", "--journal"};
  bool is = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t n = strlen(names[i]);
    is |= !strncmp(word, names[i], n) && (!word[n] || word[n] == '=');
  }
  return is;
}

/* The words for us, and those for check. False with a message in `error`. */
static bool
sort_words(const struct command_line *line, words *ours, words *others, struct str *error)
{
  bool behind = false;
  for (int i = 2; i < line->argc; i++) {
    const char *word = line->argv[i];
    behind |= !strcmp(word, "--");
    int n = behind ? 0 : is_ours(word);
    if (!behind && is_of_one_check(word)) {
      str_printf(error, "%s is about one test: see 'heddle check --entry heddle_test_NAME'", word);
      return false;
    }
    if (!n)
      vec_push(others, word);
    for (int k = 0; k < n && i + k < line->argc; k++)
      vec_push(ours, line->argv[i + k]);
    i += n ? n - 1 : 0;
  }
  return true;
}

/* ---- one test ---- */

static bool
is_verdict(const char *line)
{
  static const char *const begins[] = {"bug: ", "no bug", "unknown: ", "internal error: "};
  bool is = false;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    is |= !strncmp(line, begins[i], strlen(begins[i]));
  return is;
}

static bool
is_error(const char *line)
{
  const char *error = strstr(line, "error: ");
  return error && error < line + strcspn(line, "\n");
}

/* The last line that is one, else the first line of an error, else the first line. */
static void
find_verdict(struct str *out, const char *text)
{
  const char *found = text;
  bool has_error = false;
  for (const char *line = text; *line;) {
    if (is_verdict(line) || (!has_error && is_error(line)))
      found = line;
    has_error |= is_error(line);
    const char *end = strchr(line, '\n');
    line = end ? end + 1 : line + strlen(line);
  }
  str_add_bytes(out, found, strcspn(found, "\n"));
}

/* Where messages about the program go: all tests have the same, and they are shown once. */
static void
show_messages(FILE *messages, struct test_outcome *outcome, bool first)
{
  char bytes[4096];
  rewind(messages);
  for (size_t n; (n = fread(bytes, 1, sizeof bytes, messages));) {
    if (outcome->code == EXIT_INPUT || outcome->code == EXIT_USAGE)
      str_add_bytes(&outcome->text, bytes, n);
    if (first || outcome->code == EXIT_INPUT || outcome->code == EXIT_INTERNAL)
      fwrite(bytes, 1, n, stderr);
  }
}

static enum exit_code
code_of(enum child_fate fate, const struct child_end *end)
{
  bool known = fate == CHILD_ENDED && !end->signal &&
               (end->code == EXIT_SAFE || end->code == EXIT_OPEN || end->code == EXIT_BUG ||
                end->code == EXIT_INPUT || end->code == EXIT_USAGE);
  return known ? (enum exit_code)end->code : EXIT_INTERNAL;
}

static void
run_test(struct test_outcome *outcome, const words *others, bool first)
{
  struct str entry = {0};
  struct child_end end = {0};
  int cause = 0;
  words argv = {0};
  str_printf(&entry, "--entry=heddle_test_%s", outcome->name);
  vec_push(&argv, "/proc/self/exe");
  vec_push(&argv, "check");
  vec_push(&argv, str_text(&entry));
  for (size_t i = 0; i < others->n; i++)
    vec_push(&argv, others->at[i]);
  vec_push(&argv, NULL);
  FILE *messages = tmpfile();
  struct child_place place = {.errors_out = messages ? fileno(messages) : 0};
  double begin = clock_now();
  enum child_fate fate = child_run(argv.at, &place, NULL, &outcome->text, &end, &cause);
  outcome->seconds = clock_now() - begin;
  outcome->code = code_of(fate, &end);
  if (messages) {
    show_messages(messages, outcome, first);
    fclose(messages);
  }
  find_verdict(&outcome->verdict, str_text(&outcome->text));
  vec_free(&argv);
  str_free(&entry);
}

static const char *
word_of(enum exit_code code)
{
  return code == EXIT_SAFE ? "ok" : code == EXIT_OPEN ? "open" : code == EXIT_BUG ? "BUG" : "ERROR";
}

/* What the verdict rests on, and what was not looked at. */
static void
tell_notes(const char *text)
{
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n");
    if (!strncmp(line, "note: ", 6) || !strncmp(line, "assumed: ", 9))
      printf("      %.*s\n", (int)n, line);
    line += n + (line[n] != 0);
  }
}

static void
tell(const struct test_outcome *outcome)
{
  if (outcome->code == EXIT_BUG)
    printf("%s\n", str_text(&outcome->text));
  printf("%-5s %s: %s\n", word_of(outcome->code), outcome->name, str_text(&outcome->verdict));
  if (outcome->code != EXIT_BUG)
    tell_notes(str_text(&outcome->text));
  fflush(stdout);
}

/* ---- all of them ---- */

static bool
is_wanted(const struct test_line *line, const char *name)
{
  bool wanted = !line->only.n;
  for (size_t i = 0; i < line->only.n; i++)
    wanted |= !strcmp(line->only.at[i], name);
  return wanted;
}

/* The names that --only has must be there. */
static bool
names_fit(const struct test_line *line, const struct load_tests *tests, struct str *error)
{
  for (size_t i = 0; i < line->only.n; i++) {
    bool found = false;
    for (size_t k = 0; k < tests->all.n; k++)
      found |= !strcmp(line->only.at[i], tests->all.at[k].name);
    if (!found)
      str_printf(error, "there is no test '%s'", line->only.at[i]);
  }
  if (!tests->all.n)
    str_add(error, "there is no test in the files: HEDDLE_TEST(name) { ... } of <heddle.h>");
  return !error->n;
}

static unsigned
count(const struct test_outcomes *outcomes, enum exit_code code)
{
  unsigned n = 0;
  for (size_t i = 0; i < outcomes->all.n; i++)
    n += outcomes->all.at[i].code == code;
  return n;
}

static void
add_count(struct str *out, unsigned n, const char *what)
{
  if (n)
    str_printf(out, "%s%u %s", out->n ? ", " : "", n, what);
}

/* The exit code of all: the worst, where what cannot be checked hides no bug. */
static int
summarise(const struct test_outcomes *outcomes)
{
  unsigned proved = count(outcomes, EXIT_SAFE), open = count(outcomes, EXIT_OPEN),
           bugs = count(outcomes, EXIT_BUG), internal = count(outcomes, EXIT_INTERNAL),
           unchecked = (unsigned)outcomes->all.n - proved - open - bugs;
  double seconds = 0;
  for (size_t i = 0; i < outcomes->all.n; i++)
    seconds += outcomes->all.at[i].seconds;
  struct str text = {0};
  add_count(&text, proved, "proved");
  add_count(&text, open, "open");
  add_count(&text, bugs, bugs == 1 ? "with a bug" : "with bugs");
  add_count(&text, unchecked, "not checked");
  printf("%zu %s: %s (%.1f s)\n", outcomes->all.n, outcomes->all.n == 1 ? "test" : "tests",
         str_text(&text), seconds);
  str_free(&text);
  return bugs        ? EXIT_BUG
         : internal  ? EXIT_INTERNAL
         : unchecked ? EXIT_INPUT
         : open      ? EXIT_OPEN
                     : EXIT_SAFE;
}

static int
write_junit(const struct test_outcomes *outcomes, const char *path, int code)
{
  struct str text = {0}, error = {0};
  struct output output;
  junit_write(&text, outcomes);
  bool written = output_open(&output, path, &error);
  if (written) {
    fputs(str_text(&text), output.file);
    written = output_close(&output, true, &error);
  }
  if (!written)
    code = cli_failure(str_text(&error));
  str_free(&text);
  str_free(&error);
  return code;
}

static int
run_tests(const struct test_line *line, const struct load_tests *tests, const words *others)
{
  struct test_outcomes outcomes = {0};
  for (size_t i = 0; i < tests->all.n; i++) {
    struct test_outcome outcome = {tests->all.at[i].name, tests->all.at[i].file, 0, {0}, {0}, 0};
    if (!is_wanted(line, outcome.name))
      continue;
    run_test(&outcome, others, outcomes.all.n == 0);
    tell(&outcome);
    vec_push(&outcomes.all, outcome);
  }
  int code = summarise(&outcomes);
  if (line->junit)
    code = write_junit(&outcomes, line->junit, code);
  for (size_t i = 0; i < outcomes.all.n; i++) {
    str_free(&outcomes.all.at[i].verdict);
    str_free(&outcomes.all.at[i].text);
  }
  vec_free(&outcomes.all);
  return code;
}

/* ---- the command ---- */

static int
find_and_run(const struct test_line *line, const words *others,
             const struct command_line *check_words)
{
  struct check_options options;
  struct operands operands = {0};
  struct load_tests tests = {0};
  struct str error = {0};
  int code = 0;
  static const struct load_watch watch = {.tell = cli_tell};
  if (line->junit && !output_check(line->junit, &error))
    code = cli_failure(str_text(&error));
  else if (check_line_read(check_words, &options, &operands, &code)) {
    if (!load_find_tests(&tests, &options.load, &operands, &watch, &error))
      code = error.n ? cli_usage(&command_test, str_text(&error)) : EXIT_INPUT;
    else if (!names_fit(line, &tests, &error))
      code = cli_failure(str_text(&error));
    else if (line->list)
      for (size_t i = 0; i < tests.all.n; i++)
        puts(tests.all.at[i].name);
    else
      code = run_tests(line, &tests, others);
  }
  load_tests_free(&tests);
  str_free(&error);
  operands_free(&operands);
  return code;
}

static int
run(const struct command_line *line)
{
  words ours = {0}, others = {0}, check_words = {0};
  struct str error = {0};
  struct test_line mine;
  struct operands none = {0};
  int code = EXIT_USAGE;
  for (int i = 0; i < 2 && i < line->argc; i++) {
    vec_push(&ours, line->argv[i]);
    vec_push(&check_words, line->argv[i]);
  }
  if (!sort_words(line, &ours, &others, &error)) {
    cli_usage(&command_test, str_text(&error));
  } else {
    for (size_t i = 0; i < others.n; i++)
      vec_push(&check_words, others.at[i]);
    struct command_line own = {(int)ours.n, (char *const *)ours.at};
    struct command_line rest = {(int)check_words.n, (char *const *)check_words.at};
    if (cli_options(&command_test, &own, &mine, &none, &code))
      code = find_and_run(&mine, &others, &rest);
  }
  vec_free(&ours);
  vec_free(&others);
  vec_free(&check_words);
  operands_free(&none);
  str_free(&error);
  return code;
}

const struct command command_test = {
  .name = "test",
  .summary = "check every test in the files, each by itself",
  .table = &table,
  .run = run,
};
