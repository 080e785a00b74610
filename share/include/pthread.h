/* The system's <pthread.h>, with other cleanup handlers. The system's macros use setjmp, which is
 * not modelled. The macros here keep a list of the handlers of each thread, linked through the
 * blocks that the two macros open and close. share/models/cleanup.c has the functions. */
#ifndef HEDDLE_PTHREAD_H
#define HEDDLE_PTHREAD_H

#include_next <pthread.h>

struct __heddle_cleanup {
  void (*routine)(void *);
  void *argument;
  struct __heddle_cleanup *outer; /* the handler that was pushed before */
  int type;                       /* of cancellation before, for the _np macros */
};
void __heddle_cleanup_push(struct __heddle_cleanup *, void (*)(void *), void *);
void __heddle_cleanup_pop(struct __heddle_cleanup *, int);

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
#define pthread_cleanup_push(routine, argument)                                                    \
  do {                                                                                             \
    struct __heddle_cleanup __heddle_handler;                                                      \
  __heddle_cleanup_push(&__heddle_handler, (routine), (argument))
#define pthread_cleanup_pop(execute)                                                               \
  __heddle_cleanup_pop(&__heddle_handler, (execute));                                              \
  }                                                                                                \
  while (0)

#ifdef pthread_cleanup_push_defer_np
#undef pthread_cleanup_push_defer_np
#undef pthread_cleanup_pop_restore_np
#define pthread_cleanup_push_defer_np(routine, argument)                                           \
  pthread_cleanup_push(routine, argument);                                                         \
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &__heddle_handler.type)
#define pthread_cleanup_pop_restore_np(execute)                                                    \
  pthread_setcanceltype(__heddle_handler.type, (int *)0);                                          \
  pthread_cleanup_pop(execute)
#endif

#endif
