/* The heap. A new block from malloc has arbitrary contents. If the user lets allocation fail, each
 * call may fail at any time. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static _Bool
fails(void)
{
  return __heddle_switch(HEDDLE_MALLOC_FAILS) && __heddle_nondet(1);
}

static void *
no_memory(void)
{
  errno = ENOMEM;
  return NULL;
}

/* A new block, which holds arbitrary values; NULL if allocation may fail. */
void *
malloc(size_t size)
{
  return fails() ? no_memory() : __heddle_malloc(size, 0);
}

/* A new block of zeros; NULL if it is larger than memory, or allocation may fail. */
void *
calloc(size_t count, size_t size)
{
  if (size != 0 && count > SIZE_MAX / size)
    return no_memory();
  if (fails())
    return no_memory();
  void *block = __heddle_malloc(count * size, 1);

  return __heddle_switch(HEDDLE_REUSE) ? memset(block, 0, count * size) : block;
}

/* Ends the life of the block; anything but a living block is a violation. */
void
free(void *block)
{
  if (block)
    __heddle_free(block);
}

/* Another block, with the contents of the old one; where freed blocks may be handed out again, also
 * the old one, unless it grows. Size 0 frees, as glibc does. */
void *
realloc(void *block, size_t size)
{
  if (block && size == 0) {
    free(block);
    return NULL;
  }
  size_t old = block ? __heddle_size(block) : 0;

  if (block && __heddle_switch(HEDDLE_REUSE) && size <= old && __heddle_nondet(1))
    return block;
  void *bigger = malloc(size);

  if (block && bigger) {
    memcpy(bigger, block, old < size ? old : size);
    free(block);
  }
  return bigger;
}

/* As realloc; NULL if the product is larger than memory. */
void *
reallocarray(void *block, size_t count, size_t size)
{
  if (size != 0 && count > SIZE_MAX / size)
    return no_memory();
  return realloc(block, count * size);
}

enum { PAGE = 4096 };

static _Bool
is_power_of_two(size_t number)
{
  return number != 0 && (number & (number - 1)) == 0;
}

/* Addresses are multiples of 16 anyway. */
static void *
allocate_aligned(size_t alignment, size_t size)
{
  if (alignment > 16)
    __heddle_align(alignment);
  return __heddle_malloc(size, 0);
}

/* As malloc, at a multiple of the alignment; an alignment that is no power of two is refused. */
void *
aligned_alloc(size_t alignment, size_t size)
{
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return fails() ? no_memory() : allocate_aligned(alignment, size);
}

/* As aligned_alloc, at a multiple of the next power of two. */
void *
memalign(size_t alignment, size_t size)
{
  size_t power = 16;

  while (power < alignment && power <= SIZE_MAX / 2)
    power *= 2;
  return aligned_alloc(power, size);
}

/* As malloc, at the beginning of a page. */
void *
valloc(size_t size)
{
  return aligned_alloc(PAGE, size);
}

/* As valloc; the size is rounded up to whole pages. */
void *
pvalloc(size_t size)
{
  if (size > SIZE_MAX - PAGE)
    return no_memory();
  return aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);
}

/* As aligned_alloc, with errors as results; errno stays as it is. */
int
posix_memalign(void **block, size_t alignment, size_t size)
{
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
    return EINVAL;
  if (fails())
    return ENOMEM;
  *block = allocate_aligned(alignment, size);
  return 0;
}

/* The size that was asked for. The block must be there. */
size_t
malloc_usable_size(void *block)
{
  size_t size = block ? __heddle_size(block) : 0;

  if (size)
    (void)*(volatile char *)block;
  return size;
}

/* malloc and a copy of at most so many characters. */
char *
strndup(const char *text, size_t most)
{
  size_t length = strnlen(text, most);
  char *copy = malloc(length + 1);

  if (copy) {
    memcpy(copy, text, length);
    copy[length] = 0;
  }
  return copy;
}

/* malloc and a copy. */
char *
strdup(const char *text)
{
  size_t length = strlen(text);
  char *copy = malloc(length + 1);

  return copy ? memcpy(copy, text, length + 1) : NULL;
}
