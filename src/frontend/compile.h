/* Runs clang on one file: C in, bytes out. */
#ifndef HEDDLE_FRONTEND_COMPILE_H
#define HEDDLE_FRONTEND_COMPILE_H

#include "base/diag.h"
#include "base/str.h"
#include "frontend/frontend.h"

enum compile_purpose {
  COMPILE_BITCODE, /* of the file, as it is checked */
  COMPILE_INLINE,  /* of the file, with the bodies of its inline functions as well */
  COMPILE_TEXT,    /* the file after preprocessing */
  COMPILE_MACROS,  /* what is defined at its end */
};

/* Adds what clang writes to `out`. clang's own messages go to stderr. False if it fails, with an
 * error in diags, or without one if options->stop said so. */
bool compile_file(struct str *out, const struct frontend_file *file, enum compile_purpose purpose,
                  const struct frontend_options *options, struct diags *diags);

#endif
