/* heddle cluster: instances of one program as tasks of many machines. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/inputs.h"
#include "cluster/cluster.h"
#include "ir/text.h"

/* More than can be counted out, or than anybody wants to wait for. */
#define MOST_INSTANCES 10000000.0

struct slurm_options {
  struct check_options check;
  unsigned tasks, megabytes;
  double seconds;
  const char *folder;
};

static const struct slurm_options defaults = {.check = {.load = LOAD_DEFAULTS}, .tasks = 100};

static const struct option options_of_slurm[] = {
  {.name = "array",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct slurm_options, tasks),
   .argument = "N",
   .help = "tasks among which the instances are dealt out",
   .least = 1,
   .most = 999999},
  {.name = "output",
   .letter = 'o',
   .kind = OPTION_TEXT,
   .offset = offsetof(struct slurm_options, folder),
   .argument = "DIR",
   .help = "the folder that is made; all machines must see it"},
  {.name = "time",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct slurm_options, seconds),
   .argument = "DURATION",
   .help =
     "of a task, in whole minutes; then it goes back into the queue (default: Slurm's limit)"},
  {.name = "memory",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct slurm_options, megabytes),
   .argument = "MB",
   .help = "of a task (default: Slurm's limit)",
   .least = 1,
   .most = 1000000000},
  TILE_OPTIONS(struct slurm_options, check.part),
  SELECTION_OPTIONS(struct slurm_options, check.part),
  {.name = "job-time",
   .section = SECTION_PARALLEL,
   .kind = OPTION_DURATION,
   .offset = offsetof(struct slurm_options, check.job_seconds),
   .argument = "DURATION",
   .help = "give up an instance after that time (default: never)"},
  {.name = "rounds",
   .section = SECTION_BOUNDS,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct slurm_options, check.rounds),
   .argument = "N",
   .help = "schedules of N rounds, in each of which a thread may run once",
   .least = 1,
   .most = ROUNDS_MOST},
  LOAD_OPTIONS(struct slurm_options, check.load),
  {.name = "seed",
   .section = SECTION_EXPERT,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct slurm_options, check.seed),
   .argument = "N",
   .help = "seed of the draw, with --instances, and of the solver",
   .most = 2000000000},
};

static const struct option_table table_of_slurm = {
  .usage = "cluster slurm FILE... --tile-size N --tiles Z -o DIR [options] [-- CLANG-FLAGS]",
  .about =
    "Writes a folder with the program, a job array for Slurm whose tasks check the instances that\n"
    "heddle check with --tiles would check, and a script that collects what they found. Without\n"
    "Slurm the tasks run by xargs or GNU parallel.\n",
  .options = options_of_slurm,
  .n = sizeof options_of_slurm / sizeof *options_of_slurm,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

static const struct command slurm = {.name = "cluster slurm", .table = &table_of_slurm};

/* ---- cluster slurm ---- */

/* Those that heddle check needs once there is the program: files are named as from anywhere. */
static void
find_words(struct operands *words, const struct slurm_options *options)
{
  struct slurm_options rest = *options;
  const char **paths[] = {&rest.check.part.tiling, &rest.check.load.property_file};
  rest.folder = rest.check.load.project = NULL;
  rest.tasks = defaults.tasks;
  rest.megabytes = 0;
  rest.seconds = 0;
  for (size_t i = 0; i < 2; i++) {
    char *path = *paths[i] ? realpath(*paths[i], NULL) : NULL;
    if (path)
      *paths[i] = arena_strdup(&words->arena, path);
    free(path);
  }
  options_words(words, &table_of_slurm, &rest);
}

static bool
find_heddle(char *path, size_t size, struct str *error)
{
  ssize_t n = readlink("/proc/self/exe", path, size - 1);
  path[n > 0 ? n : 0] = 0;
  if (n <= 0)
    str_add(error, "cannot find out where heddle is");
  return n > 0;
}

/* How many instances there are; 0 with a message that was printed. */
static unsigned
count_instances(const struct slurm_options *options, const struct prog *prog)
{
  const struct part_options *part = &options->check.part;
  struct labels labels = {0};
  struct tiling tiling = {0};
  struct diags diags = {0};
  double count = 0;
  labels_find(&labels, prog);
  if (parts_tiling(&tiling, part, prog, &labels, &diags)) {
    struct selections *selections = selections_new(&tiling, part->tiles);
    count = selections_count(selections);
    selections_free(selections);
  }
  diags_print(&diags, stderr);
  if (part->instances && part->instances < count)
    count = part->instances;
  if (count > MOST_INSTANCES) {
    fprintf(stderr, "heddle: there are %.3g instances; say how many of them with --instances\n",
            count);
    count = 0;
  }
  diags_free(&diags);
  tiling_free(&tiling);
  labels_free(&labels);
  return (unsigned)count;
}

static void
tell(const struct cluster *cluster, unsigned instances)
{
  const char *folder = cluster->folder;
  printf("%u instance%s in %u task%s\n\n", instances, instances == 1 ? "" : "s", cluster->tasks,
         cluster->tasks == 1 ? "" : "s");
  printf("  (cd %s && sbatch array.sbatch)             run them with Slurm\n", folder);
  printf("  seq %u | xargs -P 8 -n 1 %s/task.sh         or here, eight at a time\n", cluster->tasks,
         folder);
  printf("  heddle cluster collect %s                  the verdict so far\n", folder);
}

static int
write_folder(const struct slurm_options *options, const struct prog *prog)
{
  char heddle[4096];
  struct str error = {0}, program = {0};
  struct operands words = {0};
  unsigned instances = count_instances(options, prog);
  unsigned tasks = options->tasks < instances ? options->tasks : instances;
  struct cluster cluster = {.folder = options->folder,
                            .heddle = heddle,
                            .options = &words,
                            .tasks = tasks,
                            .seconds = options->seconds,
                            .megabytes = options->megabytes};
  prog_print(&program, prog, NULL);
  cluster.program = str_text(&program);
  find_words(&words, options);
  int code = instances ? 0 : EXIT_INPUT;
  if (instances && find_heddle(heddle, sizeof heddle, &error) && cluster_write(&cluster, &error))
    tell(&cluster, instances);
  else if (instances)
    code = cli_failure(str_text(&error));
  str_free(&program);
  str_free(&error);
  operands_free(&words);
  return code;
}

/* NULL, or what is wrong about the options. */
static const char *
misuse(const struct slurm_options *options)
{
  const struct part_options *part = &options->check.part;
  if (!options->folder)
    return "say which folder is to be made: -o DIR";
  if (!part->tiles)
    return "say how many tiles are to be selected: --tiles";
  return NULL;
}

static int
run_slurm(const struct command_line *line)
{
  struct slurm_options options;
  struct operands operands = {0};
  struct str error = {0};
  int code = 0;
  if (input_line(&slurm, line, &options, &options.check.load, &operands, &code)) {
    struct prog *prog = NULL;
    if (misuse(&options))
      code = cli_usage(&slurm, misuse(&options));
    else if (!parts_check(&options.check.part, options.check.rounds, &error) ||
             !check_fits(&options.check, &error))
      code = cli_usage(&slurm, str_text(&error));
    else if ((prog = input_load(&slurm, &options.check.load, &operands, &code)))
      code = write_folder(&options, prog);
    if (prog)
      prog_free(prog);
  }
  str_free(&error);
  operands_free(&operands);
  return code;
}

/* ---- cluster collect ---- */

static const char nothing[1]; /* the struct of a command without options */

static const struct option_table table_of_collect = {
  .defaults = nothing,
  .usage = "cluster collect DIR",
  .about =
    "Collects what the tasks of heddle cluster slurm have decided so far, also while they run:\n"
    "the verdict, and of which tasks something is left. DIR/collected.journal has all of it.\n",
};

static const struct command collect = {.name = "cluster collect", .table = &table_of_collect};

/* As heddle check DIR/program.prog OPTIONS --resume DIR/collected.journal */
static int
check_collected(const char *folder)
{
  struct operands options = {0};
  struct str error = {0};
  VEC(char *) words = {0};
  unsigned tasks;
  int code;
  if (cluster_collect(&options, &tasks, folder, &error)) {
    struct arena *arena = &options.arena;
    vec_push(&words, "heddle");
    vec_push(&words, "check");
    vec_push(&words, arena_printf(arena, "%s/program.prog", folder));
    for (size_t i = 0; i < options.words.n; i++)
      vec_push(&words, arena_strdup(arena, options.words.at[i]));
    vec_push(&words, arena_printf(arena, "--resume=%s/collected.journal", folder));
    code = check_known(&(struct command_line){(int)words.n, words.at}, tasks);
  } else {
    code = cli_failure(str_text(&error));
  }
  vec_free(&words);
  str_free(&error);
  operands_free(&options);
  return code;
}

static int
run_collect(const struct command_line *line)
{
  struct operands operands = {0};
  char none;
  int code = 0;
  if (cli_options(&collect, line, &none, &operands, &code)) {
    if (operands.words.n == 1)
      code = check_collected(operands.words.at[0]);
    else
      code = cli_usage(&collect, "name the one folder that heddle cluster slurm has made");
  }
  operands_free(&operands);
  return code;
}

/* ---- the command ---- */

static const struct option_table table = {
  .defaults = nothing,
  .usage = "cluster slurm FILE... | cluster collect DIR",
  .about = "Checks the instances of a program, see --tiles, as tasks of a cluster.\n\n"
           "heddle cluster slurm --help     makes a folder with a job array for Slurm\n"
           "heddle cluster collect --help   tells what the tasks have found so far\n",
};

static int
run(const struct command_line *line)
{
  const char *word = line->argc > 2 ? line->argv[2] : "";
  struct command_line rest = {line->argc - 1, line->argv + 1};
  struct operands operands = {0};
  char none;
  int code = 0;
  if (!strcmp(word, "slurm"))
    return run_slurm(&rest);
  if (!strcmp(word, "collect"))
    return run_collect(&rest);
  if (cli_options(&command_cluster, line, &none, &operands, &code))
    code = cli_usage(&command_cluster, "say what is to be done: slurm or collect");
  operands_free(&operands);
  return code;
}

const struct command command_cluster = {
  .name = "cluster",
  .summary = "check instances on many machines, by Slurm or xargs",
  .table = &table,
  .run = run,
};
