#include "base/uri.h"

#include <string.h>

/* Also ':', which may not stand in the first segment of a relative reference. */
static bool
is_plain(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr("-._~/", c));
}

static void
add_encoded(struct str *out, const char *path)
{
  for (; *path; path++)
    if (is_plain(*path))
      str_add_bytes(out, path, 1);
    else
      str_printf(out, "%%%02X", (unsigned char)*path);
}

/* Takes the last segment off. */
static void
go_up(struct str *path)
{
  while (path->n && path->text[path->n - 1] != '/')
    path->n--;
  if (path->n)
    path->n--;
  path->text[path->n] = 0;
}

/* Appends the segments of `path`, each behind a slash, without "." and "..". */
static void
add_segments(struct str *out, const char *path)
{
  while (*path) {
    size_t n = strcspn(path, "/");
    if (n == 2 && path[0] == '.' && path[1] == '.') {
      if (out->n)
        go_up(out);
    } else if (n && !(n == 1 && *path == '.')) {
      str_add(out, "/");
      str_add_bytes(out, path, n);
    }
    path += n;
    path += *path == '/';
  }
}

static void
make_absolute(struct str *out, const char *root, const char *path)
{
  if (*path != '/')
    add_segments(out, root);
  add_segments(out, path);
}

void
uri_file(struct str *out, const char *path)
{
  struct str whole = {0};
  add_segments(&whole, path);
  str_add(out, "file://");
  add_encoded(out, whole.n ? str_text(&whole) : "/");
  str_free(&whole);
}

bool
uri_below(struct str *out, const char *root, const char *path)
{
  struct str folder = {0}, whole = {0};
  add_segments(&folder, root);
  make_absolute(&whole, root, path);
  bool below = whole.n > folder.n + 1 && !strncmp(str_text(&whole), str_text(&folder), folder.n) &&
               whole.text[folder.n] == '/';
  if (below)
    add_encoded(out, whole.text + folder.n + 1);
  str_free(&folder);
  str_free(&whole);
  return below;
}

bool
uri_of(struct str *out, const char *root, const char *path)
{
  struct str whole = {0};
  if (uri_below(out, root, path))
    return true;
  make_absolute(&whole, root, path);
  uri_file(out, str_text(&whole));
  str_free(&whole);
  return false;
}
