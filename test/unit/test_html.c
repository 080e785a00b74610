#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/html.h"

static void
expect_text(const char *text, const char *expected)
{
  struct str out = {0};
  html_text(&out, text);
  assert_string_equal(str_text(&out), expected);
  str_free(&out);
}

static void
markup(void **state)
{
  (void)state;
  expect_text("", "");
  expect_text("a <b> && \"c\" 'd'", "a &lt;b&gt; &amp;&amp; &quot;c&quot; &#39;d&#39;");
  expect_text("</script><!--", "&lt;/script&gt;&lt;!--");
  expect_text("&lt;", "&amp;lt;");
  expect_text("one\n\ttwo", "one\n\ttwo");
}

static void
bytes(void **state)
{
  (void)state;
  struct str out = {0};
  expect_text("\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82");
  expect_text("\xff<\xc3", "\xef\xbf\xbd&lt;\xef\xbf\xbd");
  expect_text("\xc0\xbc", "\xef\xbf\xbd\xef\xbf\xbd"); /* an overlong '<' */
  expect_text("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  expect_text("\x1b[1m\x7f", "\xef\xbf\xbd[1m\xef\xbf\xbd");
  html_bytes(&out, "a\0b\xc3\xa4", 4); /* ends in the middle of a sequence */
  assert_string_equal(str_text(&out), "a\xef\xbf\xbd"
                                      "b\xef\xbf\xbd");
  str_free(&out);
}

static void
json(void **state)
{
  (void)state;
  struct str out = {0};
  html_json(&out, "{\"a<\": \"</script><!--\"}");
  assert_string_equal(str_text(&out), "{\"a\\u003c\": \"\\u003c/script>\\u003c!--\"}");
  str_free(&out);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(markup),
    cmocka_unit_test(bytes),
    cmocka_unit_test(json),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
