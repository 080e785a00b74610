/* What a bug can be, for formats that name kinds of bugs: a table of rules, each with a help text. */
#ifndef HEDDLE_REPORT_RULES_H
#define HEDDLE_REPORT_RULES_H

#include <stddef.h>

#include "trace/trace.h"

struct rule {
  const char *kind; /* as in bug_kind */
  const char *text; /* that the text of the assertion begins with; NULL = any */
  const char *id;   /* of the rule, "use-after-free" */
  const char *name; /* "UseAfterFree" */
  const char *cwe;  /* number in the Common Weakness Enumeration; NULL = none */
  const char *brief, *help;
};

extern const struct rule rules[];
extern const size_t rules_n;

/* The number of the rule that the bug breaks. */
size_t rule_of(const struct trace_input *trace);

#endif
