#include "analysis/access.h"

int
access_compare(const void *a, const void *b)
{
  const struct access *x = a, *y = b;
  int places = target_compare(&x->target, &y->target);
  if (places)
    return places;
  if (x->bytes != y->bytes)
    return x->bytes < y->bytes ? -1 : 1;
  return x->event < y->event ? -1 : x->event > y->event;
}

bool
access_same_place(const struct access *a, const struct access *b)
{
  return !target_compare(&a->target, &b->target) && a->bytes == b->bytes;
}
