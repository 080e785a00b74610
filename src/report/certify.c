#define _XOPEN_SOURCE 700
#include "report/certify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/output.h"
#include "base/sha256.h"
#include "ir/text.h"

#define STATEMENT "statement.txt"

static const char *const questions[] = {
  [QUESTION_VIOLATION] = "Can a check fail (an assertion, or one for memory, locks and the like)?",
  [QUESTION_DEADLOCK] = "Can there be a deadlock?",
  [QUESTION_RACE] = "Can there be a data race?",
  [QUESTION_CUT] = "Can a thread reach the end of an unwinding?",
};

/* The files of a proof. The account is there if clauses were added after models. */
static const struct {
  const char *suffix, *head, *key;
  bool account;
} files[] = {{".cnf", "  formula   ", "formula", false},
             {".order", "  account   ", "account", true},
             {".drat", "  proof     ", "proof", false}};
enum { FILES = sizeof files / sizeof *files };

static bool
is_of_one_order(const struct report *report)
{
  return engine_get(report->options->engine.word)->one_order;
}

static bool
has_file(const struct report *report, unsigned file)
{
  return !files[file].account || is_of_one_order(report);
}

static void
path_in(struct str *path, const char *folder, const char *name, const char *suffix)
{
  str_printf(path, "%s/%s%s", folder, name, suffix);
}

/* ---- before ---- */

/* What is left of an earlier certificate must not be taken for a part of this one. */
static bool
remove_old(const char *folder, const char *name, const char *suffix, struct str *error)
{
  struct str path = {0};
  path_in(&path, folder, name, suffix);
  bool gone = !remove(str_text(&path)) || errno == ENOENT;
  if (!gone)
    str_printf(error, "cannot remove '%s': %s", str_text(&path), strerror(errno));
  str_free(&path);
  return gone;
}

bool
certify_begin(const char *folder, struct str *error)
{
  struct stat about;
  if (mkdir(folder, 0777) && errno != EEXIST) {
    str_printf(error, "cannot make the folder '%s': %s", folder, strerror(errno));
    return false;
  }
  if (!stat(folder, &about) && !S_ISDIR(about.st_mode)) {
    str_printf(error, "'%s' is not a folder", folder);
    return false;
  }
  bool fine = remove_old(folder, STATEMENT, "", error);
  for (enum question q = 0; q < QUESTIONS && fine; q++)
    for (unsigned file = 0; file < FILES && fine; file++)
      fine = remove_old(folder, engine_question_name(q), files[file].suffix, error);
  struct str path = {0};
  path_in(&path, folder, STATEMENT, "");
  fine = fine && output_check(str_text(&path), error) && sat_prover_found(error);
  str_free(&path);
  return fine;
}

/* ---- answers ---- */

enum answer { NOT_ASKED, NO, NO_PLAIN, NO_UNPROVED, YES, OPEN };

static bool
was_asked(const struct report *report, enum question question)
{
  unsigned property = report->options->load.property;
  switch (question) {
  case QUESTION_VIOLATION:
    return property & ~(unsigned)(PROPERTY_DEADLOCK | PROPERTY_RACE);
  case QUESTION_DEADLOCK:
    return property & PROPERTY_DEADLOCK;
  case QUESTION_RACE:
    return property & PROPERTY_RACE;
  case QUESTION_CUT:
  case QUESTIONS:
    break;
  }
  return true;
}

static enum answer
answer_to(const struct report *report, enum question question)
{
  const struct engine_result *result = &report->result;
  bool decided = result->verdict == VERDICT_SAFE || result->verdict == VERDICT_BOUNDED;
  if (!was_asked(report, question))
    return NOT_ASKED;
  switch (result->certified[question]) {
  case CERTIFIED_PROOF:
    return NO;
  case CERTIFIED_PLAIN:
    return NO_PLAIN;
  case CERTIFIED_NOTHING:
    break;
  }
  if (!decided || (question == QUESTION_CUT && !result->loops_known))
    return OPEN;
  return question == QUESTION_CUT && !result->loops_complete ? YES : NO_UNPROVED;
}

/* ---- what is trusted ---- */

typedef VEC(char *) text_list;

static void
add_trusted(text_list *texts, struct arena *arena, const struct report *report)
{
  const struct prog *prog = report->prog;
  for (size_t i = 0; i < prog->assumed.n; i++)
    vec_push(texts, arena_printf(arena, "assumed: %s", prog->assumed.at[i]));
  for (unsigned i = 0; i < CONFIGURATION_COUNT; i++)
    if (prog->configured >> i & 1)
      vec_push(texts,
               arena_printf(arena, "configured: %s", configuration_words((enum configuration)i)));
  if (!check_is_weak(report->options->load.memory))
    vec_push(texts,
             arena_strdup(arena, "memory is sequentially consistent; README.md lists what else is "
                                 "simplified"));
  else
    vec_push(texts,
             arena_printf(arena,
                          "memory has %s as in doc/memory-models.md; README.md lists what is "
                          "simplified",
                          report_memmodel(report)->words));
  static const char *const always[] = {
    "clang, front end and models of library functions (doc/library.md) give the program's meaning",
    "the analyses of visibility and of values are right; brute force checks them (test/prog)",
    "the encoder is right: doc/encoding.md has the argument, the tests compare it with brute force",
  };
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    vec_push(texts, arena_strdup(arena, always[i]));
  if (!report->options->load.no_merge)
    vec_push(texts, arena_strdup(arena, "critical sections are single steps where a lock protects "
                                        "what they touch (--no-merge divides them)"));
  if (!report->options->no_slice)
    vec_push(texts,
             arena_strdup(arena, "what was sliced away has no influence (--no-slice keeps it)"));
  if (!report->options->no_narrow)
    vec_push(texts,
             arena_strdup(arena, "values stay within the ranges found for them (--no-narrow does "
                                 "without ranges)"));
  if (is_of_one_order(report))
    vec_push(texts,
             arena_strdup(arena, "literals are those of the labels and accesses that the account "
                                 "names; the clauses that were added need no trust"));
  if (report->result.rounds_complete && !report->result.whole)
    vec_push(texts,
             arena_printf(arena, "%u rounds hold every schedule, by counting (src/engine/rounds.c)",
                          report_stage(report)->rounds));
}

/* ---- checksums ---- */

/* False if the file cannot be read (any more). */
static bool
file_sum(const char *path, char hex[SHA256_HEX])
{
  char chunk[1 << 14];
  size_t n;
  FILE *file = fopen(path, "r");
  if (!file)
    return false;
  struct sha256 sha;
  sha256_begin(&sha);
  while ((n = fread(chunk, 1, sizeof chunk, file)) > 0)
    sha256_add(&sha, chunk, n);
  bool read = !ferror(file);
  sha256_end(&sha, hex);
  fclose(file);
  return read;
}

static void
prog_sum(const struct prog *prog, char hex[SHA256_HEX])
{
  struct str text = {0};
  struct sha256 sha;
  prog_print(&text, prog, NULL);
  sha256_begin(&sha);
  sha256_add(&sha, str_text(&text), text.n);
  sha256_end(&sha, hex);
  str_free(&text);
}

/* ---- the statement ---- */

static void
add_file(struct str *out, const char *head, const char *folder, const char *name,
         const char *suffix)
{
  struct str path = {0};
  char hex[SHA256_HEX] = "(cannot be read)";
  if (folder)
    path_in(&path, folder, name, suffix);
  file_sum(folder ? str_text(&path) : name, hex);
  str_printf(out, "%s%s%s\n            sha256 %s\n", head, name, suffix, hex);
  str_free(&path);
}

static void
add_words(struct str *out, const char *head, const char *const *words, size_t n)
{
  str_add(out, head);
  for (size_t i = 0; i < n; i++)
    str_printf(out, "%s%s", i ? " " : "", words[i]);
  str_add(out, n ? "\n" : "none\n");
}

static void
add_options(struct str *out, const struct report *report)
{
  const struct load_options *load = &report->options->load;
  const struct {
    bool on;
    const char *word;
  } flags[] = {{load->malloc_fails, "--malloc-may-fail"}, {load->reuse, "--reuse-memory"},
               {load->no_spurious, "--no-spurious"},      {load->handle_first, "--sv-comp"},
               {load->havoc_unknown, "--havoc-unknown"},  {load->project, "--project"},
               {load->property_file, "--property-file"},  {load->no_merge, "--no-merge"}};
  const char *words[sizeof flags / sizeof *flags + 1];
  size_t n = 0;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (flags[i].on)
      words[n++] = flags[i].word;
  add_words(out, "options     ", words, n);
}

static void
add_program(struct str *out, const struct report *report)
{
  const struct load_options *load = &report->options->load;
  const struct operands *operands = report->operands;
  char hex[SHA256_HEX];
  for (size_t i = 0; i < operands->words.n; i++)
    add_file(out, i ? "            " : "program     ", NULL, operands->words.at[i], "");
  prog_sum(report->prog, hex);
  str_printf(out,
             "as read     sha256 %s\n"
             "            of what 'heddle dump' prints for it; covers headers and models\n",
             hex);
  add_words(out, "clang       ", operands->rest.at, operands->rest.n);
  for (size_t i = 0; load->files && i < operands->words.n; i++)
    add_words(out, "            ", load->files[i].flags, load->files[i].n_flags);
  str_printf(out, "entry       %s\n", load->entry ? load->entry : "main");
}

static void
add_circumstances(struct str *out, const struct report *report)
{
  const struct check_options *options = report->options;
  struct str part = {0};
  parts_describe(&part, &options->part);
  str_add(out, "bounds      ");
  if (is_of_one_order(report))
    str_add(out, "every schedule");
  else
    str_printf(out, "rounds %u", report_stage(report)->rounds);
  str_printf(out, ", unwind %u%s\n", options->load.unwind, str_text(&part));
  str_free(&part);
  const struct memmodel *memory = report_memmodel(report);
  str_printf(out, "memory      %s (%s)\n", memory->name, memory->words);
  if (options->load.unwindset.n)
    add_words(out, "            ", options->load.unwindset.at, options->load.unwindset.n);
  str_add(out, "property    ");
  struct str word = {0};
  const char *between = "";
  for (unsigned i = 0; options_word(&word, PROPERTY_WORDS, i); i++)
    if (options->load.property >> i & 1) {
      str_printf(out, "%s%s", between, str_text(&word));
      between = " ";
    }
  str_free(&word);
  str_add(out, "\n");
  add_options(out, report);
  str_printf(out, "reductions  in the formulas: %s%s%s\n", options->no_slice ? "" : "slice ",
             options->no_narrow ? "" : "narrow",
             options->no_slice && options->no_narrow ? "none" : "");
  str_add(out,
          "            (growing and guessing guide the search only; no formula rests on them)\n");
  str_add(out, "made by     ");
  report_version(out);
  str_add(out, "\n");
}

static void
add_question(struct str *out, const struct report *report, enum question question)
{
  const char *name = engine_question_name(question);
  str_printf(out, "\n%s\n", questions[question]);
  switch (answer_to(report, question)) {
  case NOT_ASKED:
    str_add(out, "  Not asked.\n");
    break;
  case NO:
    str_add(out, "  No. The formula has no solution, as the proof shows:\n");
    for (unsigned file = 0; file < FILES; file++)
      if (has_file(report, file))
        add_file(out, files[file].head, report->options->certify, name, files[file].suffix);
    break;
  case NO_PLAIN:
    str_add(
      out,
      "  No. Front end, analysis and encoder found it out by themselves: there was nothing to\n"
      "  solve, and there is no proof but what is trusted below.\n");
    break;
  case NO_UNPROVED:
    str_add(out, "  No, says the solver. THERE IS NO PROOF: ");
    str_printf(out, "%s\n", str_text(&report->result.uncertified));
    break;
  case YES:
    str_add(out, "  Yes, so longer runs are not covered.\n");
    break;
  case OPEN:
    str_add(out, "  Not answered.\n");
    break;
  }
}

static void
add_grounds(struct str *out, const struct report *report)
{
  struct arena arena = {0};
  text_list texts = {0};
  add_trusted(&texts, &arena, report);
  str_add(out, "\nTrusted, not proved\n");
  for (size_t i = 0; i < texts.n; i++)
    str_printf(out, "- %s\n", texts.at[i]);
  if (is_of_one_order(report))
    str_add(
      out,
      "\nTo check a proof: drat NAME.cnf NAME.drat NAME.order (test/drat). Any checker of DRAT\n"
      "proofs will do for the proof alone.\n");
  else
    str_add(
      out,
      "\nTo check a proof: drat NAME.cnf NAME.drat (test/drat), or any checker of DRAT proofs.\n");
  vec_free(&texts);
  arena_free(&arena);
}

static const char *
verdict_words(const struct engine_result *result)
{
  switch (result->verdict) {
  case VERDICT_BUG:
    return "bug";
  case VERDICT_SAFE:
    return "no bug";
  case VERDICT_BOUNDED: /* or all was covered, and only what is assumed stands in the way */
    return result->rounds_complete && result->loops_complete ? "no bug"
                                                             : "no bug within the bounds";
  case VERDICT_UNKNOWN:
    return "unknown";
  case VERDICT_INTERNAL:
    break;
  }
  return "internal error";
}

static void
add_statement(struct str *out, const struct report *report)
{
  struct str reason = {0};
  report_reason(&reason, report);
  str_printf(out, "Certificate\n\nverdict     %s%s%s\n", verdict_words(&report->result),
             reason.n ? "; " : "", str_text(&reason));
  if (report->prog) {
    add_program(out, report);
    add_circumstances(out, report);
  }
  if (report->result.verdict == VERDICT_BUG) {
    str_add(out, "\nA bug needs no proof: its trace was executed by the interpreter.\n");
  } else if (report->prog) {
    for (enum question question = 0; question < QUESTIONS; question++)
      add_question(out, report, question);
    add_grounds(out, report);
  }
  str_free(&reason);
}

bool
certify_end(const struct report *report, struct str *error)
{
  struct str text = {0}, path = {0};
  struct output output;
  add_statement(&text, report);
  path_in(&path, report->options->certify, STATEMENT, "");
  bool written = output_open(&output, str_text(&path), error);
  if (written) {
    fputs(str_text(&text), output.file);
    written = output_close(&output, true, error);
  }
  if (written && report->result.uncertified.n) {
    str_printf(error, "no certificate: %s", str_text(&report->result.uncertified));
    written = false;
  }
  str_free(&text);
  str_free(&path);
  return written;
}

/* ---- the record ---- */

static void
json_file(struct json *json, const char *key, const struct report *report, const char *name,
          const char *suffix)
{
  struct str path = {0};
  char hex[SHA256_HEX];
  path_in(&path, report->options->certify, name, suffix);
  json_object(json, key);
  json_text(json, "path", str_text(&path));
  if (file_sum(str_text(&path), hex))
    json_text(json, "sha256", hex);
  else
    json_null(json, "sha256");
  json_object_end(json);
  str_free(&path);
}

static void
json_question(struct json *json, const struct report *report, enum question question)
{
  static const char *const words[] = {
    [NOT_ASKED] = "not asked", [NO] = "no",   [NO_PLAIN] = "no",
    [NO_UNPROVED] = "no",      [YES] = "yes", [OPEN] = "open",
  };
  const char *name = engine_question_name(question);
  enum answer answer = answer_to(report, question);
  json_object(json, NULL);
  json_text(json, "question", name);
  json_text(json, "answer", words[answer]);
  json_text(json, "grounds", answer == NO ? "proof" : answer == NO_PLAIN ? "analysis" : "none");
  for (unsigned file = 0; file < FILES && answer == NO; file++)
    if (has_file(report, file))
      json_file(json, files[file].key, report, name, files[file].suffix);
  json_object_end(json);
}

void
certify_json(struct json *json, const char *key, const struct report *report)
{
  const struct engine_result *result = &report->result;
  if (!report->options->certify || !report->prog || result->verdict == VERDICT_BUG ||
      result->verdict == VERDICT_INTERNAL) {
    json_null(json, key);
    return;
  }
  struct arena arena = {0};
  text_list texts = {0};
  struct str path = {0};
  path_in(&path, report->options->certify, STATEMENT, "");
  json_object(json, key);
  json_text(json, "statement", str_text(&path));
  json_array(json, "questions");
  for (enum question question = 0; question < QUESTIONS; question++)
    json_question(json, report, question);
  json_array_end(json);
  add_trusted(&texts, &arena, report);
  json_array(json, "trusted");
  for (size_t i = 0; i < texts.n; i++)
    json_text(json, NULL, texts.at[i]);
  json_array_end(json);
  json_object_end(json);
  str_free(&path);
  vec_free(&texts);
  arena_free(&arena);
}
