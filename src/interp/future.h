/* What a thread may still touch of what others see: for each of its labels, what is read, written and
 * added to from there on, by it and by the threads that it still creates. Private to src/interp. */
#ifndef HEDDLE_INTERP_FUTURE_H
#define HEDDLE_INTERP_FUTURE_H

#include "interp/machine.h"

/* Bytes that some visible access touches together are one piece. Sets of pieces are bits. */
struct pieces {
  uint32_t *of_byte; /* plus 1; 0: no visible access */
  uint32_t *size;    /* of each piece, in bytes */
  uint32_t n;
  size_t words; /* of a set */
};

/* What is read, what is written, what is added to: three sets, one after the other. */
enum touch_kind { READS, WRITES, ADDS, TOUCH_KINDS };

struct additions {
  bool *is;      /* of each event: a load or store of an addition */
  uint32_t *use; /* of each value: how many values and events use it */
};

struct futures {
  uint64_t *sets; /* by label, and one empty behind the last label of each thread */
  bool *known;    /* of each thread */
  struct pieces pieces;
  struct additions additions;
};

/* Of a machine that has been initialised. False if there is too much of it; to be freed all the
 * same. */
bool futures_find(struct futures *futures, const struct machine *machine);
void futures_free(struct futures *futures);

/* The sets of a thread that has passed so many labels, and how many words they are. */
uint64_t *futures_at(const struct futures *futures, const struct labels *labels, thread_id thread,
                     uint32_t label);
size_t sets_size(const struct pieces *pieces);
void sets_add(const struct pieces *pieces, uint64_t *sets, size_t byte, enum touch_kind kind);
/* Is something in both that is not only read, or only added to? */
bool sets_meet(const struct pieces *pieces, const uint64_t *a, const uint64_t *b);

/* Is the piece of this byte among them, in any way? No piece is not. */
bool sets_hold(const struct pieces *pieces, const uint64_t *sets, size_t byte);
bool sets_same(const struct pieces *pieces, size_t a, size_t b); /* one piece? */

bool is_visible_access(const struct machine *machine, event_id id);
enum touch_kind touch_of(const struct futures *futures, const struct machine *machine, event_id id);

#endif
