/* What the fuzz targets share. Each target is one file with the function that libFuzzer calls; an
 * input is bad if that crashes, leaks, hangs or aborts. */
#ifndef HEDDLE_LIBFUZZER_TARGET_H
#define HEDDLE_LIBFUZZER_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* A target may define how inputs are changed, and call the usual way. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* The input as a text, in memory of its own so that a step too far is noticed. */
static inline char *
target_text(const uint8_t *data, size_t size)
{
  char *text = mem_alloc(size + 1);
  if (size)
    memcpy(text, data, size);
  return text;
}

#endif
