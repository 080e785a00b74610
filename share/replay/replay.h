/* Inside a replay: threads that take turns as the script says. */
#ifndef HEDDLE_REPLAY_REPLAY_H
#define HEDDLE_REPLAY_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "script.h"

/* ---- turns.c: who runs when ---- */

unsigned turns_self(void); /* the number of this thread */
void turns_begin(unsigned thread);
_Noreturn void turns_park(void); /* this thread stays here for ever */
/* Waits until the script's next line is one of this thread's, and takes it; NULL if there is none
 * left for it and it may go on nevertheless. */
const struct heddle_line *turns_take(void);
/* The next line of this thread, without waiting; NULL = none. */
const struct heddle_line *turns_peek(void);
/* The same of a line further on: the `n`-th one, from 0. */
const struct heddle_line *turns_peek_at(unsigned n);
/* This thread races, in a section: it has no line left, and its access is still to come. */
bool turns_are_beyond(void);
void turns_end(void);       /* this thread ends */
bool turns_all_taken(void); /* every line has been taken, and the last one by this thread */
/* This thread waits, and nobody will help it. Returns only if it is to go on waiting by itself. */
void turns_hang(const char *where);
/* It calls what may let it through, and has got through: it waits in a loop, or it will end. */
void turns_enter(const char *where);
void turns_leave(void);

/* ---- buffers.c: stores that others see late ---- */

/* Around an instruction of this thread that touches the memory: it is, or is not, the late store of
 * this number. */
void buffers_begin(unsigned late, char *address, unsigned size);
void buffers_end(void);
/* The same of an access that is made here: instead of storing, and after loading. */
void buffers_store(unsigned late, char *address, const char *bytes, uint64_t size);
void buffers_load(char *bytes, const char *address, uint64_t size);
void buffers_leave(const struct heddle_line *line);
void buffers_check(unsigned thread); /* its buffer must be empty */

/* ---- intrinsics.c ---- */

bool thread_has_ended(unsigned thread);
bool thread_is_in_section(void); /* this one */
/* Every line has been taken, and now there is to be a fault of this kind (heddle_error_kind). */
bool fault_is_expected(int kind);

/* ---- report.c: how it ended; the first word counts ---- */

void report_begin(void);
_Noreturn void report_diverged(const char *format, ...); /* the program does not follow */
void report_reproduced(const char *format, ...);
void report_followed(void);                            /* END_NOTHING: all steps were taken */
bool report_raced(const void *address, uint64_t size); /* did ThreadSanitizer say so before? */
void report_count_value(void);                         /* a value was compared */

/* ---- replay.c ---- */

/* The value of the result that the script has for the call that runs now; 0 if it has none. */
uint64_t replay_result(void);
unsigned replay_point(void); /* the one that this thread came to last */
/* Takes the lines of the call that begins now up to the first or the last one that others notice,
 * if there is one. */
void replay_pass_first(void);
void replay_pass_last(void);
/* The line in which the call that begins now returns; NULL if it does not. */
const struct heddle_line *replay_return(void);
/* The last step was taken, and the process still runs: does not return if that was a fault of
 * memory all the same. */
void replay_survived(void);
/* An access that is made in the middle of an instruction, for a line of the script. */
void replay_part(const struct heddle_line *line, const char *address, uint64_t size);
void *replay_base(unsigned object); /* where the object lies, NULL if it is not known */

/* Called by the program. The size of a result, if it is an address: */
enum { RESULT_IS_POINTER = 0x100 };
/* Which memory the next point is about. `origin` is the variable that the address was computed
 * from, of `room` bytes, if it is known. */
void heddle_replay_touch(void *address, uint64_t size, void *origin, uint64_t room);
void heddle_replay_point(unsigned point, void *address, unsigned size);
void heddle_replay_past(unsigned point, uint64_t value, unsigned size);
void heddle_replay_skip(unsigned point); /* the model is not called: its lines are taken */
void *heddle_replay_from(void *address, unsigned size);
void *heddle_replay_to(void *address, unsigned size);
void heddle_replay_stored(void *address, unsigned size);
uint64_t heddle_replay_copy(void *to, const void *from, uint64_t size);
uint64_t heddle_replay_fill(void *to, unsigned char byte, uint64_t size);
void heddle_replay_pass_unnamed(void *area);
void *heddle_replay_take_unnamed(void);
void heddle_replay_start_unnamed(void *list, void *area);
_Bool heddle_replay_fails(void);
uint64_t heddle_replay_take(void);
uint64_t heddle_replay_recorded(void);
uint64_t heddle_replay_main_argument(unsigned index);
void heddle_replay_assume(_Bool condition);
void heddle_replay_error_call(void);
void heddle_replay_error_label(void);
void heddle_replay_unreachable(void);
void heddle_replay_enter(void); /* a function that is one section */
void heddle_replay_leave(void);
/* The program. */
int heddle_replay_program(void);

#endif
