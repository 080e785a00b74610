/* Locks that somebody finds taken, and then does something else than wait, see notice.c. */
#ifndef HEDDLE_UNFOLD_NOTICE_H
#define HEDDLE_UNFOLD_NOTICE_H

#include "ir/prog.h"

struct unfold;

/* Somebody finds the lock at this address taken, and does not wait for it. */
void notice_refused(struct unfold *u, value_id lock);
/* May somebody tell that this lock is taken? If not, the turn relies on that from now on. */
bool notice_may_tell(struct unfold *u, struct target lock);
/* The same of a lock that may be at several places. */
bool notice_may_tell_any(struct unfold *u, value_id lock);
/* At the end of a turn: finds out who looks at the locks that the turn relies on. */
void notice_looks(struct unfold *u);

#endif
