#include "base/plot.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define WIDTH 880.0
#define HEIGHT 460.0
/* The field between the axes. */
#define LEFT 78.0
#define TOP 46.0
#define ACROSS 520.0
#define DOWN 350.0
/* The legend: where it begins, and how far apart its lines are. */
#define LEGEND (LEFT + ACROSS + 24)
#define LINE 22.0
enum { TICKS = 64 };

/* Okabe and Ito's colours, the dark ones first. */
static const struct look {
  const char *colour, *dashes;
} looks[] = {
  {"#0072b2", "none"}, {"#d55e00", "9 4"},  {"#009e73", "12 3 3 3"},
  {"#cc79a7", "4 3"},  {"#e69f00", "18 4"}, {"#56b4e9", "12 3 3 3 3 3"},
};
enum { LOOKS = sizeof looks / sizeof *looks };

struct axes {
  double least_x, most_x, least_y, most_y;
};

void
plot_free(struct plot *plot)
{
  for (size_t i = 0; i < plot->lines.n; i++) {
    vec_free(&plot->lines.at[i].points);
    vec_free(&plot->lines.at[i].rounds);
    vec_free(&plot->lines.at[i].squares);
  }
  vec_free(&plot->lines);
  vec_free(&plot->levels);
}

/* ---- axes ------------------------------------------------------------------------- */

size_t
plot_ticks(double least, double most, double *ticks, size_t room)
{
  static const double few[] = {1}, some[] = {1, 2, 5}, many[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  double decades = log10(most / least);
  const double *factors = decades > 4 ? few : decades > 1.01 ? some : many;
  unsigned dense = decades > 4 ? 1 : decades > 1.01 ? 3 : 9;
  size_t n = 0;
  for (int power = (int)floor(log10(least)) - 1; power <= ceil(log10(most)); power++)
    for (unsigned i = 0; i < dense; i++) {
      double tick = factors[i] * pow(10, power);
      if (tick >= least * 0.999 && tick <= most * 1.001 && n < room)
        ticks[n++] = tick;
    }
  return n;
}

/* The range of all that is drawn, rounded outwards to 1, 2 or 5 times a power of ten. */
static double
rounded(double number, bool up)
{
  static const double factors[] = {1, 2, 5, 10};
  double unit = pow(10, floor(log10(number)));
  for (int i = 0; i < 4; i++) {
    int at = up ? i : 3 - i;
    if (up ? factors[at] * unit >= number : factors[at] * unit <= number)
      return factors[at] * unit;
  }
  return up ? 10 * unit : unit;
}

static void
include(struct axes *axes, double y)
{
  axes->least_y = axes->least_y > 0 && axes->least_y < y ? axes->least_y : y;
  axes->most_y = axes->most_y > y ? axes->most_y : y;
}

static struct axes
axes_of(const struct plot *plot)
{
  struct axes axes = {.least_x = plot->least_x, .most_x = plot->most_x};
  for (size_t i = 0; i < plot->levels.n; i++)
    include(&axes, plot->levels.at[i].y);
  for (size_t i = 0; i < plot->lines.n; i++)
    for (size_t j = 0; j < plot->lines.at[i].points.n; j++)
      include(&axes, plot->lines.at[i].points.at[j].y);
  if (!(axes.most_y > 0))
    axes.least_y = axes.most_y = 1;
  /* some air above and below */
  axes.least_y = rounded(axes.least_y * 0.9, false);
  axes.most_y = rounded(axes.most_y * 1.1, true);
  return axes;
}

static double
place_x(const struct axes *axes, double x)
{
  return LEFT + ACROSS * log(x / axes->least_x) / log(axes->most_x / axes->least_x);
}

static double
place_y(const struct axes *axes, double y)
{
  return TOP + DOWN - DOWN * log(y / axes->least_y) / log(axes->most_y / axes->least_y);
}

/* ---- shapes -------------------------------------------------------------------------- */

static void
add_escaped(struct str *out, const char *text)
{
  for (; *text; text++)
    if (*text == '&')
      str_add(out, "&amp;");
    else if (*text == '<')
      str_add(out, "&lt;");
    else
      str_add_bytes(out, text, 1);
}

static void
text_at(struct str *out, double x, double y, const char *anchor, const char *text)
{
  str_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  add_escaped(out, text);
  str_add(out, "</text>\n");
}

static void
straight(struct str *out, double x1, double y1, double x2, double y2, const char *style)
{
  str_printf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2,
             style);
}

static void
mark(struct str *out, double x, double y, bool square, const char *colour)
{
  if (square)
    str_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\"", x - 4.5, y - 4.5);
  else
    str_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\"", x, y);
  str_printf(out, " fill=\"%s\" stroke=\"#fff\" stroke-width=\"1\"/>\n", colour);
}

#define GRID "stroke=\"#dddddd\" stroke-width=\"1\""
#define LEVEL "stroke=\"#333333\" stroke-width=\"1.5\" stroke-dasharray=\"2 4\""

static void
draw_x_axis(struct str *out, const struct plot *plot, const struct axes *axes)
{
  double ticks[TICKS];
  size_t n = plot_ticks(axes->least_x, axes->most_x, ticks, TICKS);
  for (size_t i = 0; i < n; i++) {
    char number[32];
    double x = place_x(axes, ticks[i]);
    snprintf(number, sizeof number, "%g", ticks[i]);
    straight(out, x, TOP, x, TOP + DOWN, GRID);
    text_at(out, x, TOP + DOWN + 18, "middle", number);
  }
  text_at(out, LEFT + ACROSS / 2, TOP + DOWN + 42, "middle", plot->x);
}

static void
draw_y_axis(struct str *out, const struct plot *plot, const struct axes *axes)
{
  double ticks[TICKS];
  size_t n = plot_ticks(axes->least_y, axes->most_y, ticks, TICKS);
  for (size_t i = 0; i < n; i++) {
    char number[32];
    double y = place_y(axes, ticks[i]);
    snprintf(number, sizeof number, "%g", ticks[i]);
    straight(out, LEFT, y, LEFT + ACROSS, y, GRID);
    text_at(out, LEFT - 8, y + 4, "end", number);
  }
  str_printf(out, "<g transform=\"translate(22 %.1f) rotate(-90)\">", TOP + DOWN / 2);
  text_at(out, 0, 0, "middle", plot->y);
  str_add(out, "</g>\n");
}

static void
draw_marks(struct str *out, const struct plot_line *line, const struct axes *axes,
           const char *colour)
{
  for (size_t i = 0; i < line->rounds.n; i++)
    mark(out, place_x(axes, line->rounds.at[i].x), place_y(axes, line->rounds.at[i].y), false,
         colour);
  for (size_t i = 0; i < line->squares.n; i++)
    mark(out, place_x(axes, line->squares.at[i].x), place_y(axes, line->squares.at[i].y), true,
         colour);
}

static void
add_style(struct str *out, const struct look *look)
{
  str_printf(out, "fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"",
             look->colour, look->dashes);
}

static void
draw_line(struct str *out, const struct plot_line *line, const struct axes *axes,
          const struct look *look)
{
  str_add(out, "<polyline ");
  add_style(out, look);
  str_add(out, " points=\"");
  for (size_t i = 0; i < line->points.n; i++)
    str_printf(out, "%s%.1f,%.1f", i ? " " : "", place_x(axes, line->points.at[i].x),
               place_y(axes, line->points.at[i].y));
  str_add(out, "\"/>\n");
}

/* ---- the legend -------------------------------------------------------------------------- */

static double
draw_legend_lines(struct str *out, const struct plot *plot, double y)
{
  for (size_t i = 0; i < plot->lines.n; i++, y += LINE) {
    struct str style = {0};
    add_style(&style, &looks[i % LOOKS]);
    straight(out, LEGEND, y - 4, LEGEND + 30, y - 4, str_text(&style));
    text_at(out, LEGEND + 38, y, "start", plot->lines.at[i].name);
    str_free(&style);
  }
  for (size_t i = 0; i < plot->levels.n; i++, y += LINE) {
    straight(out, LEGEND, y - 4, LEGEND + 30, y - 4, LEVEL);
    text_at(out, LEGEND + 38, y, "start", plot->levels.at[i].name);
  }
  return y;
}

static void
draw_legend(struct str *out, const struct plot *plot)
{
  double y = draw_legend_lines(out, plot, TOP + 12) + LINE / 2;
  if (!plot->round)
    return;
  mark(out, LEGEND + 15, y - 4, false, "#333333");
  text_at(out, LEGEND + 38, y, "start", plot->round);
  mark(out, LEGEND + 15, y + LINE - 4, true, "#333333");
  text_at(out, LEGEND + 38, y + LINE, "start", plot->square);
}

/* ---- all -------------------------------------------------------------------------- */

static void
draw_field(struct str *out, const struct plot *plot, const struct axes *axes)
{
  size_t points = 0;
  for (size_t i = 0; i < plot->levels.n; i++) {
    double y = place_y(axes, plot->levels.at[i].y);
    straight(out, LEFT, y, LEFT + ACROSS, y, LEVEL);
  }
  for (size_t i = 0; i < plot->lines.n; i++) {
    points += plot->lines.at[i].points.n;
    draw_line(out, &plot->lines.at[i], axes, &looks[i % LOOKS]);
  }
  for (size_t i = 0; i < plot->lines.n; i++)
    draw_marks(out, &plot->lines.at[i], axes, looks[i % LOOKS].colour);
  if (!points)
    text_at(out, LEFT + ACROSS / 2, TOP + DOWN / 2, "middle", plot->empty);
}

void
plot_svg(struct str *out, const struct plot *plot)
{
  struct axes axes = axes_of(plot);
  str_printf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" "
             "height=\"%g\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">\n",
             WIDTH, HEIGHT, WIDTH, HEIGHT);
  str_add(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<g font-size=\"15\">");
  text_at(out, LEFT, TOP - 18, "start", plot->title);
  str_add(out, "</g>\n");
  draw_x_axis(out, plot, &axes);
  draw_y_axis(out, plot, &axes);
  str_printf(out,
             "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" "
             "stroke=\"#888888\"/>\n",
             LEFT, TOP, ACROSS, DOWN);
  draw_field(out, plot, &axes);
  draw_legend(out, plot);
  str_add(out, "</svg>\n");
}
