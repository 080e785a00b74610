// Findings that the user does not want, by words and by comments: exactly those.
// run: --rounds 3 --unwind 2 --property race => bug
// run: --rounds 3 --unwind 2 --property race --ignore race:other => bounded
// run: --rounds 3 --unwind 2 --property race --ignore race:ignored.c:22 => bounded
// run: --rounds 3 --unwind 2 --property race --ignore race:ignored.c:23 => bug
// run: --rounds 3 --unwind 2 --property race --ignore race:increment => bounded
// run: --rounds 3 --unwind 2 --property race --ignore race => bounded
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 --ignore assert:ignored.c:36 => bounded
// run: --rounds 3 --unwind 2 --ignore assert:ignored.c:35 => bug
// run: --rounds 3 --unwind 2 --ignore assert:main,race:main => bounded
// run: --time 20 --ignore assert:main => safe
#include <assert.h>
#include <pthread.h>

static int counter, other;

static void *
increment(void *unused)
{
  counter++; // heddle: ignore race
  other++;

  return unused;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 && other == 2);
  return 0;
}
