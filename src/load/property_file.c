#include "load/property_file.h"

#include <string.h>

#include "base/str.h"
#include "ir/prog.h"

/* The formulas without their blanks. */
static const struct {
  const char *formula;
  enum property property;
} formulas[] = {
  {"G!call(reach_error())", PROPERTY_ASSERT},
  {"G!call(__VERIFIER_error())", PROPERTY_ASSERT},
  {"G!data-race", PROPERTY_RACE},
  {"G!overflow", PROPERTY_OVERFLOW},
  {"G!deadlock", PROPERTY_DEADLOCK},
  {"Gvalid-free", PROPERTY_MEMORY},
  {"Gvalid-deref", PROPERTY_MEMORY},
  {"Gvalid-memtrack", PROPERTY_LEAK},
  {"Gvalid-memcleanup", PROPERTY_LEAK},
};

struct reader {
  const char *at, *line_start;
  unsigned line;
  const char *path;
  struct arena *arena;
  struct diags *diags;
};

static bool
fail(const struct reader *reader, const char *format, const char *text)
{
  unsigned column = (unsigned)(reader->at - reader->line_start) + 1;
  diag_at(reader->diags, DIAG_ERROR, reader->path, reader->line, column, format, text);
  return false;
}

/* Blanks, and comments: // and # up to the end of the line, and those of C. */
static void
skip(struct reader *reader)
{
  bool in_line = false, in_block = false;
  for (; *reader->at; reader->at++) {
    const char *at = reader->at;
    if (*at == '\n') {
      reader->line++;
      reader->line_start = at + 1;
      in_line = false;
    } else if (in_block) {
      in_block = at[0] != '*' || at[1] != '/';
      reader->at += !in_block;
    } else if (!in_line && at[0] == '/' && at[1] == '*') {
      in_block = true;
      reader->at++;
    } else if (*at == '#' || (at[0] == '/' && at[1] == '/')) {
      in_line = true;
    } else if (!in_line && *at != ' ' && *at != '\t' && *at != '\r') {
      return;
    }
  }
}

static bool
is_of_name(char c)
{
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
expect(struct reader *reader, const char *word)
{
  skip(reader);
  size_t n = strlen(word);
  if (strncmp(reader->at, word, n) != 0)
    return fail(reader, "expected '%s' of CHECK( init(FUNCTION()), LTL(FORMULA) )", word);
  reader->at += n;
  return true;
}

static bool
read_name(struct reader *reader, const char **name)
{
  skip(reader);
  size_t n = 0;
  while (is_of_name(reader->at[n]))
    n++;
  if (!n)
    return fail(reader, "%s", "expected the name of a function");
  *name = arena_printf(reader->arena, "%.*s", (int)n, reader->at);
  reader->at += n;
  return true;
}

/* Up to the bracket that closes LTL, without the blanks. */
static const char *
read_formula(struct reader *reader)
{
  struct str text = {0};
  for (unsigned depth = 0;; reader->at++) {
    skip(reader);
    if (!*reader->at || (*reader->at == ')' && !depth))
      break;
    depth += *reader->at == '(';
    depth -= *reader->at == ')';
    str_add_bytes(&text, reader->at, 1);
  }
  const char *formula = arena_strdup(reader->arena, str_text(&text));
  str_free(&text);
  return formula;
}

static bool
read_property(struct reader *reader, unsigned *property)
{
  skip(reader);
  struct reader start = *reader;
  const char *formula = read_formula(reader);
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    if (!strcmp(formula, formulas[i].formula)) {
      *property |= formulas[i].property;
      return true;
    }
  formula = arena_printf(reader->arena, "%.*s", (int)(reader->at - start.at), start.at);
  return fail(&start, "the property '%s' is not known", formula);
}

static bool
read_check(struct reader *reader, struct property_file *out)
{
  static const char *const before[] = {"CHECK", "(", "init", "("};
  static const char *const between[] = {"(", ")", ")", ",", "LTL", "("};
  const char *entry;
  bool fine = true;
  for (size_t i = 0; i < sizeof before / sizeof *before && fine; i++)
    fine = expect(reader, before[i]);
  struct reader start = *reader;
  fine = fine && read_name(reader, &entry);
  for (size_t i = 0; i < sizeof between / sizeof *between && fine; i++)
    fine = expect(reader, between[i]);
  fine =
    fine && read_property(reader, &out->property) && expect(reader, ")") && expect(reader, ")");
  if (fine && out->entry && strcmp(entry, out->entry) != 0)
    fine = fail(&start, "the line before begins in '%s'; a run has one beginning", out->entry);
  if (fine)
    out->entry = entry;
  return fine;
}

bool
property_file_parse(struct property_file *out, const char *text, const char *path,
                    struct arena *arena, struct diags *diags)
{
  struct reader reader = {
    .at = text, .line_start = text, .line = 1, .path = path, .arena = arena, .diags = diags};
  *out = (struct property_file){0};
  for (skip(&reader); *reader.at; skip(&reader))
    if (!read_check(&reader, out))
      return false;
  return out->property || fail(&reader, "%s", "there is no property in it");
}
