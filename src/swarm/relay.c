#include "swarm/relay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "base/mutant.h"
#include "base/sha256.h"
#include "swarm/work.h"

struct rank {
  unsigned workers; /* that it has now */
  bool gone;
  struct traffic traffic;
};

struct relay_link {
  struct link link; /* first: it is a link */
  struct relay_state *state;
  unsigned id, rank;
  struct str in;         /* lines of it that were not looked at, each behind a letter */
  size_t looked;         /* bytes of `in` that are done with */
  enum link_news ending; /* LINK_NOTHING: it is still there */
  struct link_end end;
};

struct relay_state {
  struct wire wire;
  unsigned last_id;
  VEC(struct rank) ranks;         /* the first is 0, and stands for all of them */
  VEC(struct relay_link *) links; /* that have not been ended */
  struct str context;             /* that all ranks have */
  char digest[SHA256_HEX];        /* of that */
};

struct relay {
  struct transport transport; /* first: it is a transport */
  struct relay_state state;
};

/* What a transport is made of does not change; what has become of its workers does. */
static struct relay_state *
state_of(const struct transport *transport)
{
  return &((struct relay *)transport)->state;
}

static struct relay_link *
link_of(struct link *link)
{
  return (struct relay_link *)link;
}

/* ---- to the ranks -------------------------------------------------------------------- */

static bool
say(struct relay_state *state, unsigned rank, const char *text)
{
  struct traffic *traffic = &state->ranks.at[rank].traffic;
  struct str line = {0};
  str_printf(&line, "%u %s", rank, text);
  traffic->to_lines++;
  traffic->to_bytes += strlen(text);
  bool said = wire_say(&state->wire, str_text(&line));
  str_free(&line);
  return said;
}

/* Sees to it that all ranks have this context, and knows its digest. */
static bool
tell_context(struct relay_state *state, const struct assignment *assignment)
{
  struct str text = {0}, line = {0};
  bool told = true;
  assignment->work->print(&text, assignment->context);
  if (text.n != state->context.n || strcmp(str_text(&text), str_text(&state->context)) != 0) {
    struct sha256 sha;
    sha256_begin(&sha);
    sha256_add(&sha, str_text(&text), text.n);
    sha256_end(&sha, state->digest);
    str_add(&line, "context ");
    work_escape(&line, str_text(&text));
    told = MUTANT(CONTEXT_NOT_RENEWED) && state->context.n ? true : say(state, 0, str_text(&line));
    str_free(&state->context);
    state->context = text;
  } else {
    str_free(&text);
  }
  str_free(&line);
  return told;
}

/* The one with the fewest workers; 0 = all are gone. */
static unsigned
choose_rank(const struct relay_state *state)
{
  unsigned best = 0;
  for (unsigned i = 1; i < state->ranks.n; i++) {
    const struct rank *rank = &state->ranks.at[i];
    if (!rank->gone && (!best || rank->workers < state->ranks.at[best].workers))
      best = i;
  }
  return best;
}

static struct link *
relay_start(const struct transport *transport, const struct assignment *assignment,
            struct link *const *others, size_t n)
{
  struct relay_state *state = state_of(transport);
  struct str line = {0};
  unsigned rank = choose_rank(state);
  (void)others;
  (void)n;
  if (!rank || !tell_context(state, assignment))
    return NULL;
  struct relay_link *link = mem_alloc(sizeof *link);
  link->link.transport = transport;
  link->state = state;
  link->id = MUTANT(WORKER_ID_REUSED) ? 1 : ++state->last_id;
  link->rank = rank;
  state->ranks.at[rank].workers++;
  state->ranks.at[rank].traffic.jobs++;
  vec_push(&state->links, link);
  str_printf(&line, "start %u %zu %s %s %s", link->id, assignment->most_bytes, state->digest,
             assignment->work->name, assignment->job);
  say(state, rank, str_text(&line)); /* if nobody listens, there will be news of that */
  str_free(&line);
  return &link->link;
}

static bool
relay_send(struct link *base, const char *text)
{
  struct relay_link *link = link_of(base);
  struct str line = {0};
  if (link->ending != LINK_NOTHING)
    return false;
  str_printf(&line, "say %u %s", link->id, text);
  bool sent = say(link->state, link->rank, str_text(&line));
  str_free(&line);
  return sent;
}

/* ---- from the ranks ------------------------------------------------------------------ */

/* NULL: it has been ended, and what it says now is of no interest. */
static struct relay_link *
find(const struct relay_state *state, unsigned rank, unsigned id)
{
  for (size_t i = 0; i < state->links.n; i++)
    if (state->links.at[i]->id == id && state->links.at[i]->rank == rank)
      return state->links.at[i];
  return NULL;
}

static void
has_died(struct relay_link *link)
{
  if (link->ending == LINK_NOTHING)
    link->ending = LINK_DIED;
}

/* What it has said before can still be heard. */
static void
rank_is_gone(struct relay_state *state, unsigned rank)
{
  state->ranks.at[rank].gone = true;
  for (size_t i = 0; i < state->links.n; i++)
    if (state->links.at[i]->rank == rank)
      has_died(state->links.at[i]);
}

static void
keep(struct relay_link *link, char letter, const char *text)
{
  str_printf(&link->in, "%c%s\n", letter, text);
}

/* "WORD ID REST", of a worker. */
static void
hear_worker(struct relay_state *state, unsigned rank, const char *line)
{
  char *rest;
  size_t word = strcspn(line, " ");
  unsigned id = (unsigned)strtoul(line + word, &rest, 10);
  const char *text = rest + (*rest == ' ');
  struct relay_link *link = find(state, rank, id);
  if (!link || link->ending != LINK_NOTHING)
    return;
  if (!strncmp(line, "says ", 5)) {
    keep(link, 's', text);
  } else if (!strncmp(line, "divided ", 8)) {
    keep(link, 'd', text);
  } else if (!strncmp(line, "ended ", 6)) {
    link->ending = LINK_ENDED;
    sscanf(text, "%lf %zu", &link->end.cpu_seconds, &link->end.bytes);
  } else if (!strncmp(line, "died ", 5)) {
    link->ending = LINK_DIED;
    sscanf(text, "%d %lf %zu", &link->end.signal, &link->end.cpu_seconds, &link->end.bytes);
  }
}

static void
hear(struct relay_state *state, const char *line)
{
  char *rest;
  unsigned rank = (unsigned)strtoul(line, &rest, 10);
  INVARIANT(rank && rank < state->ranks.n && *rest == ' ');
  struct traffic *traffic = &state->ranks.at[rank].traffic;
  traffic->from_lines++;
  traffic->from_bytes += strlen(rest + 1);
  if (!strcmp(rest + 1, "gone"))
    rank_is_gone(state, rank);
  else
    hear_worker(state, rank, rest + 1);
}

static void
relay_wait(const struct transport *transport, struct link *const *links, size_t n, double seconds)
{
  struct relay_state *state = state_of(transport);
  const char *line;
  (void)links;
  (void)n;
  wire_wait(&state->wire, seconds);
  wire_take(&state->wire);
  while ((line = wire_next(&state->wire)))
    hear(state, line);
  for (unsigned rank = 1; state->wire.closed && rank < state->ranks.n; rank++)
    rank_is_gone(state, rank);
}

static enum link_news
relay_receive(struct link *base, const char **text, struct link **divided)
{
  struct relay_link *link = link_of(base);
  if (link->looked == link->in.n) {
    link->looked = link->in.n = 0;
    return link->ending;
  }
  char *line = link->in.text + link->looked;
  char *newline = memchr(line, '\n', link->in.n - link->looked);
  INVARIANT(newline);
  *newline = 0;
  link->looked += (size_t)(newline - line) + 1;
  *text = line + 1;
  *divided = NULL;
  return *line == 's' ? LINK_SAYS : LINK_DIVIDED;
}

/* It is not waited for: what it says from now on is passed over. */
static void
relay_end(struct link *base, bool stop, struct link_end *end)
{
  struct relay_link *link = link_of(base);
  struct relay_state *state = link->state;
  struct str line = {0};
  size_t kept = 0;
  *end = link->end;
  if (stop && link->ending == LINK_NOTHING) {
    str_printf(&line, "stop %u", link->id);
    say(state, link->rank, str_text(&line));
    str_free(&line);
  }
  for (size_t i = 0; i < state->links.n; i++)
    if (state->links.at[i] != link)
      state->links.at[kept++] = state->links.at[i];
  INVARIANT(kept + 1 == state->links.n && state->ranks.at[link->rank].workers);
  state->links.n = kept;
  state->ranks.at[link->rank].workers--;
  str_free(&link->in);
  vec_drop(link);
}

static long
relay_process(const struct link *link)
{
  (void)link;
  return 0;
}

static bool
relay_traffic(const struct transport *transport, unsigned rank, struct traffic *traffic)
{
  const struct relay_state *state = state_of(transport);
  if (rank >= state->ranks.n)
    return false;
  *traffic = state->ranks.at[rank].traffic;
  return true;
}

/* ---- the relay itself ---------------------------------------------------------------- */

struct relay *
relay_new(const struct wire *wire, unsigned ranks)
{
  struct relay *relay = mem_alloc(sizeof *relay);
  relay->transport = (struct transport){
    .name = "relay",
    .start = relay_start,
    .send = relay_send,
    .wait = relay_wait,
    .receive = relay_receive,
    .end = relay_end,
    .process = relay_process,
    .traffic = relay_traffic,
  };
  relay->state.wire = *wire;
  vec_resize(&relay->state.ranks, ranks + 1);
  return relay;
}

void
relay_free(struct relay *relay)
{
  struct relay_state *state = &relay->state;
  INVARIANT(!state->links.n);
  wire_free(&state->wire);
  vec_free(&state->ranks);
  vec_free(&state->links);
  str_free(&state->context);
  vec_drop(relay);
}

const struct transport *
relay_transport(const struct relay *relay)
{
  return &relay->transport;
}
