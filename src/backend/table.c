/* The back ends. Each program is told by -D which words it understands (share/emit/sequential.h);
 * there are no loops in it, so none needs a bound. */
#include "backend/backend.h"

#define SPLIT "-DHEDDLE_FRAMA_C -DHEDDLE_SPLIT"

/* All runs, as far as that goes, then some at random. */
const struct backend backend_gcc = {
  .name = "gcc",
  .steps = {{{"@cc", "-std=c17", "-O1", "-I@emit", "program.c", "@emit/explore.c", "-o", "program"},
             NULL},
            {{"@folder/program", "--runs", "5000000"}, read_explore},
            {{"@folder/program", "--random", "1000000"}, read_explore}},
  .open = "has not tried all runs, and found no violation in those it tried",
};

const struct backend backend_cbmc = {
  .name = "cbmc",
  .steps = {{{"cbmc", "--no-standard-checks", "--stop-on-fail", "-DHEDDLE_CBMC", "-I@emit",
              "program.c"},
             read_bmc}},
};

/* What the violation does not depend on would be missing in the counterexample. (The options are
 * those of 7.0 and later; --no-standard-checks is younger.) */
const struct backend backend_esbmc = {
  .name = "esbmc",
  .steps = {{{"esbmc", "program.c", "-I@emit", "-DHEDDLE_ESBMC", "--no-bounds-check",
              "--no-pointer-check", "--no-div-by-zero-check", "--no-align-check", "--no-slice"},
             read_bmc}},
};

/* In the order in which few states are kept. It limits its memory itself if it is not told not to,
 * and its own allocator reserves more addresses than a limit from outside allows. */
const struct backend backend_klee = {
  .name = "klee",
  .steps = {{{"clang", "-O1", "-emit-llvm", "-c", "-g", "-DHEDDLE_KLEE", "-I@emit", "program.c",
              "-o", "program.bc"},
             NULL},
            {{"klee", "--search=dfs", "--max-memory=0", "--kdalloc=false",
              "--exit-on-error-type=ReportError", "--dump-states-on-halt=false",
              "--only-output-states-covering-new", "program.bc"},
             read_klee}},
  .open = "has not gone all paths to their ends, or warns that it might have missed some",
};

/* Its default specification knows no reach_error, and there would never be a violation. Its time is
 * limited, too, unless it is given enough. */
const struct backend backend_cpachecker = {
  .name = "cpachecker",
  .steps = {{{"@cc", "-E", "-P", "-DHEDDLE_SVCOMP", "-I@emit", "program.c", "-o", "program.i"},
             NULL},
            {{"cpachecker", "--default", "--spec", "sv-comp-reachability", "--64", "--timelimit",
              "1000000s", "--no-output-files", "program.i"},
             read_cpachecker}},
  .open = "gives up",
};

/* Each run by itself, as far as that goes: what is merged is proved less often. */
const struct backend backend_frama_c = {
  .name = "frama-c",
  .steps = {{{"frama-c", "-cpp-extra-args=" SPLIT " -I@emit", "-eva", "-eva-slevel", "100000",
              "-eva-split-return", "full", "program.c"},
             read_eva}},
  .open = "cannot exclude a violation; it can only show that there is none",
};
