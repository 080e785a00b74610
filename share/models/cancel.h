/* Cancellation, for the models of functions that wait: thread.c has the definitions. */
#ifndef HEDDLE_MODELS_CANCEL_H
#define HEDDLE_MODELS_CANCEL_H

/* Has somebody cancelled this thread, and is it open to that now? In the condition of a wait
 * inside an atomic section it lets a cancelled thread go on. */
_Bool __heddle_cancelled(void);

/* A cancellation point: a cancelled thread runs its cleanup handlers and ends here. Not inside an
 * atomic section. */
void __heddle_cancellation_point(void);

#endif
