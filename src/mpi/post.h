/* The process of a rank that uses MPI: it passes lines on, and does nothing else.
 *
 * Beside it there is a process that works, its child, forked before MPI began. That one searches, if it
 * is rank 0, and has the nursery on the others; the lines between these two are those of swarm/relay.h.
 * So whatever works may fork, be stopped and be killed, while MPI does not see any of it; and MPI is
 * looked after at every moment, however busy the solvers are. */
#ifndef HEDDLE_MPI_POST_H
#define HEDDLE_MPI_POST_H

/* Ends when the work of rank 0 has ended, on all ranks. `socket` leads to the child, which is told
 * "rank NUMBER OF" first. What this rank should exit with. */
int post_run(long child, int socket, int *argc, char ***argv);

#endif
