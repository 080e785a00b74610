#include "trace/source.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Whatever is larger is not something a person wrote. */
enum { LARGEST_FILE = 16 << 20 };

static void
read_file(struct source_file *file)
{
  FILE *stream = fopen(file->name, "rb");
  char buffer[4096];
  size_t n;
  if (!stream)
    return;
  while (file->text.n < LARGEST_FILE && (n = fread(buffer, 1, sizeof buffer, stream)) > 0)
    str_add_bytes(&file->text, buffer, n);
  fclose(stream);
}

static void
find_lines(struct source_file *file)
{
  if (!file->text.n)
    return;
  vec_push(&file->lines, 0);
  for (size_t i = 0; i < file->text.n; i++)
    if (file->text.text[i] == '\n' || i + 1 == file->text.n)
      vec_push(&file->lines, (uint32_t)(i + 1));
}

static const struct source_file *
open_source(struct sources *sources, const char *name)
{
  for (size_t i = 0; i < sources->files.n; i++)
    if (!strcmp(sources->files.at[i].name, name))
      return &sources->files.at[i];
  struct source_file file = {.name = name};
  read_file(&file);
  find_lines(&file);
  vec_push(&sources->files, file);
  return &vec_last(&sources->files);
}

static bool
is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static size_t
without_blanks(const char *line, size_t n)
{
  while (n && is_blank(line[n - 1]))
    n--;
  return n;
}

/* Where the code of the line ends: before a comment that runs to the end of the line. */
static size_t
code_length(const char *line, size_t n)
{
  char quote = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    if (quote) {
      if (line[i] == '\\')
        i++;
      else if (line[i] == quote)
        quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == '/' && line[i + 1] == '/') {
      return i;
    } else if (line[i] == '/' && line[i + 1] == '*') {
      size_t end = i + 2;
      while (end + 1 < n && !(line[end] == '*' && line[end + 1] == '/'))
        end++;
      if (end + 2 >= n)
        return i;
      i = end + 1;
    }
  }
  return n;
}

uint32_t
source_lines(struct sources *sources, const char *name)
{
  const struct source_file *file = open_source(sources, name);
  return file->lines.n ? (uint32_t)file->lines.n - 1 : 0;
}

const char *
source_bytes(struct sources *sources, const char *name, uint32_t line, size_t *n)
{
  const struct source_file *file = open_source(sources, name);
  if (!line || line >= file->lines.n)
    return NULL;
  const char *text = file->text.text + file->lines.at[line - 1];
  *n = file->lines.at[line] - file->lines.at[line - 1];
  while (*n && (text[*n - 1] == '\n' || text[*n - 1] == '\r'))
    --*n;
  return text;
}

void
source_line(struct sources *sources, struct str *out, const char *name, uint32_t line)
{
  const struct source_file *file = open_source(sources, name);
  if (!line || line >= file->lines.n)
    return;
  const char *text = file->text.text + file->lines.at[line - 1];
  size_t n = file->lines.at[line] - file->lines.at[line - 1];
  n = without_blanks(text, code_length(text, without_blanks(text, n)));
  if (n && text[n - 1] == '{' && without_blanks(text, n - 1))
    n = without_blanks(text, n - 1);
  bool gap = false, begun = false;
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    if (is_blank(text[i])) {
      gap = begun;
      continue;
    }
    if (gap)
      str_add(out, " ");
    str_add_bytes(out, c < 32 || c == 127 ? "?" : &text[i], 1);
    gap = false;
    begun = true;
  }
}

unsigned
source_same_before(struct sources *sources, const char *name, uint32_t line)
{
  struct str code = {0}, other = {0};
  unsigned same = 0;
  source_line(sources, &code, name, line);
  for (uint32_t i = 1; code.n && i < line; i++) {
    other.n = 0;
    source_line(sources, &other, name, i);
    same += other.n == code.n && !memcmp(other.text, code.text, code.n);
  }
  str_free(&code);
  str_free(&other);
  return same;
}

void
sources_free(struct sources *sources)
{
  for (size_t i = 0; i < sources->files.n; i++) {
    str_free(&sources->files.at[i].text);
    vec_free(&sources->files.at[i].lines);
  }
  vec_free(&sources->files);
}
