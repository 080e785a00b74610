/* The pool numbers workers, keeps their deadlines, and turns the news of links into events, worker
 * by worker. */
#include "swarm/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "base/mem.h"

struct pool_worker {
  unsigned id;
  struct link *link;
  double deadline; /* 0 = none */
};

struct pool {
  const struct transport *transport;
  VEC(struct pool_worker) workers; /* by id */
  VEC(struct link *) links;        /* scratch: theirs */
  unsigned last_id;
  struct str text; /* of the last event */
};

/* ---- workers ------------------------------------------------------------------------- */

static struct pool_worker *
find(const struct pool *pool, unsigned id)
{
  for (size_t i = 0; i < pool->workers.n; i++)
    if (pool->workers.at[i].id == id)
      return &pool->workers.at[i];
  return NULL;
}

static unsigned
add(struct pool *pool, struct link *link, double deadline)
{
  INVARIANT(link->transport == pool->transport);
  INVARIANT(!pool->workers.n || vec_last(&pool->workers).id <= pool->last_id);
  vec_push(&pool->workers, ((struct pool_worker){++pool->last_id, link, deadline}));
  return pool->last_id;
}

/* Its link is gone. */
static void
forget(struct pool *pool, unsigned id)
{
  size_t n = 0;
  for (size_t i = 0; i < pool->workers.n; i++)
    if (pool->workers.at[i].id != id)
      pool->workers.at[n++] = pool->workers.at[i];
  INVARIANT(n + 1 == pool->workers.n);
  pool->workers.n = n;
}

static void
end(struct pool *pool, const struct pool_worker *worker, bool stop, struct link_end *how)
{
  INVARIANT(worker->id && worker->link);
  *how = (struct link_end){0};
  pool->transport->end(worker->link, stop, how);
  forget(pool, worker->id);
}

static void
gather_links(struct pool *pool)
{
  vec_resize(&pool->links, pool->workers.n);
  for (size_t i = 0; i < pool->workers.n; i++)
    pool->links.at[i] = pool->workers.at[i].link;
}

struct pool *
pool_new(const struct transport *transport)
{
  struct pool *pool = mem_alloc(sizeof *pool);
  pool->transport = transport ? transport : &transport_fork;
  if (pool->transport->prepare)
    pool->transport->prepare();
  return pool;
}

void
pool_free(struct pool *pool)
{
  struct link_end how;
  if (!pool)
    return;
  while (pool->workers.n)
    end(pool, &pool->workers.at[pool->workers.n - 1], true, &how);
  vec_free(&pool->workers);
  vec_free(&pool->links);
  str_free(&pool->text);
  vec_drop(pool);
}

unsigned
pool_start(struct pool *pool, const struct work *work, void *context, const char *job,
           const struct pool_limits *limits)
{
  struct assignment assignment = {work, context, job, limits ? limits->bytes : 0};
  INVARIANT(work->run);
  INVARIANT(!strchr(job, '\n'));
  if (!pool->transport->copies && !work->print)
    return 0;
  gather_links(pool);
  struct link *link =
    pool->transport->start(pool->transport, &assignment, pool->links.at, pool->links.n);
  if (!link)
    return 0;
  bool timed = limits && limits->seconds > 0;
  return add(pool, link, timed ? clock_now() + limits->seconds : 0);
}

/* ---- events ----------------------------------------------------------------------- */

static void
set_text(struct pool *pool, struct pool_event *event, const char *text)
{
  pool->text.n = 0;
  str_add(&pool->text, text);
  event->text = str_text(&pool->text);
}

static void
ended(struct pool *pool, const struct pool_worker *worker, enum pool_event_kind kind,
      struct pool_event *event)
{
  struct link_end how;
  *event = (struct pool_event){.kind = kind, .id = worker->id};
  end(pool, worker, kind != POOL_ENDED, &how); /* who says nothing more and lives on is of no use */
  event->signal = how.signal;
  event->cpu_seconds = how.cpu_seconds;
  event->bytes = how.bytes;
}

/* News of this worker as an event; false if there are none. */
static bool
next_of(struct pool *pool, const struct pool_worker *worker, struct pool_event *event)
{
  const char *text = NULL;
  struct link *divided = NULL;
  switch (pool->transport->receive(worker->link, &text, &divided)) {
  case LINK_NOTHING:
    if (worker->deadline <= 0 || clock_now() < worker->deadline)
      return false;
    ended(pool, worker, POOL_OVERDUE, event);
    return true;
  case LINK_SAYS:
    *event = (struct pool_event){.kind = POOL_MESSAGE, .id = worker->id};
    set_text(pool, event, text);
    return true;
  case LINK_DIVIDED:
    *event = (struct pool_event){.kind = POOL_DIVIDED, .id = worker->id};
    set_text(pool, event, text);
    event->child = divided ? add(pool, divided, 0) : 0; /* moves the workers */
    return true;
  case LINK_ENDED:
    ended(pool, worker, POOL_ENDED, event);
    return true;
  case LINK_DIED:
    ended(pool, worker, POOL_DIED, event);
    return true;
  }
  return false;
}

static bool
next_event(struct pool *pool, struct pool_event *event)
{
  bool found = false;
  for (size_t i = 0; i < pool->workers.n && !found; i++) {
    struct pool_worker worker = pool->workers.at[i];
    found = next_of(pool, &worker, event);
  }
  return found;
}

static double
until_deadline(const struct pool *pool, double seconds)
{
  INVARIANT(seconds >= 0);
  double now = clock_now();
  for (size_t i = 0; i < pool->workers.n; i++) {
    double deadline = pool->workers.at[i].deadline;
    if (deadline > 0 && deadline - now < seconds)
      seconds = deadline > now ? deadline - now : 0;
  }
  return seconds;
}

void
pool_wait(struct pool *pool, double seconds, struct pool_event *event)
{
  *event = (struct pool_event){.kind = POOL_NOTHING};
  if (next_event(pool, event))
    return;
  gather_links(pool);
  pool->transport->wait(pool->transport, pool->links.at, pool->links.n,
                        until_deadline(pool, seconds));
  next_event(pool, event);
}

bool
pool_tell(struct pool *pool, unsigned id, const char *text)
{
  const struct pool_worker *worker = find(pool, id);
  return worker && pool->transport->send(worker->link, text);
}

void
pool_kill(struct pool *pool, unsigned id)
{
  const struct pool_worker *worker = find(pool, id);
  struct link_end how;
  if (worker)
    end(pool, worker, true, &how);
}

size_t
pool_count(const struct pool *pool)
{
  return pool->workers.n;
}

long
pool_process(const struct pool *pool, unsigned id)
{
  const struct pool_worker *worker = find(pool, id);
  return worker ? pool->transport->process(worker->link) : 0;
}

/* ---- the worker's side ----------------------------------------------------------------- */

void
pool_say(struct pool_line *line, const char *text)
{
  if (!line->ops->say(line, text))
    _Exit(0); /* nobody listens any more */
}

bool
pool_hear(struct pool_line *line, struct str *text)
{
  return line->ops->hear(line, text);
}

bool
pool_called(struct pool_line *line)
{
  return line->ops->called(line);
}

size_t
pool_bytes(const struct pool_line *line)
{
  uint64_t peak = clock_peak_memory();
  return peak > line->resident ? (size_t)peak - line->resident : 0;
}

enum pool_side
pool_divide(struct pool_line *line, const char *text)
{
  return line->ops->divide(line, text);
}
