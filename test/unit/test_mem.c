/* Arenas and growable arrays. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"

static bool
is_zero(const unsigned char *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (bytes[i])
      return false;
  return true;
}

/* Pieces are aligned, zeroed and apart, also across blocks and when larger than a block. */
static void
arena_pieces(void **state)
{
  (void)state;
  static const size_t sizes[] = {1, 3, 16, 1000, 65536, 65537, 200000, 0, 8};
  enum { ROUNDS = 20, N = sizeof sizes / sizeof *sizes };
  struct arena arena = {0};
  unsigned char *pieces[ROUNDS * N];
  for (size_t i = 0; i < ROUNDS * N; i++) {
    size_t size = sizes[i % N];
    pieces[i] = arena_alloc(&arena, size);
    assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
    assert_true(is_zero(pieces[i], size));
    memset(pieces[i], (int)(1 + i % 200), size);
  }
  for (size_t i = 0; i < ROUNDS * N; i++)
    for (size_t k = 0; k < sizes[i % N]; k++)
      assert_int_equal(pieces[i][k], 1 + i % 200);
  arena_free(&arena);
  assert_null(arena.blocks);
  assert_non_null(arena_alloc(&arena, 5)); /* as good as new */
  arena_free(&arena);
}

static void
arena_texts(void **state)
{
  (void)state;
  struct arena arena = {0};
  char original[] = "text";
  const char *copy = arena_strdup(&arena, original);
  original[0] = 'n';
  assert_string_equal(copy, "text");
  assert_string_equal(arena_printf(&arena, "%s %d%%", "so", 42), "so 42%");
  assert_string_equal(arena_printf(&arena, "%s", ""), "");
  char *padded = arena_printf(&arena, "%*d", 100000, 7);
  assert_int_equal(strlen(padded), 100000);
  assert_int_equal(padded[99999], '7');
  arena_free(&arena);
}

static void
vec_grows(void **state)
{
  (void)state;
  VEC(uint32_t) numbers = {0};
  for (uint32_t i = 0; i < 10000; i++)
    vec_push(&numbers, i * i);
  assert_int_equal(numbers.n, 10000);
  assert_int_equal(vec_last(&numbers), 9999u * 9999u);
  for (uint32_t i = 0; i < 10000; i++)
    assert_int_equal(numbers.at[i], i * i);
  vec_free(&numbers);
  assert_null(numbers.at);
  assert_int_equal(numbers.n, 0);
  assert_int_equal(numbers.cap, 0);
}

/* What comes back after shrinking is zero, not what was there. */
static void
vec_resized(void **state)
{
  (void)state;
  VEC(uint32_t) numbers = {0};
  vec_resize(&numbers, 3);
  for (size_t i = 0; i < 3; i++)
    numbers.at[i] = 7;
  vec_resize(&numbers, 1);
  assert_int_equal(numbers.n, 1);
  vec_resize(&numbers, 50);
  assert_int_equal(numbers.n, 50);
  assert_int_equal(numbers.at[0], 7);
  assert_true(is_zero((const unsigned char *)(numbers.at + 1), 49 * sizeof *numbers.at));
  vec_free(&numbers);
}

static void
plain_memory(void **state)
{
  (void)state;
  unsigned char *bytes = mem_alloc(100);
  assert_true(is_zero(bytes, 100));
  bytes[99] = 5;
  bytes = mem_resize(bytes, 1000);
  assert_int_equal(bytes[99], 5);
  vec_drop(bytes);
  assert_non_null(bytes = mem_alloc(0)); /* nothing is not a failure */
  bytes = mem_resize(bytes, 0);
  assert_non_null(bytes);
  assert_null(vec_drop(bytes));
  char *copy = mem_strdup("copy");
  assert_string_equal(copy, "copy");
  vec_drop(copy);
}

/* The exit code of a process that asks for too much. */
static int
end_of(void (*ask)(void))
{
  int status;
  pid_t process = fork();
  if (!process) {
    close(STDERR_FILENO);
    ask();
    _exit(0);
  }
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
ask_for_a_large_array(void)
{
  VEC(uint64_t) numbers = {0};
  vec_reserve(&numbers, SIZE_MAX / 8); /* in bytes it does not fit into a size_t */
}

static void
ask_for_a_large_piece(void)
{
  struct arena arena = {0};
  arena_alloc(&arena, SIZE_MAX - 3);
}

static void
too_much_ends_it(void **state)
{
  (void)state;
  assert_int_equal(end_of(ask_for_a_large_array), 6);
  assert_int_equal(end_of(ask_for_a_large_piece), 6);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(arena_pieces), cmocka_unit_test(arena_texts),
    cmocka_unit_test(vec_grows),    cmocka_unit_test(vec_resized),
    cmocka_unit_test(plain_memory), cmocka_unit_test(too_much_ends_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
