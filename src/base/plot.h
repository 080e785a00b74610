/* A plot of lines with two logarithmic axes, as an SVG image that needs nothing else: white ground,
 * the reader's sans-serif font. Lines differ in colour (told apart also by people who see fewer
 * colours) and in their dashes (told apart also in print). */
#ifndef HEDDLE_BASE_PLOT_H
#define HEDDLE_BASE_PLOT_H

#include "base/mem.h"
#include "base/str.h"

struct plot_point {
  double x, y; /* positive */
};

struct plot_line {
  const char *name;
  VEC(struct plot_point) points;
  VEC(struct plot_point) rounds, squares; /* marks on the line */
};

/* A level to compare with, drawn across. */
struct plot_level {
  const char *name;
  double y;
};

struct plot {
  const char *title, *x, *y;  /* the latter two: what the axes are called */
  const char *round, *square; /* what the marks mean; NULL: there are none */
  const char *empty;          /* said instead of lines, if there are no points */
  double least_x, most_x;
  VEC(struct plot_line) lines;
  VEC(struct plot_level) levels;
};

void plot_free(struct plot *plot);
/* Adds the image. */
void plot_svg(struct str *out, const struct plot *plot);

/* The numbers at which an axis from `least` to `most` is marked: powers of ten, and if those are
 * few, also two and five times them, or all multiples. At most `room`; how many there are. */
size_t plot_ticks(double least, double most, double *ticks, size_t room);

#endif
