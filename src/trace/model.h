/* What the library models look like from outside.
 *
 * The models of share/models are C like the user's, but nobody wants to read their insides in a
 * trace: their steps are shown at the user's call, in words that one table gives. */
#ifndef HEDDLE_TRACE_MODEL_H
#define HEDDLE_TRACE_MODEL_H

#include "ir/prog.h"

enum model_style {
  MODEL_SILENT,      /* nothing; thread creation and the like are events of their own */
  MODEL_TRANSPARENT, /* its accesses are shown as if the caller had made them */
  MODEL_RESULTS,     /* only what it writes into the user's variables is shown */
  MODEL_EFFECT,      /* the phrases below */
};
struct model {
  const char *function;
  enum model_style style;
  /* Phrases; '@' stands for the name of the object the call is about. */
  const char *done;    /* once the call has changed memory */
  const char *refused; /* the call has changed nothing (NULL: not worth a word) */
  const char *resumed; /* when it goes on in a later context (NULL: as `done`) */
  const char *chance;  /* when an arbitrary choice of the call was true (NULL: not worth a word) */
};

/* Always an entry; for a function that is not in the table, one without phrases. */
const struct model *model_find(const char *function);

bool place_is_model(const struct prog *prog, place_id place);
/* The place itself, or the nearest one up its call stack that is the user's; 0 = none. */
place_id place_of_user(const struct prog *prog, place_id place);
/* The user's place from which the function around this user's place was called; 0 = a thread's
 * start. */
place_id place_user_caller(const struct prog *prog, place_id place);
/* In how many calls it lies, counted like that. */
unsigned place_user_depth(const struct prog *prog, place_id place);
/* The model function that the user's code called; NULL if the place is the user's. */
const char *place_model_function(const struct prog *prog, place_id place);

#endif
