// Functions that clang inlines lie in the block that calls them, in each of their copies and in copies
// within copies; what they declare themselves goes when they return.
// run: => safe
// run: -- -DRETURNED => bug
// run: -- -DOTHER_COPY => bug
// run: -- -DINNER => bug
// run: -- -DLEFT => bug
// run: -- -DCALLER => bug
// expect: use of a local variable after its block was left: v
// replay: all
#include <assert.h>
#include <stddef.h>

#define INLINE static inline __attribute__((always_inline))

struct list {
  struct list *next;
};

struct large {
  long at[6];
};

static int *last;

INLINE void
set(int *where, int value)
{
  *where = value;
}

INLINE void
set_twice(int *where, int value)
{
  {
    int half = value / 2;
    set(&half, value);
    set(where, half);
  }
  set(where, *where);
}

INLINE void
add(struct list *head, struct list *element)
{
  element->next = head->next;
  head->next = element;
}

INLINE int
count(int n)
{
  int v = 0;
  for (int i = 0; i < n; i++) {
    int w;
    set(&w, 1);
    v += w;
  }
  last = &v;
  return *last;
}

INLINE struct large
fill(int value)
{
  struct large result;
  long *at = result.at;
  for (int i = 0; i < 2; i++)
    at[i] = value + i;
  return result;
}

INLINE __attribute__((pure)) long
second(struct large large, struct list list, int n)
{
  long *at = &large.at[n];
  struct list *p = &list;
  return p->next ? 0 : *at;
}

INLINE int
visit(int value)
{
  int v = value;
  int *before = last;
  last = &v;
  return before ? *before : *last;
}

INLINE int *
inner(void)
{
  {
    int v = 1;
    return &v;
  }
}

INLINE int *
own(void)
{
  int v = 1;
  return &v;
}

INLINE int
caller(void)
{
  int *p;
  {
    int v;
    p = &v;
    set(&v, 1);
  }
  set(p, 2);
  return 0;
}

int
main(void)
{
  int sum = 0;
  struct list head = {&head};
  for (int i = 0; i < 2; i++) {
    int v;
    set(&v, 5);
    last = &v;
    set_twice(last, 6);
    assert(*last == 6 && v == 6);
    struct list element;
    add(&head, &element);
    assert(head.next->next == &head);
    head.next = element.next;
    struct large all = fill(i), *p = &all;
    sum +=
      (int)(fill(2).at[1] + second(*p, (struct list){0}, 1) + second(all, (struct list){0}, 0));
    sum += count(2) + count(1);
  }
  assert(sum == 16);
  last = NULL;
#ifdef RETURNED
  return *own();
#endif
#ifdef OTHER_COPY
  sum = visit(1);
  return visit(2);
#endif
#ifdef INNER
  return *inner();
#endif
#ifdef LEFT
  count(1);
  return *last;
#endif
#ifdef CALLER
  return caller();
#endif
  return visit(1) - 1;
}
