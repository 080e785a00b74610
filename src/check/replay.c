/* A trace as a real process.
 *
 * The program is unfolded once more, this time with the points that a replay stops at; the
 * interpreter runs the schedule on it, and the script is made from its steps.
 *
 * The threads of a replay run one at a time, and each sees what those before it have stored. Where
 * others are to see a store late, share/replay emulates the store buffer; a run of a weak memory
 * model that can do without is replayed like any other. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "check/check.h"

bool
check_replay_begin(const char *folder, struct str *error)
{
  struct stat about;
  struct str path = {0};
  if (mkdir(folder, 0777) && errno != EEXIST) {
    str_printf(error, "cannot make folder '%s': %s", folder, strerror(errno));
    return false;
  }
  if (!stat(folder, &about) && !S_ISDIR(about.st_mode)) {
    str_printf(error, "'%s' is not a folder", folder);
    return false;
  }
  str_printf(&path, "%s/replay", folder);
  unlink(str_text(&path)); /* of another bug */
  bool fine = output_check(str_text(&path), error);
  str_free(&path);
  return fine;
}

/* Did the interpreter find the same end? */
static bool
is_same_end(const struct report *report, const struct prog *prog, const struct run *run)
{
  const struct run *old = &report->result.run;
  if (run->end != old->end)
    return false;
  return run->end != RUN_VIOLATION ||
         prog->events.at[run->at].fault == report->prog->events.at[old->at].fault;
}

struct replay_input
check_replay_input(const struct prog *prog, const struct run *run,
                   const struct load_options *options)
{
  return (struct replay_input){.prog = prog,
                               .run = run,
                               .malloc_fails = options->malloc_fails,
                               .no_spurious = options->no_spurious,
                               .handle_first = options->handle_first};
}

/* False if there was no process, or none that came to an end. */
static bool
run_process(struct report *report, const struct replay_input *input, const char *folder,
            const char *program, const struct check_watch *watch, struct check_error *error)
{
  struct diags diags = {0};
  struct replay_files files = {
    .folder = folder, .program = program, .is_32_bit = input->prog->pointer_bits == 32};
  enum replay_outcome outcome = replay_run(input, &files, &report->replay.text, &diags);
  if (outcome != REPLAY_REPRODUCED && watch->stop(watch->argument)) {
    outcome = REPLAY_FAILED; /* so were the compiler and the process */
    error->kind = CHECK_FAILED;
    str_add(&error->text, "the replay was interrupted");
  } else {
    if (diags.all.n)
      watch->tell(watch->argument, &diags);
    if (outcome == REPLAY_FAILED)
      error->kind = CHECK_TOLD;
  }
  report->replay.outcome = outcome;
  diags_free(&diags);
  return error->kind == CHECK_FINE;
}

/* Events have no names that two unfoldings share. A thread's are the same in the same order; if
 * they were not, this would tell. */
static bool
is_same_access(const struct prog *from, event_id event, const struct prog *to, event_id other)
{
  const struct event *a = &from->events.at[event], *b = &to->events.at[other];
  return a->kind == b->kind && a->bytes == b->bytes &&
         from->places.at[a->place].line == to->places.at[b->place].line;
}

/* The same event in a prog that has points besides; both are of the same thread. */
static event_id
with_points(const struct prog *from, event_id event, const struct prog *to, thread_id thread)
{
  event_id at = to->threads.at[thread].first;
  event_id before = event - from->threads.at[thread].first; /* and so many without the points */
  for (; at < to->threads.at[thread].end; at++) {
    bool point = to->events.at[at].kind == EVENT_POINT || to->events.at[at].kind == EVENT_PAST;
    if (!point && !before--)
      break;
  }
  return at;
}

/* The run's late stores, as events of the prog of the replay. If nobody notices them, there are
 * none. False if one is not to be found there. */
static bool
take_late(struct schedule *schedule, const struct report *report, const struct prog *prog)
{
  const struct prog *from = report->prog;
  bool is_late = report_is_late(report);
  for (size_t i = 0; is_late && i < report->result.schedule.late.n; i++) {
    struct late late = report->result.schedule.late.at[i];
    thread_id thread = 0;
    while (late.store >= from->threads.at[thread].end)
      thread++;
    event_id store = with_points(from, late.store, prog, thread);
    if (store == prog->threads.at[thread].end || !is_same_access(from, late.store, prog, store))
      return false;
    late.store = store;
    vec_push(&schedule->late, late);
  }
  return true;
}

static unsigned
count_late(const struct run *run)
{
  unsigned n = 0;
  for (size_t i = 0; i < run->steps.n; i++)
    n += run->steps.at[i].kind == STEP_BUFFERED;
  return n;
}

/* What the process is told, and is not the program's doing. */
static void
find_scripted(struct report *report, const struct prog *prog, const struct run *run)
{
  struct trace_input found = report_trace(report);
  struct trace_input points = {.prog = prog, .run = run};
  scripted_find(&report->replay.scripted, &found);
  scripted_find_timed(&report->replay.scripted, &points);
  report->replay.checker = scripted_checker(&found);
}

/* The schedule that was found, of the prog with points. */
static bool
run_again(struct report *report, const struct prog *prog, const struct load_options *options,
          const struct check_watch *watch, struct check_error *error)
{
  const struct schedule *found = &report->result.schedule;
  const char *folder = report->replay.folder;
  struct schedule schedule = {.contexts = found->contexts, .inputs = found->inputs};
  struct labels labels = {0};
  struct run run;
  bool done = true;
  labels_find(&labels, prog);
  bool found_again = take_late(&schedule, report, prog);
  interp_run(&run, prog, &labels, &schedule);
  report->replay.late = count_late(&run);
  struct replay_input input = check_replay_input(prog, &run, options);
  find_scripted(report, prog, &run);
  if (found_again && is_same_end(report, prog, &run)) {
    done = run_process(report, &input, folder, options->replay, watch, error);
  } else {
    report->replay.outcome = REPLAY_DIVERGED;
    str_add(&report->replay.text, "the interpreter does not take the steps again");
  }
  run_free(&run);
  vec_free(&schedule.late);
  labels_free(&labels);
  return done;
}

/* With points, which also writes the program as bitcode. */
static struct prog *
unfold_with_points(const struct report *report, const struct load_options *options,
                   const struct check_watch *watch, struct check_error *error)
{
  struct load_watch load_watch = {.tell = watch->tell, .argument = watch->argument};
  struct prog *prog = load(options, &report->bounds, report->operands, &load_watch, &error->text);
  if (!prog)
    error->kind = error->text.n ? CHECK_MISUSE : CHECK_TOLD;
  return prog;
}

static bool
can_replay(const struct report *report, const char *folder, struct check_error *error)
{
  if (load_is_prog(report->operands))
    str_add(&error->text, "a .prog file is no program that can be replayed");
  else if (check_replay_begin(folder, &error->text))
    return true;
  error->kind = CHECK_FAILED;
  return false;
}

bool
check_replay(struct report *report, const char *folder, const struct check_watch *watch,
             struct check_error *error)
{
  struct load_options options = report->options->load;
  struct str program = {0};
  if (!can_replay(report, folder, error))
    return false;
  str_printf(&program, "%s/program.bc", folder);
  options.replay = str_text(&program);
  struct prog *prog = unfold_with_points(report, &options, watch, error);
  bool done = false;
  if (prog) {
    report->replay.folder = folder;
    done = run_again(report, prog, &options, watch, error);
    prog_free(prog);
  }
  str_free(&program);
  return done;
}
