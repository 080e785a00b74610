/* Most of the time of a single program goes into starting clang and reading the models. So a file
 * holds many programs, with their names prefixed, and is compiled and linked once; the processes
 * that are forked then find the module in memory. */
#define _XOPEN_SOURCE 700
#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dice.h"
#include "generate.h"
#include "memmodel/memmodel.h"
#include "native.h"

enum { SECONDS_MOST = 120 };

/* ---- text -------------------------------------------------------------------- */

static void
print_properties(struct str *out, unsigned property)
{
  const char *comma = "";
#define X(name, word)                                                                              \
  if (property & PROPERTY_##name) {                                                                \
    str_printf(out, "%s%s", comma, word);                                                          \
    comma = ",";                                                                                   \
  }
  PROPERTIES(X)
#undef X
}

/* Does the text need this line of the head? */
static bool
is_needed(const char *text, const char *line, size_t length)
{
  static const struct {
    const char *line, *word;
  } headers[] = {
    {"#include <assert.h>", "assert("}, {"#include <sched.h>", "sched_"},
    {"#include <semaphore.h>", "sem_"}, {"#include <stdatomic.h>", "atomic_"},
    {"#include <string.h>", "mem"},     {"#include <time.h>", "timespec"},
  };
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (length == strlen(headers[i].line) && !strncmp(line, headers[i].line, length))
      return strstr(text, headers[i].word);
  const char *name = strstr(line, "__VERIFIER"), *end = name ? strchr(name, '(') : NULL;
  if (!name || name > line + length)
    return true;
  char word[64];
  snprintf(word, sizeof word, "%.*s", (int)(end - name), name);
  return strstr(text, word);
}

static void
print_head(struct str *out, const char *text)
{
  for (const char *line = PROGRAM_HEAD; *line;) {
    size_t length = strcspn(line, "\n");
    if (is_needed(text, line, length))
      str_add_bytes(out, line, length + 1);
    line += length + 1;
  }
}

static void
print_options(struct str *out, const struct program *program, unsigned rounds, unsigned unwind,
              enum memory_model memory)
{
  str_add(out, "--property ");
  print_properties(out, program->property);
  if (memory != MEMORY_SC)
    str_printf(out, " --memory-model %s", memmodel_get(memory)->name);
  str_printf(out, " --rounds %u --unwind %u%s%s%s%s", rounds, unwind,
             program->malloc_fails ? " --malloc-may-fail" : "",
             program->reuse ? " --reuse-memory" : "", program->no_spurious ? " --no-spurious" : "",
             program->narrow ? " -- -m32" : "");
}

void
trial_print(struct str *out, const struct program *program, const struct report *report)
{
  str_printf(out, "/* Generated from seed %llu.", (unsigned long long)program->seed);
  if (report->finding)
    str_printf(out, "\n * Finding: %s: %s", finding_words(report->finding), report->text);
  str_add(out, " */\n// args: ");
  bool found = report->finding && report->rounds;
  print_options(out, program, found ? report->rounds : report->bug_rounds,
                found ? report->unwind : report->bug_unwind, report->memory);
  str_add(out, "\n");
  struct str text = {0};
  program_print(&text, program);
  print_head(out, str_text(&text));
  str_add(out, "\n");
  str_add(out, str_text(&text));
  str_free(&text);
}

bool
trial_write(const char *path, const struct str *text)
{
  FILE *file = fopen(path, "w");
  if (!file)
    return false;
  bool good = fwrite(str_text(text), 1, text->n, file) == text->n;
  return !fclose(file) && good;
}

static void
limit(int resource, rlim_t most)
{
  struct rlimit limits;
  getrlimit(resource, &limits);
  limits.rlim_cur = most < limits.rlim_max ? most : limits.rlim_max;
  setrlimit(resource, &limits);
}

/* ---- native replay ---------------------------------------------------------------- */

static bool
begins(const char *line, const char *words)
{
  return !strncmp(line, words, strlen(words));
}

/* Two accesses of a race that come one after the other are not replayed. */
static bool
is_expected(const char *outcome)
{
  return begins(outcome, "reproduced natively") ||
         begins(outcome, "not replayed natively: the two accesses of the race");
}

/* `heddle check --replay` makes a real process take the steps of the trace. */
static void
replay(const struct trial *trial, const struct program *program, struct report *report)
{
  struct str path = {0}, text = {0}, command = {0};
  limit(RLIMIT_AS, RLIM_INFINITY); /* sanitizers reserve a lot of it */
  str_printf(&path, "%s/%d.c", trial->folder, (int)getpid());
  trial_print(&text, program, report);
  trial_write(path.text, &text);
  str_printf(&command, "%s check %s --replay %s/%d.replay ", trial->heddle, path.text,
             trial->folder, (int)getpid());
  print_options(&command, program, report->bug_rounds, report->bug_unwind, MEMORY_SC);
  str_printf(&command, " 2>&1; code=$?; rm -rf %s/%d.replay; exit $code", trial->folder,
             (int)getpid());
  char last[4000] = "", line[4000];
  FILE *output = popen(command.text, "r");
  while (output && fgets(line, sizeof line, output))
    if (!begins(line, "scripted: ")) /* what the trace decided, below the outcome */
      strcpy(last, line);
  last[strcspn(last, "\n")] = '\0';
  int status = output ? pclose(output) : -1, code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code != 10 || !is_expected(last)) {
    report->finding = FINDING_REPLAY;
    snprintf(report->text, sizeof report->text, "exit code %d, %.150s", code, last);
    report->rounds = report->bug_rounds;
    report->unwind = report->bug_unwind;
  }
  unlink(path.text);
  str_free(&path);
  str_free(&text);
  str_free(&command);
}

static bool
is_replayed(const struct trial *trial, const struct report *report)
{
  struct dice dice = dice_new(report->seed, 3);
  return !report->finding && report->bug_rounds && dice_chance(&dice, trial->replay);
}

/* ---- one program in a process of its own --------------------------------------------- */

static void
child(const struct trial *trial, const struct frontend *frontend, const char *entry,
      const struct program *program, struct report *report, int to)
{
  limit(RLIMIT_CPU, SECONDS_MOST);
  if (trial->megabytes)
    limit(RLIMIT_AS, (rlim_t)trial->megabytes << 20);
  limit(RLIMIT_CORE, 0);
  if (report->failed)
    compare_deep(report, frontend, entry, program, &trial->compare);
  else
    compare(report, frontend, entry, program, &trial->compare);
  if (is_replayed(trial, report))
    replay(trial, program, report);
  bool sent = write(to, report, sizeof *report) == (ssize_t)sizeof *report;
  _exit(sent ? 0 : 1);
}

static bool
receive(int from, struct report *report)
{
  struct report received;
  size_t n = 0;
  while (n < sizeof received) {
    ssize_t more = read(from, (char *)&received + n, sizeof received - n);
    if (more < 0 && errno == EINTR)
      continue;
    if (more <= 0)
      return false;
    n += (size_t)more;
  }
  *report = received;
  return true;
}

/* Exit code 6 is how base/mem.c says that memory is used up. */
static void
judge(struct report *report, int status)
{
  if ((WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) ||
      (WIFEXITED(status) && WEXITSTATUS(status) == 6)) {
    report->limit = true;
    return;
  }
  report->finding = FINDING_CRASH;
  if (WIFSIGNALED(status))
    snprintf(report->text, sizeof report->text, "ended by signal %d", WTERMSIG(status));
  else
    snprintf(report->text, sizeof report->text, "exit code %d", WEXITSTATUS(status));
}

static void
run_apart(const struct trial *trial, const struct frontend *frontend, const char *entry,
          const struct program *program, struct report *report)
{
  int ends[2], status = 0;
  fflush(NULL);
  if (pipe(ends)) {
    report->limit = true;
    return;
  }
  pid_t pid = fork();
  if (!pid) {
    close(ends[0]);
    child(trial, frontend, entry, program, report, ends[1]);
  }
  close(ends[1]);
  bool received = pid > 0 && receive(ends[0], report);
  close(ends[0]);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  if (pid < 0)
    report->limit = true;
  else if (!received)
    judge(report, status);
}

/* ---- one file --------------------------------------------------------------------------- */

/* NULL if they do not compile; false if there is no knowing. */
static bool
compile(const struct trial *trial, const struct program *programs, size_t n,
        struct frontend **frontend)
{
  static const char *const flags[] = {"-w", "-ferror-limit=1", "-m32"};
  struct str path = {0}, text = {0};
  struct diags diags = {0};
  str_printf(&path, "%s/%d.c", trial->folder, (int)getpid());
  str_add(&text, PROGRAM_HEAD);
  for (size_t i = 0; i < n; i++) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "n%zu_", i);
    program_print_renamed(&text, &programs[i], prefix, false);
  }
  struct frontend_file file = {.path = path.text};
  struct frontend_options options = {.files = &file,
                                     .n_files = 1,
                                     .flags = flags,
                                     .n_flags = programs[0].narrow ? 3 : 2,
                                     .property = programs[0].property};
  bool written = trial_write(path.text, &text);
  if (!written)
    fprintf(stderr, "fuzz: cannot write %s: %s\n", path.text, strerror(errno));
  *frontend = written ? frontend_open(&options, &diags) : NULL;
  unlink(path.text);
  diags_free(&diags);
  str_free(&text);
  str_free(&path);
  return written;
}

/* Programs in which nothing was found, run for real. If that fails, we look more closely. */
static void
run_natively(const struct trial *trial, const struct frontend *frontend,
             const struct program *programs, size_t n, struct report *reports)
{
  bool wanted[SEEDS_OF_FILE] = {0}, failed[SEEDS_OF_FILE] = {0}, any = false;
  for (size_t i = 0; i < n; i++) {
    const struct report *report = &reports[i];
    bool may_fail = report->property & PROPERTY_ASSERT && report->bug_rounds;
    wanted[i] = !report->finding && !report->limit && !may_fail && native_suits(&programs[i]);
    any |= wanted[i];
  }
  if (!any || !native_run(trial->folder, programs, n, trial->native, wanted, failed))
    return;
  for (size_t i = 0; i < n; i++) {
    char entry[32];
    snprintf(entry, sizeof entry, "n%zu_main", i);
    reports[i].ran = wanted[i];
    reports[i].failed = failed[i];
    if (failed[i])
      run_apart(trial, frontend, entry, &programs[i], &reports[i]);
  }
}

bool
trial_run(const struct trial *trial, const struct program *programs, size_t n,
          struct report *reports)
{
  for (size_t i = 0; i < n; i++)
    reports[i] = (struct report){.seed = programs[i].seed, .property = programs[i].property};
  struct frontend *frontend;
  if (!compile(trial, programs, n, &frontend))
    return false;
  bool good = true;
  if (!frontend && n == 1)
    reports[0].finding = FINDING_COMPILE;
  if (!frontend && n > 1)
    for (size_t i = 0; i < n && good; i++)
      good = trial_run(trial, &programs[i], 1, &reports[i]);
  if (!frontend)
    return good;
  for (size_t i = 0; i < n; i++) {
    char entry[32];
    snprintf(entry, sizeof entry, "n%zu_main", i);
    run_apart(trial, frontend, entry, &programs[i], &reports[i]);
  }
  if (trial->native)
    run_natively(trial, frontend, programs, n, reports);
  frontend_close(frontend);
  return true;
}
