/* The plots of scaling.sh, and how fast things grow: for each kind of program an image with a line for
 * each column, and the exponents k of size^k that fit the upper half of the sizes best.
 *
 *   plot FILE.csv DIR */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/plot.h"

enum { FIELDS = 7, FIRST = 2 }; /* kind, size, and then what grows */
static const struct {
  const char *name;
  double factor;
} columns[FIELDS] = {
  {"kind", 1},         {"size", 1},         {"labels", 1},   {"clauses", 1},
  {"front end, ms", 1e3}, {"encoding, ms", 1e3}, {"memory, MB", 1},
};

struct row {
  const char *kind;
  double at[FIELDS];
};
struct table {
  VEC(struct row) rows;
  struct arena arena;
};

static void
read_table(struct table *table, const char *text)
{
  struct csv csv = {.rest = text};
  for (bool head = true; csv_next(&csv); head = false) {
    struct row row = {0};
    if (head || csv.fields.n < FIELDS)
      continue;
    row.kind = arena_strdup(&table->arena, csv.fields.at[0]);
    for (int i = 1; i < FIELDS; i++)
      row.at[i] = strtod(csv.fields.at[i], NULL) * columns[i].factor;
    vec_push(&table->rows, row);
  }
  csv_free(&csv);
}

/* The slope of the line through the points (x, y), both as logarithms. */
static double
slope(const struct plot_point *points, size_t n)
{
  double x = 0, y = 0, xx = 0, xy = 0;
  for (size_t i = 0; i < n; i++) {
    double a = log(points[i].x), b = log(points[i].y);
    x += a, y += b, xx += a * a, xy += a * b;
  }
  return ((double)n * xy - x * y) / ((double)n * xx - x * x);
}

static void
write_plot(struct plot *plot, const char *folder, const char *kind, struct arena *arena)
{
  struct str image = {0};
  plot_svg(&image, plot);
  FILE *file = fopen(arena_printf(arena, "%s/%s.svg", folder, kind), "w");
  if (!file || fputs(str_text(&image), file) < 0 || fclose(file)) {
    perror(folder);
    exit(2);
  }
  str_free(&image);
}

static void
show(struct table *table, size_t first, size_t end, const char *folder)
{
  const struct row *rows = table->rows.at;
  struct plot plot = {.title = rows[first].kind, .x = "size", .y = "number, ms or MB"};
  plot.least_x = rows[first].at[1];
  plot.most_x = rows[end - 1].at[1];
  printf("| %s | %.0f to %.0f |", rows[first].kind, plot.least_x, plot.most_x);
  for (int column = FIRST; column < FIELDS; column++) {
    struct plot_line line = {.name = columns[column].name};
    for (size_t i = first; i < end; i++)
      if (rows[i].at[column] > 0)
        vec_push(&line.points, ((struct plot_point){rows[i].at[1], rows[i].at[column]}));
    size_t half = line.points.n / 2;
    if (line.points.n - half >= 2)
      printf(" %.2f |", slope(line.points.at + half, line.points.n - half));
    else
      printf(" - |");
    vec_push(&plot.lines, line);
  }
  printf("\n");
  write_plot(&plot, folder, rows[first].kind, &table->arena);
  plot_free(&plot);
}

int
main(int argc, char **argv)
{
  struct str text = {0};
  struct diags diags = {0};
  struct table table = {0};
  if (argc != 3 || !file_read_text(&text, argv[1], &diags)) {
    fprintf(stderr, "usage: plot FILE.csv DIR\n");
    return 2;
  }
  read_table(&table, str_text(&text));
  printf("| program | size |");
  for (int i = FIRST; i < FIELDS; i++)
    printf(" %s |", columns[i].name);
  printf("\n|---|---|---|---|---|---|---|\n");
  for (size_t i = 0, end; i < table.rows.n; i = end) {
    for (end = i; end < table.rows.n && !strcmp(table.rows.at[end].kind, table.rows.at[i].kind);)
      end++;
    show(&table, i, end, argv[2]);
  }
  vec_free(&table.rows);
  arena_free(&table.arena);
  str_free(&text);
  diags_free(&diags);
  return 0;
}
