/* Unnamed arguments in registers and in memory; structs of which a part is in either kind of
 * register. */
// run: --rounds 2 --unwind 5 => bug
// run: --rounds 2 --unwind 5 -- -m32 => bug
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

struct pair {
  int a;
  double b;
};
struct many {
  long at[5];
};

static int n;

static double
sum(int count, ...)
{
  double result = 0;
  va_list list;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    result += va_arg(list, int) + va_arg(list, double);
    struct pair pair = va_arg(list, struct pair);
    struct many many = va_arg(list, struct many);
    result += pair.a + pair.b + (double)many.at[4] + (double)va_arg(list, long long);
  }
  va_end(list);
  return result;
}

static void *
count(void *argument)
{
  n++;
  return argument;
}

int
main(void)
{
  struct pair pair = {1, 2.5};
  struct many many = {{0, 0, 0, 0, 8}};
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  n++;
  double result = sum(3, 1, 0.25, pair, many, 16LL, 1, 0.25, pair, many, 16LL, 1, 0.25, pair, many,
                      16LL);
  pthread_join(thread, NULL);
  assert(result == 3 * (1.25 + 3.5 + 8 + 16));
  assert(n == 2);
}
