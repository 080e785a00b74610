/* Certificates of one order: those of random programs are accepted by the checker of test/drat, which
 * shares nothing with what makes them; and spoilt ones are refused. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "drat/drat.h"
#include "engine/engine.h"
#include "ir/text.h"
#include "random_prog.h"

enum { PROGS = 150 / HEDDLE_ONE_OF, LITMUS = 150 / HEDDLE_ONE_OF, CYCLES = 150 / HEDDLE_ONE_OF };
enum file { FORMULA, PROOF, ACCOUNT, FILES };
static const char *const suffixes[FILES] = {"cnf", "drat", "order"};

struct count {
  unsigned proofs, refined[MEMORY_PSO + 1], transitive, between, commits;
  unsigned refused, harmless;
};

struct certificate {
  struct str text[FILES];
  uint64_t instances;
};

static void
complain(const struct prog *prog, const char *what)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  fprintf(stderr, "%s; asks %u, memory model %u: %s\n", str_text(&text), prog->asks, prog->memory,
          what);
  str_free(&text);
  fail();
}

/* ---- files ---- */

static void
make_path(struct str *path, const char *folder, enum question question, enum file file)
{
  str_printf(path, "%s/%s.%s", folder, engine_question_name(question), suffixes[file]);
}

static void
read_text(const char *path, struct str *text)
{
  char chunk[4096];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  for (size_t n; (n = fread(chunk, 1, sizeof chunk - 1, file)) > 0;) {
    chunk[n] = '\0';
    str_add(text, chunk);
  }
  fclose(file);
}

static void
read_certificate(struct certificate *certificate, const char *folder, enum question question)
{
  *certificate = (struct certificate){0};
  for (enum file file = 0; file < FILES; file++) {
    struct str path = {0};
    make_path(&path, folder, question, file);
    read_text(str_text(&path), &certificate->text[file]);
    str_free(&path);
  }
}

static void
certificate_free(struct certificate *certificate)
{
  for (enum file file = 0; file < FILES; file++)
    str_free(&certificate->text[file]);
}

static void
remove_files(const char *folder)
{
  for (enum question question = 0; question < QUESTIONS; question++)
    for (enum file file = 0; file < FILES; file++) {
      struct str path = {0};
      make_path(&path, folder, question, file);
      remove(str_text(&path));
      str_free(&path);
    }
}

static struct drat_report
check(const struct certificate *certificate)
{
  struct drat_report report;
  struct drat_text texts[FILES];
  for (enum file file = 0; file < FILES; file++)
    texts[file] = (struct drat_text){str_text(&certificate->text[file]), certificate->text[file].n};
  drat_check(&report, texts[FORMULA], texts[PROOF], &texts[ACCOUNT]);
  return report;
}

/* ---- lines ---- */

/* Where a line begins, from 0; NULL behind the last one. */
static const char *
find_line(const struct str *text, size_t line)
{
  const char *at = str_text(text);
  while (line-- > 0 && at)
    at = (at = strchr(at, '\n')) ? at + 1 : NULL;
  return at && *at ? at : NULL;
}

static size_t
count_lines(const struct str *text, const char *word)
{
  size_t n = 0, length = strlen(word);
  for (const char *at = str_text(text); at && *at; at = (at = strchr(at, '\n')) ? at + 1 : NULL)
    n += !strncmp(at, word, length);
  return n;
}

/* The k-th line that begins with this word. */
static size_t
line_with(const struct str *text, const char *word, size_t k)
{
  size_t line = 0, length = strlen(word);
  for (const char *at = str_text(text); at && *at; line++) {
    if (!strncmp(at, word, length) && k-- == 0)
      return line;
    at = (at = strchr(at, '\n')) ? at + 1 : NULL;
  }
  fail();
  return 0;
}

/* A copy whose line is another one; "" leaves it out. */
static struct certificate
with_line(const struct certificate *certificate, enum file file, size_t line, const char *other)
{
  struct certificate copy = {0};
  for (enum file i = 0; i < FILES; i++)
    if (i != file)
      str_add(&copy.text[i], str_text(&certificate->text[i]));
  const char *all = str_text(&certificate->text[file]);
  const char *at = find_line(&certificate->text[file], line);
  assert_non_null(at);
  str_printf(&copy.text[file], "%.*s%s%s", (int)(at - all), all, other, strchr(at, '\n') + 1);
  return copy;
}

static void
expect_refused(struct certificate copy, const char *where, const char *why, struct count *count)
{
  struct drat_report report = check(&copy);
  if (report.accepted || strcmp(report.file, where) || !strstr(report.why, why))
    fail_msg("accepted: %d; %s:%u: %s; expected: %s: %s", report.accepted,
             report.file ? report.file : "", (unsigned)report.line, report.why ? report.why : "",
             where, why);
  count->refused++;
  certificate_free(&copy);
}

/* Refused, for whatever reason. If not, the clause that is named now is the same one. */
static void
expect_no_use(struct certificate copy, struct count *count)
{
  struct drat_report report = check(&copy);
  count->refused += !report.accepted;
  count->harmless += report.accepted;
  certificate_free(&copy);
}

/* ---- what can be wrong ---- */

struct clause_place {
  const struct certificate *certificate;
  size_t header;        /* of the formula: a line */
  size_t clause, named; /* the lines of an added clause, and of its instance */
  size_t question;
  unsigned numbers[3];
  bool transitive, initial;
};

static struct clause_place
find_place(const struct certificate *certificate, size_t k)
{
  struct clause_place place = {.certificate = certificate};
  const struct str *account = &certificate->text[ACCOUNT];
  unsigned variables, clauses;
  assert_int_equal(sscanf(str_text(account), "order %u %u", &variables, &clauses), 2);
  place.clause = clauses + 1 + k;
  place.question = clauses + 1 + certificate->instances;
  size_t lines = count_lines(account, "");
  place.named = lines - certificate->instances + k;
  const char *at = find_line(account, place.named);
  assert_non_null(at);
  unsigned *of = place.numbers;
  place.transitive = sscanf(at, "transitive %u %u %u", &of[0], &of[1], &of[2]) == 3;
  place.initial = sscanf(at, "between %u - %u", &of[0], &of[2]) == 2;
  if (!place.transitive && !place.initial)
    assert_int_equal(sscanf(at, "between %u %u %u", &of[0], &of[1], &of[2]), 3);
  return place;
}

/* A clause of the formula is changed: one sign is another one, or a literal is missing. */
static void
spoil_clause(const struct clause_place *place, struct count *count)
{
  const char *at = find_line(&place->certificate->text[FORMULA], place->clause);
  struct str other = {0};
  const char *rest = strchr(at, ' ') + 1;
  int first = atoi(at);
  str_printf(&other, "%d %.*s", -first, (int)(strchr(rest, '\n') + 1 - rest), rest);
  expect_refused(with_line(place->certificate, FORMULA, place->clause, str_text(&other)), "account",
                 "another clause", count);
  struct str missing = {0}, twice = {0};
  str_printf(&missing, "%.*s", (int)(strchr(rest, '\n') + 1 - rest), rest);
  str_printf(&twice, " %d ", first); /* then one of them may be missing */
  if (!strstr(str_text(&other) + (first < 0 ? 0 : 1), str_text(&twice)))
    expect_refused(with_line(place->certificate, FORMULA, place->clause, str_text(&missing)),
                   "account", "another clause", count);
  str_free(&other);
  str_free(&missing);
  str_free(&twice);
}

/* One more clause, told to the header of the formula, too. */
static struct certificate
with_clause(const struct clause_place *place, const char *clause)
{
  struct str text = {0};
  unsigned variables, clauses;
  const char *question = find_line(&place->certificate->text[FORMULA], place->question);
  str_printf(&text, "%s%.*s", clause, (int)(strchr(question, '\n') + 1 - question), question);
  struct certificate copy =
    with_line(place->certificate, FORMULA, place->question, str_text(&text));
  str_free(&text);
  assert_int_equal(sscanf(str_text(&copy.text[FORMULA]), "p cnf %u %u", &variables, &clauses), 2);
  str_printf(&text, "p cnf %u %u\n", variables, clauses + 1);
  struct certificate more = with_line(&copy, FORMULA, 0, str_text(&text));
  certificate_free(&copy);
  str_free(&text);
  return more;
}

static void
spoil_formula(const struct clause_place *place, struct count *count)
{
  const struct certificate *certificate = place->certificate;
  unsigned variables, clauses;
  struct str text = {0};
  expect_refused(with_clause(place, "1 0\n"), "account", "not as many clauses", count);
  /* A clause is taken away, and another one is there instead. */
  expect_refused(with_line(certificate, FORMULA, place->clause, "1 0\n"), "account",
                 "another clause", count);
  expect_refused(with_line(certificate, FORMULA, place->question, "1 -1 0\n"), "formula",
                 "nor the question", count);
  /* The added clause is told as one of the encoding, and the last one of that as the added one. */
  assert_int_equal(
    sscanf(str_text(&certificate->text[ACCOUNT]), "order %u %u", &variables, &clauses), 2);
  str_printf(&text, "order %u %u\n", variables, clauses + 1);
  expect_refused(with_line(certificate, ACCOUNT, 0, str_text(&text)), "account",
                 "not as many clauses", count);
  str_free(&text);
}

static void
name_instance(const struct clause_place *place, const char *word, unsigned a, unsigned b,
              unsigned c, struct str *text)
{
  text->n = 0;
  str_printf(text, "%s %u ", word, a);
  if (!place->transitive && place->initial)
    str_printf(text, "- %u\n", c);
  else
    str_printf(text, "%u %u\n", b, c);
}

static void
spoil_instance(const struct clause_place *place, struct count *count)
{
  const struct certificate *certificate = place->certificate;
  const struct str *account = &certificate->text[ACCOUNT];
  struct str text = {0};
  const unsigned *of = place->numbers;
  unsigned most = (unsigned)count_lines(account, place->transitive ? "node" : "writer");
  const char *word = place->transitive ? "transitive" : "between";
  expect_refused(with_line(certificate, ACCOUNT, place->named, ""), "account",
                 "not as many clauses", count);
  name_instance(place, word, of[0], of[1], most, &text);
  expect_refused(with_line(certificate, ACCOUNT, place->named, str_text(&text)), "account",
                 "nothing of this number", count);
  for (unsigned other = 0; other < most; other++)
    if (other != of[2]) {
      name_instance(place, word, of[0], of[1], other, &text);
      expect_no_use(with_line(certificate, ACCOUNT, place->named, str_text(&text)), count);
    }
  if (place->transitive) {
    name_instance(place, word, of[2], of[1], of[0], &text);
    expect_refused(with_line(certificate, ACCOUNT, place->named, str_text(&text)), "account",
                   "another clause", count);
    name_instance(place, word, of[0], of[1], of[0], &text);
    expect_refused(with_line(certificate, ACCOUNT, place->named, str_text(&text)), "account",
                   "not three nodes", count);
  } else if (!place->initial) {
    name_instance(place, word, of[0], of[1], of[1], &text);
    expect_refused(with_line(certificate, ACCOUNT, place->named, str_text(&text)), "account",
                   "is the source", count);
  }
  str_free(&text);
}

/* What the account says of a node, a writer or a source has another literal. */
static void
spoil_literal(const struct certificate *certificate, size_t line, unsigned column,
              const char *literal, struct count *count)
{
  struct str text = {0};
  const char *at = find_line(&certificate->text[ACCOUNT], line), *begin = at;
  for (unsigned i = 0; i < column; i++)
    at = strchr(at, ' ') + 1;
  size_t n = strcspn(at, " \n");
  if (n != strlen(literal) || strncmp(at, literal, n)) {
    str_printf(&text, "%.*s%s%.*s", (int)(at - begin), begin, literal,
               (int)(strchr(at, '\n') + 1 - (at + n)), at + n);
    expect_no_use(with_line(certificate, ACCOUNT, line, str_text(&text)), count);
  }
  str_free(&text);
}

static void
spoil_literals(const struct clause_place *place, struct count *count)
{
  const struct certificate *certificate = place->certificate;
  const struct str *account = &certificate->text[ACCOUNT];
  static const char *const literals[] = {"T", "F", "1", "-2"};
  for (unsigned i = 0; i < 4; i++) {
    if (place->transitive) {
      spoil_literal(certificate, line_with(account, "node", place->numbers[1]), 4, literals[i],
                    count);
      continue;
    }
    spoil_literal(certificate, line_with(account, "writer", place->numbers[2]), 6, literals[i],
                  count);
    spoil_literal(certificate, line_with(account, "reading", place->numbers[0]), 6, literals[i],
                  count);
  }
}

static void
spoil(const struct certificate *certificate, size_t k, struct count *count)
{
  struct clause_place place = find_place(certificate, k);
  spoil_clause(&place, count);
  spoil_formula(&place, count);
  spoil_instance(&place, count);
  spoil_literals(&place, count);
}

/* ---- programs ---- */

static void
check_question(const struct prog *prog, const char *folder, enum question question, unsigned number,
               struct count *count)
{
  struct certificate certificate;
  read_certificate(&certificate, folder, question);
  struct drat_report report = check(&certificate);
  const struct str *account = &certificate.text[ACCOUNT];
  if (!report.accepted) {
    fprintf(stderr, "%s:%u: %s\n", report.file, (unsigned)report.line, report.why);
    complain(prog, "the certificate is refused");
  }
  assert_string_equal(report.question, engine_question_name(question));
  certificate.instances = report.instances;
  count->proofs++;
  count->refined[prog->memory] += report.instances > 0;
  count->transitive += (unsigned)count_lines(account, "transitive");
  count->between += (unsigned)count_lines(account, "between");
  count->commits += find_line(account, 0) && strstr(str_text(account), "commit\n");
  if (report.instances && number % 3 == 0)
    spoil(&certificate, number % report.instances, count);
  certificate_free(&certificate);
}

static void
check_prog(struct prog *prog, struct engine_options options, struct count *count)
{
  char folder[] = "/tmp/test-account-XXXXXX";
  assert_non_null(mkdtemp(folder));
  options.certify = folder;
  for (enum memory_model model = MEMORY_SC; model <= MEMORY_PSO; model++) {
    struct labels labels = {0};
    struct engine_result result;
    prog->memory = model;
    labels_find(&labels, prog);
    engine_check(&result, prog, &labels, &options);
    if (result.verdict == VERDICT_INTERNAL || result.verdict == VERDICT_UNKNOWN)
      complain(prog, result.reason);
    assert_int_equal(result.uncertified.n, 0);
    for (enum question question = 0; question < QUESTIONS; question++)
      if (result.certified[question] == CERTIFIED_PROOF)
        check_question(prog, folder, question, options.seed, count);
    engine_result_free(&result);
    labels_free(&labels);
    remove_files(folder);
  }
  assert_int_equal(rmdir(folder), 0);
}

static void
test_random_programs(void **state)
{
  (void)state;
  static const struct random_shape shapes[] = {
    {.threads = 3, .units = 5, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 4, .units = 4, .rare_asserts = true, .weak = true},
    {.threads = 5, .units = 3, .rare_asserts = true},
  };
  struct dice dice = {31};
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % 3]);
    struct engine_options options = {.kind = ENGINE_ORDER,
                                     .seed = i,
                                     .lazily = i % 4 != 0,
                                     .no_slice = i % 3 == 0,
                                     .no_narrow = i % 5 == 0,
                                     .no_guess = i % 7 == 0};
    tiny.prog->asks =
      (roll(&dice, 2) ? PROPERTY_DEADLOCK : 0) | (roll(&dice, 4) ? 0 : PROPERTY_RACE);
    random_tell_nobody(tiny.prog);
    check_prog(tiny.prog, options, &count);
    tiny_free(&tiny);
  }
  assert_true(count.proofs > PROGS / 2 && count.commits > PROGS / 20);
}

static void
test_litmus(void **state)
{
  (void)state;
  struct dice dice = {32};
  struct count count = {0};
  for (unsigned i = 0; i < LITMUS; i++) {
    struct tiny tiny = random_litmus(&dice);
    struct engine_options options = {
      .kind = ENGINE_ORDER, .seed = i, .lazily = i % 2, .no_slice = i % 5 == 0};
    check_prog(tiny.prog, options, &count);
    tiny_free(&tiny);
  }
  bool all = HEDDLE_ONE_OF == 1; /* some kinds are rare */
  assert_true(!all || (count.proofs > LITMUS && count.commits > LITMUS / 2));
  assert_true(!all || count.between > LITMUS / 20);
}

/* ---- cycles --------------------------------------------------------------------------- */

/* Thread i accesses cell i, then cell i + 1, where the next thread goes on; behind the last one comes
 * the first. Of the two accesses to a cell one stores at least. That each comes before the next one,
 * all around, is impossible where they are in order. There are further stores, which change nothing
 * about that. */
enum { MOST_THREADS = 5, BEGIN = 0, BEHIND = 1 };

struct cycle {
  struct tiny tiny;
  struct dice *dice;
  unsigned n;
  object_id cells, seen; /* a byte for each; two bytes for each thread */
  bool stores[MOST_THREADS][2];
  uint32_t initial[MOST_THREADS];
  bool nested; /* each worker creates the next one */
};

static void
cycle_access(struct cycle *c, unsigned i, unsigned which)
{
  struct tiny *tiny = &c->tiny;
  unsigned cell = (i + which) % c->n;
  if (c->stores[i][which])
    tiny_store(tiny, c->cells, cell, tiny_const(tiny, 1, which == BEHIND ? 1 : 2));
  else
    tiny_store(tiny, c->seen, 2 * i + which, tiny_load(tiny, c->cells, cell, 1));
}

static void
cycle_worker(struct cycle *c, unsigned i)
{
  tiny_thread(&c->tiny);
  vec_last(&c->tiny.prog->threads).parent = (thread_id)(c->nested ? i : 0);
  bool creates = c->nested && i + 1 < c->n, later = chance(c->dice, 2);
  if (creates && !later)
    tiny_child(&c->tiny, EVENT_CREATE, (thread_id)(i + 2));
  cycle_access(c, i, BEGIN);
  if (creates && later)
    tiny_child(&c->tiny, EVENT_CREATE, (thread_id)(i + 2));
  if (!chance(c->dice, 12))
    tiny_add(&c->tiny, (struct event){.kind = EVENT_FENCE, .order = ORDER_SEQ_CST});
  cycle_access(c, i, BEHIND);
}

/* Stores something else, perhaps under a condition. */
static void
cycle_noise(struct cycle *c)
{
  struct tiny *tiny = &c->tiny;
  tiny_thread(tiny);
  for (unsigned k = 1 + roll(c->dice, 2); k > 0; k--) {
    if (chance(c->dice, 2))
      tiny->guard = tiny_is(tiny, tiny_load(tiny, c->cells, roll(c->dice, c->n), 1), 1);
    tiny_store(tiny, c->cells, roll(c->dice, c->n), tiny_const(tiny, 1, 3 + k));
    tiny->guard = VALUE_TRUE;
  }
}

/* Is the second access of thread i before the first one of the next, as far as memory tells? */
static value_id
cycle_edge(struct cycle *c, unsigned i)
{
  struct tiny *tiny = &c->tiny;
  unsigned next = (i + 1) % c->n;
  if (!c->stores[i][BEHIND])
    return tiny_is(tiny, tiny_load(tiny, c->seen, 2 * i + BEHIND, 1), c->initial[next]);
  if (!c->stores[next][BEGIN])
    return tiny_is(tiny, tiny_load(tiny, c->seen, 2 * next + BEGIN, 1), 1);
  return tiny_is(tiny, tiny_load(tiny, c->cells, next, 1), 2);
}

static void
cycle_main(struct cycle *c, unsigned threads)
{
  struct tiny *tiny = &c->tiny;
  value_id all = VALUE_TRUE;
  tiny_thread(tiny);
  for (unsigned i = 0; i < c->n; i++)
    if (c->initial[i])
      tiny_store(tiny, c->cells, i, tiny_const(tiny, 1, c->initial[i]));
  for (unsigned t = 1; t <= threads; t++)
    if (!c->nested || t == 1 || t > c->n)
      tiny_child(tiny, EVENT_CREATE, (thread_id)t);
  for (unsigned t = 1; t <= threads; t++)
    tiny_child(tiny, EVENT_JOIN, (thread_id)t);
  for (unsigned i = 0; i < c->n; i++)
    all = value_and(tiny->prog, all, cycle_edge(c, i));
  tiny_event(tiny, EVENT_ASSERT, value_not(tiny->prog, all));
}

static struct tiny
make_cycle(struct dice *dice, unsigned n)
{
  struct cycle c = {.tiny = tiny_new(), .dice = dice, .n = n, .nested = chance(dice, 3)};
  bool noise = chance(dice, 2);
  c.cells = tiny_global(&c.tiny, n);
  c.seen = tiny_global(&c.tiny, 2 * n);
  for (unsigned i = 0; i < n; i++) {
    unsigned kinds = 1 + roll(dice, 3);
    c.stores[i][BEHIND] = kinds & 1;
    c.stores[(i + 1) % n][BEGIN] = kinds & 2;
    c.initial[i] = chance(dice, 3) ? 3 : 0;
  }
  cycle_main(&c, n + noise);
  for (unsigned i = 0; i < n; i++)
    cycle_worker(&c, i);
  if (noise)
    cycle_noise(&c);
  tiny_done(&c.tiny);
  return c.tiny;
}

static void
test_cycles(void **state)
{
  (void)state;
  struct dice dice = {33};
  struct count count = {0};
  for (unsigned i = 0; i < CYCLES; i++) {
    struct tiny tiny = make_cycle(&dice, 3 + i % 3);
    struct engine_options options = {
      .kind = ENGINE_ORDER, .seed = i, .lazily = i % 2, .no_slice = i % 5 == 0};
    check_prog(tiny.prog, options, &count);
    tiny_free(&tiny);
  }
  for (enum memory_model model = MEMORY_SC; model <= MEMORY_PSO; model++)
    assert_true(count.refined[model] > CYCLES / 2);
  assert_true(count.transitive > 10 * CYCLES && count.between > CYCLES && count.commits > CYCLES);
  assert_true(count.refused > 10 * CYCLES && count.refused > 50 * count.harmless);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_random_programs),
    cmocka_unit_test(test_litmus),
    cmocka_unit_test(test_cycles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
