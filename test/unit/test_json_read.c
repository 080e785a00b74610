/* The JSON reader: everything the grammar allows, and where it says that something is wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/json_read.h"

/* Reads a copy without a terminator, so that the sanitizer sees whoever reads too far. */
static const struct json_value *
read_bytes(struct arena *arena, const char *text, size_t n, struct json_error *error)
{
  char *copy = malloc(n ? n : 1);
  assert_non_null(copy);
  memcpy(copy, text, n);
  const struct json_value *value = json_read(arena, copy, n, error);
  free(copy);
  return value;
}

static const struct json_value *
read_text(struct arena *arena, const char *text)
{
  struct json_error error;
  const struct json_value *value = read_bytes(arena, text, strlen(text), &error);
  if (!value)
    fail_msg("%u:%u: %s in %s", error.line, error.column, error.text, text);
  return value;
}

static void
expect_error(const char *text, unsigned line, unsigned column, const char *words)
{
  struct arena arena = {0};
  struct json_error error;
  const struct json_value *value = read_bytes(&arena, text, strlen(text), &error);
  if (value)
    fail_msg("accepted: %s", text);
  if (error.line != line || error.column != column || strcmp(error.text, words) != 0)
    fail_msg("%s: %u:%u %s, not %u:%u %s", text, error.line, error.column, error.text, line, column,
             words);
  arena_free(&arena);
}

static void
words(void **state)
{
  (void)state;
  struct arena arena = {0};
  assert_int_equal(read_text(&arena, "null")->kind, JSON_NULL);
  const struct json_value *value = read_text(&arena, " \t\r\n true ");
  assert_int_equal(value->kind, JSON_BOOL);
  assert_true(value->truth);
  assert_int_equal(value->line, 2);
  assert_int_equal(value->column, 2);
  value = read_text(&arena, "\xef\xbb\xbf"
                            "false");
  assert_int_equal(value->kind, JSON_BOOL);
  assert_false(value->truth);
  assert_int_equal(value->column, 1);
  arena_free(&arena);
}

static void
tree(void **state)
{
  (void)state;
  struct arena arena = {0};
  const struct json_value *top = read_text(&arena, "{\"a\": [1, \"two\", [], {}],\n"
                                                   " \"b\": null, \"\": true, \"a\": 7}");
  assert_int_equal(top->kind, JSON_OBJECT);
  assert_int_equal(top->n, 4);
  const struct json_value *list = top->first;
  assert_string_equal(list->key, "a");
  assert_int_equal(list->kind, JSON_ARRAY);
  assert_int_equal(list->n, 4);
  const struct json_value *two = list->first->next;
  assert_string_equal(two->text, "two");
  assert_null(two->key);
  assert_int_equal(two->line, 1);
  assert_int_equal(two->column, 11);
  assert_int_equal(two->next->kind, JSON_ARRAY);
  assert_int_equal(two->next->n, 0);
  assert_null(two->next->first);
  assert_int_equal(two->next->next->kind, JSON_OBJECT);
  assert_null(two->next->next->next);
  assert_int_equal(list->next->line, 2);
  assert_int_equal(list->next->column, 7);
  assert_int_equal(json_member(top, "a")->integer, 7);
  assert_true(json_member(top, "")->truth);
  assert_null(json_member(top, "c"));
  assert_null(json_member(list, "a"));
  assert_null(json_member_text(top, "a"));
  arena_free(&arena);
}

static void
expect_text(const char *text, const char *bytes, size_t n)
{
  struct arena arena = {0};
  const struct json_value *value = read_text(&arena, text);
  assert_int_equal(value->kind, JSON_TEXT);
  assert_int_equal(value->length, n);
  assert_memory_equal(value->text, bytes, n + 1);
  arena_free(&arena);
}

static void
texts(void **state)
{
  (void)state;
  expect_text("\"\"", "", 0);
  expect_text("\"a b\x7f\"", "a b\x7f", 4);
  expect_text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8);
  expect_text("\"\\u0041\\u00e9\\u20AC\\u20ac\"", "A\xc3\xa9\xe2\x82\xac\xe2\x82\xac", 9);
  expect_text("\"x\\u0000y\"", "x\0y", 3);
  expect_text("\"\\uD834\\uDD1E\"", "\xf0\x9d\x84\x9e", 4);
  expect_text("\"\\udbff\\udfff\"", "\xf4\x8f\xbf\xbf", 4);
  expect_text("\"\\ud834\"", "\xef\xbf\xbd", 3);
  expect_text("\"\\ud834x\"", "\xef\xbf\xbdx", 4);
  expect_text("\"\\ud834\\n\"", "\xef\xbf\xbd\n", 4);
  expect_text("\"\\udd1e\\ud834\"", "\xef\xbf\xbd\xef\xbf\xbd", 6);
  expect_text("\"\\ud834\\ud834\\udd1e\"", "\xef\xbf\xbd\xf0\x9d\x84\x9e", 7);
  expect_text("\"\\ud834\\u0041\"",
              "\xef\xbf\xbd"
              "A",
              4);
  expect_text("\"\xff\xc3\"", "\xff\xc3", 2); /* as they are */
}

static void
expect_number(const char *text, double number, bool is_int, bool is_uint)
{
  struct arena arena = {0};
  const struct json_value *value = read_text(&arena, text);
  assert_int_equal(value->kind, JSON_NUMBER);
  assert_true(value->number == number);
  assert_int_equal(value->is_int, is_int);
  assert_int_equal(value->is_uint, is_uint);
  arena_free(&arena);
}

static void
numbers(void **state)
{
  (void)state;
  struct arena arena = {0};
  expect_number("0", 0, true, true);
  expect_number("-0", 0, true, true);
  assert_true(signbit(read_text(&arena, "-0")->number));
  expect_number("10", 10, true, true);
  expect_number("-7", -7, true, false);
  expect_number("0.5", 0.5, false, false);
  expect_number("1e3", 1000, false, false);
  expect_number("-1.25E-2", -0.0125, false, false);
  expect_number("2E+1", 20, false, false);
  expect_number("1e-400", 0, false, false);
  expect_number("18446744073709551615", 18446744073709551616.0, false, true);
  expect_number("18446744073709551616", 18446744073709551616.0, false, false);
  expect_number("-9223372036854775809", -9223372036854775808.0, false, false);
  assert_true(read_text(&arena, "9223372036854775807")->integer == INT64_MAX);
  assert_true(read_text(&arena, "-9223372036854775808")->integer == INT64_MIN);
  assert_true(read_text(&arena, "-9223372036854775808")->is_int);
  assert_true(read_text(&arena, "18446744073709551615")->natural == UINT64_MAX);
  assert_false(read_text(&arena, "9223372036854775808")->is_int);
  arena_free(&arena);
}

static void
errors(void **state)
{
  (void)state;
  const char *early = "the text ends too early";
  expect_error("", 1, 1, early);
  expect_error("  \n ", 2, 2, early);
  expect_error("[", 1, 2, early);
  expect_error("[1", 1, 3, early);
  expect_error("[1,", 1, 4, early);
  expect_error("[1,]", 1, 4, "expected a value");
  expect_error("[,1]", 1, 2, "expected a value");
  expect_error("[1 2]", 1, 4, "expected ',' or ']'");
  expect_error("[1}", 1, 3, "expected ',' or ']'");
  expect_error("{\"a\": 1,\n}", 2, 1, "expected a text in quotes");
  expect_error("{a: 1}", 1, 2, "expected a text in quotes");
  expect_error("{\"a\" 1}", 1, 6, "expected ':'");
  expect_error("{\"a\": 1 \"b\": 2}", 1, 9, "expected ',' or '}'");
  expect_error("{\"a\"", 1, 5, early);
  expect_error("{\"a\":", 1, 6, early);
  expect_error("nul", 1, 1, "expected a value");
  expect_error("True", 1, 1, "expected a value");
  expect_error("NaN", 1, 1, "expected a value");
  expect_error("'a'", 1, 1, "expected a value");
  expect_error("/* no comments */ 1", 1, 1, "expected a value");
  expect_error("1 2", 1, 3, "something stands behind the value");
  expect_error("nulll", 1, 5, "something stands behind the value");
  expect_error("[]\n]", 2, 1, "something stands behind the value");
  expect_error("01", 1, 1, "a number with a leading zero");
  expect_error("-00", 1, 1, "a number with a leading zero");
  expect_error("-", 1, 2, early);
  expect_error("-a", 1, 2, "expected a digit");
  expect_error("+1", 1, 1, "expected a value");
  expect_error(".5", 1, 1, "expected a value");
  expect_error("1.", 1, 3, early);
  expect_error("[1.]", 1, 4, "expected a digit");
  expect_error("1e", 1, 3, early);
  expect_error("[1e+]", 1, 5, "expected a digit");
  expect_error("0x10", 1, 2, "something stands behind the value");
  expect_error("1e400", 1, 1, "the number is too large");
  expect_error("\"", 1, 2, early);
  expect_error("\"abc", 1, 5, early);
  expect_error("\"a\nb\"", 1, 3, "a line break or control character in a text");
  expect_error("\"\t\"", 1, 2, "a line break or control character in a text");
  expect_error("\"\\", 1, 3, early);
  expect_error("\"\\x\"", 1, 3, "no such escape");
  expect_error("\"\\u12", 1, 6, early);
  expect_error("\"\\u12g4\"", 1, 6, "\\u needs four hexadecimal digits");
  expect_error("\"\\ud834\\u\"", 1, 10, "\\u needs four hexadecimal digits");
}

static void
zero_bytes(void **state)
{
  (void)state;
  struct arena arena = {0};
  struct json_error error;
  assert_null(read_bytes(&arena, "[1]\0", 4, &error));
  assert_int_equal(error.column, 4);
  assert_null(read_bytes(&arena, "\"\0\"", 3, &error));
  assert_null(read_bytes(&arena, "\"\\\0\"", 4, &error));
  assert_null(read_bytes(&arena, "\0", 1, &error));
  const char object[] = "{\"a\": \"x\\u0000y\"}";
  const struct json_value *value = read_text(&arena, object);
  assert_null(json_member_text(value, "a"));
  arena_free(&arena);
}

static void
depth(void **state)
{
  (void)state;
  char text[2 * JSON_DEPTH_MOST + 3];
  struct arena arena = {0};
  memset(text, '[', JSON_DEPTH_MOST);
  memset(text + JSON_DEPTH_MOST, ']', JSON_DEPTH_MOST);
  text[2 * JSON_DEPTH_MOST] = 0;
  read_text(&arena, text);
  memset(text, '[', JSON_DEPTH_MOST + 1);
  memset(text + JSON_DEPTH_MOST + 1, ']', JSON_DEPTH_MOST + 1);
  text[2 * JSON_DEPTH_MOST + 2] = 0;
  expect_error(text, 1, JSON_DEPTH_MOST + 1, "nested too deeply");
  arena_free(&arena);
}

/* What the writer writes the reader reads. */
static void
round_trip(void **state)
{
  (void)state;
  struct json json = {0};
  struct arena arena = {0};
  json_object(&json, NULL);
  json_text(&json, "a\"\n\x01\xe2\x82\xac", "\\ \xf0\x9d\x84\x9e");
  json_int(&json, "least", INT64_MIN);
  json_uint(&json, "most", UINT64_MAX);
  json_real(&json, "real", 2.125);
  json_object_end(&json);
  const struct json_value *value = read_text(&arena, str_text(&json.out));
  assert_string_equal(json_member_text(value, "a\"\n\x01\xe2\x82\xac"), "\\ \xf0\x9d\x84\x9e");
  assert_true(json_member(value, "least")->integer == INT64_MIN);
  assert_true(json_member(value, "most")->natural == UINT64_MAX);
  assert_true(json_member(value, "real")->number == 2.125);
  str_free(&json.out);
  arena_free(&arena);
}

/* Every beginning of a text, and the text with any one byte changed: no crash, whatever it says. */
static void
damage(void **state)
{
  (void)state;
  const char text[] = "[{\"key\\n\": -1.5e+3, \"\\ud834\\udd1e\": [true, false, null]}, 12]";
  size_t n = sizeof text - 1;
  for (size_t i = 0; i < n; i++) {
    struct arena arena = {0};
    struct json_error error;
    assert_null(read_bytes(&arena, text, i, &error));
    for (unsigned byte = 0; byte < 256; byte++) {
      char changed[sizeof text];
      memcpy(changed, text, sizeof text);
      changed[i] = (char)byte;
      const struct json_value *value = read_bytes(&arena, changed, n, &error);
      assert_true(value || (error.text && error.line));
    }
    arena_free(&arena);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(words),   cmocka_unit_test(tree),   cmocka_unit_test(texts),
    cmocka_unit_test(numbers), cmocka_unit_test(errors), cmocka_unit_test(zero_bytes),
    cmocka_unit_test(depth),   cmocka_unit_test(damage), cmocka_unit_test(round_trip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
