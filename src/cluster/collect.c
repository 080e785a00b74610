/* What the tasks of a folder have decided, as one journal. They may be at work meanwhile: their journals
 * are read, and never written. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/output.h"
#include "cluster/cluster.h"
#include "swarm/journal.h"

/* A line each. */
static bool
read_words(struct operands *out, const char *path, struct str *error)
{
  struct str text = {0};
  struct diags diags = {0};
  bool fine = file_read_text(&text, path, &diags);
  if (!fine)
    str_add(error, diags.all.at[0].text);
  for (char *at = text.text, *end; fine && at && (end = strchr(at, '\n')); at = end + 1) {
    *end = 0;
    vec_push(&out->words, arena_strdup(&out->arena, at));
  }
  diags_free(&diags);
  str_free(&text);
  return fine;
}

static bool
is_journal(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot && !strcmp(dot, ".journal");
}

static bool
peek_all(struct journal *journal, struct arena *arena, const char *folder, struct str *error)
{
  const char *path = arena_printf(arena, "%s/journals", folder);
  DIR *dir = opendir(path);
  bool fine = dir;
  if (!dir)
    str_printf(error, "cannot read the folder '%s': %s", path, strerror(errno));
  for (struct dirent *entry; fine && (entry = readdir(dir));)
    if (is_journal(entry->d_name))
      fine = journal_peek(journal, arena_printf(arena, "%s/%s", path, entry->d_name), error);
  if (dir)
    closedir(dir);
  return fine;
}

static bool
write_journal(struct journal *journal, const char *path, struct str *error)
{
  struct output output;
  struct str text = {0};
  journal_print(&text, journal);
  bool written = output_open(&output, path, error);
  if (written) {
    fputs(str_text(&text), output.file);
    written = output_close(&output, true, error);
  }
  str_free(&text);
  return written;
}

static bool
read_tasks(unsigned *tasks, struct operands *options, const char *folder, struct str *error)
{
  struct operands lines = {0};
  const char *path = arena_printf(&options->arena, "%s/tasks", folder);
  bool fine = read_words(&lines, path, error);
  *tasks = fine && lines.words.n == 1 ? (unsigned)strtoul(lines.words.at[0], NULL, 10) : 0;
  if (fine && !*tasks)
    str_printf(error, "'%s' does not say how many tasks there are", path), fine = false;
  operands_free(&lines);
  return fine;
}

bool
cluster_collect(struct operands *options, unsigned *tasks, const char *folder, struct str *error)
{
  struct journal journal = {0};
  struct arena *arena = &options->arena;
  bool fine = read_words(options, arena_printf(arena, "%s/options", folder), error) &&
              read_tasks(tasks, options, folder, error) &&
              peek_all(&journal, arena, folder, error) &&
              write_journal(&journal, arena_printf(arena, "%s/collected.journal", folder), error);
  journal_free(&journal);
  return fine;
}
