/* An instance: the program with interruptions only before labels of selected tiles, and wherever a
 * thread may wait or has not begun.
 *
 * As text it is one line, `tiles 1:0,3 2:1,2`: of thread 1 the tiles 0 and 3, and so on. A thread
 * that is not mentioned is interrupted nowhere else. */
#ifndef HEDDLE_TILING_INSTANCE_H
#define HEDDLE_TILING_INSTANCE_H

#include "analysis/part.h"
#include "base/str.h"
#include "tiling/tiling.h"

struct instance {
  VEC(bool) selected; /* of each tile of the tiling */
};

void instance_print(struct str *out, const struct tiling *tiling, const struct instance *instance);
/* False with one line, without a newline, in `error`. To be freed in any case. */
bool instance_parse(struct instance *instance, const struct tiling *tiling, const char *text,
                    struct str *error);
void instance_free(struct instance *instance);

/* Closes in `part` what the instance does not leave open. */
void instance_close(struct part *part, const struct instance *instance, const struct tiling *tiling,
                    const struct labels *labels, const struct prog *prog);

#endif
