// Accesses outside of an object that hit another one in the process, or nothing in particular: no
// sanitizer says anything, and the process has to know where the object lies.
// replay: all
// run: --property memory -- -DPLACE=array[-1] => bug
// run: --property memory -- -DPLACE=matrix[-1][2] => bug
// run: --property memory -- -DPLACE=pointer[minus_one] => bug
// run: --property memory -- -DPLACE=before_array[0] => bug
// run: --property memory -- -DPLACE=own[4] => bug
// run: --property memory -- -DPLACE=(*(int*)((char*)array+14)) => bug
// run: --property memory -- -DPLACE=(*pairs_before).b => bug
// run: --property memory -- -DCOPY => bug
// run: --property memory -- -DCOPY -m32 => bug
// run: --property memory -- -DARGUMENT => bug
// run: --property memory -- -DLIBRARY => bug
// run: --property memory,assert -- -DPLACE=matrix[1][-1] => safe
// brute: no
// expect: invalid memory access
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
  long a, b, c;
};
int other[4], array[4], matrix[2][3], minus_one = -1, *pointer = array, *before_array = array - 1;
struct pair pairs[2], *pairs_before = pairs - 1, pair;
_Thread_local int own[4];

static long sum(struct pair p) { return p.a + p.b + p.c; }

static void *access_it(void *unused) {
#if defined COPY
  pair = pairs[minus_one];
#elif defined ARGUMENT
  sum(pairs[minus_one]);
#elif defined LIBRARY
  memcpy(other, array + minus_one, 8);
#else
  other[0] = PLACE;
  assert(&matrix[1][-1] == &matrix[0][2]);
#endif
  return unused;
}

int main(void) { // the thread is not joined
  pthread_t thread;
  pthread_create(&thread, 0, access_it, 0);
  return (int)sum(pair);
}
