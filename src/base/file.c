#define _XOPEN_SOURCE 700
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A folder can be opened, but not read. */
static FILE *
open_file(const char *path, struct diags *diags)
{
  struct stat about;
  FILE *file = fopen(path, "r");
  int cause = file ? 0 : errno;
  if (file && !fstat(fileno(file), &about) && S_ISDIR(about.st_mode))
    cause = EISDIR;
  if (!cause)
    return file;
  diag_error(diags, "cannot read '%s': %s", path, strerror(cause));
  if (file)
    fclose(file);
  return NULL;
}

bool
file_read(struct str *out, const char *path, struct diags *diags)
{
  FILE *file = open_file(path, diags);
  if (!file)
    return false;
  char buffer[4096];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
    str_add_bytes(out, buffer, n);
  bool fine = !ferror(file);
  if (!fine)
    diag_error(diags, "cannot read '%s': %s", path, strerror(errno));
  fclose(file);
  return fine;
}

bool
file_read_text(struct str *out, const char *path, struct diags *diags)
{
  struct str all = {0};
  bool fine = file_read(&all, path, diags);
  if (fine && strlen(str_text(&all)) < all.n) {
    diag_error(diags, "'%s' is not text: there is a zero byte in it", path);
    fine = false;
  }
  if (fine)
    str_add(out, str_text(&all) + (!strncmp(str_text(&all), "\xef\xbb\xbf", 3) ? 3 : 0));
  str_free(&all);
  return fine;
}

/* A pipe without a writer would be waited for, and one with a writer could be read only once. */
static bool
is_pipe(const char *path)
{
  struct stat about;
  return !stat(path, &about) && S_ISFIFO(about.st_mode);
}

bool
file_is_readable(const char *path, struct diags *diags)
{
  if (is_pipe(path)) {
    diag_error(diags, "cannot read '%s': it is a pipe", path);
    return false;
  }
  FILE *file = open_file(path, diags);
  if (file)
    fclose(file);
  return file;
}
