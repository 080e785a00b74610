/* Where the program tests whether it is right: places of assertions, into prog.tests. */
#ifndef HEDDLE_UNFOLD_MARKS_H
#define HEDDLE_UNFOLD_MARKS_H

struct unfold;

void mark_test(struct unfold *u); /* a test of an assertion is made now */
void mark_all(struct unfold *u);  /* at the end: all tests there are, into the prog */

#endif
