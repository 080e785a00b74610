#define _XOPEN_SOURCE 700
#include "swarm/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/invariant.h"

/* The first line of a journal. */
#define HEAD "heddle journal 1\n"

static bool
fail(struct str *error, const char *what, const char *path)
{
  str_printf(error, "cannot %s the journal '%s': %s", what, path, strerror(errno));
  return false;
}

static bool
write_all(int file, const char *bytes, size_t n)
{
  while (n) {
    ssize_t written = write(file, bytes, n);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    n -= (size_t)written;
  }
  return true;
}

static bool
read_all(int file, struct str *text)
{
  char bytes[4096];
  ssize_t n;
  while ((n = read(file, bytes, sizeof bytes)) != 0) {
    if (n < 0 && errno != EINTR)
      return false;
    if (n > 0)
      str_add_bytes(text, bytes, (size_t)n);
  }
  return true;
}

/* "key text". Where the last line ends: what follows was only half written. */
static const char *
find_lines(struct journal *journal, const char *text)
{
  const char *line = text + strlen(HEAD), *end;
  INVARIANT(!strncmp(text, HEAD, strlen(HEAD)));
  for (; (end = strchr(line, '\n')); line = end + 1) {
    const char *space = memchr(line, ' ', (size_t)(end - line));
    if (!space)
      continue;
    char *key = arena_printf(&journal->arena, "%.*s", (int)(space - line), line);
    char *rest = arena_printf(&journal->arena, "%.*s", (int)(end - space - 1), space + 1);
    vec_push(&journal->lines, ((struct journal_line){key, rest}));
  }
  return line;
}

/* What follows the last line is forgotten, on disk as well. */
static bool
read_lines(struct journal *journal, const char *text)
{
  off_t length = (off_t)(find_lines(journal, text) - text);
  INVARIANT(length >= (off_t)strlen(HEAD) && text[length - 1] == '\n');
  return !ftruncate(journal->file, length) && lseek(journal->file, length, SEEK_SET) == length;
}

static bool
is_none(const char *path, struct str *error)
{
  str_printf(error, "'%s' is not a journal of heddle", path);
  return false;
}

static bool
take_up(struct journal *journal, struct str *error)
{
  struct str text = {0};
  bool fine = read_all(journal->file, &text);
  if (!fine) {
    fail(error, "read", journal->path);
  } else if (strncmp(str_text(&text), HEAD, strlen(HEAD)) != 0) {
    fine = is_none(journal->path, error);
  } else if (!read_lines(journal, str_text(&text))) {
    fine = fail(error, "take up", journal->path);
  }
  str_free(&text);
  return fine;
}

bool
journal_open(struct journal *journal, const char *path, bool resume, struct str *error)
{
  int flags = O_RDWR | O_APPEND | (resume ? 0 : O_CREAT | O_EXCL);
  *journal = (struct journal){.path = path, .file = open(path, flags | O_CLOEXEC, 0666)};
  if (journal->file < 0 && errno == EEXIST) {
    str_printf(error, "the journal '%s' exists: take it up with --resume, or remove it", path);
    return false;
  }
  if (journal->file < 0)
    return fail(error, resume ? "open" : "create", path);
  bool fine = resume ? take_up(journal, error)
                     : write_all(journal->file, HEAD, strlen(HEAD)) || fail(error, "write", path);
  if (!fine)
    journal_close(journal);
  return fine;
}

void
journal_close(struct journal *journal)
{
  INVARIANT(journal->file >= 0);
  close(journal->file);
  journal_free(journal);
}

void
journal_free(struct journal *journal)
{
  vec_free(&journal->lines);
  arena_free(&journal->arena);
}

void
journal_add(struct journal *journal, const char *key, const char *text)
{
  if (!journal || journal->error)
    return;
  struct str line = {0};
  INVARIANT(journal->file >= 0 && *key && !strpbrk(key, " \n"));
  str_printf(&line, "%s %s", key, text);
  for (char *at = line.text; (at = strchr(at, '\n'));)
    *at = ' '; /* whatever the user has called a program, it is one line */
  str_add(&line, "\n");
  if (!write_all(journal->file, line.text, line.n))
    journal->error = errno;
  else if (fsync(journal->file) && errno != EINVAL && errno != EROFS) /* a pipe has no disk */
    journal->error = errno;
  str_free(&line);
}

/* ---- journals of others ---- */

bool
journal_peek(struct journal *journal, const char *path, struct str *error)
{
  struct str text = {0};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return fail(error, "open", path);
  bool fine = read_all(file, &text) || fail(error, "read", path);
  bool begun = fine && strchr(str_text(&text), '\n');
  if (begun && strncmp(str_text(&text), HEAD, strlen(HEAD)) != 0)
    fine = is_none(path, error);
  else if (begun)
    find_lines(journal, str_text(&text));
  close(file);
  str_free(&text);
  return fine;
}

static int
compare(const void *a, const void *b)
{
  const struct journal_line *x = a, *y = b;
  int order = strcmp(x->key, y->key);
  return order ? order : strcmp(x->text, y->text);
}

void
journal_print(struct str *out, struct journal *journal)
{
  str_add(out, HEAD);
  if (journal->lines.n)
    qsort(journal->lines.at, journal->lines.n, sizeof *journal->lines.at, compare);
  for (size_t i = 0; i < journal->lines.n; i++) {
    const struct journal_line *line = &journal->lines.at[i];
    if (!i || compare(line, line - 1) != 0)
      str_printf(out, "%s %s\n", line->key, line->text);
  }
}
