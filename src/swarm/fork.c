/* Workers that are forked from this process.
 *
 * A worker and the pool are joined by a socket. Lines to the pool begin with a letter: 'm' a
 * message, 'd' a division, with the number of the new process and, beside the line, the pool's end
 * of its socket; 'e' the end, with its cost. A socket that is closed without an 'e' is a death.
 *
 * So a worker is known by its socket and not by being our child: one that has divided off is the
 * child of another worker. Such a process is not killed by the system when the pool goes; it looks
 * at its socket instead. No process keeps an end of a socket that is not its own, or a death would
 * not be noticed.
 *
 * A worker that is told everything in lines cannot divide by forking, since the new one would know
 * what it was not told. It says where it has divided, with 0 for the number of the process. */
#define _GNU_SOURCE /* MSG_CMSG_CLOEXEC, wait4 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/clock.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "swarm/pool.h"

struct fork_link {
  struct link link; /* first: it is a link */
  pid_t process;
  int socket;
  struct str in;    /* what has arrived and was not looked at */
  size_t looked;    /* bytes of `in` that are done with */
  VEC(int) sockets; /* of divided workers that are not announced yet */
  bool closed;
  bool said_end;
  double cpu_seconds;
  size_t bytes;
};

struct fork_line {
  struct pool_line line; /* likewise */
  int socket;
  struct str in;
};

static struct fork_link *
fork_of(struct link *link)
{
  INVARIANT(link->transport == &transport_fork || link->transport == &transport_told);
  return (struct fork_link *)link;
}

static struct fork_line *
line_of(struct pool_line *line)
{
  return (struct fork_line *)line;
}

/* ---- the process itself ------------------------------------------------------------ */

/* Bytes of this process: addresses, and memory behind them. False if the system does not tell. */
static bool
sizes(size_t *addresses, size_t *resident)
{
  unsigned long all, pages;
  FILE *file = fopen("/proc/self/statm", "r");
  bool known = file && fscanf(file, "%lu %lu", &all, &pages) == 2;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (file)
    fclose(file);
  *addresses = known ? all * page : 0;
  *resident = known ? pages * page : 0;
  return known;
}

static void
limit_memory(size_t bytes)
{
  struct rlimit limit;
  size_t addresses, resident;
  if (!sizes(&addresses, &resident) || getrlimit(RLIMIT_AS, &limit))
    return;
  rlim_t wanted = (rlim_t)(addresses + bytes);
  if (limit.rlim_max == RLIM_INFINITY || wanted < limit.rlim_max) {
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_AS, &limit);
  }
}

/* ---- sockets --------------------------------------------------------------------- */

static bool
make_sockets(int ends[2])
{
  return !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

static bool
write_all(int socket, const char *bytes, size_t n)
{
  while (n) {
    ssize_t sent = send(socket, bytes, n, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    bytes += sent;
    n -= (size_t)sent;
  }
  return true;
}

static bool
write_line(int socket, const char *kind, const char *text)
{
  struct str line = {0};
  INVARIANT(!strchr(text, '\n')); /* it would be two */
  str_printf(&line, "%s%s\n", kind, text);
  bool sent = write_all(socket, line.text, line.n);
  str_free(&line);
  return sent;
}

union control {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr align;
};

/* One byte with a socket beside it; the rest of the line follows by ordinary means. */
static bool
send_socket(int over, int socket, char byte)
{
  union control control = {0};
  struct iovec data = {&byte, 1};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof socket);
  memcpy(CMSG_DATA(header), &socket, sizeof socket);
  ssize_t sent;
  do
    sent = sendmsg(over, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1;
}

static void
take_in(struct fork_link *link)
{
  char bytes[4096];
  union control control;
  struct iovec data = {bytes, sizeof bytes};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t n = recvmsg(link->socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
    return;
  if (n <= 0) {
    link->closed = true;
    return;
  }
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    int socket;
    memcpy(&socket, CMSG_DATA(header), sizeof socket);
    vec_push(&link->sockets, socket);
  }
  str_add_bytes(&link->in, bytes, (size_t)n);
}

/* ---- the worker's side ------------------------------------------------------------------ */

static bool
line_say(struct pool_line *line, const char *text)
{
  return write_line(line_of(line)->socket, "m", text);
}

static bool
line_hear(struct pool_line *base, struct str *text)
{
  struct fork_line *line = line_of(base);
  char *newline;
  size_t looked = 0; /* a line may come in many pieces */
  while (!(newline = line->in.n > looked ? memchr(line->in.text + looked, '\n', line->in.n - looked)
                                         : NULL)) {
    char bytes[4096];
    looked = line->in.n;
    ssize_t n = recv(line->socket, bytes, sizeof bytes, 0);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    str_add_bytes(&line->in, bytes, (size_t)n);
  }
  size_t length = (size_t)(newline - line->in.text);
  INVARIANT(length < line->in.n);
  text->n = 0;
  str_add_bytes(text, line->in.text, length);
  memmove(line->in.text, newline + 1, line->in.n - length - 1);
  line->in.n -= length + 1;
  return true;
}

static bool
line_called(struct pool_line *base)
{
  struct fork_line *line = line_of(base);
  struct pollfd poll_socket = {.fd = line->socket, .events = POLLIN};
  return line->in.n || poll(&poll_socket, 1, 0) > 0;
}

static void
begin_line(struct fork_line *line, int socket)
{
  size_t addresses;
  line->socket = socket;
  line->in.n = 0;
  sizes(&addresses, &line->line.resident);
}

static enum pool_side
line_divide(struct pool_line *base, const char *text)
{
  struct fork_line *line = line_of(base);
  int ends[2];
  if (!make_sockets(ends))
    return POOL_UNDIVIDED;
  pid_t process = fork();
  if (!process) {
    close(ends[0]);
    close(line->socket);
    begin_line(line, ends[1]);
    return POOL_NEW;
  }
  close(ends[1]);
  if (process > 0) {
    struct str rest = {0};
    str_printf(&rest, "%ld %s", (long)process, text);
    if (!send_socket(line->socket, ends[0], 'd') || !write_line(line->socket, "", str_text(&rest)))
      _exit(0);
    str_free(&rest);
  }
  close(ends[0]);
  return process < 0 ? POOL_UNDIVIDED : POOL_OLD;
}

static enum pool_side
line_tell_division(struct pool_line *line, const char *text)
{
  return write_line(line_of(line)->socket, "d0 ", text) ? POOL_OLD : POOL_UNDIVIDED;
}

static const struct line_ops line_of_copy = {line_say, line_hear, line_called, line_divide};
static const struct line_ops line_of_told = {line_say, line_hear, line_called, line_tell_division};

/* ---- starting ---------------------------------------------------------------------- */

/* Those that divide off become children of the process with the pool when their parent is gone. */
static void
fork_prepare(void)
{
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/* Ctrl-C is for the process with the pool: it ends the workers. Nobody waits for those that divide
 * off, so the system is told to forget them when they end. */
static void
become_worker(struct link *const *others, size_t n, pid_t parent)
{
  for (size_t i = 0; i < n; i++) {
    const struct fork_link *other = fork_of(others[i]);
    close(other->socket);
    for (size_t j = 0; j < other->sockets.n; j++)
      close(other->sockets.at[j]);
  }
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGCHLD, SIG_IGN);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent)
    _exit(0);
}

static _Noreturn void
work_and_exit(const struct assignment *assignment, bool told, int socket)
{
  struct fork_line line = {.line = {.ops = told ? &line_of_told : &line_of_copy}};
  struct str end = {0};
  bool done = true;
  begin_line(&line, socket);
  if (assignment->most_bytes)
    limit_memory(assignment->most_bytes);
  if (told)
    done = work_serve(&line.line, &assignment->work, 1);
  else
    assignment->work->run(assignment->context, assignment->job, &line.line);
  str_printf(&end, "%.6f %zu", clock_processor(), pool_bytes(&line.line));
  if (done)
    write_line(line.socket, "e", str_text(&end));
  _exit(0);
}

static struct fork_link *
link_new(const struct transport *transport, pid_t process, int socket)
{
  struct fork_link *link = mem_alloc(sizeof *link);
  INVARIANT(process > 0 && socket >= 0); /* signals to 0 and below are for many */
  link->link.transport = transport;
  link->process = process;
  link->socket = socket;
  return link;
}

static struct link *
fork_start(const struct transport *transport, const struct assignment *assignment,
           struct link *const *others, size_t n)
{
  int ends[2];
  pid_t self = getpid();
  INVARIANT(transport->copies || assignment->work->parse);
  if (!make_sockets(ends))
    return NULL;
  fflush(NULL); /* what is in buffers is not to be written twice */
  pid_t process = fork();
  if (!process) {
    close(ends[0]);
    become_worker(others, n, self);
    work_and_exit(assignment, !transport->copies, ends[1]);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return NULL;
  }
  struct link *link = &link_new(transport, process, ends[0])->link;
  if (!transport->copies)
    work_tell(link, assignment); /* if it is gone already, there will be news of that */
  return link;
}

/* ---- news ------------------------------------------------------------------------------ */

static bool
fork_send(struct link *link, const char *text)
{
  return write_line(fork_of(link)->socket, "", text);
}

static void
fork_wait(const struct transport *transport, struct link *const *links, size_t n, double seconds)
{
  VEC(struct pollfd) polls = {0};
  (void)transport;
  INVARIANT(seconds >= 0);
  vec_resize(&polls, n);
  for (size_t i = 0; i < n; i++)
    polls.at[i] = (struct pollfd){.fd = fork_of(links[i])->socket, .events = POLLIN};
  int ready = poll(polls.at, (nfds_t)n, (int)(seconds * 1000) + 1);
  for (size_t i = 0; ready > 0 && i < n; i++)
    if (polls.at[i].revents)
      take_in(fork_of(links[i]));
  vec_free(&polls);
}

/* The next line; NULL if none is complete. Valid until more arrives. */
static const char *
next_line(struct fork_link *link)
{
  INVARIANT(link->looked <= link->in.n);
  char *from = link->in.text + link->looked;
  char *newline = link->in.n > link->looked ? memchr(from, '\n', link->in.n - link->looked) : NULL;
  if (!newline) {
    if (link->looked) { /* keep the rest only */
      memmove(link->in.text, from, link->in.n - link->looked);
      link->in.n -= link->looked;
      link->looked = 0;
    }
    return NULL;
  }
  *newline = 0;
  link->looked += (size_t)(newline - from) + 1;
  return from;
}

/* "PROCESS TEXT", with a socket beside it unless the process is 0. False if the socket is missing:
 * then nobody can reach the new one. */
static bool
read_division(struct fork_link *link, const char *line, const char **text, struct link **divided)
{
  char *rest;
  long process = strtol(line, &rest, 10);
  *text = *rest ? rest + 1 : rest;
  *divided = NULL;
  if (!process)
    return true;
  if (!link->sockets.n)
    return false;
  int socket = link->sockets.at[0];
  for (size_t i = 1; i < link->sockets.n; i++)
    link->sockets.at[i - 1] = link->sockets.at[i];
  link->sockets.n--;
  *divided = &link_new(link->link.transport, (pid_t)process, socket)->link;
  return true;
}

static enum link_news
fork_receive(struct link *base, const char **text, struct link **divided)
{
  struct fork_link *link = fork_of(base);
  for (const char *line; (line = next_line(link));) {
    if (*line == 'm') {
      *text = line + 1;
      return LINK_SAYS;
    }
    if (*line == 'd' && read_division(link, line + 1, text, divided))
      return LINK_DIVIDED;
    if (*line == 'e')
      link->said_end = sscanf(line + 1, "%lf %zu", &link->cpu_seconds, &link->bytes) == 2;
  }
  return !link->closed ? LINK_NOTHING : link->said_end ? LINK_ENDED : LINK_DIED;
}

/* ---- ends -------------------------------------------------------------------------------- */

/* What the system knows of a process that is our child: a worker that has divided off becomes one
 * when its parent is gone, and then only. */
static void
wait_for(pid_t process, struct link_end *end)
{
  int status;
  struct rusage usage;
  pid_t got;
  do
    got = wait4(process, &status, 0, &usage);
  while (got < 0 && errno == EINTR);
  if (got <= 0)
    return;
  end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end->cpu_seconds = clock_of_usage(&usage);
}

static void
fork_end(struct link *base, bool stop, struct link_end *end)
{
  struct fork_link *link = fork_of(base);
  *end = (struct link_end){.cpu_seconds = link->cpu_seconds, .bytes = link->bytes};
  if (stop)
    kill(link->process, SIGKILL);
  wait_for(link->process, end);
  close(link->socket);
  for (size_t i = 0; i < link->sockets.n; i++)
    close(link->sockets.at[i]);
  vec_free(&link->sockets);
  str_free(&link->in);
  vec_drop(link);
}

static long
fork_process(const struct link *link)
{
  return (long)((const struct fork_link *)link)->process;
}

const struct transport transport_fork = {
  .name = "fork",
  .copies = true,
  .prepare = fork_prepare,
  .start = fork_start,
  .send = fork_send,
  .wait = fork_wait,
  .receive = fork_receive,
  .end = fork_end,
  .process = fork_process,
};

const struct transport transport_told = {
  .name = "told",
  .prepare = fork_prepare,
  .start = fork_start,
  .send = fork_send,
  .wait = fork_wait,
  .receive = fork_receive,
  .end = fork_end,
  .process = fork_process,
};
