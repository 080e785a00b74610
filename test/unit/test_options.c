/* The option parser: what it accepts, and every message it gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"

struct settings {
  bool loud;
  unsigned rounds, engine, property;
  double seconds;
  const char *file;
  struct option_list names;
  struct option_variant solver;
};

static const struct settings defaults = {.rounds = 2, .property = 3};

static const struct option rows[] = {
  {.name = "loud",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct settings, loud),
   .help = "be loud"},
  {.name = "rounds",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct settings, rounds),
   .argument = "N",
   .help = "how many",
   .least = 1,
   .most = 100},
  {.name = "engine",
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct settings, engine),
   .argument = "KIND",
   .help = "which one",
   .words = "sat,explicit"},
  {.name = "property",
   .kind = OPTION_SET,
   .offset = offsetof(struct settings, property),
   .argument = "LIST",
   .help = "what",
   .words = "assert,memory"},
  {.name = "time",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct settings, seconds),
   .argument = "DURATION",
   .help = "how long"},
  {.name = "output",
   .letter = 'o',
   .kind = OPTION_TEXT,
   .offset = offsetof(struct settings, file),
   .argument = "FILE",
   .help = "where to"},
  {.name = "names",
   .kind = OPTION_LIST,
   .offset = offsetof(struct settings, names),
   .argument = "A,...",
   .help = "who"},
  {.name = "solver",
   .kind = OPTION_VARIANT,
   .offset = offsetof(struct settings, solver),
   .argument = "WHICH",
   .help = "by whom",
   .words = "own,sat:COMMAND,both,satire:COMMAND",
   .past = "mine=own"},
};

static const struct option_table table = {
  .usage = "try FILE [options]",
  .about = "Tries.\n",
  .options = rows,
  .n = sizeof rows / sizeof *rows,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "FLAGS",
};

enum { MOST_WORDS = 8 };

struct parsed {
  struct settings settings;
  struct operands operands;
  struct str error;
  enum options_result result;
};

/* The words are separated by single blanks. */
static struct parsed
parse(const char *line)
{
  struct parsed parsed = {0};
  char *argv[MOST_WORDS];
  int argc = 0;
  struct arena *arena = &parsed.operands.arena;
  for (char *word = strtok(arena_strdup(arena, line), " "); word; word = strtok(NULL, " ")) {
    assert_true(argc < MOST_WORDS);
    argv[argc++] = word;
  }
  parsed.result =
    options_parse(&table, argc, argv, &parsed.settings, &parsed.operands, &parsed.error);
  return parsed;
}

static void
drop(struct parsed *parsed)
{
  operands_free(&parsed->operands);
  str_free(&parsed->error);
}

static void
expect_error(const char *line, const char *message)
{
  struct parsed parsed = parse(line);
  assert_int_equal(parsed.result, OPTIONS_BAD);
  assert_string_equal(str_text(&parsed.error), message);
  drop(&parsed);
}

static void
test_defaults(void **state)
{
  (void)state;
  struct parsed parsed = parse("");
  assert_int_equal(parsed.result, OPTIONS_OK);
  assert_int_equal(parsed.settings.rounds, 2);
  assert_int_equal(parsed.settings.property, 3);
  assert_false(parsed.settings.loud);
  assert_null(parsed.settings.file);
  assert_int_equal(parsed.operands.words.n, 0);
  drop(&parsed);
}

static void
test_both_spellings(void **state)
{
  (void)state;
  struct parsed parsed = parse("--rounds=7 --engine explicit -o f.txt --loud --property=memory");
  assert_int_equal(parsed.result, OPTIONS_OK);
  assert_int_equal(parsed.settings.rounds, 7);
  assert_int_equal(parsed.settings.engine, 1);
  assert_int_equal(parsed.settings.property, 2);
  assert_string_equal(parsed.settings.file, "f.txt");
  assert_true(parsed.settings.loud);
  drop(&parsed);
}

static void
test_operands_and_rest(void **state)
{
  (void)state;
  struct parsed parsed = parse("a.c --loud b.c - -- -DX --rounds 9");
  assert_int_equal(parsed.result, OPTIONS_OK);
  assert_int_equal(parsed.operands.words.n, 3);
  assert_string_equal(parsed.operands.words.at[1], "b.c");
  assert_string_equal(parsed.operands.words.at[2], "-");
  assert_int_equal(parsed.operands.rest.n, 3);
  assert_string_equal(parsed.operands.rest.at[0], "-DX");
  assert_int_equal(parsed.settings.rounds, 2);
  drop(&parsed);
}

static void
test_durations(void **state)
{
  (void)state;
  static const struct {
    const char *line;
    double seconds;
  } cases[] = {{"--time 10", 10},   {"--time 10s", 10},  {"--time 10m", 600},
               {"--time 1h", 3600}, {"--time 1.5m", 90}, {"--time=200ms", 0.2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct parsed parsed = parse(cases[i].line);
    assert_int_equal(parsed.result, OPTIONS_OK);
    assert_float_equal(parsed.settings.seconds, cases[i].seconds, 1e-9);
    drop(&parsed);
  }
  static const char *const wrong[] = {"",    "s",    "0",     "-1",  "1d",
                                      "1e3", "0x10", "1.2.3", "inf", "10 "};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char line[32] = "--time=", message[96];
    strcat(line, wrong[i]);
    struct settings settings;
    struct operands operands = {0};
    struct str error = {0};
    char *argv[] = {line};
    assert_int_equal(options_parse(&table, 1, argv, &settings, &operands, &error), OPTIONS_BAD);
    snprintf(message, sizeof message,
             "option '--time': '%s' is not a duration such as 10s, 5m or 1h", wrong[i]);
    assert_string_equal(str_text(&error), message);
    operands_free(&operands);
    str_free(&error);
  }
}

static void
test_lists_add_up(void **state)
{
  (void)state;
  struct parsed parsed = parse("--names f:3=2,g=4 --names h=1");
  assert_int_equal(parsed.result, OPTIONS_OK);
  assert_int_equal(parsed.settings.names.n, 3);
  assert_string_equal(parsed.settings.names.at[0], "f:3=2");
  assert_string_equal(parsed.settings.names.at[1], "g=4");
  assert_string_equal(parsed.settings.names.at[2], "h=1");
  drop(&parsed);
  expect_error("--names a,,b", "option '--names': empty entry in its list");
}

static void
test_sets(void **state)
{
  (void)state;
  struct parsed parsed = parse("--property memory,assert");
  assert_int_equal(parsed.settings.property, 3);
  drop(&parsed);
  expect_error("--property assert,races",
               "option '--property': unknown property 'races'; known: assert, memory");
  expect_error("--property=", "option '--property': unknown property ''; known: assert, memory");
  expect_error("--engine sa", "option '--engine': unknown engine 'sa'; known: sat, explicit");
}

static void
test_variants(void **state)
{
  (void)state;
  static const struct {
    const char *line;
    unsigned word;
    const char *text;
  } good[] = {{"", 0, NULL},
              {"--solver mine", 0, NULL},
              {"--solver both", 2, NULL},
              {"--solver sat:a", 1, "a"},
              {"--solver=sat:x:y,z", 1, "x:y,z"},
              {"--solver satire:b", 3, "b"}};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct parsed parsed = parse(good[i].line);
    assert_int_equal(parsed.result, OPTIONS_OK);
    assert_int_equal(parsed.settings.solver.word, good[i].word);
    if (good[i].text)
      assert_string_equal(parsed.settings.solver.text, good[i].text);
    else
      assert_null(parsed.settings.solver.text);
    drop(&parsed);
  }
  expect_error("--solver sat:",
               "option '--solver': nothing stands behind 'sat:'; wanted is sat:COMMAND");
  static const char *const wrong[] = {"sat", "bot", "bothx", "both:x", "own:"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char line[64], message[128];
    snprintf(line, sizeof line, "--solver %s", wrong[i]);
    snprintf(message, sizeof message,
             "option '--solver': unknown solver '%s'; known: own, sat:COMMAND, both, "
             "satire:COMMAND",
             wrong[i]);
    expect_error(line, message);
  }
}

static void
test_numbers(void **state)
{
  (void)state;
  static const char *const wrong[] = {"0", "101", "-1", "two", "1x", "99999999999999999999"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char line[64] = "--rounds ", message[96];
    strcat(line, wrong[i]);
    snprintf(message, sizeof message, "option '--rounds': '%s' is not a number from 1 to 100",
             wrong[i]);
    expect_error(line, message);
  }
}

static void
test_unknown_options(void **state)
{
  (void)state;
  expect_error("--round 3", "unknown option '--round'; did you mean '--rounds'?");
  expect_error("--tiem=3", "unknown option '--tiem'; did you mean '--time'?");
  expect_error("--hlep", "unknown option '--hlep'; did you mean '--help'?");
  expect_error("--frobnicate", "unknown option '--frobnicate'");
  expect_error("-DX=1", "unknown option '-DX=1'; FLAGS stand behind '--'");
  expect_error("--rounds", "option '--rounds' needs a value: N");
  expect_error("-o", "option '--output' needs a value: FILE");
  expect_error("--loud=yes", "option '--loud' takes no value");
}

/* Old names, letters with a number, sets by their difference: a table of their own. */
struct newer {
  unsigned jobs, property;
  double seconds;
  const char *file;
};
static const struct newer newer_defaults = {.property = 3};
static const struct option newer_rows[] = {
  {.name = "jobs",
   .letter = 'j',
   .section = SECTION_PARALLEL,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct newer, jobs),
   .argument = "N",
   .help = "at work",
   .least = 1,
   .most = 100},
  {.name = "property",
   .section = SECTION_PROPERTIES,
   .kind = OPTION_SET,
   .offset = offsetof(struct newer, property),
   .argument = "LIST",
   .help = "what",
   .words = "assert,lock,race",
   .synonyms = "thread=lock"},
  {.name = "timeout",
   .alias = "time",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct newer, seconds),
   .argument = "DURATION",
   .help = "how long"},
  {.name = "project",
   .letter = 'p',
   .section = SECTION_EXPERT,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct newer, file),
   .argument = "DIR",
   .help = "where"},
};
static const struct option_table newer_table = {
  .usage = "new [options]",
  .about = "New.\n",
  .options = newer_rows,
  .n = sizeof newer_rows / sizeof *newer_rows,
  .defaults = &newer_defaults,
  .size = sizeof newer_defaults,
  .rest = "FLAGS",
};

/* Reads one or two words; the message, or "". */
static void
read_newer(struct newer *into, const char *first, const char *second, const char *message)
{
  char *words[] = {(char *)(uintptr_t)first, (char *)(uintptr_t)second};
  struct operands operands = {0};
  struct str error = {0};
  options_parse(&newer_table, second ? 2 : 1, words, into, &operands, &error);
  assert_string_equal(str_text(&error), message);
  str_free(&error);
  operands_free(&operands);
}

static unsigned
read_property(const char *list)
{
  struct newer newer;
  read_newer(&newer, "--property", list, "");
  return newer.property;
}

static void
test_sets_by_difference(void **state)
{
  (void)state;
  struct newer newer;
  assert_int_equal(read_property("all"), 7);
  assert_int_equal(read_property("default"), 3);
  assert_int_equal(read_property("default,+race"), 7);
  assert_int_equal(read_property("default,race"), 7);
  assert_int_equal(read_property("+race"), 7);
  assert_int_equal(read_property("-assert"), 2);
  assert_int_equal(read_property("all,-race"), 3);
  assert_int_equal(read_property("lock"), 2);
  assert_int_equal(read_property("thread"), 2);
  assert_int_equal(read_property("race,-thread"), 4);
  read_newer(&newer, "--property=+beauty", NULL,
             "option '--property': unknown property 'beauty'; known: assert, thread, race");
  read_newer(&newer, "--property=assert,-assert", NULL,
             "option '--property': nothing is left of the list");
}

static void
test_other_names(void **state)
{
  (void)state;
  struct newer newer;
  read_newer(&newer, "--timeout=5", NULL, "");
  assert_true(newer.seconds == 5);
  read_newer(&newer, "--time", "1m", "");
  assert_true(newer.seconds == 60);
  read_newer(&newer, "--time=soon", NULL,
             "option '--time': 'soon' is not a duration such as 10s, 5m or 1h");
  read_newer(&newer, "--tim", "1", "unknown option '--tim'");
  read_newer(&newer, "-j", "4", "");
  assert_int_equal(newer.jobs, 4);
  read_newer(&newer, "-j12", NULL, "");
  assert_int_equal(newer.jobs, 12);
  read_newer(&newer, "-j12x", NULL, "option '--jobs': '12x' is not a number from 1 to 100");
  read_newer(&newer, "-pthread", NULL, "unknown option '-pthread'; FLAGS stand behind '--'");
}

static void
test_sections(void **state)
{
  (void)state;
  struct str text = {0};
  options_help(&text, &newer_table);
  assert_string_equal(str_text(&text), "Usage: heddle new [options]\n"
                                       "\n"
                                       "New.\n"
                                       "\n"
                                       "Common options:\n"
                                       "  --timeout DURATION  how long\n"
                                       "  -h, --help          print this text\n"
                                       "\n"
                                       "Properties:\n"
                                       "  --property LIST     what (default assert,thread)\n"
                                       "\n"
                                       "Parallel:\n"
                                       "  -j, --jobs N        at work\n"
                                       "\n"
                                       "Expert:\n"
                                       "  -p, --project DIR   where\n");
  str_free(&text);
}

/* An equal command line, in the order of the table, without defaults. */
static void
expect_words(const char *line, const char *words)
{
  struct parsed parsed = parse(line);
  struct operands back = {0};
  struct str text = {0};
  assert_int_equal(parsed.result, OPTIONS_OK);
  options_words(&back, &table, &parsed.settings);
  for (size_t i = 0; i < back.words.n; i++)
    str_printf(&text, "%s%s", i ? " " : "", back.words.at[i]);
  assert_string_equal(str_text(&text), words);
  str_free(&text);
  operands_free(&back);
  drop(&parsed);
}

static void
test_words(void **state)
{
  (void)state;
  expect_words("", "");
  expect_words("file --rounds 2 --property memory,assert --solver own", "");
  expect_words("--names=a -o f --loud --names=b,c --rounds=3 --engine=explicit",
               "--loud --rounds=3 --engine=explicit --output=f --names=a,b,c");
  expect_words("--time 1.5m --property memory --solver sat:a",
               "--property=memory --time=90.000s --solver=sat:a");
}

static void
test_help(void **state)
{
  (void)state;
  struct parsed parsed = parse("--rounds 3 --help --nonsense");
  assert_int_equal(parsed.result, OPTIONS_HELP);
  drop(&parsed);
  struct str help = {0};
  options_help(&help, &table);
  assert_string_equal(str_text(&help), "Usage: heddle try FILE [options]\n"
                                       "\n"
                                       "Tries.\n"
                                       "\n"
                                       "Options:\n"
                                       "  --loud             be loud\n"
                                       "  --rounds N         how many (default 2)\n"
                                       "  --engine KIND      which one (default sat)\n"
                                       "  --property LIST    what (default assert,memory)\n"
                                       "  --time DURATION    how long\n"
                                       "  -o, --output FILE  where to\n"
                                       "  --names A,...      who\n"
                                       "  --solver WHICH     by whom (default own)\n"
                                       "  -h, --help         print this text\n");
  str_free(&help);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_defaults),
    cmocka_unit_test(test_both_spellings),
    cmocka_unit_test(test_operands_and_rest),
    cmocka_unit_test(test_durations),
    cmocka_unit_test(test_variants),
    cmocka_unit_test(test_lists_add_up),
    cmocka_unit_test(test_sets),
    cmocka_unit_test(test_sets_by_difference),
    cmocka_unit_test(test_other_names),
    cmocka_unit_test(test_sections),
    cmocka_unit_test(test_numbers),
    cmocka_unit_test(test_unknown_options),
    cmocka_unit_test(test_words),
    cmocka_unit_test(test_help),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
