/* Ctrl-C: the first one asks to stop, the second one kills. */
#ifndef HEDDLE_CLI_INTERRUPT_H
#define HEDDLE_CLI_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void);
/* Once true it stays true. */
bool interrupted(void);

#endif
