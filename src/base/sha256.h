/* SHA-256 (FIPS 180-4), to name files in what is written about them; `sha256sum` prints the same.
 * Begin, add any number of times, end. */
#ifndef HEDDLE_BASE_SHA256_H
#define HEDDLE_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
  uint32_t state[8];
  uint64_t bytes; /* so far */
  unsigned char block[64];
};

enum { SHA256_HEX = 65 }; /* 64 digits and the terminator */

void sha256_begin(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *bytes, size_t n);
void sha256_end(struct sha256 *sha, char hex[SHA256_HEX]);

#endif
