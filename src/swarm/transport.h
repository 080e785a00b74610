/* How workers are started and reached.
 *
 * A worker is a process that does one job, says lines of text meanwhile, hears others, and ends. A
 * transport is a table of functions for that: start a worker, send it a line, receive one, stop it,
 * tell of its death. It has two sides, a `link` for each worker in the process that has the pool,
 * and a `line` in the worker. What is in the lines it does not know; no line has a newline in it.
 *
 * Some transports start a worker as a copy of the process that asks, which knows everything already
 * and can divide into two. Others start one that knows nothing, and tell it its work (work.h). Rows
 * are in fork.c; relay.h makes one whose workers are on other machines. */
#ifndef HEDDLE_SWARM_TRANSPORT_H
#define HEDDLE_SWARM_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct pool_line;
struct work;

/* What a worker is started for. */
struct assignment {
  const struct work *work;
  void *context;     /* for the work; of no use to a worker that is no copy of this process */
  const char *job;   /* one line */
  size_t most_bytes; /* of memory beyond what this process has; 0 = no limit */
};

/* The side of the pool. Each transport begins its own struct with this one. */
struct link {
  const struct transport *transport;
};

enum link_news {
  LINK_NOTHING, /* nothing more has arrived */
  LINK_SAYS,    /* a line */
  LINK_DIVIDED, /* it has divided; the line says how */
  LINK_ENDED,   /* it has done its job */
  LINK_DIED,    /* it is gone without that */
};

/* What it has cost, and how it ended, as far as that is known. */
struct link_end {
  int signal; /* 0 = none, or unknown */
  double cpu_seconds;
  size_t bytes; /* its peak, beyond what this process had */
};

/* What has been said to one of several machines, and what it has said. */
struct traffic {
  uint64_t jobs; /* that it was given */
  uint64_t to_lines, to_bytes, from_lines, from_bytes;
};

struct transport {
  const char *name;
  bool copies; /* a worker is a copy of this process */
  /* Before the first worker; may be NULL. */
  void (*prepare)(void);
  /* NULL: there can be no worker now. `others` are all links that there are. */
  struct link *(*start)(const struct transport *transport, const struct assignment *assignment,
                        struct link *const *others, size_t n);
  /* False if it is gone. */
  bool (*send)(struct link *link, const char *text);
  /* Waits at most so many seconds for news of any of them. */
  void (*wait)(const struct transport *transport, struct link *const *links, size_t n,
               double seconds);
  /* The next news; *text is valid until the next call for this link. LINK_DIVIDED: *divided is the
   * link to the new worker, or NULL if none has been started yet. After
   * LINK_ENDED and LINK_DIED comes nothing but `end`. */
  enum link_news (*receive)(struct link *link, const char **text, struct link **divided);
  /* Waits for its end, after stopping it if so wanted, and frees the link. */
  void (*end)(struct link *link, bool stop, struct link_end *end);
  long (*process)(const struct link *link); /* its number, for people and tests; 0 = none */
  /* So far, of each rank from 1 on; 0 is what was said to all at once. False: there is no such rank.
   * NULL: there are none. */
  bool (*traffic)(const struct transport *transport, unsigned rank, struct traffic *traffic);
};

/* Workers are forked from this process and talk through sockets. */
extern const struct transport transport_fork;
/* The same, but such a worker uses nothing of what it could know by being a copy: what it needs is
 * told in lines, as to a process on another machine. */
extern const struct transport transport_told;

/* The side of the worker, likewise. */
enum pool_side { POOL_UNDIVIDED, POOL_OLD, POOL_NEW };

struct line_ops {
  bool (*say)(struct pool_line *line, const char *text);  /* false: nobody listens any more */
  bool (*hear)(struct pool_line *line, struct str *text); /* waits; false likewise */
  bool (*called)(struct pool_line *line);                 /* is there something to hear? */
  enum pool_side (*divide)(struct pool_line *line, const char *text);
};

struct pool_line {
  const struct line_ops *ops;
  size_t resident; /* memory at the start */
};

#endif
