/* What the world outside chose in a run. A replay's script gives the same to the process: inputs,
 * what uninitialised memory holds, and which of several results a library function has. A process
 * that fails with them shows that the program fails if the world behaves like that; it does not
 * show that the world does. So each of them is told.
 *
 * Models choose with inputs of their own. How one is told depends on the helper of the models that
 * asked for it; where that says nothing, it is the result of the function. Whether a lock that
 * waits for a limited time gets through is the schedule's choice, and not an input: such calls are
 * told as well. */
#include <inttypes.h>
#include <string.h>

#include "trace/items.h"

struct scripting {
  const struct trace_input *trace;
  struct scripted *all;
};

/* Inputs that the user asks for by name are no results of the library. */
static bool
is_asked_for(const char *function)
{
  return !strncmp(function, "__VERIFIER_nondet_", 18) || !strncmp(function, "nondet_", 7) ||
         !strncmp(function, "heddle_nondet_", 14);
}

/* The function that the user called, if the choice is one by a model, else NULL. */
static const char *
library_function(const struct prog *prog, const struct input *input)
{
  const char *function =
    input->kind == INPUT_NONDET ? place_model_function(prog, input->place) : NULL;
  return function && !is_asked_for(function) ? function : NULL;
}

static void
add_place(struct str *out, const struct prog *prog, place_id place)
{
  const struct place *at = &prog->places.at[place_of_user(prog, place)];
  if (at->line)
    str_printf(out, " at %s:%" PRIu32, at->file, at->line);
}

/* The same words at the same place are told once. */
static void
add(struct scripting *scripting, struct str *words, place_id place, bool library)
{
  struct scripted *all = scripting->all;
  add_place(words, scripting->trace->prog, place);
  bool known = false;
  for (size_t i = 0; i < all->words.n; i++)
    known |= !strcmp(all->words.at[i], str_text(words));
  if (!known)
    vec_push(&all->words, arena_strdup(&all->arena, str_text(words)));
  all->library |= library;
  str_free(words);
}

/* ---- choices of models ---- */

/* A step of this helper of the models, called for the user's call at this place. */
static bool
is_step_of(const struct prog *prog, const struct step *step, enum event_kind kind,
           const char *helper, place_id place)
{
  const struct event *event = &prog->events.at[step->event];
  return event->kind == kind && !strcmp(prog->places.at[event->place].function, helper) &&
         place_of_user(prog, event->place) == place;
}

/* How many threads does the call find asleep where this one is? */
static unsigned
count_asleep(const struct trace_input *trace, uint64_t thread, place_id place)
{
  uint64_t where = 0;
  unsigned n = 0;
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < trace->run->steps.n; i++) {
      const struct step *step = &trace->run->steps.at[i];
      if (!is_step_of(trace->prog, step, EVENT_LOAD, "sleepers", place))
        continue;
      if (pass == 0 && step->addr == thread)
        where = step->value;
      n += pass == 1 && where && step->value == where;
    }
  return n;
}

/* Did this call of pthread_cond_signal have a choice whom to wake up? */
static bool
had_choice(const struct trace_input *trace, place_id signal)
{
  const struct prog *prog = trace->prog;
  place_id place = place_of_user(prog, signal);
  for (size_t i = 0; i < trace->run->steps.n; i++) {
    const struct step *step = &trace->run->steps.at[i];
    if (is_step_of(prog, step, EVENT_STORE, "wake", place) &&
        count_asleep(trace, step->addr, place) > 1)
      return true;
  }
  return false;
}

/* X(helper of the models, words if it is true, words if it is false); NULL: not worth a word */
#define HELPERS(X)                                                                                 \
  X("fails", "fails", NULL)                                                                        \
  X("__heddle_fails", "fails", "succeeds")                                                         \
  X("wakes_for_nothing", "wakes up for no reason", NULL)

static bool
helper_words(const char *helper, bool holds, const char **words)
{
#define X(name, true_words, false_words)                                                           \
  if (!strcmp(helper, name)) {                                                                     \
    *words = holds ? true_words : false_words;                                                     \
    return true;                                                                                   \
  }
  HELPERS(X)
#undef X
  return false;
}

static void
add_choice(struct scripting *scripting, uint32_t id, const char *function)
{
  const struct trace_input *trace = scripting->trace;
  const struct input *input = &trace->prog->inputs.at[id];
  const char *helper = trace->prog->places.at[input->place].function, *told = NULL;
  struct str words = {0};
  if (!strcmp(helper, "wake_one")) {
    if (!had_choice(trace, input->place))
      return;
    str_printf(&words, "whom %s() wakes up", function);
  } else if (input->width == 1 && helper_words(helper, input_value(trace, id), &told)) {
    if (!told)
      return;
    str_printf(&words, "%s() %s", function, told);
  } else if (!strcmp(helper, "__heddle_fails")) {
    return; /* which error it is */
  } else {
    str_printf(&words, "the result of %s()", function);
  }
  add(scripting, &words, input->place, true);
}

static bool
is_weak_exchange(const struct input *input)
{
  return input->kind == INPUT_NONDET && input->name && !strcmp(input->name, "spurious failure");
}

static void
add_input(struct scripting *scripting, uint32_t id)
{
  const struct trace_input *trace = scripting->trace;
  const struct input *input = &trace->prog->inputs.at[id];
  const char *function = library_function(trace->prog, input);
  struct str words = {0};
  if (input_is_untold(input))
    return;
  if (function) {
    add_choice(scripting, id, function);
    return;
  }
  if (is_weak_exchange(input)) {
    str_add(&words, "a weak compare-and-exchange fails for no reason");
    if (input_value(trace, id))
      add(scripting, &words, input->place, true);
    str_free(&words);
    return;
  }
  bool unknown = input->kind == INPUT_NONDET && input->place && /* a function without a model */
                 !place_model_function(trace->prog, input->place);
  input_name(&words, trace->prog, id);
  if (input_is_signed(trace->prog, id))
    str_printf(&words, " = %" PRId64, bits_signed(input_value(trace, id), input->width));
  else
    str_printf(&words, " = %" PRIu64, input_value(trace, id));
  add(scripting, &words, input->place, unknown);
}

/* ---- waiting for a limited time ---- */

static bool
is_timed(const char *function)
{
  static const char *const names[] = {"timedlock",   "timedrdlock", "timedwrlock",
                                      "timedwait",   "timedjoin",   "clocklock",
                                      "clockrdlock", "clockwrlock", "clockwait"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strstr(function, names[i]))
      return true;
  return false;
}

static void
add_timed(struct scripting *scripting, place_id place)
{
  const char *function = place_model_function(scripting->trace->prog, place);
  struct str words = {0};
  if (!function || !is_timed(function))
    return;
  str_printf(&words, "whether %s() times out", function);
  add(scripting, &words, place, true);
}

void
scripted_find(struct scripted *all, const struct trace_input *trace)
{
  struct scripting scripting = {trace, all};
  const struct run *run = trace->run;
  for (uint32_t i = 0; i < trace->prog->inputs.n && i < run->used.n; i++)
    if (run->used.at[i])
      add_input(&scripting, i);
}

void
scripted_find_timed(struct scripted *all, const struct trace_input *trace)
{
  struct scripting scripting = {trace, all};
  for (size_t i = 0; i < trace->run->steps.n; i++)
    add_timed(&scripting, trace->prog->events.at[trace->run->steps.at[i].event].place);
}

void
scripted_free(struct scripted *all)
{
  vec_free(&all->words);
  arena_free(&all->arena);
}

const char *
scripted_checker(const struct trace_input *trace)
{
  const struct run *run = trace->run;
  const struct event *event = &trace->prog->events.at[run->at];
  bool checked = run->end == RUN_VIOLATION && event->fault == FAULT_LOCK;
  return checked ? place_model_function(trace->prog, event->place) : NULL;
}
