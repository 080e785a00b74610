/* Replays: a run of the interpreter as a real process that takes the same steps.
 *
 * The run must be one of a prog that was unfolded for it (frontend_options.replay): it then has
 * the points that the instrumented program stops at. script.c writes what the threads do there as
 * a C file; native.c compiles it together with the program and share/replay, runs it, and says what
 * came of it. */
#ifndef HEDDLE_REPLAY_REPLAY_H
#define HEDDLE_REPLAY_REPLAY_H

#include "base/diag.h"
#include "base/str.h"
#include "interp/interp.h"

struct replay_input {
  const struct prog *prog;
  const struct run *run;
  bool malloc_fails, no_spurious, handle_first; /* as the prog was unfolded */
};

/* The script as C source. A late store is held back by the process in a buffer of its own, at the
 * point of the instruction. The result is an access that would have to go through the buffer and is
 * at no point, so that the script is of no use; NO_EVENT if there is none. */
#define NO_EVENT UINT32_MAX
event_id replay_script(struct str *out, const struct replay_input *input);

/* How the program is compiled: AddressSanitizer and ThreadSanitizer see what the plain program
 * does not notice. */
enum replay_build { REPLAY_PLAIN, REPLAY_ADDRESS, REPLAY_THREAD };
enum replay_build replay_build_for(const struct replay_input *input);

enum replay_outcome {
  REPLAY_REPRODUCED,
  REPLAY_FOLLOWED,   /* the run has no bug, and the process took all its steps */
  REPLAY_DIVERGED,   /* the process did something else; our mistake */
  REPLAY_FAILED,     /* it could not be built or run; see diags */
  REPLAY_IMPOSSIBLE, /* no process was tried: it could not hold back a late store, or have its
                        objects where the run has them, or show a race of accesses that are apart */
};

struct replay_files {
  const char *folder;  /* where everything is put */
  const char *program; /* the instrumented program, bitcode */
  bool is_32_bit;
};

/* Writes the script, compiles and runs; `text` is what the process said at its end. */
enum replay_outcome replay_run(const struct replay_input *input, const struct replay_files *files,
                               struct str *text, struct diags *diags);

#endif
