/* Builds small progs and their labels by hand, for the tests of the interpreter.
 *
 * tiny_thread begins a thread and its START label, tiny_label the thread's next label; events are
 * appended to the label at hand, under `guard`. tiny_done must be called before the prog is run. */
#ifndef HEDDLE_TEST_TINY_H
#define HEDDLE_TEST_TINY_H

#include <stdint.h>

#include "analysis/labels.h"
#include "ir/prog.h"

struct tiny {
  struct prog *prog;
  struct labels labels;
  value_id guard;
};

static inline struct tiny
tiny_new(void)
{
  return (struct tiny){.prog = prog_new(), .guard = VALUE_TRUE};
}

static inline void
tiny_free(struct tiny *tiny)
{
  prog_free(tiny->prog);
  vec_free(&tiny->labels.all);
  vec_free(&tiny->labels.first_of_thread);
}

static inline object_id
tiny_global(struct tiny *tiny, uint64_t size)
{
  object_id id = (object_id)tiny->prog->objects.n;
  struct object object = {.kind = OBJECT_GLOBAL, .name = "x", .base = 64 * id, .size = size};
  vec_push(&tiny->prog->objects, object);
  return id;
}

static inline void
tiny_label(struct tiny *tiny, enum label_kind kind)
{
  event_id here = (event_id)tiny->prog->events.n;
  if (tiny->labels.all.n)
    vec_last(&tiny->labels.all).end = here;
  vec_push(&tiny->labels.all, ((struct label){kind, here, here}));
}

static inline thread_id
tiny_thread(struct tiny *tiny)
{
  event_id here = (event_id)tiny->prog->events.n;
  if (tiny->prog->threads.n)
    vec_last(&tiny->prog->threads).end = here;
  vec_push(&tiny->prog->threads, ((struct thread){.name = "t", .first = here, .end = here}));
  vec_push(&tiny->labels.first_of_thread, (uint32_t)tiny->labels.all.n);
  tiny_label(tiny, LABEL_START);
  tiny->guard = VALUE_TRUE;
  return (thread_id)tiny->prog->threads.n - 1;
}

static inline void
tiny_done(struct tiny *tiny)
{
  event_id here = (event_id)tiny->prog->events.n;
  vec_last(&tiny->prog->threads).end = here;
  vec_last(&tiny->labels.all).end = here;
  vec_push(&tiny->labels.first_of_thread, (uint32_t)tiny->labels.all.n);
}

static inline event_id
tiny_add(struct tiny *tiny, struct event event)
{
  event.guard = tiny->guard;
  event.text = "";
  vec_push(&tiny->prog->events, event);
  return (event_id)tiny->prog->events.n - 1;
}

/* FENCE, BLOCK, ASSUME, ASSERT, CUT */
static inline event_id
tiny_event(struct tiny *tiny, enum event_kind kind, value_id value)
{
  return tiny_add(tiny, (struct event){.kind = kind, .value = value});
}

/* CREATE, JOIN */
static inline event_id
tiny_child(struct tiny *tiny, enum event_kind kind, thread_id child)
{
  return tiny_add(tiny, (struct event){.kind = kind, .child = child});
}

static inline uint32_t
tiny_target(struct tiny *tiny, object_id object, uint64_t offset)
{
  vec_push(&tiny->prog->targets, ((struct target){object, offset}));
  return (uint32_t)tiny->prog->targets.n - 1;
}

static inline value_id
tiny_addr(struct tiny *tiny, object_id object, uint64_t offset)
{
  return value_const(tiny->prog, 64, tiny->prog->objects.at[object].base + offset);
}

static inline value_id
tiny_const(struct tiny *tiny, uint32_t bytes, uint64_t bits)
{
  return value_const(tiny->prog, 8 * bytes, bits);
}

/* The event at the place object+offset, through the address `addr`. */
static inline value_id
tiny_load_at(struct tiny *tiny, value_id addr, object_id object, uint64_t offset, uint32_t bytes)
{
  uint32_t target = tiny_target(tiny, object, offset);
  event_id id = (event_id)tiny->prog->events.n;
  value_id value = value_loaded(tiny->prog, 8 * bytes, id);
  tiny_add(tiny, (struct event){.kind = EVENT_LOAD,
                                .addr = addr,
                                .value = value,
                                .bytes = bytes,
                                .first_target = target,
                                .n_targets = 1});
  return value;
}

static inline value_id
tiny_load(struct tiny *tiny, object_id object, uint64_t offset, uint32_t bytes)
{
  return tiny_load_at(tiny, tiny_addr(tiny, object, offset), object, offset, bytes);
}

static inline event_id
tiny_store(struct tiny *tiny, object_id object, uint64_t offset, value_id value)
{
  return tiny_add(tiny, (struct event){.kind = EVENT_STORE,
                                       .addr = tiny_addr(tiny, object, offset),
                                       .value = value,
                                       .bytes = value_width(tiny->prog, value) / 8,
                                       .first_target = tiny_target(tiny, object, offset),
                                       .n_targets = 1});
}

static inline value_id
tiny_plus(struct tiny *tiny, value_id a, uint64_t b)
{
  unsigned width = value_width(tiny->prog, a);
  return value_op(tiny->prog, OP_ADD, width, a, value_const(tiny->prog, width, b), 0, 0);
}

static inline value_id
tiny_is(struct tiny *tiny, value_id a, uint64_t bits)
{
  return value_eq(tiny->prog, a, value_const(tiny->prog, value_width(tiny->prog, a), bits));
}

static inline value_id
tiny_input(struct tiny *tiny, unsigned width)
{
  return value_input(tiny->prog, (struct input){.width = (uint8_t)width, .name = "nondet"});
}

static inline void
tiny_init(struct tiny *tiny, object_id object, uint64_t offset, value_id value)
{
  vec_push(&tiny->prog->inits, ((struct init){object, offset, value}));
}

/* Store buffering: each of two threads looks at z, stores to its own of x and y and loads the
 * other's, with a fence at the end or not; main joins both, and not both must have seen nothing. */
static inline struct tiny
tiny_store_buffering(bool fence)
{
  struct tiny tiny = tiny_new();
  object_id x[2], seen[2], z = tiny_global(&tiny, 1);
  for (int i = 0; i < 2; i++) {
    x[i] = tiny_global(&tiny, 1);
    seen[i] = tiny_global(&tiny, 1);
  }
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_child(&tiny, EVENT_CREATE, 2);
  tiny_store(&tiny, z, 0, tiny_const(&tiny, 1, 1));
  tiny_child(&tiny, EVENT_JOIN, 1);
  tiny_child(&tiny, EVENT_JOIN, 2);
  value_id one = tiny_load(&tiny, seen[0], 0, 1), two = tiny_load(&tiny, seen[1], 0, 1);
  value_id some = value_or(tiny.prog, tiny_is(&tiny, one, 1), tiny_is(&tiny, two, 1));
  tiny_event(&tiny, EVENT_ASSERT, some);
  for (int i = 0; i < 2; i++) {
    tiny_thread(&tiny);
    tiny_load(&tiny, z, 0, 1);
    tiny_store(&tiny, x[i], 0, tiny_const(&tiny, 1, 1));
    tiny_store(&tiny, seen[i], 0, tiny_load(&tiny, x[1 - i], 0, 1));
    if (fence)
      tiny_add(&tiny, (struct event){.kind = EVENT_FENCE, .order = ORDER_SEQ_CST});
  }
  tiny_done(&tiny);
  return tiny;
}

/* Message passing: one thread stores to x and, perhaps behind a release fence, to y; the other
 * finds y stored to, and then must find x as well. */
static inline struct tiny
tiny_message_passing(bool fence)
{
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1), y = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  value_id there = tiny_load(&tiny, y, 0, 1), message = tiny_load(&tiny, x, 0, 1);
  tiny_event(&tiny, EVENT_ASSERT,
             value_or(tiny.prog, tiny_is(&tiny, there, 0), tiny_is(&tiny, message, 1)));
  tiny_thread(&tiny);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 1, 1));
  if (fence)
    tiny_add(&tiny, (struct event){.kind = EVENT_FENCE, .order = ORDER_RELEASE});
  tiny_store(&tiny, y, 0, tiny_const(&tiny, 1, 1));
  tiny_done(&tiny);
  return tiny;
}

#endif
