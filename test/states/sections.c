/* Nobody comes between in a section, but before and behind it; an assumption in it undoes all of it. */
// right
// wrong assertion -DTWO
// open a thread ends inside an atomic section -DNEVER_ENDED
// open a call of '__VERIFIER_atomic_both' through a pointer -DPOINTER
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int x, y, go;

#ifdef POINTER
static void
__VERIFIER_atomic_both(void)
{
  x++;
  y++;
}

static void (*both)(void) = __VERIFIER_atomic_both;
#endif

static void *
work(void *argument)
{
#ifdef POINTER
  both();
  return argument;
#endif
  __VERIFIER_atomic_begin();
#ifdef NEVER_ENDED
  return argument;
#endif
  x++;
#ifdef TWO
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#endif
  y++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  go = 2;
  __VERIFIER_assume(argument != NULL);
  __VERIFIER_atomic_end();
  return argument;
}

int
main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  __VERIFIER_atomic_begin();
  assert(x == y && go == 0);
  __VERIFIER_atomic_end();
  return 0;
}
