/* Time and memory of this process. */
#ifndef HEDDLE_BASE_CLOCK_H
#define HEDDLE_BASE_CLOCK_H

#include <stdint.h>

/* Seconds since some fixed moment; never goes backwards. */
double clock_now(void);
/* Seconds of the processor that this process has taken; those of a record about another. */
double clock_processor(void);
/* Those that another process has taken so far; 0 if that is not known. */
double clock_of_process(long process);
struct rusage;
double clock_of_usage(const struct rusage *usage);
/* The most memory this process has had resident at one time, in bytes. */
uint64_t clock_peak_memory(void);

#endif
