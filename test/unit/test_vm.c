/* The programs of test/states, with what visiting all their states says. Their comments say it:
 *
 *   // right|wrong WHAT|open REASON [-DFLAG]
 *   // route: no, WHY
 *   // also: races
 *   // also: leaks
 *
 * where WHAT is deadlock or a kind of fault. The routes to bugs are followed, unless the second line says that
 * they cannot be. The last two lines ask for more properties. */
#define _DEFAULT_SOURCE 1
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "interp/interp.h"
#include "unfold/unfold.h"
#include "vm/vm.h"

static const char folder[] = HEDDLE_TEST_DIR "/states";

static void
say(struct str *out, const struct vm_result *result)
{
  static const char *const faults[] = {
#define X(name, word, text, property) [FAULT_##name] = word,
    FAULTS(X)
#undef X
  };
  if (result->verdict == VM_RIGHT)
    str_add(out, "right");
  else if (result->verdict == VM_WRONG)
    str_printf(out, "wrong %s",
               result->deadlock ? "deadlock"
               : result->race   ? "race"
                                : faults[result->fault]);
  else
    str_printf(out, "open %s", str_text(&result->reason));
}

/* Whoever meets a bug can say how: the same steps in what was unfolded end in a bug, too, or
 * at a loop that runs longer. */
static void
can_be_followed(const struct frontend *frontend, struct frontend_options options,
                const struct route *route)
{
  struct diags diags = {0};
  struct labels labels;
  struct schedule schedule;
  struct run run;
  event_id at;
  assert_true(route->contexts.n > 0);
  options.points = true;
  options.unwind = 3;
  struct prog *prog = unfold_program(frontend, &options, &diags);
  assert_non_null(prog);
  prog_restrict(prog, options.property, false);
  labels_find(&labels, prog);
  enum follow_end end = interp_follow(&schedule, &at, prog, &labels, route);
  interp_run(&run, prog, &labels, &schedule);
  bool bug = run.end == RUN_VIOLATION || run.end == RUN_DEADLOCK || run.end == RUN_RACE;
  if (end != FOLLOW_CUT && !(end == FOLLOW_BUG && bug))
    fail_msg("%s: the route leads nowhere", options.files[0].path);
  run_free(&run);
  schedule_free(&schedule);
  labels_free(&labels);
  prog_free(prog);
  diags_free(&diags);
}

struct wish {
  bool route;
  unsigned property;
};

static void
visit(const char *path, const char *flag, struct wish wish, struct str *out)
{
  struct frontend_file file = {.path = path};
  struct frontend_options options = {.files = &file,
                                     .n_files = 1,
                                     .flags = &flag,
                                     .n_flags = flag != NULL,
                                     .property = PROPERTY_ASSERT | PROPERTY_DEADLOCK |
                                                 PROPERTY_MEMORY | PROPERTY_LOCK | wish.property};
  struct diags diags = {0};
  struct vm_result result;
  struct frontend *frontend = frontend_open(&options, &diags);
  assert_non_null(frontend);
  vm_search(&result, frontend, &options, &(struct vm_limits){.states = 100000});
  if (result.verdict == VM_WRONG && wish.route)
    can_be_followed(frontend, options, &result.route);
  say(out, &result);
  vm_result_free(&result);
  frontend_close(frontend);
  diags_free(&diags);
}

/* A line "// right -DFLAG". */
static unsigned
check_line(const char *path, char *line, struct wish wish)
{
  static const char *const words[] = {"right", "wrong ", "open "};
  struct str out = {0};
  bool known = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    known |= !strncmp(line, words[i], strlen(words[i]));
  if (!known)
    return 0;
  char *flag = strstr(line, " -D");
  if (flag)
    *flag++ = 0;
  visit(path, flag, wish, &out);
  if (strcmp(str_text(&out), line))
    fail_msg("%s %s: %s, but expected: %s", path, flag ? flag : "", str_text(&out), line);
  str_free(&out);
  return 1;
}

static unsigned
check_file(const char *path)
{
  struct str text = {0};
  struct diags diags = {0};
  unsigned n = 0;
  assert_true(file_read_text(&text, path, &diags));
  struct wish wish = {.route = !strstr(str_text(&text), "\n// route: no, "),
                      .property =
                        (strstr(str_text(&text), "\n// also: races\n") ? PROPERTY_RACE : 0) |
                        (strstr(str_text(&text), "\n// also: leaks\n") ? PROPERTY_LEAK : 0)};
  char *copy = strdup(str_text(&text)), *rest = copy, *line;
  while ((line = strsep(&rest, "\n")))
    if (!strncmp(line, "// ", 3))
      n += check_line(path, line + 3, wish);
  assert_true(n > 0);
  free(copy);
  str_free(&text);
  return n;
}

static void
programs_are_as_they_say(void **state)
{
  struct dirent **entries;
  unsigned n = 0;
  (void)state;
  int files = scandir(folder, &entries, NULL, alphasort);
  assert_true(files > 0);
  for (int i = 0; i < files; i++) {
    struct str path = {0};
    str_printf(&path, "%s/%s", folder, entries[i]->d_name);
    if (strstr(entries[i]->d_name, ".c"))
      n += check_file(str_text(&path));
    str_free(&path);
    free(entries[i]);
  }
  free(entries);
  assert_true(n > 30);
}

int
main(void)
{
  cmocka_set_message_output(CM_OUTPUT_TAP);
  const struct CMUnitTest tests[] = {cmocka_unit_test(programs_are_as_they_say)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
