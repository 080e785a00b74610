/* The folder of a problem, for tasks. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "cluster/cluster.h"

static char *
path_of(struct arena *arena, const struct cluster *cluster, const char *name)
{
  return arena_printf(arena, "%s/%s", cluster->folder, name);
}

/* Executable, if it begins like a script. */
static bool
write_file(const struct cluster *cluster, const char *name, const char *text, struct str *error)
{
  struct arena arena = {0};
  struct output output;
  const char *path = path_of(&arena, cluster, name);
  bool written = output_open(&output, path, error);
  if (written) {
    fputs(text, output.file);
    written = output_close(&output, true, error);
  }
  if (written && text[0] == '#' && chmod(path, 0755)) {
    str_printf(error, "cannot make '%s' executable: %s", path, strerror(errno));
    written = false;
  }
  arena_free(&arena);
  return written;
}

static bool
make_folder(const char *path, struct str *error)
{
  if (!mkdir(path, 0777) || errno == EEXIST)
    return true;
  str_printf(error, "cannot make the folder '%s': %s", path, strerror(errno));
  return false;
}

static bool
make_folders(const struct cluster *cluster, struct str *error)
{
  static const char *const inner[] = {"journals", "locks", "output"};
  struct arena arena = {0};
  bool made = make_folder(cluster->folder, error);
  if (made && !access(path_of(&arena, cluster, "options"), F_OK)) {
    str_printf(error, "'%s' has a problem already: give another folder", cluster->folder);
    made = false;
  }
  for (size_t i = 0; made && i < sizeof inner / sizeof *inner; i++)
    made = make_folder(path_of(&arena, cluster, inner[i]), error);
  arena_free(&arena);
  return made;
}

/* ---- scripts ---- */

/* For a shell: in single quotes. */
static void
add_quoted(struct str *out, const char *text)
{
  str_add(out, "'");
  for (; *text; text++)
    if (*text == '\'')
      str_add(out, "'\\''");
    else
      str_add_bytes(out, text, 1);
  str_add(out, "'");
}

static bool
write_script(const struct cluster *cluster, const char *name, const char *body, struct str *error)
{
  struct str text = {0};
  str_printf(&text, "#!/bin/bash\ntasks=%u\nheddle=", cluster->tasks);
  add_quoted(&text, cluster->heddle);
  str_printf(&text, "\n[ -z \"${HEDDLE:-}\" ] || heddle=$HEDDLE\n%s", body);
  bool written = write_file(cluster, name, str_text(&text), error);
  str_free(&text);
  return written;
}

/* Slurm counts in minutes. */
static bool
write_array(const struct cluster *cluster, struct str *error)
{
  struct str text = {0};
  str_printf(&text,
             "#!/bin/bash\n"
             "#SBATCH --job-name=heddle\n"
             "#SBATCH --array=1-%u\n"
             "#SBATCH --ntasks=1\n"
             "#SBATCH --cpus-per-task=1\n",
             cluster->tasks);
  if (cluster->megabytes)
    str_printf(&text, "#SBATCH --mem=%uM\n", cluster->megabytes);
  if (cluster->seconds > 0)
    str_printf(&text, "#SBATCH --time=%.0f\n", ceil(cluster->seconds / 60));
  str_add(&text, "#SBATCH --requeue\n"
                 "#SBATCH --open-mode=append\n"
                 "#SBATCH --output=output/%a.txt\n"
                 "#SBATCH --signal=B:USR1@60\n");
  str_add(&text, array_sh);
  bool written = write_file(cluster, "array.sbatch", str_text(&text), error);
  str_free(&text);
  return written;
}

/* ---- all ---- */

/* Last come the options, which say that all the rest is there. */
static bool
write_options(const struct cluster *cluster, struct str *error)
{
  struct str text = {0};
  str_printf(&text, "%u\n", cluster->tasks);
  bool written = write_file(cluster, "tasks", str_text(&text), error);
  text.n = 0;
  for (size_t i = 0; i < cluster->options->words.n; i++)
    str_printf(&text, "%s\n", cluster->options->words.at[i]);
  written = written && write_file(cluster, "options", str_text(&text), error);
  str_free(&text);
  return written;
}

bool
cluster_write(const struct cluster *cluster, struct str *error)
{
  return make_folders(cluster, error) &&
         write_file(cluster, "program.prog", cluster->program, error) &&
         write_script(cluster, "task.sh", task_sh, error) &&
         write_script(cluster, "collect.sh", collect_sh, error) && write_array(cluster, error) &&
         write_options(cluster, error);
}
