#define _XOPEN_SOURCE 700
#include "base/mem.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void
give_up(void)
{
  fputs("heddle: out of memory\n", stderr);
  _Exit(6);
}

static void *
must(void *memory)
{
  if (!memory)
    give_up();
  return memory;
}

/* std::set_new_handler, as the linker knows it: there is no way to name it in C. */
extern void (*_ZSt15set_new_handlerPFvvE(void (*handler)(void)))(void);

void
mem_guard_new(void)
{
  _ZSt15set_new_handlerPFvvE(give_up);
}

void
mem_deepen_stack(void)
{
  /* Linux keeps 128 MB of addresses free below the stack, however small its limit was. */
  const rlim_t wanted = 100 * 1024 * 1024;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur >= wanted)
    return;
  bool allowed = limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= wanted;
  limit.rlim_cur = allowed ? wanted : limit.rlim_max;
  setrlimit(RLIMIT_STACK, &limit);
}

void *
mem_alloc(size_t bytes)
{
  return must(calloc(1, bytes ? bytes : 1));
}

void *
mem_resize(void *old, size_t bytes)
{
  return must(realloc(old, bytes ? bytes : 1));
}

char *
mem_strdup(const char *text)
{
  size_t bytes = strlen(text) + 1;
  return memcpy(mem_alloc(bytes), text, bytes);
}

struct arena_block {
  struct arena_block *next;
  max_align_t data[];
};

void *
arena_alloc(struct arena *arena, size_t bytes)
{
  size_t unit = sizeof(max_align_t);
  if (bytes > SIZE_MAX / 2)
    give_up();
  bytes = (bytes + unit - 1) / unit * unit;
  if (!arena->blocks || arena->used + bytes > arena->size) {
    size_t size = bytes > 65536 ? bytes : 65536;
    struct arena_block *block = mem_alloc(sizeof *block + size);
    block->next = arena->blocks;
    arena->blocks = block;
    arena->used = 0;
    arena->size = size;
  }
  char *result = (char *)arena->blocks->data + arena->used;
  arena->used += bytes;
  return result;
}

char *
arena_strdup(struct arena *arena, const char *text)
{
  size_t bytes = strlen(text) + 1;
  return memcpy(arena_alloc(arena, bytes), text, bytes);
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

void
arena_free(struct arena *arena)
{
  for (struct arena_block *block = arena->blocks, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  *arena = (struct arena){0};
}

void *
vec_fit(void *at, size_t *cap, size_t need, size_t element)
{
  if (need <= *cap)
    return at;
  if (need > SIZE_MAX / 2 / element)
    give_up();
  size_t grown = *cap + *cap / 2 + 8;
  *cap = grown > need ? grown : need;
  return mem_resize(at, *cap * element);
}

void *
vec_fit_zero(void *at, size_t *cap, size_t *n, size_t want, size_t element)
{
  at = vec_fit(at, cap, want, element);
  if (want > *n)
    memset((char *)at + *n * element, 0, (want - *n) * element);
  *n = want;
  return at;
}

void *
vec_drop(void *at)
{
  free(at);
  return NULL;
}
