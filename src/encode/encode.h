/* The encoder: prog in, clauses out. doc/encoding.md explains it and why it is right.
 *
 * The clauses describe all round-robin executions of some rounds, or all executions by one order,
 * violating or not; what is asked for is one of the literals below, to be assumed (or added as a
 * unit). */
#ifndef HEDDLE_ENCODE_ENCODE_H
#define HEDDLE_ENCODE_ENCODE_H

#include "analysis/labels.h"
#include "analysis/part.h"
#include "analysis/ranges.h"
#include "analysis/values.h"
#include "ir/prog.h"
#include "ir/schedule.h"
#include "sat/sat.h"

struct encoding;

/* What may be assumed to make the problem smaller; see restrict.c. */
enum restriction_kind {
  RESTRICT_ABSENT, /* thread `which` does not start */
  RESTRICT_HASTY,  /* thread `which` is interrupted only where it waits */
  RESTRICT_PROMPT, /* what thread `which` stores is seen at once */
  RESTRICT_NARROW, /* what is put into some cell fits into few bits */
};
struct restriction {
  int literal;
  enum restriction_kind kind;
  uint32_t which;
};
/* With up to this many threads there is little to gain from leaving some of them out. */
enum { ENCODING_FEW_THREADS = 5 };
/* Writes the clauses of the restrictions: `grow` those of threads, `guess` those of widths. */
void encoding_restrict(struct encoding *encoding, bool grow, bool guess);
size_t encoding_restrictions(const struct encoding *encoding, const struct restriction **list);
/* Of the restrictions, one that is not in the list: nothing is passed behind the first round. 0: there
 * is none, since there are few threads, or one round. */
int encoding_first_round(const struct encoding *encoding);

/* Borrows its arguments until encoding_free. Without ranges (NULL) every value has all its bits.
 * Of the executions only those of the part are described; NULL is all. */
struct encoding *encode(const struct prog *prog, const struct labels *labels, struct values *values,
                        const struct ranges *ranges, unsigned rounds, const struct part *part,
                        struct sink *sink);
void encoding_free(struct encoding *encoding);

/* The clauses of all schedules, without rounds: see order.c. Not all of them are
 * written at once: after a model, encoding_refine has to be asked. */
struct encode_watch {
  bool (*stop)(void *argument); /* polled; true = stop soon. NULL = never */
  void *argument;
  bool lazily;   /* leave as much as possible to encoding_refine */
  uint64_t most; /* clauses; 0 = no limit */
};
struct encoding *encode_order(const struct prog *prog, const struct labels *labels,
                              struct values *values, const struct ranges *ranges, struct sink *sink,
                              struct encode_watch watch);
/* The encoding is a whole one, unless it was stopped or would have become too large: about so many
 * clauses then. */
bool encoding_is_whole(const struct encoding *encoding);
uint64_t encoding_too_large(const struct encoding *encoding); /* 0: it is not */
/* Writes clauses that the solver's model violates into the sink, from where they are to reach the
 * solver; how many. They hold in every execution, and have no new variables. 0: the model is an
 * execution. There are none to add by rounds. */
size_t encoding_refine(struct encoding *encoding, struct sat *sat, struct sink *sink);
/* Are there clauses that may be added after a model? Then this writes of what each of them is an
 * instance, and what is needed to check that; see account.c. The name is that of the question. */
bool encoding_refines(const struct encoding *encoding);
void encoding_account(const struct encoding *encoding, int question, const char *name, FILE *out);

enum question {
  QUESTION_VIOLATION, /* some assertion fails */
  QUESTION_DEADLOCK,  /* if prog.asks for it */
  QUESTION_RACE,      /* likewise */
  QUESTION_CUT,       /* some thread is cut off by its unwinding bound */
  QUESTIONS,
};
/* The literal to be assumed; 0 where the answer is no. */
int encoding_question(const struct encoding *encoding, enum question question);
/* Where a thread may be cut off; the literal holds in a model if it is. */
struct cut {
  int literal;
  uint32_t loop;
};
size_t encoding_cuts(const struct encoding *encoding, const struct cut **list);
/* The variable that says: thread t has passed label l by the end of round r. 0: there is none. */
int encoding_passed(const struct encoding *encoding, thread_id t, unsigned r, uint32_t l);
/* By one order: labels, and moments at which late stores reach memory, are nodes, which have
 * numbers. Those of a chain follow each other. By rounds there are no chains. */
struct chain {
  uint32_t first, end;
};
uint32_t encoding_chains(const struct encoding *encoding);
struct chain encoding_chain(const struct encoding *encoding, uint32_t number);
/* The literal that says: node a is before node b. 0: there is none; it is known, say. */
int encoding_before(const struct encoding *encoding, uint32_t a, uint32_t b);
/* The schedule and inputs of the solver's present model. */
void encoding_schedule(const struct encoding *encoding, struct sat *sat, struct schedule *schedule);

/* What the literals stand for, one meaning after the other: for people who look at a formula and
 * its models. Literals that are constants are GATE_TRUE and GATE_FALSE (gates.h). */
enum meaning_kind {
  MEANING_QUESTION, /* `which` */
  MEANING_PASSED,   /* thread `which` has passed the label by the end of the round */
  MEANING_LEFT,     /* store event `which` has left its buffer by the end of its thread's turn; */
  MEANING_SEEN,     /* by the end of the round */
  MEANING_INPUT,    /* input `which`, a word */
  MEANING_LOADED,   /* what load event `which` loads, a word */
};
struct meaning {
  enum meaning_kind kind;
  uint32_t which, label;
  unsigned round;
  const int *bits; /* least significant first; borrowed for the call */
  unsigned n;      /* 1 but for words */
};
void encoding_tell(const struct encoding *encoding,
                   void (*tell)(void *argument, const struct meaning *meaning), void *argument);

#endif
