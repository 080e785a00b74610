#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/plot.h"

static void
expect_ticks(double least, double most, const double *want, size_t n)
{
  double ticks[16];
  assert_int_equal(plot_ticks(least, most, ticks, 16), n);
  for (size_t i = 0; i < n; i++)
    assert_true(fabs(ticks[i] - want[i]) < 1e-9);
}

static void
ticks_are_round_numbers(void **state)
{
  (void)state;
  expect_ticks(1, 2000, (double[]){1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}, 11);
  expect_ticks(0.3, 20000, (double[]){1, 10, 100, 1000, 10000}, 5);
  expect_ticks(0.2, 5, (double[]){0.2, 0.5, 1, 2, 5}, 5);
  expect_ticks(0.05, 20, (double[]){0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20}, 9);
  expect_ticks(0.2, 0.5, (double[]){0.2, 0.3, 0.4, 0.5}, 4);
  double one;
  assert_int_equal(plot_ticks(1, 1e6, &one, 1), 1);
}

static struct plot
empty_plot(void)
{
  return (struct plot){.title = "a < b & c",
                       .x = "x",
                       .y = "y",
                       .round = "r",
                       .square = "s",
                       .empty = "nothing",
                       .least_x = 1,
                       .most_x = 100};
}

static size_t
count(const char *text, const char *word)
{
  size_t n = 0;
  while ((text = strstr(text, word))) {
    text += strlen(word);
    n++;
  }
  return n;
}

static void
nothing_to_draw(void **state)
{
  (void)state;
  struct plot plot = empty_plot();
  struct str out = {0};
  plot_svg(&out, &plot);
  assert_non_null(strstr(str_text(&out), ">nothing</text>"));
  assert_non_null(strstr(str_text(&out), "a &lt; b &amp; c"));
  assert_null(strstr(str_text(&out), "nan"));
  assert_null(strstr(str_text(&out), "inf"));
  str_free(&out);
}

/* The field goes from (78, 396) to (598, 46), the y axis from 1 to 100: its ends are rounded. */
static void
points_are_where_they_belong(void **state)
{
  (void)state;
  struct plot plot = empty_plot();
  struct str out = {0};
  vec_resize(&plot.lines, 2);
  plot.lines.at[0].name = "first";
  plot.lines.at[1].name = "second";
  vec_push(&plot.lines.at[0].points, ((struct plot_point){1, 10}));
  vec_push(&plot.lines.at[0].points, ((struct plot_point){100, 1.2}));
  vec_push(&plot.lines.at[1].points, ((struct plot_point){10, 10}));
  vec_push(&plot.lines.at[1].rounds, ((struct plot_point){10, 10}));
  vec_push(&plot.levels, ((struct plot_level){"all", 90}));
  plot_svg(&out, &plot);
  const char *text = str_text(&out);
  assert_int_equal(count(text, "<polyline"), 2);
  assert_non_null(strstr(text, "points=\"78.0,221.0 598.0,"));
  assert_non_null(strstr(text, "points=\"338.0,221.0\""));
  assert_non_null(strstr(text, "<circle cx=\"338.0\" cy=\"221.0\""));
  assert_int_equal(count(text, ">first</text>"), 1);
  assert_int_equal(count(text, ">all</text>"), 1);
  assert_int_equal(count(text, "<circle"), 2); /* and the legend's */
  assert_null(strstr(text, "nothing"));
  str_free(&out);
  plot_free(&plot);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(ticks_are_round_numbers),
    cmocka_unit_test(nothing_to_draw),
    cmocka_unit_test(points_are_where_they_belong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
