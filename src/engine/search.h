/* A search: one problem that an engine works on. Each way of searching is one file with one
 * function; engine.c calls it through the table of engines and draws the conclusions. */
#ifndef HEDDLE_ENGINE_SEARCH_H
#define HEDDLE_ENGINE_SEARCH_H

#include "base/sha256.h"
#include "engine/engine.h"

struct search {
  const struct prog *prog;
  const struct labels *labels;
  const struct engine_options *options;
  struct engine_result *result;
  double start; /* clock_now() when the engine was called */
};

enum search_answer search_sat(struct search *search);
enum search_answer search_explicit(struct search *search);
enum search_answer search_all(struct search *search);
enum search_answer search_both(struct search *search);
enum search_answer search_tool(struct search *search);

void search_phase(struct search *search, const char *phase);
/* The solver has this formula now. */
void search_size(const struct search *search, const struct sat *sat);
/* It has got clauses after a model. */
void search_refined(const struct search *search, const struct sat *sat);
/* Of memory, that the search may use: what the user has said, or what is usual. */
size_t search_bytes(const struct engine_options *options);
/* Seconds left of the limit; 0 = there is no limit. Never less than a millisecond otherwise. */
double search_remaining(const struct search *search);
/* True if the time is over or the user wants to stop; sets limit, phase and reason then. */
bool search_stopped(struct search *search);

/* Sets loops_known, loops_complete and cut by result->hit, which is complete. */
void search_loops(struct search *search);
/* The verdict; a bug is confirmed. */
void search_conclude(struct search *search, enum search_answer answer);
/* The name of the problem in journals, with whatever `more` distinguishes it. */
void search_key(const struct search *search, const char *more, char key[SHA256_HEX]);

/* Proves that `formula`, a DIMACS sink with the clauses of the encoding and what was added to them,
 * has no solution if the answer to the question is yes; if proofs are wanted. SEARCH_NOTHING, with
 * result->certified or ->uncertified set, or SEARCH_STOPPED or SEARCH_WRONG. */
enum search_answer search_certify(struct search *search, const struct encoding *encoding,
                                  struct sink *formula, enum question question);

#endif
