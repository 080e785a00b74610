/* What is emitted is compiled and run: every operation gives what value_compute says, and random
 * programs, in random parts of their schedules, fail if and only if brute force says so; also with
 * variables as narrow as the ranges allow, or with claims that they hold. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "emit/emit.h"
#include "ir/text.h"
#include "random_part.h"

/* ---- programs that run ---- */

static char folder[] = "/tmp/heddle-emit-XXXXXX";
enum { EXIT_NONE = 0, EXIT_OPEN = 5, EXIT_BUG = 10 };

static int
command(const char *format, const char *argument)
{
  struct str line = {0};
  str_printf(&line, "cd %s && ", folder);
  str_printf(&line, format, argument);
  int status = system(str_text(&line));
  str_free(&line);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int
set_up(void **state)
{
  (void)state;
  char *here = getcwd(NULL, 0);
  if (!mkdtemp(folder))
    return -1;
  int code = command("ln -s %s/share/emit emit", here);
  free(here);
  return code ? code : command("cc -std=c17 -O1 -c emit/explore.c %s", "-o explore.o");
}

static int
tear_down(void **state)
{
  (void)state;
  return command("rm -rf %s", folder);
}

/* What becomes of the ranges. */
enum use { USE_NONE, USE_NARROW, USE_CLAIMS, USES };

static void
emit(struct str *text, struct emit_request request, enum use use)
{
  struct values *values = values_find(request.prog);
  struct ranges *ranges = ranges_find(request.prog, values);
  request.ranges = use == USE_NONE ? NULL : ranges;
  request.claims = use == USE_CLAIMS;
  emit_program(text, &request);
  ranges_free(ranges);
  values_free(values);
}

static void
build(const struct prog *prog, const struct labels *labels, const struct part *part,
      unsigned rounds, enum use use)
{
  struct emit_request request = {.form = PROGRAM_SEQUENTIAL,
                                 .prog = prog,
                                 .labels = labels,
                                 .part = part,
                                 .rounds = rounds,
                                 .about = "",
                                 .file = "program.c"};
  struct str text = {0}, name = {0};
  emit(&text, request, use);
  str_printf(&name, "%s/program.c", folder);
  FILE *file = fopen(str_text(&name), "w");
  assert_non_null(file);
  assert_true(fputs(str_text(&text), file) >= 0);
  assert_int_equal(fclose(file), 0);
  str_free(&text);
  str_free(&name);
  const char *compiler = getenv("HEDDLE_EMIT_CC"); /* by hand */
  assert_int_equal(
    command("%s -std=c17 -Wall -Wextra -Werror -Iemit program.c explore.o -o program",
            compiler ? compiler : "cc"),
    0);
}

/* ---- operations ---- */

/* With as many bytes as it has, or cut out of more. */
static value_id
loaded_number(struct tiny *tiny, uint64_t number, unsigned width)
{
  struct prog *prog = tiny->prog;
  uint32_t bytes = width == 8 || width == 16 || width == 32 ? width / 8 : 8;
  object_id object = tiny_global(tiny, bytes);
  tiny_init(tiny, object, 0, value_const(prog, 8 * bytes, number));
  value_id loaded = value_loaded(prog, 8 * bytes, (event_id)prog->events.n);
  tiny_add(tiny, (struct event){.kind = EVENT_LOAD,
                                .addr = tiny_addr(tiny, object, 0),
                                .value = loaded,
                                .bytes = bytes,
                                .first_target = tiny_target(tiny, object, 0),
                                .n_targets = 1});
  return value_extract(prog, loaded, 0, width);
}

static uint64_t
interesting(struct dice *dice, unsigned width)
{
  uint64_t top = UINT64_C(1) << (width - 1), some[] = {0, 1, top, top - 1, UINT64_MAX, width};
  uint64_t any = hash_mix(dice->seed, roll(dice, 1000));
  return (chance(dice, 2) ? some[roll(dice, 6)] : any >> roll(dice, 64)) & bits_mask(width);
}

struct operation {
  enum value_op op;
  unsigned width, from, low; /* of the result and the first two arguments */
  uint64_t imm;
};

static struct operation
random_operation(struct dice *dice, enum value_op op, unsigned width)
{
  struct operation operation = {op, width, width, width, 0};
  if (op == OP_EQ || op == OP_ULT || op == OP_SLT)
    operation.width = 1;
  if (op == OP_CONCAT && width > 1) {
    operation.from = 1 + roll(dice, width - 1);
    operation.low = width - operation.from;
  }
  if (op == OP_EXTRACT) {
    operation.from = width + roll(dice, 65 - width);
    operation.imm = roll(dice, operation.from - width + 1);
  }
  if (op == OP_ZEXT || op == OP_SEXT)
    operation.from = 1 + roll(dice, width);
  if (op == OP_ITE)
    operation.from = 1;
  return operation;
}

/* Asserts what the result is; is the right one if `right`. */
static void
assert_operation(struct tiny *tiny, struct dice *dice, struct operation operation, bool right)
{
  struct prog *prog = tiny->prog;
  uint64_t a = interesting(dice, operation.from), b = interesting(dice, operation.low);
  uint64_t c = interesting(dice, operation.width);
  value_id x = loaded_number(tiny, a, operation.from), y = loaded_number(tiny, b, operation.low);
  value_id z = operation.op == OP_ITE ? loaded_number(tiny, c, operation.width) : VALUE_FALSE;
  if (chance(dice, 4))
    y = value_const(prog, operation.low, b);
  value_id result = value_op(prog, operation.op, operation.width, x, y, z, operation.imm);
  uint64_t expected = value_compute(operation.op, operation.width, operation.from, operation.low, a,
                                    b, c, operation.imm);
  value_id is = value_eq(
    prog, result,
    value_const(prog, operation.width, right ? expected : ~expected & bits_mask(operation.width)));
  tiny_add(tiny, (struct event){.kind = EVENT_ASSERT, .value = is, .text = "right"});
}

static int
run_operations(struct dice *dice, bool right, enum use use)
{
  static const unsigned widths[] = {1, 2, 7, 8, 9, 16, 17, 31, 32, 33, 63, 64};
  struct tiny tiny = tiny_new();
  tiny_thread(&tiny);
  for (enum value_op op = OP_NOT; op <= OP_SEXT; op++)
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
      if (op != OP_CONCAT || widths[i] > 1)
        assert_operation(&tiny, dice, random_operation(dice, op, widths[i]), right);
  tiny_done(&tiny);
  struct labels labels;
  labels_find(&labels, tiny.prog);
  build(tiny.prog, &labels, NULL, 1, use);
  labels_free(&labels);
  tiny_free(&tiny);
  return command("./program >out%s", "");
}

static void
test_operations(void **state)
{
  (void)state;
  struct dice dice = {8};
  for (int i = 0; i < 3; i++)
    assert_int_equal(run_operations(&dice, true, (enum use)i), EXIT_NONE);
  assert_int_equal(run_operations(&dice, false, USE_NARROW), EXIT_BUG);
}

/* ---- whole programs ---- */

static struct subject
random_subject(struct dice *dice, unsigned i)
{
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 8, .rare_stops = true},
    {.threads = 3, .units = 6, .rare_stops = true},
    {.threads = 4, .units = 4, .rare_asserts = true},
  };
  struct tiny tiny = random_prog(dice, shapes[i % 3]);
  struct subject subject = {.prog = tiny.prog, .rounds = 1 + roll(dice, 3)};
  vec_free(&tiny.labels.all);
  vec_free(&tiny.labels.first_of_thread);
  subject.prog->asks = i % 2 ? PROPERTY_DEADLOCK : 0;
  labels_find(&subject.labels, subject.prog);
  return subject;
}

static void
follow_witness(const struct schedule *witness)
{
  struct str text = {0};
  schedule_print(&text, witness);
  assert_int_equal(command("./program --schedule '%s' >out", str_text(&text)), EXIT_BUG);
  str_free(&text);
}

/* Is there a bug? */
static bool
compare(const struct subject *subject, const struct part *part, enum use use)
{
  struct exploration brute;
  interp_explore(&brute, subject->prog, &subject->labels, subject->rounds,
                 (struct explore_limits){.max_states = 1000000, .max_input_bits = 8, .part = part});
  assert_int_not_equal(brute.verdict, EXPLORE_GAVE_UP);
  bool bug = brute.verdict == EXPLORE_BUG;
  build(subject->prog, &subject->labels, part, subject->rounds, use);
  int code = command("ulimit -t 20 && ./program >out%s", "");
  if (code != (bug ? EXIT_BUG : EXIT_NONE)) {
    struct str text = {0};
    prog_print(&text, subject->prog, NULL);
    fprintf(stderr, "%s; %u rounds; exit code %d\n", str_text(&text), subject->rounds, code);
    str_free(&text);
  }
  assert_int_equal(code, bug ? EXIT_BUG : EXIT_NONE);
  assert_int_not_equal(command("grep claim out%s", ""), 0);
  if (bug)
    follow_witness(&brute.witness);
  exploration_free(&brute);
  return bug;
}

static void
test_random(void **state)
{
  (void)state;
  const char *more = getenv("HEDDLE_EMIT_PROGRAMS"); /* by hand */
  unsigned programs = more ? (unsigned)atoi(more) : 96, bugs = 0;
  struct dice dice = {2015};
  for (unsigned i = 0; i < programs; i++) {
    struct subject subject = random_subject(&dice, i);
    struct part part = random_part(&subject, &dice, i % 3 ? roll(&dice, ENDS) : 0);
    bugs += compare(&subject, &part, (enum use)roll(&dice, USES));
    part_free(&part);
    subject_free(&subject);
  }
  assert_in_range(bugs, programs / 8, programs - programs / 8);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_operations),
    cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
