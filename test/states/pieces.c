/* The bytes of an address depend on where an object lies; an address that is put together from them is
 * not followed. */
// right
// open a value is used that was never written -DLOW
// open a value is used that was never written -DOVERWRITTEN
// open a value is used that was never written -DAPART
// open a value is used that was never written -DHASHED
// open a value is used that was never written -DRING
// wrong memory -DSTALE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char ring[24];

int
main(void)
{
  int *p = malloc(sizeof *p), *copy;
  memcpy(&copy, &p, sizeof p);
  assert(copy == p);
#ifdef LOW
  int low;
  memcpy(&low, &p, sizeof low);
  assert(low == (int)0x80000000);
#endif
#ifdef OVERWRITTEN
  union {
    int *p;
    int half[2];
  } u;
  u.p = p;
  u.half[1] = 0;
  assert(u.half[0] == (int)0x80000000);
#endif
#ifdef APART
  memcpy(ring + 1, &p, sizeof p);
  assert(ring[8] == 0x4e);
#endif
#ifdef HASHED
  unsigned hash;
  memcpy(&hash, &p, sizeof hash);
  assert((hash >> 4) % 16 == 0);
#endif
#if defined RING || defined STALE
#ifdef RING
  enum { AT = 4 };
#else
  enum { AT = 8 };
#endif
  memcpy(ring + AT, &p, sizeof p);
  free(p);
  p = NULL;
  copy = NULL;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  int *other = malloc(sizeof *other);
  *other = 1;
  memcpy(&copy, ring + AT, sizeof copy);
  free(copy);
#endif
  (void)mutex;
  return 0;
}
