/* Circuits: Boolean and bit-vector gates as clauses in a sink.
 *
 * A literal here is a DIMACS literal or one of the constants GATE_TRUE and
 * GATE_FALSE, so constants fold before any clause is written. AND gates, XOR
 * gates, muxes and majorities are hash-consed: the same gate is never written twice.
 * A bit-vector is an array of literals, least significant bit first, at most
 * WORD_MAX wide; results are written into arrays of the caller. `out` may alias an
 * input only where said. */
#ifndef HEDDLE_ENCODE_GATES_H
#define HEDDLE_ENCODE_GATES_H

#include "base/map.h"
#include "base/mem.h"
#include "sat/sat.h"

typedef int lit;

/* -a is the negation of a for constants as well. The constant is a literal of its
 * own that never reaches the sink. */
#define GATE_TRUE ((lit)INT32_MAX)
#define GATE_FALSE (-GATE_TRUE)

struct gates {
  struct sink *sink;
  struct map table; /* hash -> chain head + 1 */
  VEC(struct gate) all;
  VEC(lit) inputs;  /* of the n-ary gates */
  VEC(lit) scratch; /* empty between calls */
};
struct gate {
  int kind;
  lit a, b, c, out; /* n-ary: a = where its inputs begin in `inputs`, b = how many */
  uint32_t next;
};

enum { WORD_MAX = 64 };

void gates_init(struct gates *gates, struct sink *sink);
void gates_free(struct gates *gates);

lit gate_fresh(struct gates *gates);
/* For assert(): a constant, or a literal of a variable that the sink has. */
bool gate_is_literal(const struct gates *gates, lit a);
lit gate_and(struct gates *gates, lit a, lit b);
lit gate_or(struct gates *gates, lit a, lit b);
lit gate_xor(struct gates *gates, lit a, lit b);
lit gate_ite(struct gates *gates, lit condition, lit yes, lit no);
lit gate_majority(struct gates *gates, lit a, lit b, lit c);
lit gate_and_many(struct gates *gates, const lit *in, size_t n); /* one n-ary gate */
lit gate_or_many(struct gates *gates, const lit *in, size_t n);

/* Clauses with constants folded away: a true literal drops the clause. */
void gate_clause(struct gates *gates, const lit *in, size_t n);
/* a -> b */
void gate_imply(struct gates *gates, lit a, lit b);
/* condition -> (a = b) */
void gate_equal_if(struct gates *gates, lit condition, lit a, lit b);

/* Bit-vectors of width n, meaning as in ir/prog.h (VALUE_OPS). */
void word_const(lit *out, unsigned n, uint64_t bits);
void word_add(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n);
void word_sub(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n);
void word_mul(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n);
void word_udivrem(struct gates *gates, lit *quotient, lit *remainder, const lit *a, const lit *b,
                  unsigned n);
void word_sdivrem(struct gates *gates, lit *quotient, lit *remainder, const lit *a, const lit *b,
                  unsigned n);
void word_shl(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n);
void word_lshr(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n);
void word_ashr(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n);
void word_ite(struct gates *gates, lit *out, lit condition, const lit *yes, const lit *no,
              unsigned n); /* out may be yes or no */
lit word_eq(struct gates *gates, const lit *a, const lit *b, unsigned n);
lit word_ult(struct gates *gates, const lit *a, const lit *b, unsigned n);
lit word_slt(struct gates *gates, const lit *a, const lit *b, unsigned n);

#endif
