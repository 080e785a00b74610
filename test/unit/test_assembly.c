/* What inline assembly is refused, and for which reason; and what looks like that and is not. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/str.h"
#include "frontend/template.h"
#include "ir/prog.h"
#include "unfold/unfold.h"

/* Unfolds a main with these statements; what is said is added to `text`. */
static bool
unfolds(const char *statements, struct str *text)
{
  char path[] = "/tmp/heddle-assembly-XXXXXX.c";
  int descriptor = mkstemps(path, 2);
  assert_true(descriptor >= 0);
  dprintf(descriptor,
          "int main(void) { int x = 1, y = 2, m[4] = {0}; long w = 3;\n%s\n"
          "return x + y + (int)w + m[0]; }\n",
          statements);
  close(descriptor);
  struct frontend_file file = {.path = path};
  struct frontend_options options = {.files = &file, .n_files = 1, .unwind = 1};
  struct diags diags = {0};
  struct prog *prog = unfold_files(&options, &diags);
  for (size_t i = 0; i < diags.all.n; i++)
    str_add(text, diags.all.at[i].text);
  diags_free(&diags);
  if (prog)
    prog_free(prog);
  unlink(path);
  return prog;
}

static void
expect_refused(const char *statements, const char *reason)
{
  struct str text = {0};
  if (unfolds(statements, &text))
    fail_msg("understood: %s", statements);
  if (!strstr(str_text(&text), reason))
    fail_msg("'%s' does not say '%s'", str_text(&text), reason);
  str_free(&text);
}

static void
expect_understood(const char *statements)
{
  struct str text = {0};
  if (!unfolds(statements, &text))
    fail_msg("%s: %s", statements, str_text(&text));
  str_free(&text);
}

/* The compiler may choose one register for an output and an input. */
static void
outputs_may_lie_where_inputs_do(void **state)
{
  (void)state;
  static const char output[] = "without \"=&\"";
  expect_refused("__asm__(\"movl $1, %0; addl %1, %0\" : \"=r\"(x) : \"r\"(y));", output);
  expect_refused("__asm__(\"movl $1, %0; addl %1, %0\" : \"=r\"(x) : \"m\"(y));", output);
  expect_refused("__asm__(\"movl $1, %%eax; addl %1, %0\" : \"=a\"(x) : \"r\"(y));", output);
  expect_understood("__asm__(\"movl $1, %0; addl %1, %0\" : \"=&r\"(x) : \"r\"(y));"
                    "__asm__(\"addl %1, %0; addl %1, %0\" : \"+r\"(x) : \"r\"(y));"
                    "__asm__(\"movl %1, %0; addl $1, %0\" : \"=r\"(x) : \"r\"(y));"
                    "__asm__(\"movl $1, %%eax; addl %1, %0\" : \"=a\"(x) : \"d\"(y));");
}

static void
registers_come_back(void **state)
{
  (void)state;
  static const char changed[] = "neither output nor clobbered";
  expect_refused("__asm__(\"movl $1, %%ecx\" : : : \"memory\");", changed);
  expect_refused("__asm__(\"incl %0\" : : \"r\"(x));", changed);
  expect_refused("__asm__(\"rdtsc\" : \"=a\"(x));", changed);
  expect_understood("__asm__(\"movl $1, %%ecx\" : : : \"ecx\");"
                    "__asm__(\"push %%rbx; movl $1, %%ebx; pop %%rbx\" : : : \"memory\");"
                    "__asm__(\"xchgq %%rbx, %q0; xchgq %%rbx, %q0\" : : \"r\"(w));");
}

static void
nothing_is_guessed(void **state)
{
  (void)state;
  expect_refused("__asm__(\"frobnicate %0\" : \"+r\"(x));", "an instruction that is not supported");
  expect_refused("__asm__(\"lock; incl %0\" : \"+r\"(x));", "a lock that the processor");
  expect_refused("__asm__(\"lock; movl $1, %0\" : \"=m\"(x));", "a lock that the processor");
  expect_refused("__asm__(\"addq %1, %0\" : \"+r\"(x) : \"r\"(y));",
                 "registers of different sizes");
  expect_refused("__asm__(\"incq %0\" : \"+r\"(x));", "registers of different sizes");
  expect_refused("__asm__(\"setz %b0\" : \"+r\"(x));", "a flag that nothing has set");
  expect_refused("__asm__(\"incl %0; setc %b1\" : \"+m\"(x), \"+r\"(y));", "a flag that nothing");
  expect_refused("__asm__(\"btl %1, %0; setz %b2\" : \"+m\"(x) : \"r\"(y), \"r\"(w));",
                 "flag that");
  expect_refused("__asm__(\"lock; addl $0, 8(%%rbp)\" : : : \"memory\");", "");
  expect_refused("__asm__(\"lock; addl $1, (%%rsp)\" : : : \"memory\");", "");
  expect_refused("__asm__(\"inc %0\" : \"+m\"(x));", "without a size");
  expect_refused("__asm__(\"1: decl %0; jnz 1b\" : \"+m\"(x));", "not supported");
  expect_refused("double d = 1; __asm__(\"sqrtsd %0, %0\" : \"+x\"(d));", "not supported");
}

static void
texts_are_taken_apart(void **state)
{
  (void)state;
  static const char text[] =
    " lock; cmpxchg${1:z} ${2:k},8+$0 # why\n\tmovl $$-0x10, -4(%rax,$3,8)\n"
    "$(incl $0$|inc dword ptr $0$); rep; nop; 1: /* end */ ";
  struct template template = {0};
  assert_true(template_parse(&template, text, sizeof text - 1));
  assert_int_equal(template.all.n, 3);
  const struct template_instruction *i = template.all.at;
  assert_true(i[0].lock && !i[1].lock && i[0].n == 2);
  assert_string_equal(i[0].name, "cmpxchg");
  assert_int_equal(i[0].suffix.number, 1);
  assert_int_equal(i[0].arguments[0].name.size, 4);
  assert_int_equal(i[0].arguments[1].number, 8);
  assert_int_equal(i[1].arguments[0].number, -16);
  assert_int_equal(i[1].arguments[1].kind, ARGUMENT_MEMORY);
  assert_int_equal(i[1].arguments[1].number, -4);
  assert_int_equal(i[1].arguments[1].scale, 8);
  assert_string_equal(i[2].name, "incl");
  vec_free(&template.all);
}

static void
other_texts_are_not(void **state)
{
  (void)state;
  static const char *const texts[] = {
    "movl $0",    "movl $$x, $0", "movl 8$0, $1", "lock",           "rep stosb",
    "movl (%eax", "movl $0 $1",   ".byte 1",      "movl %gs:0, $0", "movl $0, $1, $2, $3"};
  for (size_t i = 1; i < sizeof texts / sizeof *texts; i++) {
    struct template template = {0};
    if (template_parse(&template, texts[i], strlen(texts[i])))
      fail_msg("taken apart: %s", texts[i]);
    vec_free(&template.all);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(outputs_may_lie_where_inputs_do),
    cmocka_unit_test(registers_come_back),
    cmocka_unit_test(nothing_is_guessed),
    cmocka_unit_test(texts_are_taken_apart),
    cmocka_unit_test(other_texts_are_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
