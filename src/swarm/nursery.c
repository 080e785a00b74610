#include "swarm/nursery.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "base/mutant.h"
#include "base/sha256.h"
#include "swarm/pool.h"

/* While there are workers, it is looked that often whether there is something else to do. */
#define LOOK_SECONDS 0.005

struct child {
  unsigned id;     /* by which the other side knows it */
  unsigned worker; /* of the pool */
};

struct nursery {
  struct wire wire;
  struct pool *pool;
  const struct work *const *works;
  size_t n;
  VEC(struct child) children;
  struct str context;      /* the last that was told */
  char digest[SHA256_HEX]; /* of that, as it has arrived */
};

/* ---- what becomes of the workers ---------------------------------------------------- */

static void
forget(struct nursery *nursery, size_t at)
{
  for (size_t i = at + 1; i < nursery->children.n; i++)
    nursery->children.at[i - 1] = nursery->children.at[i];
  nursery->children.n--;
}

static void
tell_event(struct nursery *nursery, const struct pool_event *event, unsigned id)
{
  struct str line = {0};
  if (event->kind == POOL_MESSAGE)
    str_printf(&line, "says %u %s", id, event->text);
  else if (event->kind == POOL_DIVIDED)
    str_printf(&line, "divided %u %s", id, event->text);
  else if (event->kind == POOL_ENDED)
    str_printf(&line, "ended %u %.6f %zu", id, event->cpu_seconds, event->bytes);
  else
    str_printf(&line, "died %u %d %.6f %zu", id, event->signal, event->cpu_seconds, event->bytes);
  wire_say(&nursery->wire, str_text(&line));
  str_free(&line);
}

static void
handle(struct nursery *nursery, const struct pool_event *event)
{
  for (size_t i = 0; i < nursery->children.n; i++) {
    struct child child = nursery->children.at[i];
    if (event->kind == POOL_NOTHING || child.worker != event->id)
      continue;
    tell_event(nursery, event, child.id);
    INVARIANT(!event->child); /* it has been told everything, and so cannot fork */
    if (event->kind != POOL_MESSAGE && event->kind != POOL_DIVIDED)
      forget(nursery, i);
    return;
  }
}

/* ---- what it is told ------------------------------------------------------------------ */

static void
take_context(struct nursery *nursery, const char *text)
{
  struct sha256 sha;
  nursery->context.n = 0;
  work_unescape(&nursery->context, text);
  sha256_begin(&sha);
  sha256_add(&sha, str_text(&nursery->context), nursery->context.n);
  sha256_end(&sha, nursery->digest);
}

/* The context of a worker is the text that has been told. */
static void
print_told(struct str *out, const void *context)
{
  str_add(out, context);
}

static const struct work *
find_work(const struct nursery *nursery, const char *name, size_t length)
{
  for (size_t i = 0; i < nursery->n; i++)
    if (strlen(nursery->works[i]->name) == length &&
        !strncmp(nursery->works[i]->name, name, length) && nursery->works[i]->parse)
      return nursery->works[i];
  return NULL;
}

/* "BYTES DIGEST WORK JOB": the worker; 0 = there can be none. */
static unsigned
start_worker(struct nursery *nursery, const char *text)
{
  char *rest;
  struct pool_limits limits = {.bytes = strtoull(text, &rest, 10)};
  const char *digest = rest + (*rest == ' ');
  size_t length = strcspn(digest, " ");
  bool same = length == SHA256_HEX - 1 && !memcmp(digest, nursery->digest, length);
  if ((!same && !MUTANT(CONTEXT_UNCHECKED)) || !digest[length])
    return 0;
  const char *name = digest + length + 1;
  length = strcspn(name, " ");
  const struct work *row = find_work(nursery, name, length);
  if (!row)
    return 0;
  struct work work = *row;
  work.print = print_told;
  return pool_start(nursery->pool, &work, (void *)str_text(&nursery->context),
                    name + length + (name[length] == ' '), &limits);
}

static void
start(struct nursery *nursery, unsigned id, const char *text)
{
  struct child child = {id, start_worker(nursery, text)};
  if (child.worker)
    vec_push(&nursery->children, child);
  else
    tell_event(nursery, &(struct pool_event){.kind = POOL_DIED}, id);
}

static void
obey_worker(struct nursery *nursery, const char *line)
{
  char *rest;
  size_t word = strcspn(line, " ");
  unsigned id = (unsigned)strtoul(line + word, &rest, 10);
  const char *text = rest + (*rest == ' ');
  if (!strncmp(line, "start ", 6)) {
    start(nursery, id, text);
    return;
  }
  for (size_t i = 0; i < nursery->children.n; i++) {
    if (nursery->children.at[i].id != id)
      continue;
    if (!strncmp(line, "say ", 4)) {
      pool_tell(nursery->pool, nursery->children.at[i].worker, text);
    } else if (!strncmp(line, "stop ", 5)) {
      pool_kill(nursery->pool, nursery->children.at[i].worker);
      forget(nursery, i);
    }
    return;
  }
}

static void
obey(struct nursery *nursery, const char *line)
{
  if (!strncmp(line, "context ", 8))
    take_context(nursery, line + 8);
  else
    obey_worker(nursery, line);
}

/* ---- all -------------------------------------------------------------------------------- */

void
nursery_serve(const struct wire *wire, const struct work *const *works, size_t n)
{
  struct nursery nursery = {
    .wire = *wire, .pool = pool_new(&transport_told), .works = works, .n = n};
  while (!nursery.wire.closed) {
    struct pool_event event = {.kind = POOL_NOTHING};
    const char *line;
    while ((line = wire_next(&nursery.wire)))
      obey(&nursery, line);
    if (nursery.children.n)
      pool_wait(nursery.pool, LOOK_SECONDS, &event);
    else
      wire_wait(&nursery.wire, -1);
    handle(&nursery, &event);
    wire_take(&nursery.wire);
  }
  pool_free(nursery.pool);
  wire_free(&nursery.wire);
  vec_free(&nursery.children);
  str_free(&nursery.context);
}
