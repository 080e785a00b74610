/* heddle-mpi: heddle check on many machines.
 *
 * A rank is two processes. One uses MPI and passes lines on (post.c); it must not fork from the moment
 * on at which MPI begins, since the memory that a network card writes to must not become that of a copy. The
 * other one works, knows nothing of MPI and forks as it likes: on rank 0 it is heddle check as ever, with its
 * clang, its prover and its replay; on the others it starts the workers (swarm/nursery.h). So the first thing
 * that happens is that these two part. Which rank it is the working one is told. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/worker.h"
#include "cli/cli.h"
#include "engine/instances.h"
#include "engine/swarm.h"
#include "mpi/post.h"
#include "swarm/nursery.h"
#include "swarm/relay.h"

static void
print_help(FILE *out)
{
  fputs(
    "Usage: mpirun -n N heddle-mpi check FILE... [options] [-- CLANG-FLAGS]\n\n"
    "heddle check, with N - 1 ranks at work on the parts of one problem. The options are those of\n"
    "heddle check: see heddle-mpi help check. doc/cluster.md tells how to use it on a cluster.\n",
    out);
}

static int
print_options(void)
{
  struct str text = {0};
  options_help(&text, command_check.table);
  fputs(str_text(&text), stdout);
  str_free(&text);
  return 0;
}

static int
print_version(void)
{
  struct str text = {0};
  report_version(&text);
  puts(str_text(&text));
  str_free(&text);
  return 0;
}

static int
refuse(const char *word)
{
  fprintf(stderr, "heddle-mpi: only 'check' can be shared among ranks: use 'heddle %s'\n", word);
  return EXIT_USAGE;
}

/* ---- the process that works ------------------------------------------------------------ */

/* As a copy of this process may have been killed, nothing is freed that others have begun. */
static int
check(const struct command_line *line, const struct wire *wire, unsigned ranks)
{
  if (!ranks) {
    fputs("heddle-mpi: one rank is too few, since rank 0 does not search: give 'mpirun -n 2' or "
          "more, or "
          "use heddle\n",
          stderr);
    return EXIT_USAGE;
  }
  struct relay *relay = relay_new(wire, ranks);
  int code = check_with(line, relay_transport(relay), ranks);
  relay_free(relay);
  return code;
}

static int
command(const struct command_line *line, const struct wire *wire, unsigned ranks)
{
  const char *word = line->argc > 1 ? line->argv[1] : NULL;
  if (!word) {
    print_help(stderr);
    return EXIT_USAGE;
  }
  if (!strcmp(word, "check"))
    return check(line, wire, ranks);
  if (!strcmp(word, "--version"))
    return print_version();
  if (!strcmp(word, "help") && line->argc > 2 && !strcmp(line->argv[2], "check"))
    return print_options();
  if (strcmp(word, "--help") != 0 && strcmp(word, "-h") != 0 && strcmp(word, "help") != 0)
    return refuse(word);
  print_help(stdout);
  return 0;
}

/* Rank 0 decides when it is over; it ends, or kills, this one. */
static int
serve(const struct wire *wire)
{
  static const struct work *const works[] = {&work_leaf, &work_instance};
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  nursery_serve(wire, works, sizeof works / sizeof *works);
  return 0;
}

/* "rank NUMBER OF"; false if MPI has not begun. */
static bool
hear_rank(struct wire *wire, unsigned *rank, unsigned *ranks)
{
  const char *line = NULL;
  while (!line && !wire->closed) {
    wire_wait(wire, -1);
    wire_take(wire);
    line = wire_next(wire);
  }
  return line && sscanf(line, "rank %u %u", rank, ranks) == 2;
}

static int
work(int socket, int argc, char *const *argv)
{
  struct wire wire = {.socket = socket};
  unsigned rank, ranks;
  signal(SIGUSR1, SIG_IGN); /* it is for the other process, which says what is to be done */
  if (!hear_rank(&wire, &rank, &ranks))
    return EXIT_INPUT;
  if (rank)
    return serve(&wire);
  return cli_end(command(&(struct command_line){argc, argv}, &wire, ranks - 1));
}

int
main(int argc, char **argv)
{
  int ends[2];
  long self = (long)getpid();
  mem_guard_new();
  mem_deepen_stack();
  pid_t child = wire_pair(ends) ? fork() : -1;
  if (child < 0) {
    fprintf(stderr, "heddle-mpi: cannot start a second process: %s\n", strerror(errno));
    return EXIT_INPUT;
  }
  if (child) {
    close(ends[1]);
    return post_run((long)child, ends[0], &argc, &argv);
  }
  close(ends[0]);
  worker_die_with(self);
  return work(ends[1], argc, argv);
}
