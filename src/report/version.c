#include <string.h>

#include "report/report.h"
#include "sat/sat.h"

const char *
report_version_number(void)
{
  return HEDDLE_VERSION;
}

/* Solvers call themselves "cadical-1.5.3". */
static const char *
bare_version(const char *signature)
{
  const char *dash = strrchr(signature, '-');
  return dash ? dash + 1 : signature;
}

void
report_version(struct str *out)
{
  str_printf(out, "heddle %s (LLVM %s, CaDiCaL %s)", report_version_number(),
             frontend_llvm_version(), bare_version(sat_cadical_version()));
}
