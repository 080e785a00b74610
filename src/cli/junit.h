/* What became of tests, as JUnit's XML, which servers of continuous integration read. */
#ifndef HEDDLE_CLI_JUNIT_H
#define HEDDLE_CLI_JUNIT_H

#include "base/str.h"
#include "report/report.h"

struct test_outcome {
  const char *name, *file;
  enum exit_code code;
  struct str verdict; /* one line */
  struct str text;    /* everything that was said */
  double seconds;
};

struct test_outcomes {
  VEC(struct test_outcome) all;
};

/* A test that is not decided counts as skipped. */
void junit_write(struct str *out, const struct test_outcomes *outcomes);

#endif
