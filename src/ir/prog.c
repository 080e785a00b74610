#include "ir/prog.h"

#include <string.h>

#include "ir/node.h"
#include "ir/words.h"

struct prog *
prog_new(void)
{
  struct prog *prog = mem_alloc(sizeof *prog);
  prog->pointer_bits = 64;
  node_make(prog, (struct value){.op = OP_CONST, .width = 1, .imm = 0});
  node_make(prog, (struct value){.op = OP_CONST, .width = 1, .imm = 1});
  vec_push(&prog->types, ((struct type){.kind = TYPE_UNSIGNED, .name = ""}));
  vec_push(&prog->objects, ((struct object){.kind = OBJECT_GLOBAL, .name = ""}));
  vec_push(&prog->places, ((struct place){.file = "", .function = ""}));
  return prog;
}

void
prog_free(struct prog *prog)
{
  if (!prog)
    return;
  vec_free(&prog->values);
  vec_free(&prog->inputs);
  vec_free(&prog->types);
  vec_free(&prog->members);
  vec_free(&prog->objects);
  vec_free(&prog->inits);
  vec_free(&prog->targets);
  vec_free(&prog->events);
  vec_free(&prog->threads);
  vec_free(&prog->loops);
  vec_free(&prog->places);
  vec_free(&prog->assumed);
  vec_free(&prog->tests);
  vec_free(&prog->chain);
  map_free(&prog->nodes);
  arena_free(&prog->arena);
  vec_drop(prog);
}

const char *
value_op_name(enum value_op op)
{
  static const char *const names[] = {
#define X(name, text, arity) [OP_##name] = text,
    VALUE_OPS(X)
#undef X
  };
  return names[op];
}

bool
event_is_silent(enum event_kind kind)
{
  return kind == EVENT_LOCAL || kind == EVENT_POINT || kind == EVENT_PAST || kind == EVENT_MARK;
}

bool
event_is_behind_extent(const struct event *event)
{
  return event->kind == EVENT_ASSERT && event->fault == FAULT_MEMORY && event->text &&
         !strcmp(event->text, TEXT_BEHIND_EXTENT);
}

const char *
event_kind_name(enum event_kind kind)
{
  static const char *const names[] = {
#define X(name, text) [EVENT_##name] = text,
    EVENT_KINDS(X)
#undef X
  };
  return names[kind];
}

const char *
fault_name(enum fault fault)
{
  return words_fault[fault];
}

const char *
fault_words(enum fault fault)
{
  static const char *const words[] = {
#define X(name, word, text, property) [FAULT_##name] = text,
    FAULTS(X)
#undef X
  };
  return words[fault];
}

enum property
fault_property(enum fault fault)
{
  static const enum property properties[] = {
#define X(name, word, text, property) [FAULT_##name] = PROPERTY_##property,
    FAULTS(X)
#undef X
  };
  return properties[fault];
}

bool
prog_is_shadow(const struct prog *prog, event_id event)
{
  const struct event *access = &prog->events.at[event];
  if (!access->n_targets)
    return false;
  const struct object *object = &prog->objects.at[prog->targets.at[access->first_target].object];
  return object->internal && object->name &&
         (!strcmp(object->name, SHADOW_RELEASED) || !strcmp(object->name, SHADOW_WATCHED));
}

const char *
configuration_words(enum configuration configuration)
{
  static const char *const words[] = {
#define X(name, word, text) [CONFIGURATION_##name] = text,
    CONFIGURATIONS(X)
#undef X
  };
  return words[configuration];
}

bool
fault_is_wanted(enum fault fault, unsigned wanted, bool only_calls)
{
  enum property property = fault_property(fault);
  if (only_calls && property == PROPERTY_ASSERT && fault != FAULT_ERROR)
    return false;
  return wanted & property;
}

/* An assertion that was not asked for becomes an assumption. That is what the program does: while a
 * thread is busy failing, the others may still go on, but it never passes. */
void
prog_restrict(struct prog *prog, unsigned property, bool only_calls)
{
  prog->asks = property & (PROPERTY_DEADLOCK | PROPERTY_RACE);
  for (size_t i = 0; i < prog->events.n; i++) {
    struct event *event = &prog->events.at[i];
    if (event->kind == EVENT_ASSERT && !fault_is_wanted(event->fault, property, only_calls)) {
      event->kind = EVENT_ASSUME;
      event->fault = 0;
      event->text = NULL;
    }
  }
}

#define COPY_TABLE(to, from)                                                                       \
  do {                                                                                             \
    vec_free(to);                                                                                  \
    vec_resize(to, (from)->n);                                                                     \
    for (size_t i_ = 0; i_ < (from)->n; i_++)                                                      \
      (to)->at[i_] = (from)->at[i_];                                                               \
  } while (0)

struct prog *
prog_copy(const struct prog *prog)
{
  struct prog *copy = prog_new();
  COPY_TABLE(&copy->values, &prog->values);
  COPY_TABLE(&copy->inputs, &prog->inputs);
  COPY_TABLE(&copy->types, &prog->types);
  COPY_TABLE(&copy->members, &prog->members);
  COPY_TABLE(&copy->objects, &prog->objects);
  COPY_TABLE(&copy->inits, &prog->inits);
  COPY_TABLE(&copy->targets, &prog->targets);
  COPY_TABLE(&copy->events, &prog->events);
  COPY_TABLE(&copy->threads, &prog->threads);
  COPY_TABLE(&copy->loops, &prog->loops);
  COPY_TABLE(&copy->places, &prog->places);
  COPY_TABLE(&copy->assumed, &prog->assumed);
  copy->configured = prog->configured;
  copy->asks = prog->asks;
  copy->memory = prog->memory;
  copy->no_merge = prog->no_merge;
  copy->reuses = prog->reuses;
  copy->same_ids = prog->same_ids;
  copy->own_ids = prog->own_ids;
  copy->sections = prog->sections;
  copy->pointer_bits = prog->pointer_bits;
  return copy;
}

int
target_compare(const void *a, const void *b)
{
  const struct target *x = a, *y = b;
  if (x->object != y->object)
    return x->object < y->object ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

uint64_t
prog_margin(const struct prog *prog, uint64_t size)
{
  enum { LEAST = 2048, MOST_OF_32 = 1 << 20 };
  if (prog->pointer_bits == 32 && size > MOST_OF_32)
    size = MOST_OF_32; /* there is not more room */
  return LEAST + size;
}

thread_id
prog_thread_of(const struct prog *prog, event_id event)
{
  thread_id thread = 0;
  while (event >= prog->threads.at[thread].end)
    thread++;
  return thread;
}
