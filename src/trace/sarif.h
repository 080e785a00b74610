/* A trace in the words of SARIF 2.1.0, for code hosts and editors; src/report/sarif.c has the log
 * around it. Places are told relative to the folder `root`, where they are below it. */
#ifndef HEDDLE_TRACE_SARIF_H
#define HEDDLE_TRACE_SARIF_H

#include "base/json.h"
#include "trace/trace.h"

struct sarif_base {
  const char *root; /* an absolute path */
  const char *file; /* stands for what lies nowhere */
};

/* Hosts keep so many steps of a flow, and the first flow they see. */
enum { SARIF_STEPS = 900 };

/* The members of a result that the run has: message, locations, relatedLocations, codeFlows,
 * partialFingerprints. */
void trace_sarif(struct json *json, const struct trace_input *trace, const struct sarif_base *base);

/* The object that says which file. */
void sarif_artifact(struct json *json, const char *key, const char *root, const char *file);
/* A message of plain text: what would be a placeholder or a link in it, is none. */
void sarif_message(struct json *json, const char *key, const char *text);

#endif
