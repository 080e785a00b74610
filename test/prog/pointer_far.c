/* A shared pointer into an array too large to be followed element by element: accesses behind it are
 * neither lost nor taken for invalid. */
// run: --rounds 2 => safe
// run: --rounds 2 -- -DWRONG => bug
// expect: p->v == 0
// labels: 2 1
// clauses: 695
// brute: no
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static struct node {
  int pad[10];
  int v;
} nodes[70], *head = nodes;

static void *
move(void *argument)
{
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 70);
#ifdef WRONG
  nodes[69].v = 1;
#endif
  head = &nodes[i];
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, move, NULL);
  pthread_join(thread, NULL);
  struct node *p = head;
  assert(p->v == 0);
  return 0;
}
