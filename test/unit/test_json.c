#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"

static void
layout(void **state)
{
  (void)state;
  struct json json = {0};
  json_object(&json, NULL);
  json_text(&json, "verdict", "bug");
  json_array(&json, "numbers");
  json_int(&json, NULL, -1);
  json_uint(&json, NULL, UINT64_MAX);
  json_object(&json, NULL);
  json_bool(&json, "yes", true);
  json_bool(&json, "no", false);
  json_object_end(&json);
  json_array_end(&json);
  json_array(&json, "none");
  json_array_end(&json);
  json_object(&json, "nothing");
  json_object_end(&json);
  json_null(&json, "absent");
  json_object_end(&json);
  assert_string_equal(str_text(&json.out), "{\n"
                                           "  \"verdict\": \"bug\",\n"
                                           "  \"numbers\": [\n"
                                           "    -1,\n"
                                           "    18446744073709551615,\n"
                                           "    {\n"
                                           "      \"yes\": true,\n"
                                           "      \"no\": false\n"
                                           "    }\n"
                                           "  ],\n"
                                           "  \"none\": [],\n"
                                           "  \"nothing\": {},\n"
                                           "  \"absent\": null\n"
                                           "}");
  assert_int_equal(json.depth, 0);
  str_free(&json.out);
}

static void
expect_text(const char *text, const char *written)
{
  struct json json = {0};
  json_text(&json, NULL, text);
  assert_string_equal(str_text(&json.out), written);
  str_free(&json.out);
}

static void
escapes(void **state)
{
  (void)state;
  expect_text("", "\"\"");
  expect_text("a\"b\\c/d", "\"a\\\"b\\\\c/d\"");
  expect_text("\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"");
  expect_text("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"");
}

static void
utf8(void **state)
{
  (void)state;
  expect_text("\xc3\xa9 \xe2\x82\xac \xf0\x9d\x84\x9e",
              "\"\xc3\xa9 \xe2\x82\xac \xf0\x9d\x84\x9e\"");
  expect_text("a\xff"
              "b",
              "\"a\xef\xbf\xbd"
              "b\"");
  expect_text("\xc3", "\"\xef\xbf\xbd\"");                                 /* cut short */
  expect_text("\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 /* cut short */
  expect_text("\xc0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 /* overlong */
  expect_text("\xe0\x9f\xbf", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* overlong */
  expect_text("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* surrogate */
  expect_text("\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}

static void
expect_real(double number, const char *written)
{
  struct json json = {0};
  json_real(&json, NULL, number);
  assert_string_equal(str_text(&json.out), written);
  str_free(&json.out);
}

static void
reals(void **state)
{
  (void)state;
  expect_real(0.25, "0.250");
  expect_real(-1234.5678, "-1234.568");
  expect_real((double)NAN, "null");
  expect_real((double)INFINITY, "null");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(layout),
    cmocka_unit_test(escapes),
    cmocka_unit_test(utf8),
    cmocka_unit_test(reals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
