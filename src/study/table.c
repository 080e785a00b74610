#include "study/table.h"

#include <stdbool.h>
#include <string.h>

void
table_cell(struct table *table, const char *text)
{
  vec_push(&table->cells, text);
}

static void
add_padded(struct str *out, const char *text, size_t width, bool left)
{
  str_printf(out, left ? "| %-*s " : "| %*s ", (int)width, text);
}

/* The columns are as wide as they need be, so that it reads well as it is. */
void
table_print(struct str *out, const struct table *table)
{
  size_t rows = table->cells.n / table->columns;
  size_t *width = mem_alloc(table->columns * sizeof *width);
  for (size_t i = 0; i < table->cells.n; i++) {
    size_t n = strlen(table->cells.at[i]);
    if (n > width[i % table->columns])
      width[i % table->columns] = n;
  }
  for (size_t row = 0; row < rows; row++) {
    for (size_t i = 0; i < table->columns; i++)
      add_padded(out, table->cells.at[row * table->columns + i], width[i], !i);
    str_add(out, "|\n");
    for (size_t i = 0; !row && i < table->columns; i++) {
      str_add(out, "|-");
      for (size_t n = 0; n < width[i]; n++)
        str_add(out, "-");
      str_add(out, i ? ":" : "-");
    }
    str_add(out, row ? "" : "|\n");
  }
  vec_drop(width);
}

void
table_free(struct table *table)
{
  vec_free(&table->cells);
  arena_free(&table->arena);
}

const char *
table_number(struct arena *arena, double value)
{
  return arena_printf(arena, "%.*f", value < 1 ? 3 : value < 100 ? 2 : 1, value);
}
