#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

#include "base/str.h"

static bool
same_text(const char *a, const char *b)
{
  return a == b || (a && b && !strcmp(a, b));
}

static bool
known(const struct diags *diags, const struct diag *new)
{
  for (size_t i = 0; i < diags->all.n; i++) {
    const struct diag *old = &diags->all.at[i];
    if (old->level == new->level && old->line == new->line &&
        old->column == new->column &&same_text(old->file, new->file) &&
        !strcmp(old->text, new->text))
      return true;
  }
  return false;
}

static void
add(struct diags *diags, struct diag diag)
{
  if (known(diags, &diag))
    return;
  diag.text = arena_strdup(&diags->arena, diag.text);
  if (diag.file)
    diag.file = arena_strdup(&diags->arena, diag.file);
  vec_push(&diags->all, diag);
  diags->errors += diag.level == DIAG_ERROR;
}

void
diag_at(struct diags *diags, enum diag_level level, const char *file, unsigned line,
        unsigned column, const char *format, ...)
{
  struct str text = {0};
  va_list args;
  va_start(args, format);
  str_vprintf(&text, format, args);
  va_end(args);
  add(diags, (struct diag){level, file, line, column, str_text(&text)});
  str_free(&text);
}

void
diag_error(struct diags *diags, const char *format, ...)
{
  struct str text = {0};
  va_list args;
  va_start(args, format);
  str_vprintf(&text, format, args);
  va_end(args);
  add(diags, (struct diag){DIAG_ERROR, NULL, 0, 0, str_text(&text)});
  str_free(&text);
}

void
diags_print(const struct diags *diags, FILE *out)
{
  static const char *const words[] = {"note", "warning", "error"};
  for (size_t i = 0; i < diags->all.n; i++) {
    const struct diag *diag = &diags->all.at[i];
    if (!diag->file)
      fprintf(out, "heddle: ");
    else if (!diag->line)
      fprintf(out, "%s: ", diag->file);
    else
      fprintf(out, "%s:%u:%u: ", diag->file, diag->line, diag->column);
    fprintf(out, "%s: %s\n", words[diag->level], diag->text);
  }
}

void
diags_free(struct diags *diags)
{
  arena_free(&diags->arena);
  vec_free(&diags->all);
  diags->errors = 0;
}
