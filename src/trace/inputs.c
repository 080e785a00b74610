/* Which inputs to show, and where: those that the run used, at the first step that depends on them
 * directly through the values it uses, or through the initial contents of the memory it loads. */
#include <inttypes.h>
#include <string.h>

#include "trace/items.h"

struct use_finder {
  const struct prog *prog;
  const struct run *run;
  struct input_uses *uses;
  VEC(bool) seen; /* of each value */
  VEC(value_id) work;
};

static bool
is_used(const struct run *run, uint64_t input)
{
  return input < run->used.n && run->used.at[input];
}

static void
visit(struct use_finder *finder, value_id root, uint32_t step, bool indirect)
{
  const struct prog *prog = finder->prog;
  if (root >= prog->values.n)
    return;
  vec_push(&finder->work, root);
  while (finder->work.n) {
    value_id id = finder->work.at[--finder->work.n];
    const struct value *value = &prog->values.at[id];
    if (finder->seen.at[id])
      continue;
    finder->seen.at[id] = true;
    if (value->op == OP_INPUT && is_used(finder->run, value->imm)) {
      finder->uses->first.at[value->imm] = step + 1;
      finder->uses->indirect.at[value->imm] = indirect;
    }
    if (value->op > OP_LOADED)
      for (unsigned i = 0; i < 3; i++)
        vec_push(&finder->work, value->arg[i]); /* unused ones are the constant `false` */
  }
}

static void
visit_initial(struct use_finder *finder, const struct event *event, uint64_t address, uint32_t step)
{
  const struct prog *prog = finder->prog;
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    uint64_t start = prog->objects.at[init->object].base + init->offset;
    uint64_t bytes = prog->values.at[init->value].width / 8;
    if (address < start + bytes && start < address + event->bytes)
      visit(finder, init->value, step, true);
  }
}

static void
list_by_step(struct input_uses *uses)
{
  vec_resize(&uses->next, uses->first.n);
  for (size_t i = uses->first.n; i-- > 0;) {
    if (!uses->first.at[i])
      continue;
    uint32_t *head = map_at(&uses->of_step, uses->first.at[i]);
    uses->next.at[i] = *head;
    *head = (uint32_t)i + 1;
  }
}

void
input_uses_find(struct input_uses *uses, const struct trace_input *trace)
{
  const struct prog *prog = trace->prog;
  struct use_finder finder = {.prog = prog, .run = trace->run, .uses = uses};
  vec_resize(&uses->first, prog->inputs.n);
  vec_resize(&uses->indirect, prog->inputs.n);
  if (!prog->inputs.n)
    return;
  vec_resize(&finder.seen, prog->values.n);
  for (uint32_t i = 0; i < trace->run->steps.n; i++) {
    const struct step *step = &trace->run->steps.at[i];
    const struct event *event = &prog->events.at[step->event];
    bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
    visit(&finder, event->guard, i, false);
    visit(&finder, event->value, i, false);
    if (access)
      visit(&finder, event->addr, i, false);
    if (event->kind == EVENT_LOAD)
      visit_initial(&finder, event, step->addr, i);
  }
  vec_free(&finder.seen);
  vec_free(&finder.work);
  list_by_step(uses);
}

void
input_uses_free(struct input_uses *uses)
{
  vec_free(&uses->first);
  vec_free(&uses->indirect);
  map_free(&uses->of_step);
  vec_free(&uses->next);
}

bool
input_is_untold(const struct input *input)
{
  return input->name && !strcmp(input->name, INPUT_WATCHED);
}

/* The function the user called to get it. */
static const char *
source_of(const struct prog *prog, const struct input *input)
{
  const char *function = place_model_function(prog, input->place);
  if (function)
    return function;
  if (input->name && !strcmp(input->name, "__heddle_environment"))
    return "the environment";
  return input->name ? input->name : "input";
}

void
input_name(struct str *out, const struct prog *prog, uint32_t id)
{
  const struct input *input = &prog->inputs.at[id];
  if (input->kind == INPUT_NONDET) { /* without a place: a parameter of the first function */
    const char *source = source_of(prog, input);
    str_printf(out, input->place && !strpbrk(source, " (") ? "%s()" : "%s", source);
  } else if (input->kind == INPUT_ADDRESS) {
    str_printf(out, "&%s", input->name && *input->name ? input->name : "object");
  } else {
    str_printf(out, "%s (uninitialised)", input->name && *input->name ? input->name : "memory");
  }
}

bool
input_is_signed(const struct prog *prog, uint32_t id)
{
  const struct input *input = &prog->inputs.at[id];
  const char *nondet = strstr(source_of(prog, input), "nondet_");
  if (input->kind == INPUT_ADDRESS)
    return false;
  if (input->kind != INPUT_NONDET || !nondet)
    return input->width > 1;
  if (input->width %
      8) /* fewer bits than the type has: an assumption says that it is not negative */
    return false;
  nondet += strlen("nondet_");
  return *nondet != 'u' && strcmp(nondet, "size_t") && strcmp(nondet, "bool") &&
         strcmp(nondet, "pointer");
}

unsigned
input_width(const struct prog *prog, uint32_t id)
{
  const struct input *input = &prog->inputs.at[id];
  return input->kind == INPUT_ADDRESS ? prog->pointer_bits : input->width;
}

/* Of an address, with the bits that are zero by its alignment (unfold/address.c). */
uint64_t
input_value(const struct trace_input *trace, uint32_t id)
{
  const struct input *input = &trace->prog->inputs.at[id];
  uint64_t bits = id < trace->schedule->inputs.n ? trace->schedule->inputs.at[id] : 0;
  bits &= bits_mask(input->width);
  unsigned whole = trace->prog->pointer_bits == 64 ? 47 : 32;
  return input->kind == INPUT_ADDRESS ? bits << (whole - input->width) : bits;
}
