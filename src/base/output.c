#define _XOPEN_SOURCE 700
#include "base/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

static bool
fail(struct str *error, const char *path)
{
  str_printf(error, "cannot write '%s': %s", path, strerror(errno));
  return false;
}

static void
forget(struct output *output)
{
  vec_drop(output->path);
  vec_drop(output->temporary);
  *output = (struct output){0};
}

/* mkstemp gives the file to its owner alone; a new file has what the umask leaves. */
static void
usual_mode(int file, const struct stat *old)
{
  mode_t mask = umask(0);
  umask(mask);
  (void)!fchmod(file, old ? old->st_mode & 0777 : 0666 & ~mask);
}

static bool
open_temporary(struct output *output, const struct stat *old)
{
  struct str name = {0};
  str_printf(&name, "%s.XXXXXX", output->path);
  output->temporary = name.text;
  int file = mkstemp(output->temporary);
  if (file < 0)
    return false;
  usual_mode(file, old);
  output->file = fdopen(file, "w");
  return output->file != NULL;
}

bool
output_open(struct output *output, const char *path, struct str *error)
{
  *output = (struct output){0};
  if (!strcmp(path, "-")) {
    output->file = stdout;
    return true;
  }
  struct stat old;
  bool exists = !stat(path, &old), opened = false;
  char *real = exists ? realpath(path, NULL) : NULL;
  output->path = real ? real : mem_strdup(path);
  if (exists && S_ISDIR(old.st_mode))
    errno = EISDIR;
  else if (exists && access(path, W_OK))
    opened = false; /* a file that was made read-only is left alone */
  else if (exists && !S_ISREG(old.st_mode))
    opened = (output->file = fopen(path, "w")) != NULL;
  else
    opened = open_temporary(output, exists ? &old : NULL);
  if (opened)
    return true;
  fail(error, path);
  forget(output);
  return false;
}

bool
output_close(struct output *output, bool keep, struct str *error)
{
  if (!output->path) /* standard output; main looks after it */
    return true;
  bool written = !ferror(output->file);
  written = !fclose(output->file) && written;
  if (output->temporary) {
    if (written && keep)
      written = !rename(output->temporary, output->path);
    if (!written || !keep) {
      int cause = errno;
      unlink(output->temporary);
      errno = cause;
    }
  }
  if (!written)
    fail(error, output->path);
  forget(output);
  return written;
}

bool
output_check(const char *path, struct str *error)
{
  struct stat old;
  if (!strcmp(path, "-") || (!stat(path, &old) && S_ISFIFO(old.st_mode)))
    return true; /* opening a pipe would wait for its reader */
  struct output output;
  return output_open(&output, path, error) && output_close(&output, false, error);
}
