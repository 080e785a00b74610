/* Instances are taken one after the other as workers become free, in the order in which they come,
 * so the first N are the same however many workers there are. One whose worker dies is tried once
 * more.
 *
 * The job of an instance is its number and the part of the schedules that it leaves, as text; the
 * answer one of
 *
 *   none   bug SCHEDULE   undecided WHY   wrong */
#define _XOPEN_SOURCE 700
#include "engine/instances.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "base/map.h"
#include "base/mutant.h"
#include "engine/told.h"
#include "swarm/scheduler.h"

struct trials {
  struct search *search;
  struct instances *instances;
  struct scheduler scheduler;
  struct map known; /* hash of a line that is done -> 1 */
  unsigned taken;
  bool found, wrong;
  const char *key;
};

/* ---- in the worker ---------------------------------------------------------------------- */

/* What all instances have in common. */
struct instance_context {
  const struct search *search;
  double seconds;    /* for each */
  struct told *told; /* in a worker that was told the problem; it is what `search` points to */
};

static bool
is_called(void *argument)
{
  return pool_called(argument);
}

static void
tell(struct pool_line *line, const struct engine_result *result)
{
  struct str text = {0};
  if (result->verdict == VERDICT_BUG) {
    str_add(&text, "bug ");
    schedule_print(&text, &result->schedule);
  } else if (result->verdict == VERDICT_INTERNAL) {
    str_add(&text, "wrong");
  } else if (result->verdict == VERDICT_UNKNOWN) {
    str_printf(&text, "undecided %s", result->reason);
    for (char *at = text.text; (at = memchr(at, '\n', text.n - (size_t)(at - text.text)));)
      *at = ' '; /* whatever another program has said, it is one line */
  } else {
    str_add(&text, "none");
  }
  pool_say(line, str_text(&text));
  str_free(&text);
}

/* One for each: their tools must not get into each other's way. */
static const char *
make_folder(struct str *path, const char *folder, unsigned long number)
{
  str_printf(path, "%s/%lu", folder, number);
  mkdir(str_text(path), 0777);
  return str_text(path);
}

static void
instance_run(void *argument, const char *job, struct pool_line *line)
{
  const struct instance_context *context = argument;
  const struct search *search = context->search;
  struct engine_options options = *search->options;
  struct engine_result result;
  struct str folder = {0};
  struct part part;
  char *rest;
  unsigned long number = strtoul(job, &rest, 10);
  bool good = told_parse_part(&part, rest);
  INVARIANT(good && !options.certify && !options.leaves);
  if (options.folder)
    options.folder = make_folder(&folder, options.folder, number);
  options.jobs = 0;
  options.part = &part;
  options.seconds = context->seconds;
  options.stop = is_called;
  options.argument = line;
  options.status = NULL;
  options.journal = NULL;
  options.only_bugs = true;
  engine_check(&result, search->prog, search->labels, &options);
  tell(line, &result);
  engine_result_free(&result);
  part_free(&part);
  str_free(&folder);
}

static void
instance_print_context(struct str *out, const void *argument)
{
  const struct instance_context *context = argument;
  str_printf(out, "%.6f\n", context->seconds);
  told_print(out, context->search);
}

static void *
instance_parse_context(const char *text)
{
  char *rest;
  struct instance_context *context = mem_alloc(sizeof *context);
  context->seconds = strtod(text, &rest);
  context->told = *rest == '\n' ? told_parse(rest + 1) : NULL;
  if (!context->told)
    return vec_drop(context);
  context->search = &context->told->search;
  return context;
}

static void
instance_free_context(void *argument)
{
  struct instance_context *context = argument;
  told_free(context->told);
  vec_drop(context);
}

const struct work work_instance = {.name = "instance",
                                   .run = instance_run,
                                   .print = instance_print_context,
                                   .parse = instance_parse_context,
                                   .free = instance_free_context};

/* ---- in our process ----------------------------------------------------------------------- */

static uint64_t
hash(const struct str *line)
{
  return hash_bytes(str_text(line), line->n);
}

static void
write_job(const struct trials *trials, const struct instance *instance, struct job *job)
{
  const struct search *search = trials->search;
  struct part part;
  part_copy(&part, search->options->part);
  instance_close(&part, instance, trials->instances->tiling, search->labels, search->prog);
  str_printf(&job->text, "%zu", job->number);
  told_print_part(&job->text, &part);
  part_free(&part);
}

/* Instances are numbered from 1, and dealt out to the shares in turn. */
static bool
is_mine(const struct instances *instances, size_t number)
{
  if (MUTANT(SHARE_SKIPS) && instances->share && number == instances->shares)
    return false;
  return !instances->share || (number - 1) % instances->shares == instances->share - 1;
}

/* The next instance that is ours and not known; its line is the name of the job. */
static bool
take_next(struct trials *trials, struct instance *instance, struct job *job)
{
  struct instances *instances = trials->instances;
  bool taken = false;
  while (!taken && (!instances->most || trials->taken < instances->most)) {
    if (!selections_next(instances->selections, instance)) {
      instances->all = true;
      break;
    }
    job->number = ++trials->taken;
    instances->all = trials->taken >= selections_count(instances->selections);
    job->name.n = 0;
    instance_print(&job->name, instances->tiling, instance);
    taken = is_mine(instances, job->number) && !map_find(&trials->known, hash(&job->name));
  }
  INVARIANT(!instances->most || trials->taken <= instances->most);
  return taken;
}

static bool
next(void *argument, struct job *job)
{
  struct trials *trials = argument;
  struct instance instance = {0};
  bool taken = take_next(trials, &instance, job);
  if (taken)
    write_job(trials, &instance, job);
  instance_free(&instance);
  return taken;
}

static void
record(struct trials *trials, const struct job *job, const char *word, const char *rest)
{
  struct str text = {0};
  str_printf(&text, "%s [%s] %s", word, str_text(&job->name), rest);
  journal_add(trials->search->options->journal, trials->key, str_text(&text));
  str_free(&text);
}

static void
found(struct trials *trials, const struct str *line, const char *schedule)
{
  trials->found = schedule_parse(&trials->search->result->schedule, schedule);
  trials->instances->buggy.n = 0;
  str_add(&trials->instances->buggy, str_text(line));
}

static const char *
believed_program(const struct engine_options *options)
{
  return engine_believed(engine_get(options->kind), options->command);
}

/* Is the name among these, which have commas between them? */
static bool
is_listed(const char *names, const char *name)
{
  size_t n = strlen(name);
  for (const char *at = names; at; at = strstr(at, ", ")) {
    at += at == names ? 0 : 2;
    if (!strncmp(at, name, n) && (!at[n] || at[n] == ','))
      return true;
  }
  return false;
}

/* `program` says so; "" where it is our own solver. */
static void
find_none(struct instances *instances, const char *program)
{
  instances->none++;
  if (!*program)
    return;
  struct str *all = &instances->believed_whom;
  instances->believed++;
  if (!is_listed(str_text(all), program))
    str_printf(all, "%s%s", all->n ? ", " : "", program);
}

static void
note_why(struct instances *instances, const char *reason)
{
  struct str *why = &instances->why;
  if (!why->n)
    str_printf(why, "no instance was decided, the first of them because: %s", reason);
}

static void
done(void *argument, const struct job *job)
{
  struct trials *trials = argument;
  const char *answer = str_text(&job->answer);
  if (!strncmp(answer, "bug ", 4)) {
    record(trials, job, "bug", answer + 4);
    found(trials, &job->name, answer + 4);
  } else if (!strcmp(answer, "none")) {
    const char *program = believed_program(trials->search->options);
    record(trials, job, "none", program);
    find_none(trials->instances, program);
  } else if (!strcmp(answer, "wrong")) {
    trials->wrong = true;
  } else {
    trials->instances->undecided++;
    if (!strncmp(answer, "undecided ", 10))
      note_why(trials->instances, answer + 10);
  }
}

static void
note(const struct trials *trials)
{
  const struct instances *instances = trials->instances;
  struct engine_status *status = trials->search->options->status;
  if (!status)
    return;
  double all = selections_count(instances->selections);
  if (instances->most && instances->most < all)
    all = instances->most;
  if (instances->share)
    all = ceil((all - (instances->share - 1)) / instances->shares);
  status->jobs_done = instances->none + instances->undecided;
  status->jobs_running = trials->scheduler.running;
  double left = all - status->jobs_done - status->jobs_running;
  status->jobs_left = left < 0 ? 0 : left > 1e9 ? 1000000000 : (unsigned)left;
  status->shares = true;
  status->share = all > 0 ? instances->none / all : 0;
}

/* Lines "none [LINE] WHO SAYS SO" and "bug [LINE] SCHEDULE". */
static void
take_up(struct trials *trials)
{
  const struct journal *journal = trials->search->options->journal;
  for (size_t i = 0; journal && i < journal->lines.n && !trials->found; i++) {
    const char *text = journal->lines.at[i].text, *open = strchr(text, '[');
    const char *close = open ? strchr(open, ']') : NULL;
    if (strcmp(journal->lines.at[i].key, trials->key) != 0 || !close)
      continue;
    struct str line = {0};
    str_add_bytes(&line, open + 1, (size_t)(close - open) - 1);
    uint32_t *known = map_at(&trials->known, hash(&line));
    if (!strncmp(text, "bug ", 4) && close[1])
      found(trials, &line, close + 2);
    else if (!strncmp(text, "none ", 5) && !*known) {
      *known = 1;
      find_none(trials->instances, close[1] ? close + 2 : "");
      trials->instances->known++;
    }
    str_free(&line);
  }
}

static enum search_answer
conclude(const struct trials *trials)
{
  struct engine_result *result = trials->search->result;
  INVARIANT(trials->instances->believed <= trials->instances->none);
  INVARIANT(trials->instances->known <= trials->instances->none);
  if (trials->wrong) {
    result->reason = "the bug of an instance does not happen";
    return SEARCH_WRONG;
  }
  if (trials->found)
    return SEARCH_FOUND;
  if (trials->scheduler.running)
    return SEARCH_STOPPED;
  if (trials->instances->undecided && !trials->instances->none) {
    result->limit = LIMIT_SIZE;
    result->reason =
      trials->instances->why.n ? str_text(&trials->instances->why) : "no instance was decided";
    return SEARCH_STOPPED;
  }
  return SEARCH_NOTHING;
}

static bool
is_over(void *argument)
{
  struct trials *trials = argument;
  note(trials);
  return trials->found || trials->wrong || search_stopped(trials->search);
}

static enum search_answer
try_all(struct trials *trials)
{
  struct search *search = trials->search;
  struct instance_context context = {.search = search, .seconds = trials->instances->seconds};
  unsigned jobs = search->options->jobs;
  search_phase(search, "trying instances");
  trials->scheduler = (struct scheduler){.transport = search->options->transport,
                                         .work = &work_instance,
                                         .context = &context,
                                         .limits = {.bytes = search->options->bytes},
                                         .places = jobs ? jobs : 1,
                                         .tries = 2,
                                         .next = next,
                                         .done = done,
                                         .stop = is_over,
                                         .argument = trials};
  scheduler_run(&trials->scheduler);
  return conclude(trials);
}

/* What nobody has said anything of. */
static enum search_answer
count_left(struct trials *trials)
{
  struct instances *instances = trials->instances;
  struct instance instance = {0};
  struct job job = {0};
  INVARIANT(instances->shares && !instances->share);
  vec_resize(&instances->left_in, instances->shares);
  while (take_next(trials, &instance, &job)) {
    instances->left++;
    instances->left_in.at[(job.number - 1) % instances->shares]++;
  }
  str_free(&job.name);
  instance_free(&instance);
  if (!instances->left || MUTANT(LEFT_IS_DONE))
    return SEARCH_NOTHING;
  str_printf(&instances->why, "%u of %u instances are left", instances->left, trials->taken);
  trials->search->result->limit = LIMIT_SIZE;
  trials->search->result->reason = str_text(&instances->why);
  return SEARCH_STOPPED;
}

/* The lines of instances mean something for one tiling only. */
static void
find_key(const struct search *search, const struct tiling *tiling, char key[SHA256_HEX])
{
  struct str text = {0};
  str_add(&text, "tiles");
  for (size_t i = 0; i < tiling->tiles.n; i++)
    str_printf(&text, " %u-%u", (unsigned)tiling->tiles.at[i].first,
               (unsigned)tiling->tiles.at[i].end);
  search_key(search, str_text(&text), key);
  str_free(&text);
}

void
engine_check_instances(struct engine_result *result, const struct prog *prog,
                       const struct labels *labels, const struct engine_options *options,
                       struct instances *instances)
{
  struct search search = {prog, labels, options, result, clock_now()};
  char key[SHA256_HEX];
  struct trials trials = {.search = &search, .instances = instances, .key = key};
  *result = (struct engine_result){.cut = UINT32_MAX};
  find_key(&search, instances->tiling, key);
  take_up(&trials);
  enum search_answer answer = trials.found            ? SEARCH_FOUND
                              : instances->only_known ? count_left(&trials)
                                                      : try_all(&trials);
  result->parts = instances->none;
  scheduler_free(&trials.scheduler);
  map_free(&trials.known);
  search_conclude(&search, answer);
  if (result->verdict == VERDICT_SAFE) /* the instances leave something out */
    result->verdict = VERDICT_BOUNDED;
}

void
instances_free(struct instances *instances)
{
  str_free(&instances->buggy);
  str_free(&instances->believed_whom);
  str_free(&instances->why);
  vec_free(&instances->left_in);
}
