/* Arbitrary results, shared by the models of input and output. arbitrary.c has the definitions. */
#ifndef HEDDLE_MODELS_ARBITRARY_H
#define HEDDLE_MODELS_ARBITRARY_H

#include <stddef.h>

/* Either true, with some error in errno, or false. */
_Bool __heddle_fails(void);

/* Any number from 0 to `most`. */
size_t __heddle_up_to(size_t most);

/* Puts arbitrary bytes into the first `length` of the `most` bytes that there may be. */
void __heddle_fill(void *to, size_t most, size_t length);

#endif
