/* Loops that wait: an iteration that changes nothing, if it goes round again, need not be repeated.
 *
 * While a loop runs, accesses to private memory are logged; an iteration says where its part of
 * events, inputs and log begins. */
#ifndef HEDDLE_UNFOLD_WAIT_H
#define HEDDLE_UNFOLD_WAIT_H

#include "ir/prog.h"
#include "unfold/flow.h"

struct unfold;
struct rest_list;
struct loop_bound;

/* An access to private memory while a loop is observed: is it a mere wait? See wait.c. */
struct log_entry {
  object_id object;
  uint32_t bytes;
  uint64_t offset;
  bool write;
  value_id guard;
  value_id old; /* writes: what was there */
};

/* Where one iteration of a loop began. */
struct iteration {
  uint32_t loop;
  event_id first_event;
  size_t first_input, first_log, first_spurious;
  uint64_t birth;
  value_id guard, first_value;
  struct frame *frame;
  /* for rest.c */
  struct rest_list *rests;        /* of this run of the loop */
  uint64_t resting;               /* the path of the last one in this iteration */
  const struct loop_bound *bound; /* of the loop */
  bool last;                      /* who rests is beyond it */
  struct iteration *outer;        /* of the loop around, maybe in another function */
};

/* If the iteration goes round again, through the edges `back`, when has it changed nothing? */
value_id wait_condition(struct unfold *u, const struct iteration *iteration, const edge_list *back,
                        value_id again);
/* The events that the thread waits at instead of going round. If it does so on purpose that is no
 * deadlock. */
void wait_here(struct unfold *u, const struct iteration *iteration, value_id again,
               bool on_purpose);

/* ---- for hold.c ---- */

/* The load that has seen, in the same locked section, what is there when this store happens;
 * UINT32_MAX if there is none. */
event_id wait_load_before(struct unfold *u, event_id store);
/* What is certain for those who go round again. */
value_id wait_what_holds(struct unfold *u, const struct iteration *iteration, value_id again);
/* A condition that is the same where the guard holds, and simpler if few values are possible. */
value_id wait_narrow(struct unfold *u, value_id guard, value_id condition);
/* What the load gives now. */
value_id wait_look_again(struct unfold *u, event_id load, value_id guard);
/* BLOCK or ASSUME under this guard. */
void wait_stop(struct unfold *u, enum event_kind kind, value_id guard, value_id unless);

/* ---- for rest.c ---- */

/* When does what happened since change nothing? VALUE_TRUE: whatever was seen. */
value_id wait_is_idle(struct unfold *u, const struct iteration *since, value_id guard);
/* Looks again, in the section that is open: when is everything as it was seen? */
value_id wait_sees_the_same(struct unfold *u, const struct iteration *since, value_id guard);

#endif
