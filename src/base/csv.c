#include "base/csv.h"

#include <string.h>

void
csv_field(struct str *out, const char *text)
{
  if (!text[strcspn(text, ",\"\r\n")]) {
    str_add(out, text);
    return;
  }
  str_add(out, "\"");
  for (; *text; text++) {
    if (*text == '"')
      str_add(out, "\"");
    str_add_bytes(out, text, 1);
  }
  str_add(out, "\"");
}

/* Behind the opening quote. */
static void
read_quoted(struct csv *csv, struct str *field)
{
  for (const char **at = &csv->rest; **at; ++*at) {
    if (**at == '"' && *++*at != '"')
      return;
    str_add_bytes(field, *at, 1);
  }
}

static void
read_field(struct csv *csv)
{
  struct str field = {0};
  if (*csv->rest == '"') {
    csv->rest++;
    read_quoted(csv, &field);
  }
  size_t n = strcspn(csv->rest, ",\r\n");
  str_add_bytes(&field, csv->rest, n);
  csv->rest += n;
  vec_push(&csv->fields, arena_strdup(&csv->arena, str_text(&field)));
  str_free(&field);
}

bool
csv_next(struct csv *csv)
{
  csv->fields.n = 0;
  if (!*csv->rest)
    return false;
  read_field(csv);
  while (*csv->rest == ',') {
    csv->rest++;
    read_field(csv);
  }
  csv->rest += *csv->rest == '\r';
  csv->rest += *csv->rest == '\n';
  return true;
}

void
csv_free(struct csv *csv)
{
  vec_free(&csv->fields);
  arena_free(&csv->arena);
}
