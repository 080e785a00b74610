#include "ir/schedule.h"

void
schedule_free(struct schedule *schedule)
{
  vec_free(&schedule->contexts);
  vec_free(&schedule->inputs);
}
