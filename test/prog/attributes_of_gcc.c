/* gcc takes attributes that contradict each other or do not fit, with a warning. Lines of a trace
 * are those of the file. */
// run: -- -DWANT=2 => safe
// run: -- -DWANT=3 => bug
// run: -- -DWANT=2 -Werror -Wall -Wextra => safe
// expect: attributes_of_gcc.c:41: assertion failed: twice(1) == WANT
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct __attribute__((packed)) packed {
  char c;
  int n;
};

__attribute__((hot)) int twice(int x);
__attribute__((__visibility__("hidden"), unused)) int exported;
__attribute__((visibility("default"))) int exported = 4;
__attribute__((malloc(free, 1), malloc)) void *allocate(size_t n);
__attribute__((nonnull(3), alloc_size(2), noinline, always_inline)) void *nothing(int *p);
__attribute__((const)) __attribute__((pure)) int zero(void);

__attribute__((cold)) int
twice(int x)
{
  return 2 * x;
}

static void *
run(void *argument)
{
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(twice(1) == WANT);
  assert(sizeof(struct packed) == 5 && exported == 4);
}
