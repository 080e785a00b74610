/* Answers of solvers. The input's first byte chooses the form; whatever the rest is, it is a list
 * of claims and a value for each variable. */
#include <stdlib.h>

#include "libfuzzer/target.h"
#include "sat/adapter.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { VARIABLES = 20 };
  if (!size)
    return 0;
  char *text = target_text(data + 1, size - 1);
  struct answer answer = {0};
  answer_read(&answer, *data % 2 ? SAT_FORM_SMT2 : SAT_FORM_DIMACS, text, VARIABLES);
  if (answer.model.n != VARIABLES + 1 || answer.model.at[0])
    abort();
  answer_free(&answer);
  free(text);
  return 0;
}
