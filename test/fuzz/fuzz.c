/* Random programs against ourselves.
 *
 *   fuzz --seed 1 --count 1000          programs of seeds 1 to 1000
 *   fuzz --time 10m --jobs 2            as many as there is time for
 *   fuzz --seed 17 --count 1 --print    the program of one seed
 *
 * Workers take the files (generate.h) in turn and send one report for each program through a pipe
 * to the first process, which counts, prints, saves and shrinks. Exit code 0: no findings; 1: some;
 * 2: the command line is wrong, or a folder cannot be written. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/options.h"
#include "generate.h"
#include "shrink.h"
#include "trial.h"

struct options {
  unsigned seed, count, jobs, native, replay, rounds, unwind, shrink, megabytes;
  double seconds;
  const char *save, *heddle, *pretend;
  bool print, verbose;
};

static const struct options defaults = {
  .seed = 1,
  .jobs = 1,
  .rounds = 3,
  .unwind = 3,
  .megabytes = 4096,
  .native = 12,
  .heddle = "build/heddle",
};

#define ROW(n, k, member, a, h)                                                                    \
  .name = n, .kind = k, .offset = offsetof(struct options, member), .argument = a, .help = h
static const struct option rows[] = {
  {ROW("seed", OPTION_UNSIGNED, seed, "S", "of the first program"), .most = UINT32_MAX},
  {ROW("count", OPTION_UNSIGNED, count, "N", "programs; 0 = until the time is over"),
   .most = UINT32_MAX},
  {ROW("time", OPTION_DURATION, seconds, "TIME", "stop after that time")},
  {ROW("jobs", OPTION_UNSIGNED, jobs, "J", "processes at a time"), .least = 1, .most = 1024},
  {ROW("save", OPTION_TEXT, save, "DIR", "put programs with findings there")},
  {ROW("shrink", OPTION_UNSIGNED, shrink, "N", "make the first N programs with findings smaller"),
   .most = UINT32_MAX},
  {ROW("native", OPTION_UNSIGNED, native, "N", "run what should not fail N times; 0 = not"),
   .most = 1000},
  {ROW("replay", OPTION_UNSIGNED, replay, "PERCENT", "of the bugs are replayed natively"),
   .most = 100},
  {ROW("heddle", OPTION_TEXT, heddle, "PROGRAM", "for --replay")},
  {ROW("rounds", OPTION_UNSIGNED, rounds, "N", "compare with up to N rounds"), .least = 1,
   .most = 5},
  {ROW("unwind", OPTION_UNSIGNED, unwind, "N", "compare with up to N unwindings"), .least = 1,
   .most = 5},
  {ROW("memory", OPTION_UNSIGNED, megabytes, "MB", "for each program; 0 = no limit"),
   .most = UINT32_MAX},
  {ROW("pretend", OPTION_TEXT, pretend, "WORD",
       "a test of this test: misquote SAT on programs that hold this word")},
  {ROW("print", OPTION_FLAG, print, NULL, "print the programs and do nothing else")},
  {ROW("verbose", OPTION_FLAG, verbose, NULL, "one line for each program")},
};

static const struct option_table table = {
  .usage = "[options]",
  .about = "Generates random concurrent programs and compares what the engines say of them.\n",
  .options = rows,
  .n = sizeof rows / sizeof *rows,
  .defaults = &defaults,
  .size = sizeof defaults,
};

struct tally {
  unsigned programs, with_bug, rare, weak, proved, limits, findings, shrunk, ran, failed;
  unsigned visited, met, followed;
  uint64_t asked, decided, labelled, ordered, unanswered;
  double front, sat, brute;
  double start, shown;
};

struct fuzz {
  const struct options *options;
  struct trial trial;
  struct tally tally;
};

/* ---- workers ------------------------------------------------------------------- */

static bool
time_is_over(const struct fuzz *fuzz)
{
  return fuzz->options->seconds > 0 && clock_now() - fuzz->tally.start >= fuzz->options->seconds;
}

static uint64_t
last_seed(const struct options *options)
{
  return options->count ? options->seed + (uint64_t)options->count : UINT64_MAX;
}

static bool
send_all(const struct report *reports, size_t n, int to)
{
  for (size_t i = 0; i < n; i++)
    if (write(to, &reports[i], sizeof reports[i]) != (ssize_t)sizeof reports[i])
      return false;
  return true;
}

/* Seeds first .. end-1, all of one file. */
static bool
run_file(const struct fuzz *fuzz, uint64_t first, uint64_t end, int to)
{
  struct program programs[SEEDS_OF_FILE] = {0};
  struct report reports[SEEDS_OF_FILE];
  size_t n = (size_t)(end - first);
  for (size_t i = 0; i < n; i++)
    generate(&programs[i], first + i);
  bool good = trial_run(&fuzz->trial, programs, n, reports);
  for (size_t i = 0; i < n; i++)
    program_free(&programs[i]);
  return good && send_all(reports, n, to);
}

static void
work(const struct fuzz *fuzz, unsigned worker, int to)
{
  uint64_t last = last_seed(fuzz->options), first = fuzz->options->seed;
  for (uint64_t file = first / SEEDS_OF_FILE + worker; file * SEEDS_OF_FILE < last;
       file += fuzz->options->jobs) {
    uint64_t from = file * SEEDS_OF_FILE, to_seed = from + SEEDS_OF_FILE;
    if (from < first)
      from = first;
    if (to_seed > last)
      to_seed = last;
    if (time_is_over(fuzz) || !run_file(fuzz, from, to_seed, to))
      return;
  }
}

/* ---- reports ------------------------------------------------------------------- */

static double
share(double part, double whole)
{
  return whole > 0 ? 100 * part / whole : 0;
}

static void
progress(const struct tally *tally)
{
  double seconds = clock_now() - tally->start;
  fprintf(
    stderr,
    "%u programs (%.1f/s), %.0f%% with a bug, %llu comparisons, %.0f%% decided by brute force, "
    "%u findings\n",
    tally->programs, tally->programs / seconds, share(tally->with_bug, tally->programs),
    (unsigned long long)tally->asked, share((double)tally->decided, (double)tally->asked),
    tally->findings);
}

static void
count(struct tally *tally, const struct report *report)
{
  tally->programs++;
  tally->with_bug += report->bug_rounds > 0;
  tally->rare += report->bug_rounds > 1 || report->bug_unwind > 1;
  tally->weak += report->weak_bug && !report->bug_rounds;
  tally->proved += report->proved;
  tally->visited += report->visited;
  tally->met += report->met;
  tally->followed += report->followed;
  tally->ran += report->ran;
  tally->failed += report->failed;
  tally->limits += report->limit;
  tally->findings += report->finding != FINDING_NONE;
  tally->asked += report->asked;
  tally->decided += report->decided;
  tally->labelled += report->labelled;
  tally->ordered += report->ordered;
  tally->unanswered += report->unanswered;
  tally->front += report->seconds_front;
  tally->sat += report->seconds_sat;
  tally->brute += report->seconds_brute;
}

static void
save(const struct fuzz *fuzz, const struct program *program, const struct report *report,
     const char *suffix)
{
  struct str path = {0}, text = {0};
  trial_print(&text, program, report);
  if (fuzz->options->save) {
    str_printf(&path, "%s/%llu%s.c", fuzz->options->save, (unsigned long long)program->seed,
               suffix);
    if (!trial_write(path.text, &text))
      fprintf(stderr, "fuzz: cannot write %s: %s\n", path.text, strerror(errno));
  }
  if (*suffix)
    printf("%s", str_text(&text));
  str_free(&path);
  str_free(&text);
}

/* Most attempts do not compile, which is of no interest. */
static unsigned
shrink_quietly(const struct fuzz *fuzz, struct program *program, struct report *report)
{
  int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0)
    dup2(nowhere, STDERR_FILENO);
  signal(SIGINT, SIG_DFL);
  unsigned tried = shrink(&fuzz->trial, program, report);
  signal(SIGINT, SIG_IGN);
  if (kept >= 0)
    dup2(kept, STDERR_FILENO);
  close(kept);
  close(nowhere);
  return tried;
}

static void
finding(struct fuzz *fuzz, struct report report)
{
  struct program program;
  printf("seed %llu: %s, with %u rounds and %u unwindings: %s\n", (unsigned long long)report.seed,
         finding_words(report.finding), report.rounds, report.unwind, report.text);
  generate(&program, report.seed);
  save(fuzz, &program, &report, "");
  if (report.finding != FINDING_COMPILE && fuzz->tally.shrunk++ < fuzz->options->shrink) {
    unsigned before = program_lines(&program), tried = shrink_quietly(fuzz, &program, &report);
    printf("seed %llu: from %u lines to %u in %u attempts\n", (unsigned long long)report.seed,
           before, program_lines(&program), tried);
    save(fuzz, &program, &report, ".min");
  }
  fflush(stdout);
  program_free(&program);
}

static void
take(struct fuzz *fuzz, const struct report *report)
{
  struct tally *tally = &fuzz->tally;
  count(tally, report);
  if (fuzz->options->verbose)
    printf("seed %llu property %x: %s rounds %u unwind %u, asked %u decided %u labelled %u%s%s, "
           "front %.3f sat %.3f brute %.3f\n",
           (unsigned long long)report->seed, report->property, report->bug_rounds ? "bug" : "none",
           report->bug_rounds, report->bug_unwind, report->asked, report->decided, report->labelled,
           report->proved ? ", proved" : "", report->limit ? ", limit" : "", report->seconds_front,
           report->seconds_sat, report->seconds_brute);
  if (report->finding)
    finding(fuzz, *report);
  if (clock_now() - tally->shown > 10) {
    tally->shown = clock_now();
    progress(tally);
  }
}

static void
summary(const struct fuzz *fuzz)
{
  const struct tally *tally = &fuzz->tally;
  double seconds = clock_now() - tally->start;
  printf("%u programs from seed %u on, in %.0f s (%.1f per second)\n", tally->programs,
         fuzz->options->seed, seconds, tally->programs / seconds);
  printf("with a bug: %.0f%%, of these not with one round and one unwinding: %.0f%%; only under a "
         "weak memory model: %u programs; proved safe: %.0f%%\n",
         share(tally->with_bug, tally->programs), share(tally->rare, tally->with_bug), tally->weak,
         share(tally->proved, tally->programs));
  printf("comparisons: %llu, decided by brute force: %.0f%%, with a label at every event too: "
         "%.0f%%; all schedules by brute force and by one order: %llu; no answer from SAT: %llu; "
         "programs given up: %u\n",
         (unsigned long long)tally->asked, share((double)tally->decided, (double)tally->asked),
         share((double)tally->labelled, (double)tally->asked), (unsigned long long)tally->ordered,
         (unsigned long long)tally->unanswered, tally->limits);
  printf("all states visited, or a bug met: %u programs; bugs met: %u, of these found in what was "
         "unfolded by following the route: %u\n",
         tally->visited, tally->met, tally->followed);
  printf("run natively: %u programs; failed, so a bug had to be found with larger bounds: %u\n",
         tally->ran, tally->failed);
  printf("seconds: front end %.0f, SAT %.0f, brute force %.0f\n", tally->front, tally->sat,
         tally->brute);
  printf("findings: %u\n", tally->findings);
}

/* ---- all --------------------------------------------------------------------------- */

static void
print_all(const struct options *options)
{
  uint64_t last = options->count ? last_seed(options) : options->seed + 1u;
  for (uint64_t seed = options->seed; seed < last; seed++) {
    struct program program;
    struct str text = {0};
    generate(&program, seed);
    trial_print(&text, &program, &(struct report){.bug_rounds = 2, .bug_unwind = 2});
    fputs(str_text(&text), stdout);
    str_free(&text);
    program_free(&program);
  }
}

static bool
start_workers(const struct fuzz *fuzz, int from, int to)
{
  for (unsigned i = 0; i < fuzz->options->jobs; i++) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
      return false;
    if (!pid) {
      close(from);
      work(fuzz, i, to);
      _exit(0);
    }
  }
  return true;
}

static bool
run(struct fuzz *fuzz)
{
  int ends[2];
  struct report report;
  fuzz->tally.start = fuzz->tally.shown = clock_now();
  if (pipe(ends) || !start_workers(fuzz, ends[0], ends[1])) {
    perror("fuzz");
    return false;
  }
  close(ends[1]);
  signal(SIGINT, SIG_IGN); /* Ctrl-C ends the workers, and then we sum up */
  for (;;) {
    ssize_t n = read(ends[0], &report, sizeof report);
    if (n == (ssize_t)sizeof report)
      take(fuzz, &report);
    else if (n >= 0 || errno != EINTR)
      break;
  }
  close(ends[0]);
  while (wait(NULL) > 0)
    ;
  summary(fuzz);
  bool all = !fuzz->options->count || fuzz->options->seconds > 0 ||
             fuzz->tally.programs == fuzz->options->count;
  if (!all)
    printf("but not all of the programs\n");
  return !fuzz->tally.findings && fuzz->tally.programs && all;
}

/* With what interrupted workers left in it. */
static void
remove_folder(const char *path)
{
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));)
    unlinkat(dirfd(folder), entry->d_name, 0);
  if (folder)
    closedir(folder);
  rmdir(path);
}

static int
fuzz_all(const struct options *options)
{
  struct str folder = {0};
  const char *temporary = getenv("TMPDIR");
  str_printf(&folder, "%s/heddle-fuzz-XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(folder.text) || (options->save && mkdir(options->save, 0777) && errno != EEXIST)) {
    perror("fuzz");
    str_free(&folder);
    return 2;
  }
  struct fuzz fuzz = {
    .options = options,
    .trial = {.folder = folder.text,
              .compare = COMPARE_DEFAULTS,
              .heddle = options->heddle,
              .megabytes = options->megabytes,
              .native = options->native,
              .replay = options->replay},
  };
  fuzz.trial.compare.pretend = options->pretend;
  fuzz.trial.compare.rounds_most = options->rounds;
  fuzz.trial.compare.unwind_most = options->unwind;
  bool good = run(&fuzz);
  remove_folder(folder.text);
  str_free(&folder);
  return good ? 0 : 1;
}

int
main(int argc, char **argv)
{
  struct options options;
  struct operands operands = {0};
  struct str error = {0}, help = {0};
  int code = 0;
  enum options_result result =
    options_parse(&table, argc - 1, argv + 1, &options, &operands, &error);
  if (result == OPTIONS_OK && operands.words.n)
    result = OPTIONS_BAD;
  if (result == OPTIONS_HELP) {
    options_help(&help, &table);
    fputs(str_text(&help), stdout);
  } else if (result == OPTIONS_BAD) {
    fprintf(stderr, "fuzz: %s\n", error.n ? error.text : "there are only options");
    code = 2;
  } else if (options.print) {
    print_all(&options);
  } else if (!options.count && options.seconds <= 0) {
    fprintf(stderr, "fuzz: --count or --time is needed\n");
    code = 2;
  } else {
    code = fuzz_all(&options);
  }
  str_free(&error);
  str_free(&help);
  operands_free(&operands);
  return code;
}
