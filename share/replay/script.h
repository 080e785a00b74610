/* The script of a replay: which thread passes which point when, and what it must find there.
 *
 * heddle writes a script as a C file of its own; it is linked with the program, which calls
 * replay.c at every point, and with the functions of this folder. */
#ifndef HEDDLE_REPLAY_SCRIPT_H
#define HEDDLE_REPLAY_SCRIPT_H

enum heddle_line_kind {
  LINE_POINT, /* an instruction begins */
  LINE_PAST,  /* it has ended */
  LINE_PART,  /* one of its accesses: `value` bytes at `offset`; others come between them */
  LINE_LEAVE, /* no thread's: a late store leaves the buffer, and others see it from now on */
};

enum heddle_line_flags {
  LINE_UNSET = 1,     /* PAST: it is what uninitialised memory happens to hold: it is put there */
  LINE_UNCHECKED = 2, /* PAST: a piece of an address, which differs from process to process */
  LINE_VALUE = 4,     /* PAST: there is a value */
  LINE_SEEN = 8,      /* POINT: others can tell when this happens */
  LINE_STORE = 16,    /* PART: it is a store */
  LINE_DEAD = 32,     /* LEAVE: what it was stored to does not exist any more */
};

struct heddle_line {
  unsigned thread;
  unsigned char kind, flags;
  unsigned point;
  unsigned object;           /* that the address, or the value, points into; 0 = none */
  unsigned long long offset; /* in it */
  unsigned long long value;  /* PAST */
  unsigned late;             /* POINT, PART, LEAVE: the number of a late store, from 1; 0 = none */
};

enum heddle_end {
  END_NOTHING, /* the threads take these steps, and that is all */
  END_FAULT,   /* the last step fails, with `fault` */
  END_DEADLOCK,
  END_RACE, /* the last two points touch the same memory */
};

struct heddle_object {
  unsigned long long base, size;
};

struct heddle_script {
  const struct heddle_line *lines;
  unsigned n_lines;
  unsigned n_objects;
  unsigned n_late;           /* stores that others see late */
  unsigned most;             /* of __heddle_most */
  unsigned char switches[5]; /* of __heddle_switch */
  unsigned char real_locks;  /* rather than the models of them */
  enum heddle_end end;
  int fault;        /* enum heddle_error_kind */
  const char *what; /* what happens in the end, in words */
  /* A fault of memory that no sanitizer may notice: where the objects lie in the trace, and the
   * address in question there (0: there is none); it may be outside of all objects. Or it is a
   * variable whose owner, a thread, has ended (0: it has none, else its number + 1). */
  const struct heddle_object *objects;
  unsigned long long address;
  unsigned char outside;
  unsigned owner;
  const unsigned *waiting; /* END_DEADLOCK: the threads that wait for ever */
  unsigned n_waiting;
  unsigned racing[2]; /* END_RACE: the threads */
};

enum { SCRIPT_FIRST_LINE = 6 }; /* of the file, in which `lines` begin */

extern const struct heddle_script heddle_script;

/* Where the variables of the program lie; the last one is no object. Part of the program. */
struct heddle_global {
  void *address;
  unsigned object;
};
extern const struct heddle_global heddle_replay_globals[];

#endif
