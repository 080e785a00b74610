/* The engine: one bounded problem in, one verdict out.
 *
 * Encodes, solves, and lets the interpreter execute the solver's answer before anybody sees it. */
#ifndef HEDDLE_ENGINE_ENGINE_H
#define HEDDLE_ENGINE_ENGINE_H

#include "analysis/labels.h"
#include "analysis/part.h"
#include "backend/backend.h"
#include "base/str.h"
#include "encode/encode.h"
#include "interp/interp.h"
#include "ir/prog.h"
#include "ir/schedule.h"
#include "sat/sat.h"
#include "swarm/journal.h"
#include "swarm/transport.h"

enum verdict {
  VERDICT_BUG,      /* with a schedule that the interpreter has confirmed */
  VERDICT_SAFE,     /* no bug, and nothing left open: no loop cut, rounds enough for any schedule */
  VERDICT_BOUNDED,  /* no bug within the bounds */
  VERDICT_UNKNOWN,  /* limit reached or interrupted; see limit and reason */
  VERDICT_INTERNAL, /* our own mistake: the model does not execute; see reason */
};

/* The rows of the table of engines (table.c), and the words of --engine in the same order. */
enum engine_kind {
  ENGINE_AUTO,
  ENGINE_SAT,
  ENGINE_EXPLICIT,
  ENGINE_BOTH,
  ENGINE_ORDER,
  ENGINE_STATES,
  ENGINE_RANDOM,
  ENGINE_DIMACS,
  ENGINE_SMT2,
  ENGINE_GCC,
  ENGINE_CBMC,
  ENGINE_ESBMC,
  ENGINE_KLEE,
  ENGINE_CPACHECKER,
  ENGINE_FRAMA_C,
  ENGINES
};
#define ENGINE_WORDS                                                                               \
  "auto,rounds,explicit,both,order,states,random,dimacs:COMMAND,smt2:COMMAND,gcc,cbmc,esbmc,klee," \
  "cpachecker,"                                                                                    \
  "frama-c"
/* What some of them were called in the past. */
#define ENGINE_WORDS_PAST "sat=rounds"

/* What an engine may be able to do, a bit each. */
enum engine_ability {
  ENGINE_DIVIDES = 1 << 0,    /* several processes can share one problem */
  ENGINE_JOURNALS = 1 << 1,   /* what they have decided can be written down and taken up again */
  ENGINE_CERTIFIES = 1 << 2,  /* it makes proofs that there is no bug */
  ENGINE_DEEPENS = 1 << 3,    /* it decides whether loops are cut, so that bounds can be raised */
  ENGINE_INTERRUPTS = 1 << 4, /* it can be stopped in the middle */
  ENGINE_PARTS = 1 << 5,      /* it can be asked about a part of the schedules */
};

struct search;
struct engine_options;

/* What comes of a search, before anybody has confirmed it. */
enum search_answer {
  SEARCH_FOUND,   /* result->schedule is said to violate an assertion */
  SEARCH_NOTHING, /* no violation within the rounds; loops_known, loops_complete, cut are set */
  SEARCH_STOPPED, /* result->limit, phase and reason are set */
  SEARCH_WRONG,   /* we have made a mistake; result->reason is set */
};

struct engine {
  const char *name;              /* the word of --engine, without what stands behind a colon */
  bool has_command;              /* a command stands there */
  unsigned memory;               /* bit m: it knows enum memory_model m */
  unsigned memory_of_all;        /* likewise, if no rounds are given: it looks at every schedule */
  unsigned properties;           /* bits of enum property that it can be asked about */
  unsigned abilities;            /* bits of enum engine_ability */
  bool proves;                   /* if bounds are raised, a prover works beside it (prove.h) */
  bool loops;                    /* the program with its loops is looked at, too: vm/vm.h */
  bool one_order;                /* its clauses are those of encode_order */
  bool counts_clauses;           /* for statistics: it makes clauses, and solves them */
  bool counts_states;            /* likewise: it visits states */
  const struct backend *backend; /* the other verifier that it runs; NULL = none */
  /* Makes the solver, if that is not our own (NULL). */
  struct sat *(*solver)(const struct engine_options *options);
  enum search_answer (*search)(struct search *search);
};

const struct engine *engine_get(enum engine_kind kind);
/* The row with this name; NULL if there is none. */
const struct engine *engine_find(const char *name);
enum engine_kind engine_kind(const struct engine *engine);

/* What is wanted of an engine. */
struct engine_wish {
  enum memory_model memory;
  unsigned properties;
  unsigned abilities;
  bool keeps;  /* the files of another verifier */
  bool rounds; /* so many and no more */
};
/* Must it be told how many rounds, under this memory model? Otherwise it can look at every
 * schedule. */
bool engine_needs_rounds(const struct engine *engine, enum memory_model memory);
/* Can it do that? False with the reason in `error` if not: words for a message about options. */
bool engine_can(const struct engine *engine, const struct engine_wish *wish, struct str *error);

/* Whose word it is that there is no bug, where nobody has checked that; "" where it is our own. */
const char *engine_believed(const struct engine *engine, const char *command);

/* Why there is no answer. */
enum engine_limit { LIMIT_NONE, LIMIT_TIME, LIMIT_INTERRUPT, LIMIT_SIZE };

/* What is happening now, for a live status line. */
struct engine_status {
  const char *phase; /* "encoding", "solving", "checking bounds", "exploring"; static */
  unsigned answered; /* questions about bugs that are decided: there is none */
  uint32_t labels;
  int variables;
  uint64_t clauses, states;
  unsigned refinements;                        /* how often clauses were added after a model */
  unsigned jobs_done, jobs_running, jobs_left; /* parts of the problem; all 0: it is one piece */
  double share;                                /* of the schedules that are decided, 0 to 1 */
  bool shares;                                 /* that is counted */
  size_t bytes;                                /* of memory, by all processes */
};

/* What there is to show for the answer "no" to a question. */
enum certified {
  CERTIFIED_NOTHING, /* it was not asked, or not answered so, or the proof could not be made */
  CERTIFIED_PLAIN,   /* no clause was needed: analysis or encoder have found that it is never so */
  CERTIFIED_PROOF,   /* a formula and a proof; see certify.c */
};

struct engine_options {
  enum engine_kind kind;
  const char *command; /* of an engine that has one */
  const char *folder;  /* exists: for the program of another verifier and what it leaves behind */
  unsigned rounds;     /* 0 = every schedule, whatever its rounds: see engine_needs_rounds */
  const struct part *part; /* of the schedules, by the labels of the whole prog; NULL = all */
  unsigned seed;
  unsigned jobs;   /* processes at work at the same time; 0 = solve in this one */
  unsigned leaves; /* divide into so many parts at once; 0 = as it turns out to be hard */
  uint64_t slice;  /* conflicts after which a part is looked at again; 0 = as is usual */
  size_t bytes;    /* of memory a job may use; 0 = no limit */
  const struct transport *transport; /* how other processes are reached; NULL = they are forked */
  struct journal *journal;           /* of what jobs have found out; NULL = none */
  bool no_narrow;                    /* give every value all its bits */
  bool no_slice;                     /* keep what no property depends on */
  bool no_grow;                      /* let all threads run and be interrupted from the start */
  uint64_t conflicts;                /* SAT, without jobs: what the search may cost; 0 = no limit */
  uint64_t states;     /* likewise, of every schedule's; 0 = what memory has room for */
  bool only_bugs;      /* do not ask whether loops are cut */
  bool lazily;         /* one order: leave what can be left to refinements */
  bool no_guess;       /* do not try with fewer bits than the analysis can prove */
  const char *certify; /* SAT: the folder into which proofs go; NULL = none wanted */
  double seconds;      /* for everything the engine does; 0 = no limit */
  /* Polled: true = stop soon (Ctrl-C), and then it stays true. Also the place to draw status. */
  bool (*stop)(void *argument);
  void *argument;
  struct engine_status *status; /* kept up to date if not NULL */
};

struct engine_result {
  enum verdict verdict;
  enum engine_limit limit;    /* UNKNOWN, and BOUNDED where the loops were not decided */
  const char *phase;          /* in which the limit was reached; static */
  unsigned answered;          /* UNKNOWN: questions that were answered before that, with no */
  const char *reason;         /* UNKNOWN, INTERNAL: why; a static text, or `trouble` */
  struct str trouble;         /* what the solver did instead of answering; empty = nothing */
  struct schedule schedule;   /* BUG, INTERNAL */
  struct run run;             /* BUG: ends in the violation */
  bool loops_known;           /* whether loops_complete was decided */
  bool loops_complete;        /* no run within the rounds is cut by an unwinding bound */
  bool rounds_complete;       /* more rounds would add no schedule */
  const struct engine *whole; /* that has looked at every schedule; NULL = at those of the rounds */
  VEC(bool) hit;              /* of each loop of the prog: its bound is reached by some run */
  double share;               /* UNKNOWN: of the schedules within the rounds, without a bug */
  unsigned parts_done;        /* UNKNOWN: parts of a divided problem that have no bug, */
  unsigned parts_open;        /* and those that are not decided */
  unsigned lost;              /* UNKNOWN: parts that nobody could decide, as their processes died */
  event_id cut; /* one cut event that is reached, if !loops_complete and known, else UINT32_MAX */
  int variables;
  uint64_t clauses, conflicts, states;
  unsigned steps;       /* questions put to the solver */
  unsigned refinements; /* how often clauses were added after a model; one order only */
  unsigned parts;       /* that were decided by processes of their own; 0: it was one piece */
  unsigned rivals;      /* processes, besides these, that worked on a part of another one */
  double job_seconds;   /* processor time of these, as far as they told */
  enum certified certified[QUESTIONS];
  struct str uncertified; /* why a proof could not be made; empty = no reason to complain */
  double analysis_seconds, encode_seconds, solve_seconds, check_seconds;
};

void engine_check(struct engine_result *result, const struct prog *prog,
                  const struct labels *labels, const struct engine_options *options);
/* The same about a schedule that somebody takes for a bug; it is the result's from now on. */
void engine_confirm(struct engine_result *result, const struct prog *prog,
                    const struct labels *labels, const struct engine_options *options,
                    struct schedule schedule);
void engine_result_free(struct engine_result *result);

/* "violation", "deadlock", "race", "cut". The proof of a question's "no" are the files
 * FOLDER/NAME.cnf and FOLDER/NAME.drat; if clauses may be added after models, FOLDER/NAME.order says
 * which these are. */
const char *engine_question_name(enum question question);

/* Do `rounds` rounds contain every interleaving? (sufficient condition, see rounds.c) */
bool engine_rounds_complete(const struct prog *prog, const struct labels *labels, unsigned rounds);

#endif
