/* Ctrl-C in the worker (base/worker.h): it asks to stop. The watcher sees to it that it happens,
 * and that a second Ctrl-C ends everything at once. */
#ifndef HEDDLE_CLI_INTERRUPT_H
#define HEDDLE_CLI_INTERRUPT_H

#include <stdbool.h>

/* From here on SIGINT and SIGTERM are noted instead of ending the process; if nobody watches us,
 * only the first. */
void interrupt_watch(bool watched);
/* Once true it stays true. */
bool interrupted(void);

#endif
