#include "cli/junit.h"

#include "base/html.h"

static void
add_attribute(struct str *out, const char *name, const char *value)
{
  str_printf(out, " %s=\"", name);
  html_text(out, value);
  str_add(out, "\"");
}

static void
add_case(struct str *out, const struct test_outcome *test)
{
  str_add(out, "    <testcase");
  add_attribute(out, "name", test->name);
  add_attribute(out, "classname", test->file);
  str_printf(out, " time=\"%.3f\">\n", test->seconds);
  const char *element = test->code == EXIT_BUG    ? "failure"
                        : test->code == EXIT_OPEN ? "skipped"
                        : test->code != EXIT_SAFE ? "error"
                                                  : NULL;
  if (element) {
    str_printf(out, "      <%s", element);
    add_attribute(out, "message", str_text(&test->verdict));
    str_add(out, ">");
    if (test->code != EXIT_OPEN)
      html_text(out, str_text(&test->text));
    str_printf(out, "</%s>\n", element);
  }
  str_add(out, "      <system-out>");
  html_text(out, str_text(&test->verdict));
  str_add(out, "</system-out>\n    </testcase>\n");
}

void
junit_write(struct str *out, const struct test_outcomes *outcomes)
{
  unsigned failures = 0, skipped = 0, errors = 0;
  double seconds = 0;
  for (size_t i = 0; i < outcomes->all.n; i++) {
    const struct test_outcome *test = &outcomes->all.at[i];
    failures += test->code == EXIT_BUG;
    skipped += test->code == EXIT_OPEN;
    errors += test->code != EXIT_BUG && test->code != EXIT_OPEN && test->code != EXIT_SAFE;
    seconds += test->seconds;
  }
  str_add(out,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"heddle\"");
  str_printf(out, " tests=\"%zu\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\">\n",
             outcomes->all.n, failures, errors, skipped, seconds);
  for (size_t i = 0; i < outcomes->all.n; i++)
    add_case(out, &outcomes->all.at[i]);
  str_add(out, "  </testsuite>\n</testsuites>\n");
}
