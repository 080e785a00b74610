#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "swarm/wire.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/invariant.h"

bool
wire_pair(int ends[2])
{
  return !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

void
wire_free(struct wire *wire)
{
  close(wire->socket);
  str_free(&wire->in);
  str_free(&wire->out);
}

/* ---- reading ---- */

void
wire_wait(const struct wire *wire, double seconds)
{
  struct pollfd one = {.fd = wire->socket, .events = POLLIN};
  if (wire_has_more(wire))
    one.events |= POLLOUT;
  if (!wire->closed)
    poll(&one, 1, seconds < 0 ? -1 : (int)(seconds * 1000));
}

/* Keeps only what was not looked at. */
static void
forget_lines(struct wire *wire)
{
  if (!wire->looked)
    return;
  memmove(wire->in.text, wire->in.text + wire->looked, wire->in.n - wire->looked);
  wire->in.n -= wire->looked;
  wire->scanned -= wire->looked;
  wire->looked = 0;
}

void
wire_take(struct wire *wire)
{
  char bytes[65536];
  ssize_t n;
  forget_lines(wire);
  while (!wire->closed && (n = recv(wire->socket, bytes, sizeof bytes, MSG_DONTWAIT)) != 0) {
    if (n > 0)
      str_add_bytes(&wire->in, bytes, (size_t)n);
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      return;
    else if (errno != EINTR)
      break;
  }
  wire->closed = true;
}

const char *
wire_next(struct wire *wire)
{
  INVARIANT(wire->looked <= wire->scanned && wire->scanned <= wire->in.n);
  size_t left = wire->in.n - wire->scanned;
  char *newline = left ? memchr(wire->in.text + wire->scanned, '\n', left) : NULL;
  if (!newline) {
    wire->scanned = wire->in.n;
    return NULL;
  }
  const char *line = wire->in.text + wire->looked;
  *newline = 0;
  wire->looked = wire->scanned = (size_t)(newline - wire->in.text) + 1;
  return line;
}

/* ---- writing ---- */

void
wire_push(struct wire *wire, const char *line)
{
  INVARIANT(!strchr(line, '\n')); /* it would be two */
  str_add(&wire->out, line);
  str_add(&wire->out, "\n");
}

bool
wire_has_more(const struct wire *wire)
{
  return wire->written < wire->out.n;
}

/* How much was written; 0 = there is no room now, or the other side is gone. */
static size_t
write_some(struct wire *wire, int flags)
{
  ssize_t n;
  do
    n = send(wire->socket, wire->out.text + wire->written, wire->out.n - wire->written,
             flags | MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
    wire->closed = true;
  return n > 0 ? (size_t)n : 0;
}

static void
write_out(struct wire *wire, int flags)
{
  size_t n;
  while (!wire->closed && wire_has_more(wire) && (n = write_some(wire, flags)))
    wire->written += n;
  if (!wire_has_more(wire))
    wire->out.n = wire->written = 0;
}

void
wire_write(struct wire *wire)
{
  write_out(wire, MSG_DONTWAIT);
}

bool
wire_say(struct wire *wire, const char *line)
{
  wire_push(wire, line);
  write_out(wire, 0);
  return !wire->closed;
}
