/* The elimination back-off stack (D. Hendler, N. Shavit, L. Yerushalmi, A scalable lock-free stack
 * algorithm, SPAA 2004): Treiber's stack, and where two operations get into each other's way a push
 * and a pop may meet at the side and cancel out.
 *
 * The algorithm relies on nodes not being used again while somebody may still look at them. Here
 * they come from a small pool and go back to it, so a pop can be misled (the ABA problem), and a
 * node be handed out twice: three pushers and four poppers suffice to pop more often than was
 * pushed. The collision array of the paper has one place here. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: popped <= pushes
// labels: 20 29 57 57 55 55 55 51
// clauses: 37537
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { PUSHERS = 3, POPPERS = 4, THREADS = PUSHERS + POPPERS, NODES = 3 };

/* ---- nodes ---------------------------------------------------------------------------------- */

struct node {
  _Atomic(struct node *) next;
};

static struct node pool[NODES];
static atomic_bool used[NODES];

static struct node *
node_new(void)
{
  for (int i = 0; i < NODES; i++)
    if (!atomic_exchange(&used[i], true))
      return &pool[i];
  return NULL;
}

static void
node_free(struct node *node)
{
  used[node - pool] = false;
}

/* ---- the stack ------------------------------------------------------------------------------ */

enum kind { PUSH, POP };

/* What a thread wants: to push this node, or to pop one, which is put here (NULL: empty). */
struct operation {
  int id; /* 1 .. THREADS */
  enum kind kind;
  _Atomic(struct node *) node;
};

static _Atomic(struct node *) top;
static _Atomic(struct operation *) location[THREADS + 1]; /* who waits to be met, by id */
static atomic_int collision;                              /* id of the last one who came along */

static bool
try_stack(struct operation *p)
{
  struct node *head = top;

  if (p->kind == PUSH) {
    p->node->next = head;
    return atomic_compare_exchange_strong(&top, &head, p->node);
  }
  p->node = head;
  return !head || atomic_compare_exchange_strong(&top, &head, head->next);
}

/* p has withdrawn its own offer and now tries to accept that of q. */
static bool
try_collision(struct operation *p, struct operation *q, int him)
{
  if (p->kind == PUSH)
    return atomic_compare_exchange_strong(&location[him], &q, p);
  if (!atomic_compare_exchange_strong(&location[him], &q, NULL))
    return false;
  p->node = q->node;
  return true;
}

/* Somebody has accepted the offer of p; a pusher has left itself in p's place. */
static void
finish_collision(struct operation *p)
{
  if (p->kind == POP) {
    p->node = location[p->id]->node;
    location[p->id] = NULL;
  }
}

static bool
withdraw(struct operation *p)
{
  struct operation *expected = p;

  return atomic_compare_exchange_strong(&location[p->id], &expected, NULL);
}

/* One visit to the collision array: true if the operation is done. */
static bool
eliminate(struct operation *p)
{
  location[p->id] = p;
  int him = atomic_exchange(&collision, p->id);

  if (him > 0) {
    struct operation *q = location[him];

    if (q && q->id == him && q->kind != p->kind) {
      if (withdraw(p))
        return try_collision(p, q, him);
      finish_collision(p);
      return true;
    }
  }
  if (!withdraw(p)) {
    finish_collision(p);
    return true;
  }
  return false;
}

static void
perform(struct operation *p)
{
  while (!try_stack(p) && !eliminate(p))
    ;
}

/* ---- the client ------------------------------------------------------------------------------ */

static struct operation operations[THREADS];
static atomic_int pushes, pops;

static void *
push(void *argument)
{
  struct operation *p = argument;

  p->node = node_new();
  if (!p->node)
    return NULL;
  atomic_fetch_add(&pushes, 1);
  perform(p);
  return NULL;
}

static void *
pop(void *argument)
{
  struct operation *p = argument;

  perform(p);
  if (p->node) {
    int popped = atomic_fetch_add(&pops, 1) + 1;

    assert(popped <= pushes);
    node_free(p->node);
  }
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++) {
    operations[i].id = i + 1;
    operations[i].kind = i < PUSHERS ? PUSH : POP;
    pthread_create(&threads[i], NULL, i < PUSHERS ? push : pop, &operations[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
