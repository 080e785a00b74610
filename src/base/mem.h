/* Memory with two lifetimes: arenas that live as long as a phase, and growable
 * arrays that belong to whoever declares them.
 *
 * Running out of memory is not an error a caller can mend: the functions here
 * never return NULL; they print one line and leave with exit code 6. Whoever wants more to happen
 * works in a process of its own (worker.h). */
#ifndef HEDDLE_BASE_MEM_H
#define HEDDLE_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t bytes); /* zeroed */
void *mem_resize(void *old, size_t bytes);
char *mem_strdup(const char *text);

/* Lets C++'s `new`, with which the libraries allocate, do the same when it fails. */
void mem_guard_new(void);
/* Lets the stack grow further than is usual: values and guards are graphs that are walked by
 * recursion, and those of large programs are deep. */
void mem_deepen_stack(void);

/* An arena hands out zeroed memory that is released all at once. */
struct arena {
  struct arena_block *blocks;
  size_t used, size;
};
void *arena_alloc(struct arena *arena, size_t bytes);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...);
void arena_free(struct arena *arena);

/* A growable array of T, zero-initialised before use: VEC(int) numbers = {0};
 * Elements are read as numbers.at[i]; numbers.n is their count. */
#define VEC(T)                                                                                     \
  struct {                                                                                         \
    T *at;                                                                                         \
    size_t n, cap;                                                                                 \
  }
#define vec_reserve(v, count) ((v)->at = vec_fit((v)->at, &(v)->cap, (count), sizeof *(v)->at))
#define vec_push(v, element) (vec_reserve((v), (v)->n + 1), (v)->at[(v)->n++] = (element))
/* Sets the length; new elements are zero. */
#define vec_resize(v, count)                                                                       \
  ((v)->at = vec_fit_zero((v)->at, &(v)->cap, &(v)->n, (count), sizeof *(v)->at))
#define vec_last(v) ((v)->at[(v)->n - 1])
#define vec_free(v) ((v)->at = vec_drop((v)->at), (v)->n = (v)->cap = 0)

void *vec_fit(void *at, size_t *cap, size_t need, size_t element);
void *vec_fit_zero(void *at, size_t *cap, size_t *n, size_t want, size_t element);
void *vec_drop(void *at); /* frees, returns NULL */

#endif
