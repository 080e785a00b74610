/* Two threads write different bytes of a word that main reads as a whole. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 3 1 1
// clauses: 149
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t whole;
  uint8_t bytes[4];
} word;

static void *
first(void *argument)
{
  word.bytes[0] = 1;
  return argument;
}

static void *
second(void *argument)
{
  word.bytes[2] = 2;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(word.whole == 0x00020001);
  return 0;
}
