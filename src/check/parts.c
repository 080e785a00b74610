#include "check/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check/check.h"
#include "tiling/instance.h"

/* ---- numbers ---- */

/* A number of up to six digits that fills `text` up to `end`. */
static bool
read_number(const char *text, const char *end, unsigned *number)
{
  size_t n = strspn(text, "0123456789");
  if (!n || n > 6 || text + n != end)
    return false;
  *number = (unsigned)strtoul(text, NULL, 10);
  return true;
}

static const char *
end_of(const char *text)
{
  return text + strlen(text);
}

static bool
read_window(const struct part_options *options, struct window *window)
{
  const char *text = options->tile_size, *end = end_of(text);
  window->shift = options->tile_shift;
  window->percent = end > text && end[-1] == '%';
  return read_number(text, end - window->percent, &window->size) && window->size &&
         !(window->percent && window->size > 100);
}

/* ---- schedules ---- */

/* The next round's text; *next is the one behind it, or NULL. */
static const char *
end_of_round(const char *round, const char **next)
{
  const char *colon = strchr(round, ':');
  *next = colon ? colon + 1 : NULL;
  return colon ? colon : end_of(round);
}

static bool
is_everybody(const char *round, const char *end)
{
  return end == round + 1 && *round == '+';
}

/* Marks the threads of one round in `runs`, if that is not NULL. */
static bool
read_round(const char *round, const char *end, bool *runs, size_t threads, struct str *error)
{
  for (const char *at = round; at <= end;) {
    size_t n = strcspn(at, ",:");
    unsigned thread;
    if (!read_number(at, at + n, &thread)) {
      str_printf(error, "option '--schedule': '%.*s' is neither + nor a list of threads",
                 (int)(end - round), round);
      return false;
    }
    if (runs && thread >= threads) {
      str_printf(error, "option '--schedule': there is no thread %u; the threads are 0 to %zu",
                 thread, threads - 1);
      return false;
    }
    if (runs)
      runs[thread] = true;
    at += n + 1;
  }
  return true;
}

static unsigned
count_rounds(const char *schedule)
{
  unsigned rounds = 1;
  for (; *schedule; schedule++)
    rounds += *schedule == ':';
  return rounds;
}

/* As in Lazy-CSeq, main may always run in the first round. */
static bool
find_idle(struct part *part, const char *schedule, size_t threads, struct str *error)
{
  bool *runs = mem_alloc(threads * sizeof *runs), good = true;
  for (const char *round = schedule, *next; round && good; round = next) {
    const char *end = end_of_round(round, &next);
    bool all = is_everybody(round, end);
    memset(runs, all, threads * sizeof *runs);
    runs[0] |= round == schedule;
    good = all || read_round(round, end, runs, threads, error);
    for (size_t t = 0; t < threads; t++)
      vec_push(&part->idle, !runs[t]);
  }
  free(runs);
  return good;
}

static bool
check_schedule(const char *schedule, unsigned rounds, struct str *error)
{
  unsigned here = count_rounds(schedule);
  for (const char *round = schedule, *next; round; round = next) {
    const char *end = end_of_round(round, &next);
    if (!is_everybody(round, end) && !read_round(round, end, NULL, 0, error))
      return false;
  }
  if (rounds && rounds != here)
    str_printf(error, "'--schedule' has %u rounds, '--rounds' says %u", here, rounds);
  else if (here > ROUNDS_MOST)
    str_printf(error, "option '--schedule': more than %d rounds", ROUNDS_MOST);
  return !error->n;
}

/* ---- switches ---- */

static unsigned
read_switches(const struct part_options *options)
{
  unsigned switches = 0;
  read_number(options->switches, end_of(options->switches), &switches);
  return switches;
}

/* ---- shares ---- */

static bool
read_share(const char *text, unsigned *share, unsigned *shares)
{
  const char *slash = text + strcspn(text, "/");
  return *slash && read_number(text, slash, share) &&
         read_number(slash + 1, end_of(slash), shares) && *share && *share <= *shares;
}

void
parts_share(const struct part_options *options, unsigned *share, unsigned *shares)
{
  *share = *shares = 0;
  if (options->share)
    read_share(options->share, share, shares);
}

/* ---- all together ---- */

bool
parts_check(const struct part_options *options, unsigned rounds, struct str *error)
{
  struct window window;
  unsigned number, share;
  bool tiled = options->tile_size || options->tiling;
  if (options->tile_size && options->tiling)
    str_add(error, "'--tile-size' and '--tiling' exclude each other");
  else if (options->tile_size && !read_window(options, &window))
    str_printf(error, "option '--tile-size': '%s' is neither a number of labels nor a percentage",
               options->tile_size);
  else if (options->tile_shift && !options->tile_size)
    str_add(error, "'--tile-shift' needs '--tile-size'");
  else if ((options->instance || options->tiles) && !tiled)
    str_printf(error, "'--%s' needs '--tile-size' or '--tiling'",
               options->instance ? "instance" : "tiles");
  else if (options->switches && !read_number(options->switches, end_of(options->switches), &number))
    str_printf(error, "option '--context-switches': '%s' is not a number of up to six digits",
               options->switches);
  else if (options->share && !read_share(options->share, &share, &number))
    str_printf(error, "option '--share': '%s' is no K/N, the K-th of N shares", options->share);
  else if (options->schedule)
    check_schedule(options->schedule, rounds, error);
  return !error->n;
}

unsigned
parts_rounds(const struct part_options *options, unsigned rounds)
{
  if (rounds)
    return rounds;
  return options->schedule ? count_rounds(options->schedule) : ROUNDS_DEFAULT;
}

bool
parts_tiling(struct tiling *tiling, const struct part_options *options, const struct prog *prog,
             const struct labels *labels, struct diags *diags)
{
  struct window window;
  struct str text = {0};
  *tiling = (struct tiling){0};
  if (options->tile_size && read_window(options, &window)) {
    tiling_windows(tiling, prog, labels, window);
    return true;
  }
  bool good = file_read_text(&text, options->tiling, diags) &&
              tiling_parse(tiling, prog, labels, str_text(&text), options->tiling, diags);
  str_free(&text);
  return good;
}

struct selections *
parts_select(const struct tiling *tiling, const struct part_options *options, unsigned seed)
{
  struct selections *selections = selections_new(tiling, options->tiles);
  if (options->instances && options->instances < selections_count(selections))
    selections_shuffle(selections, seed);
  return selections;
}

uint64_t
parts_instances(const struct part_options *options)
{
  return options->instances ? options->instances : UINT64_MAX;
}

void
parts_error_free(struct parts_error *error)
{
  str_free(&error->misuse);
  diags_free(&error->diags);
}

static bool
find_closed(struct part *part, const struct part_options *options, const struct prog *prog,
            const struct labels *labels, struct parts_error *error)
{
  struct tiling tiling;
  struct instance instance = {0};
  struct str wrong = {0};
  bool good = parts_tiling(&tiling, options, prog, labels, &error->diags);
  if (good && !instance_parse(&instance, &tiling, options->instance, &wrong)) {
    str_printf(&error->misuse, "option '--instance': %s", str_text(&wrong));
    good = false;
  }
  if (good)
    instance_close(part, &instance, &tiling, labels, prog);
  str_free(&wrong);
  instance_free(&instance);
  tiling_free(&tiling);
  return good;
}

bool
parts_find(struct part *part, unsigned *rounds, const struct part_options *options,
           const struct prog *prog, const struct labels *labels, struct parts_error *error)
{
  size_t threads = prog->threads.n;
  bool given = *rounds;
  *part = (struct part){0};
  *rounds = parts_rounds(options, *rounds);
  if (options->switches) {
    part->counts = true;
    part->switches = read_switches(options);
    if (!given && !options->schedule)
      *rounds = part_rounds(part->switches, threads);
    if (*rounds > ROUNDS_MOST) {
      str_printf(&error->misuse,
                 "option '--context-switches': %u switches can need %u rounds, more than %d; "
                 "say how many with '--rounds'",
                 part->switches, *rounds, ROUNDS_MOST);
      return false;
    }
  }
  if (options->schedule && !find_idle(part, options->schedule, threads, &error->misuse))
    return false;
  return !options->instance || find_closed(part, options, prog, labels, error);
}

/* ---- in words ---- */

void
parts_describe(struct str *out, const struct part_options *options)
{
  if (options->switches) {
    unsigned n = read_switches(options);
    str_printf(out, ", with at most %u context switch%s", n, n == 1 ? "" : "es");
  }
  if (options->schedule)
    str_printf(out, ", by the schedule %s", options->schedule);
  if (options->instance)
    str_printf(out, ", in the instance '%s'", options->instance);
}

void
parts_describe_rest(struct str *out, const struct part_options *options, unsigned rounds,
                    const struct prog *prog)
{
  size_t threads = prog->threads.n;
  bool enough = options->switches && !options->schedule && !check_is_weak(prog->memory) &&
                rounds >= part_rounds(read_switches(options), threads);
  if (!enough)
    str_add(out, "; schedules with more rounds");
  if (options->switches)
    str_add(out, "; schedules with more context switches");
  if (options->schedule)
    str_add(out, "; other schedules of these rounds");
  if (options->instance)
    str_add(out, "; other instances");
}

void
parts_json(struct json *json, const struct part_options *options)
{
  if (options->switches)
    json_uint(json, "context_switches", read_switches(options));
  if (options->schedule)
    json_text(json, "schedule", options->schedule);
  if (options->instance)
    json_text(json, "instance", options->instance);
  if (options->tile_size)
    json_text(json, "tile_size", options->tile_size);
  if (options->tile_shift)
    json_uint(json, "tile_shift", options->tile_shift);
  if (options->tiling)
    json_text(json, "tiling", options->tiling);
  if (options->tiles)
    json_uint(json, "tiles", options->tiles);
  if (options->share)
    json_text(json, "share", options->share);
}
