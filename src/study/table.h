/* A table as Markdown that reads well as it is. */
#ifndef HEDDLE_STUDY_TABLE_H
#define HEDDLE_STUDY_TABLE_H

#include "base/mem.h"
#include "base/str.h"

/* Cells row by row, the first row being the head; texts that are made for it live in the arena. */
struct table {
  size_t columns;
  VEC(const char *) cells;
  struct arena arena;
};

void table_cell(struct table *table, const char *text);
/* Three digits or more. */
const char *table_number(struct arena *arena, double value);
void table_print(struct str *out, const struct table *table);
void table_free(struct table *table);

#endif
