#define _XOPEN_SOURCE 700
#include "swarm/journal.h"

#include <errno.h>
#include <fcntl.h>
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

/* "key text"; what follows the last newline is forgotten, on disk as well. */
static bool
read_lines(struct journal *journal, const char *text)
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
  off_t length = (off_t)(line - text);
  INVARIANT(length >= (off_t)strlen(HEAD) && text[length - 1] == '\n');
  return !ftruncate(journal->file, length) && lseek(journal->file, length, SEEK_SET) == length;
}

static bool
take_up(struct journal *journal, struct str *error)
{
  struct str text = {0};
  bool fine = read_all(journal->file, &text);
  if (!fine) {
    fail(error, "read", journal->path);
  } else if (strncmp(str_text(&text), HEAD, strlen(HEAD)) != 0) {
    str_printf(error, "'%s' is not a journal of heddle", journal->path);
    fine = false;
  } else if (!read_lines(journal, str_text(&text))) {
    fine = fail(error, "take up", journal->path);
  }
  str_free(&text);
  return fine;
}

bool
journal_open(struct journal *journal, const char *path, bool resume, struct str *error)
{
  int flags = resume ? O_RDWR : O_RDWR | O_CREAT | O_EXCL;
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
