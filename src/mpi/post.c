/* Nothing here waits: not for MPI, since messages come at any time from anywhere, nor for the child,
 * which may be busy. What cannot be sent now is kept. If nothing has happened, the process sleeps for a
 * moment instead of asking MPI again and again, as MPI itself does when it waits: the processors are for
 * the solvers.
 *
 * A message is a line without its newline. Messages of one rank to another arrive in their order. What is
 * for all ranks goes through MPI_Bcast, which spreads it as a tree; a message says that it comes.
 *
 * The end: rank 0 tells all others to quit. They stop their work at once, and say that they do, after
 * which nothing comes from them. Rank 0 hears all that was under way before, so no message is left when
 * MPI ends. */
#define _XOPEN_SOURCE 700
#include "mpi/post.h"

#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "mpi/agree.h"
#include "report/report.h"
#include "swarm/wire.h"

/* How long it sleeps when nothing happens. */
#define NAP_SECONDS 0.001

enum tag {
  TAG_LINE = 1, /* a line */
  TAG_ALL,      /* so many bytes follow by MPI_Bcast */
  TAG_QUIT,     /* from rank 0 */
  TAG_BYE,      /* to rank 0, and nothing after it */
};

struct parcel {
  MPI_Request request;
  char *text; /* until it is sent */
};

struct post {
  struct wire wire; /* to the child */
  pid_t child;      /* 0 = it has ended, as `status` says */
  int status;
  int rank, ranks;
  bool quits;
  int byes; /* ranks that have said it */
  VEC(struct parcel) parcels;
};

/* ---- to other ranks ------------------------------------------------------------------- */

static void
send(struct post *post, int rank, enum tag tag, const char *text)
{
  struct parcel parcel = {.text = mem_strdup(text)};
  size_t n = strlen(text);
  INVARIANT(n < 1u << 30);
  MPI_Isend(parcel.text, (int)n, MPI_CHAR, rank, (int)tag, MPI_COMM_WORLD, &parcel.request);
  vec_push(&post->parcels, parcel);
}

/* In pieces, as MPI counts in int. */
static void
broadcast(char *text, size_t n)
{
  const size_t most = 1u << 28;
  for (size_t at = 0; at < n; at += most)
    MPI_Bcast(text + at, (int)(n - at < most ? n - at : most), MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void
send_to_all(struct post *post, const char *text)
{
  char length[32];
  char *copy = mem_strdup(text);
  snprintf(length, sizeof length, "%zu", strlen(text));
  for (int rank = 1; rank < post->ranks; rank++)
    send(post, rank, TAG_ALL, length);
  broadcast(copy, strlen(text));
  vec_drop(copy);
}

/* True if something has been sent. */
static bool
forget_sent(struct post *post)
{
  size_t kept = 0, n = post->parcels.n;
  for (size_t i = 0; i < n; i++) {
    struct parcel parcel = post->parcels.at[i];
    int sent;
    MPI_Test(&parcel.request, &sent, MPI_STATUS_IGNORE);
    if (sent)
      vec_drop(parcel.text);
    else
      post->parcels.at[kept++] = parcel;
  }
  post->parcels.n = kept;
  return kept < n;
}

/* On rank 0 the first word says for whom it is. */
static void
pass_line(struct post *post, const char *line)
{
  char *rest;
  if (post->rank) {
    send(post, 0, TAG_LINE, line);
    return;
  }
  unsigned long rank = strtoul(line, &rest, 10);
  INVARIANT(*rest == ' ' && rank < (unsigned long)post->ranks);
  if (rank)
    send(post, (int)rank, TAG_LINE, rest + 1);
  else
    send_to_all(post, rest + 1);
}

static bool
pass_lines(struct post *post)
{
  const char *line;
  bool some = false;
  wire_take(&post->wire);
  while ((line = wire_next(&post->wire))) {
    pass_line(post, line);
    some = true;
  }
  return some;
}

/* ---- from other ranks ----------------------------------------------------------------- */

static void
take_broadcast(struct post *post, const char *length)
{
  size_t n = strtoull(length, NULL, 10);
  char *text = mem_alloc(n + 1);
  broadcast(text, n);
  wire_push(&post->wire, text);
  vec_drop(text);
}

static void
take_line(struct post *post, int from, const char *text)
{
  struct str line = {0};
  if (!post->rank)
    str_printf(&line, "%d ", from);
  str_add(&line, text);
  wire_push(&post->wire, str_text(&line));
  str_free(&line);
}

static void
take(struct post *post, const MPI_Status *status, MPI_Message *message)
{
  int n;
  MPI_Get_count(status, MPI_CHAR, &n);
  char *text = mem_alloc((size_t)n + 1);
  MPI_Mrecv(text, n, MPI_CHAR, message, MPI_STATUS_IGNORE);
  if (status->MPI_TAG == TAG_LINE)
    take_line(post, status->MPI_SOURCE, text);
  else if (status->MPI_TAG == TAG_ALL)
    take_broadcast(post, text);
  else if (status->MPI_TAG == TAG_QUIT)
    post->quits = true;
  else if (status->MPI_TAG == TAG_BYE)
    post->byes++;
  vec_drop(text);
}

static bool
take_messages(struct post *post)
{
  bool some = false;
  while (!post->quits) {
    MPI_Status status;
    MPI_Message message;
    int found;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &message, &status);
    if (!found)
      return some;
    take(post, &status, &message);
    some = true;
  }
  return some;
}

/* ---- the child ------------------------------------------------------------------------ */

/* Slurm warns by SIGUSR1 if it was told so. Such signals ask rank 0 to end, and say nothing to the
 * others: they are told when it has. */
static void
asking_signals(sigset_t *set)
{
  sigemptyset(set);
  sigaddset(set, SIGINT);
  sigaddset(set, SIGTERM);
  sigaddset(set, SIGUSR1);
}

static void
hold_signals(void)
{
  sigset_t set;
  asking_signals(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static void
hand_on_signals(const struct post *post)
{
  struct timespec none = {0};
  sigset_t set;
  asking_signals(&set);
  while (!post->rank && sigtimedwait(&set, NULL, &none) > 0)
    if (post->child)
      kill(post->child, SIGTERM);
}

/* True if the child is there. What it has said before its end is passed on. */
static bool
look_after_child(struct post *post)
{
  pid_t got = post->child ? waitpid(post->child, &post->status, WNOHANG) : 0;
  if (got != post->child && !(got < 0 && errno == ECHILD))
    return true;
  if (post->child && post->rank) {
    post->child = 0;
    pass_lines(post);
    send(post, 0, TAG_LINE, "gone");
  }
  post->child = 0;
  return false;
}

static void
end_child(struct post *post)
{
  if (!post->child)
    return;
  kill(post->child, SIGKILL);
  while (waitpid(post->child, &post->status, 0) < 0 && errno == EINTR)
    ;
  post->child = 0;
}

/* As a shell would say it. */
static int
code_of(const struct post *post)
{
  return WIFEXITED(post->status) ? WEXITSTATUS(post->status) : 128 + WTERMSIG(post->status);
}

/* ---- all ------------------------------------------------------------------------------ */

/* Whatever there is to do now; then a nap, if there was nothing. */
static void
turn(struct post *post)
{
  bool busy = pass_lines(post);
  busy |= take_messages(post);
  busy |= forget_sent(post);
  wire_write(&post->wire);
  hand_on_signals(post);
  if (busy)
    return;
  if (post->child && !post->wire.closed) {
    wire_wait(&post->wire, NAP_SECONDS);
  } else {
    struct timespec nap = {0, (long)(NAP_SECONDS * 1e9)};
    nanosleep(&nap, NULL);
  }
}

static void
finish_sending(struct post *post)
{
  while (post->parcels.n) {
    MPI_Wait(&vec_last(&post->parcels).request, MPI_STATUS_IGNORE);
    vec_drop(vec_last(&post->parcels).text);
    post->parcels.n--;
  }
}

static void
lead(struct post *post)
{
  while (look_after_child(post))
    turn(post);
  for (int rank = 1; rank < post->ranks; rank++)
    send(post, rank, TAG_QUIT, "");
  while (post->byes < post->ranks - 1)
    turn(post);
}

static void
follow(struct post *post)
{
  while (!post->quits) {
    look_after_child(post);
    turn(post);
  }
  end_child(post);
  send(post, 0, TAG_BYE, "");
}

/* The child begins its work. */
static void
greet(struct post *post)
{
  struct str line = {0};
  str_printf(&line, "rank %d %d", post->rank, post->ranks);
  wire_push(&post->wire, str_text(&line));
  str_free(&line);
}

int
post_run(long child, int socket, int *argc, char ***argv)
{
  struct post post = {.child = (pid_t)child, .wire = {.socket = socket}};
  int code = EXIT_INPUT;
  hold_signals();
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &post.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &post.ranks);
  if (agree_on_program(post.rank, post.ranks)) {
    greet(&post);
    if (post.rank)
      follow(&post);
    else
      lead(&post);
    code = post.rank ? 0 : code_of(&post);
  }
  end_child(&post);
  finish_sending(&post);
  vec_free(&post.parcels);
  wire_free(&post.wire);
  MPI_Finalize();
  return post.rank ? 0 : code;
}
