/* What programs by calls.c are made of: each result, whatever its type, goes into the checksum. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BUFFER = 64 };

static void
put(uint64_t value)
{
  transparent_crc(value, "", 0);
}

/* Of a comparison only the sign is specified. */
static void
put_sign(int order)
{
  put(order < 0 ? 1 : order > 0 ? 2 : 3);
}

static void
put_truth(int truth)
{
  put(truth ? 1 : 0);
}

static void
put_bytes(const void *bytes, size_t count)
{
  for (size_t i = 0; i < count; i++)
    put(((const unsigned char *)bytes)[i]);
}

static void
put_text(const char *text)
{
  for (; *text; text++)
    put((unsigned char)*text);
}

static void
put_place(const void *place, const void *start)
{
  put(place ? (uint64_t)((const char *)place - (const char *)start) : UINT64_MAX);
}

/* Sign and contents of a NaN are nobody's business. */
static void
put_double(double number)
{
  uint64_t bits;

  memcpy(&bits, &number, sizeof bits);
  put(number != number ? 1 : bits);
}

static void
put_float(float number)
{
  put_double(number);
}

static double
double_of(uint64_t bits)
{
  double number;

  memcpy(&number, &bits, sizeof number);
  return number;
}

static float
float_of(uint32_t bits)
{
  float number;

  memcpy(&number, &bits, sizeof number);
  return number;
}

static int
compare(const void *a, const void *b)
{
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

  return (x > y) - (x < y);
}
