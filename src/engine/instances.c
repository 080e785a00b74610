/* Instances are taken one after the other as processes become free, in the order in which they
 * come, so the first N are the same however many processes there are. One whose process dies is
 * tried once more. */
#define _XOPEN_SOURCE 700
#include "engine/instances.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/map.h"
#include "engine/search.h"
#include "swarm/pool.h"

struct trial {
  unsigned job; /* 0 = this place is free */
  unsigned number;
  bool retried;
  bool decided;
  struct str line;
  struct part part;
};

struct trials {
  struct search *search;
  struct instances *instances;
  struct pool *pool;
  VEC(struct trial) places; /* one for each process at a time */
  struct map known;         /* hash of a line that is done -> 1 */
  unsigned taken;
  bool found, wrong;
  const char *key;
};

/* ---- in the trial's process ------------------------------------------------------------ */

struct errand {
  const struct trials *trials;
  const struct part *part;
  unsigned number;
  struct pool_line *line;
};

static bool
is_called(void *argument)
{
  struct errand *errand = argument;
  return pool_called(errand->line);
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
  } else {
    str_add(&text, "none");
  }
  pool_say(line, str_text(&text));
  str_free(&text);
}

/* One for each: their tools must not get into each other's way. */
static const char *
make_folder(struct str *path, const char *folder, unsigned number)
{
  str_printf(path, "%s/%u", folder, number);
  mkdir(str_text(path), 0777);
  return str_text(path);
}

static void
work(void *argument, struct pool_line *line)
{
  struct errand *errand = argument;
  const struct search *search = errand->trials->search;
  struct engine_options options = *search->options;
  struct engine_result result;
  struct str folder = {0};
  errand->line = line;
  if (options.folder)
    options.folder = make_folder(&folder, options.folder, errand->number);
  options.jobs = 0;
  options.part = errand->part;
  options.seconds = errand->trials->instances->seconds;
  options.stop = is_called;
  options.argument = errand;
  options.status = NULL;
  options.journal = NULL;
  options.only_bugs = true;
  engine_check(&result, search->prog, search->labels, &options);
  tell(line, &result);
  engine_result_free(&result);
  str_free(&folder);
}

/* ---- in ours ----------------------------------------------------------------------------- */

static void
begin(struct trials *trials, struct trial *trial)
{
  struct errand errand = {.trials = trials, .part = &trial->part, .number = trial->number};
  struct pool_limits limits = {.bytes = trials->search->options->bytes};
  trial->decided = false;
  trial->job = pool_start(trials->pool, work, &errand, &limits);
}

static void
end(struct trial *trial)
{
  trial->job = 0;
  trial->retried = false;
  part_free(&trial->part);
  trial->part = (struct part){0};
  trial->line.n = 0;
}

static uint64_t
hash(const struct str *line)
{
  return hash_bytes(str_text(line), line->n);
}

/* The next instance that is not known, into the place. False if there is none. */
static bool
take(struct trials *trials, struct trial *trial)
{
  struct instances *instances = trials->instances;
  struct search *search = trials->search;
  struct instance instance = {0};
  bool taken = false;
  while (!taken && (!instances->most || trials->taken < instances->most)) {
    if (!selections_next(instances->selections, &instance)) {
      instances->all = true;
      break;
    }
    trial->number = ++trials->taken;
    instances->all = trials->taken >= selections_count(instances->selections);
    trial->line.n = 0;
    instance_print(&trial->line, instances->tiling, &instance);
    taken = !map_find(&trials->known, hash(&trial->line));
  }
  if (taken) {
    part_copy(&trial->part, search->options->part);
    instance_close(&trial->part, &instance, instances->tiling, search->labels, search->prog);
  } else {
    trial->line.n = 0; /* of one that is known */
  }
  instance_free(&instance);
  return taken;
}

static void
keep_busy(struct trials *trials)
{
  for (size_t i = 0; i < trials->places.n; i++) {
    struct trial *trial = &trials->places.at[i];
    if (!trial->job && !trial->line.n && take(trials, trial))
      begin(trials, trial);
    if (!trial->job && trial->line.n) { /* there can be no process */
      trials->instances->undecided++;
      end(trial);
    }
  }
}

static struct trial *
find(struct trials *trials, unsigned job)
{
  for (size_t i = 0; i < trials->places.n; i++)
    if (job && trials->places.at[i].job == job)
      return &trials->places.at[i];
  return NULL;
}

static void
record(struct trials *trials, const struct trial *trial, const char *word, const char *rest)
{
  struct str text = {0};
  str_printf(&text, "%s [%s] %s", word, str_text(&trial->line), rest);
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
who(const struct engine_options *options)
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

static void
find_none(struct instances *instances, const char *whom)
{
  instances->none++;
  if (!*whom)
    return;
  struct str *all = &instances->believed_whom;
  instances->believed++;
  if (!is_listed(str_text(all), whom))
    str_printf(all, "%s%s", all->n ? ", " : "", whom);
}

static void
note_why(struct instances *instances, const char *reason)
{
  struct str *why = &instances->why;
  if (!why->n)
    str_printf(why, "no instance was decided, the first of them because: %s", reason);
}

static void
hear(struct trials *trials, struct trial *trial, const char *text)
{
  trial->decided = true;
  if (!strncmp(text, "bug ", 4)) {
    record(trials, trial, "bug", text + 4);
    found(trials, &trial->line, text + 4);
  } else if (!strcmp(text, "none")) {
    record(trials, trial, "none", who(trials->search->options));
    find_none(trials->instances, who(trials->search->options));
  } else if (!strcmp(text, "wrong")) {
    trials->wrong = true;
  } else {
    trials->instances->undecided++;
    if (!strncmp(text, "undecided ", 10))
      note_why(trials->instances, text + 10);
  }
}

static void
handle(struct trials *trials, const struct pool_event *event)
{
  struct trial *trial = find(trials, event->id);
  if (!trial)
    return;
  if (event->kind == POOL_MESSAGE) {
    hear(trials, trial, event->text);
  } else if (trial->decided) {
    end(trial);
  } else if (!trial->retried) {
    trial->retried = true;
    begin(trials, trial);
  } else {
    trials->instances->undecided++;
    end(trial);
  }
}

static unsigned
running(const struct trials *trials)
{
  unsigned n = 0;
  for (size_t i = 0; i < trials->places.n; i++)
    n += trials->places.at[i].job != 0;
  return n;
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
  status->jobs_done = instances->none + instances->undecided;
  status->jobs_running = running(trials);
  double left = all - status->jobs_done - status->jobs_running;
  status->jobs_left = left < 0 ? 0 : left > 1e9 ? 1000000000 : (unsigned)left;
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
  if (trials->wrong) {
    result->reason = "the bug of an instance does not happen";
    return SEARCH_WRONG;
  }
  if (trials->found)
    return SEARCH_FOUND;
  if (running(trials))
    return SEARCH_STOPPED;
  if (trials->instances->undecided && !trials->instances->none) {
    result->limit = LIMIT_SIZE;
    result->reason = trials->instances->why.n ? str_text(&trials->instances->why)
                                              : "no instance was decided";
    return SEARCH_STOPPED;
  }
  return SEARCH_NOTHING;
}

static enum search_answer
try_all(struct trials *trials)
{
  struct search *search = trials->search;
  search_phase(search, "trying instances");
  do {
    struct pool_event event;
    keep_busy(trials);
    note(trials);
    if (!running(trials))
      break;
    pool_wait(trials->pool, 0.05, &event);
    handle(trials, &event);
  } while (!trials->found && !trials->wrong && !search_stopped(search));
  return conclude(trials);
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
  struct trials trials = {
    .search = &search, .instances = instances, .pool = pool_new(), .key = key};
  *result = (struct engine_result){.cut = UINT32_MAX};
  find_key(&search, instances->tiling, key);
  take_up(&trials);
  vec_resize(&trials.places, options->jobs ? options->jobs : 1);
  enum search_answer answer = trials.found ? SEARCH_FOUND : try_all(&trials);
  result->parts = instances->none;
  pool_free(trials.pool);
  for (size_t i = 0; i < trials.places.n; i++) {
    end(&trials.places.at[i]);
    str_free(&trials.places.at[i].line);
  }
  vec_free(&trials.places);
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
}
