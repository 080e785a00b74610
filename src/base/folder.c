#define _XOPEN_SOURCE 700
#include "base/folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path begins at the root: programs that get it run elsewhere. */
static bool
make_temporary(struct str *path, struct str *error)
{
  const char *set = getenv("TMPDIR"), *place = set && *set ? set : "/tmp";
  char *full = realpath(place, NULL);
  str_printf(path, "%s/heddle-XXXXXX", full ? full : place);
  bool made = full && mkdtemp(path->text);
  if (!made)
    str_printf(error, "cannot make the folder '%s': %s", path->text, strerror(errno));
  free(full);
  return made;
}

bool
folder_make(struct str *path, const char *name, struct str *error)
{
  struct stat about;
  if (!name)
    return make_temporary(path, error);
  bool made = !mkdir(name, 0777) || errno == EEXIST;
  char *full = made ? realpath(name, NULL) : NULL;
  if (!full)
    str_printf(error, "cannot make the folder '%s': %s", name, strerror(errno));
  else if (stat(full, &about) || !S_ISDIR(about.st_mode))
    str_printf(error, "'%s' is not a folder", name);
  else
    str_add(path, full);
  free(full);
  return !error->n;
}

static int
remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
  (void)about;
  (void)kind;
  (void)place;
  remove(path);
  return 0;
}

void
folder_remove(const char *path)
{
  enum { DESCRIPTORS = 16 };
  nftw(path, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}
