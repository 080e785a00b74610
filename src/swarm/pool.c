/* A job's process and the pool are joined by a socket. Lines begin with a letter: 'm' a message,
 * 'd' a division, with the number of the new process and, beside the line, the pool's end of its
 * socket; 'e' the end, with its cost. A socket that is closed without an 'e' is a death.
 *
 * So a job is known by its socket and not by being our child: one that has divided off is the
 * child of another job. Such a process is not killed by the system when the pool goes; it looks
 * at its socket instead. No process keeps an end of a socket that is not its own, or a death
 * would not be noticed. */
#define _GNU_SOURCE /* MSG_CMSG_CLOEXEC, wait4 */
#include "swarm/pool.h"

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
#include "base/mem.h"

struct job {
  unsigned id;
  pid_t process;
  int socket;
  double deadline; /* 0 = none */
  struct str in;   /* what has arrived and was not looked at */
  size_t looked;   /* bytes of `in` that are done with */
  VEC(int) sockets; /* of divided jobs that are not announced yet */
  bool closed;
  bool said_end;
  double cpu_seconds;
  size_t bytes;
};

struct pool {
  VEC(struct job *) jobs;
  VEC(struct pollfd) polls; /* scratch */
  unsigned last_id;
  struct str text; /* of the last event */
};

struct pool_line {
  int socket;
  struct str in;
  size_t resident; /* memory at the start */
};

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

size_t
pool_bytes(const struct pool_line *line)
{
  uint64_t peak = clock_peak_memory();
  return peak > line->resident ? (size_t)peak - line->resident : 0;
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
receive(struct job *job)
{
  char bytes[4096];
  union control control;
  struct iovec data = {bytes, sizeof bytes};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t n = recvmsg(job->socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
    return;
  if (n <= 0) {
    job->closed = true;
    return;
  }
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    int socket;
    memcpy(&socket, CMSG_DATA(header), sizeof socket);
    vec_push(&job->sockets, socket);
  }
  str_add_bytes(&job->in, bytes, (size_t)n);
}

/* ---- jobs ------------------------------------------------------------------------- */

static struct job *
find(const struct pool *pool, unsigned id)
{
  for (size_t i = 0; i < pool->jobs.n; i++)
    if (pool->jobs.at[i]->id == id)
      return pool->jobs.at[i];
  return NULL;
}

static struct job *
add(struct pool *pool, pid_t process, int socket)
{
  struct job *job = mem_alloc(sizeof *job);
  job->id = ++pool->last_id;
  job->process = process;
  job->socket = socket;
  vec_push(&pool->jobs, job);
  return job;
}

static void
forget(struct pool *pool, struct job *job)
{
  size_t n = 0;
  for (size_t i = 0; i < pool->jobs.n; i++)
    if (pool->jobs.at[i] != job)
      pool->jobs.at[n++] = pool->jobs.at[i];
  pool->jobs.n = n;
  close(job->socket);
  for (size_t i = 0; i < job->sockets.n; i++)
    close(job->sockets.at[i]);
  vec_free(&job->sockets);
  str_free(&job->in);
  vec_drop(job);
}

/* What the system knows of a process that is our child: a job that has divided off becomes one when
 * its maker is gone, and then only. */
static void
bury(const struct job *job, int *signal, double *cpu_seconds)
{
  int status;
  struct rusage usage;
  pid_t got;
  do
    got = wait4(job->process, &status, 0, &usage);
  while (got < 0 && errno == EINTR);
  if (got <= 0)
    return;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  *cpu_seconds = clock_of_usage(&usage);
}

static void
put_down(struct pool *pool, struct job *job)
{
  int signal;
  double cpu_seconds;
  kill(job->process, SIGKILL);
  bury(job, &signal, &cpu_seconds);
  forget(pool, job);
}

/* ---- starting ---------------------------------------------------------------------- */

struct pool *
pool_new(void)
{
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  return mem_alloc(sizeof(struct pool));
}

void
pool_free(struct pool *pool)
{
  if (!pool)
    return;
  while (pool->jobs.n)
    put_down(pool, pool->jobs.at[pool->jobs.n - 1]);
  vec_free(&pool->jobs);
  vec_free(&pool->polls);
  str_free(&pool->text);
  vec_drop(pool);
}

static void
begin(struct pool_line *line, int socket)
{
  size_t addresses;
  line->socket = socket;
  line->in.n = 0;
  sizes(&addresses, &line->resident);
}

static _Noreturn void
work_and_exit(pool_work *work, void *argument, int socket, const struct pool_limits *limits)
{
  struct pool_line line = {0};
  struct str end = {0};
  begin(&line, socket);
  if (limits && limits->bytes)
    limit_memory(limits->bytes);
  work(argument, &line);
  str_printf(&end, "%.6f %zu", clock_processor(), pool_bytes(&line));
  write_line(line.socket, "e", str_text(&end));
  _exit(0);
}

/* Ctrl-C is for the process with the pool: it ends the jobs. Nobody waits for those that divide
 * off, so the system is told to forget them when they end. */
static void
become_job(const struct pool *pool, pid_t parent)
{
  for (size_t i = 0; i < pool->jobs.n; i++) {
    const struct job *job = pool->jobs.at[i];
    close(job->socket);
    for (size_t j = 0; j < job->sockets.n; j++)
      close(job->sockets.at[j]);
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

unsigned
pool_start(struct pool *pool, pool_work *work, void *argument, const struct pool_limits *limits)
{
  int ends[2];
  pid_t self = getpid();
  if (!make_sockets(ends))
    return 0;
  fflush(NULL); /* what is in buffers is not to be written twice */
  pid_t process = fork();
  if (!process) {
    close(ends[0]);
    become_job(pool, self);
    work_and_exit(work, argument, ends[1], limits);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return 0;
  }
  struct job *job = add(pool, process, ends[0]);
  if (limits && limits->seconds > 0)
    job->deadline = clock_now() + limits->seconds;
  return job->id;
}

/* ---- events ----------------------------------------------------------------------- */

/* The next line of a job; NULL if none is complete. Valid until more arrives. */
static const char *
next_line(struct job *job)
{
  char *from = job->in.text + job->looked;
  char *newline = job->in.n > job->looked ? memchr(from, '\n', job->in.n - job->looked) : NULL;
  if (!newline) {
    if (job->looked) { /* keep the rest only */
      memmove(job->in.text, from, job->in.n - job->looked);
      job->in.n -= job->looked;
      job->looked = 0;
    }
    return NULL;
  }
  *newline = 0;
  job->looked += (size_t)(newline - from) + 1;
  return from;
}

static void
set_text(struct pool *pool, struct pool_event *event, const char *text)
{
  pool->text.n = 0;
  str_add(&pool->text, text);
  event->text = str_text(&pool->text);
}

static bool
divided(struct pool *pool, struct job *job, const char *line, struct pool_event *event)
{
  char *rest;
  long process = strtol(line, &rest, 10);
  if (!job->sockets.n)
    return false;
  int socket = job->sockets.at[0];
  for (size_t i = 1; i < job->sockets.n; i++)
    job->sockets.at[i - 1] = job->sockets.at[i];
  job->sockets.n--;
  *event = (struct pool_event){.kind = POOL_DIVIDED, .id = job->id};
  set_text(pool, event, *rest ? rest + 1 : rest);
  event->child = add(pool, (pid_t)process, socket)->id;
  return true;
}

static bool
read_line(struct pool *pool, struct job *job, struct pool_event *event)
{
  const char *line = next_line(job);
  if (!line)
    return false;
  switch (*line) {
  case 'm':
    *event = (struct pool_event){.kind = POOL_MESSAGE, .id = job->id};
    set_text(pool, event, line + 1);
    return true;
  case 'd':
    return divided(pool, job, line + 1, event);
  default:
    job->said_end = sscanf(line + 1, "%lf %zu", &job->cpu_seconds, &job->bytes) == 2;
    return false;
  }
}

static void
ended(struct pool *pool, struct job *job, struct pool_event *event, enum pool_event_kind kind)
{
  double cpu_seconds = job->cpu_seconds;
  *event = (struct pool_event){.kind = kind, .id = job->id, .bytes = job->bytes};
  if (kind != POOL_ENDED)
    kill(job->process, SIGKILL); /* a process that closed its socket and lives on is of no use */
  bury(job, &event->signal, &cpu_seconds);
  event->cpu_seconds = cpu_seconds;
  forget(pool, job);
}

static bool
next_event(struct pool *pool, struct pool_event *event)
{
  double now = clock_now();
  for (size_t i = 0; i < pool->jobs.n; i++) {
    struct job *job = pool->jobs.at[i];
    while (job->in.n > job->looked) {
      size_t looked = job->looked;
      if (read_line(pool, job, event))
        return true;
      if (job->looked <= looked)
        break; /* nothing but a part of a line */
    }
    if (job->closed) {
      ended(pool, job, event, job->said_end ? POOL_ENDED : POOL_DIED);
      return true;
    }
    if (job->deadline > 0 && now >= job->deadline) {
      ended(pool, job, event, POOL_OVERDUE);
      return true;
    }
  }
  return false;
}

static double
until_deadline(const struct pool *pool, double seconds)
{
  double now = clock_now();
  for (size_t i = 0; i < pool->jobs.n; i++) {
    double deadline = pool->jobs.at[i]->deadline;
    if (deadline > 0 && deadline - now < seconds)
      seconds = deadline > now ? deadline - now : 0;
  }
  return seconds;
}

static void
listen_to_jobs(struct pool *pool, double seconds)
{
  vec_resize(&pool->polls, pool->jobs.n);
  for (size_t i = 0; i < pool->jobs.n; i++)
    pool->polls.at[i] = (struct pollfd){.fd = pool->jobs.at[i]->socket, .events = POLLIN};
  int ready = poll(pool->polls.at, (nfds_t)pool->jobs.n, (int)(seconds * 1000) + 1);
  for (size_t i = 0; ready > 0 && i < pool->jobs.n; i++)
    if (pool->polls.at[i].revents)
      receive(pool->jobs.at[i]);
}

void
pool_wait(struct pool *pool, double seconds, struct pool_event *event)
{
  *event = (struct pool_event){.kind = POOL_NOTHING};
  if (next_event(pool, event))
    return;
  listen_to_jobs(pool, until_deadline(pool, seconds));
  next_event(pool, event);
}

bool
pool_tell(struct pool *pool, unsigned id, const char *text)
{
  struct job *job = find(pool, id);
  return job && write_line(job->socket, "", text);
}

void
pool_kill(struct pool *pool, unsigned id)
{
  struct job *job = find(pool, id);
  if (job)
    put_down(pool, job);
}

size_t
pool_count(const struct pool *pool)
{
  return pool->jobs.n;
}

long
pool_process(const struct pool *pool, unsigned id)
{
  const struct job *job = find(pool, id);
  return job ? (long)job->process : 0;
}

/* ---- the job's side ------------------------------------------------------------------ */

void
pool_say(struct pool_line *line, const char *text)
{
  if (!write_line(line->socket, "m", text))
    _exit(0); /* nobody listens any more */
}

bool
pool_hear(struct pool_line *line, struct str *text)
{
  char *newline;
  while (!(newline = line->in.n ? memchr(line->in.text, '\n', line->in.n) : NULL)) {
    char bytes[512];
    ssize_t n = recv(line->socket, bytes, sizeof bytes, 0);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    str_add_bytes(&line->in, bytes, (size_t)n);
  }
  size_t length = (size_t)(newline - line->in.text);
  text->n = 0;
  str_add_bytes(text, line->in.text, length);
  memmove(line->in.text, newline + 1, line->in.n - length - 1);
  line->in.n -= length + 1;
  return true;
}

bool
pool_called(struct pool_line *line)
{
  struct pollfd poll_socket = {.fd = line->socket, .events = POLLIN};
  return line->in.n || poll(&poll_socket, 1, 0) > 0;
}

enum pool_side
pool_divide(struct pool_line *line, const char *text)
{
  int ends[2];
  if (!make_sockets(ends))
    return POOL_UNDIVIDED;
  pid_t process = fork();
  if (!process) {
    close(ends[0]);
    close(line->socket);
    begin(line, ends[1]);
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
