/* What other verifiers print. The input's first two bytes choose the reader and the exit code;
 * whatever the rest is, it is a claim, and its schedule one that can be freed. All of it may be a
 * test case of KLEE's, too. */
#include <stdlib.h>

#include "backend/backend.h"
#include "libfuzzer/target.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static enum claim (*const readers[])(const struct ended *, struct schedule *) = {
    read_explore, read_bmc, read_cpachecker, read_eva};
  if (size < 2)
    return 0;
  char *text = target_text(data + 2, size - 2);
  struct ended ended = {data[1] % 12, text, "."};
  struct schedule schedule = {0};
  if (readers[data[0] % 4](&ended, &schedule) > CLAIM_VIOLATION)
    abort();
  schedule_free(&schedule);
  read_ktest(&schedule, data, size);
  schedule_free(&schedule);
  free(text);
  return 0;
}
