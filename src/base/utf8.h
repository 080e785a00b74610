/* Text that may come from anywhere. */
#ifndef HEDDLE_BASE_UTF8_H
#define HEDDLE_BASE_UTF8_H

#include <stddef.h>

/* Length of the well-formed UTF-8 sequence at `text`, 0 if there is none. The second byte's range
 * depends on the first: that is what excludes overlong forms, surrogates and what lies beyond
 * U+10FFFF. A terminating zero is never in range, so nothing behind it is read. */
size_t utf8_length(const unsigned char *text);

#endif
