#include "vm/trail.h"

/* What the threads have passed in the step. */
void
trail_step(struct trail *trail, struct vm *vm)
{
  struct route *route = trail->route;
  unsigned ran = 0;
  for (size_t i = 0; i < vm->passed.n; i++) {
    unsigned thread = vm->passed.at[i].thread;
    trail->counts[thread]++;
    ran |= 1u << thread;
    vec_push(&route->points, vm->passed.at[i]);
  }
  vm->passed.n = 0;
  for (unsigned thread = 0; thread < VM_THREADS; thread++) {
    if (!(ran >> thread & 1))
      continue;
    struct route_context context = {thread, ROUTE_TO_THE_END};
    if (vm_status(vm, thread) == THREAD_RUNS)
      context.points = trail->counts[thread] + (vm_stands_at(vm, thread) != 0);
    if (route->contexts.n && vec_last(&route->contexts).thread == thread)
      route->contexts.n--;
    vec_push(&route->contexts, context);
  }
}

/* Threads have come to where they pause, too. */
void
trail_end(struct trail *trail, struct vm *vm, bool of_state)
{
  for (unsigned thread = 0; thread < VM_THREADS; thread++) {
    bool runs = vm_status(vm, thread) == THREAD_RUNS;
    uint32_t point = runs ? vm_stands_at(vm, thread) : 0;
    if (point)
      vec_push(&trail->route->points, ((struct route_point){thread, point, 0}));
  }
  if (!of_state && trail->route->contexts.n)
    vec_last(&trail->route->contexts).points = ROUTE_TO_THE_END;
}
