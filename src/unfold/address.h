/* What a program sees of addresses: in a real process they are other numbers than here. */
#ifndef HEDDLE_UNFOLD_ADDRESS_H
#define HEDDLE_UNFOLD_ADDRESS_H

#include "ir/prog.h"

struct unfold;

/* Which addresses the program looks at; kept from turn to turn. */
struct looks {
  uint32_t n;         /* objects whose addresses are inputs */
  bool fixed;         /* no address is an input after all: looking is an assumption */
  unsigned forgotten; /* how often those that were looked at in earlier turns only were dropped */
};

/* At the start of main: where the objects lie that the program looks at. */
void address_begin(struct unfold *u);
/* After a turn in which nothing grew: forgets what is not looked at any more; true if that is
 * news. */
bool address_forget(struct unfold *u);
/* The result of an operation of the program on these; `pointers` if C's minus on pointers. */
value_id address_binary(struct unfold *u, enum value_op op, value_id a, value_id b, bool pointers);
value_id address_equal(struct unfold *u, value_id a, value_id b);
value_id address_less(struct unfold *u, value_id a, value_id b, bool is_signed);
/* The number that the program sees if it looks at all the bits of it. */
value_id address_number(struct unfold *u, value_id value);
/* The program looks at an address in a way that has no model. */
void address_assumed(struct unfold *u, value_id value);
/* The program has loaded this: if it is a part of an address, that is such a way, too. */
void address_part(struct unfold *u, value_id loaded);
/* The program accesses memory through a number of which nobody knows where it comes from. */
void address_wild(struct unfold *u);
/* The program accesses memory there: may that be a number that was made of an address? */
void address_followed(struct unfold *u, value_id address);

#endif
