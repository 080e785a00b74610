/* Unfolding: the C files that the front end has read become a prog.
 *
 * Every thread is unfolded up to the unwinding bounds: calls are expanded, loops repeated, private
 * memory is followed from store to load. Whatever cannot be handled is an error in `diags` with its
 * place and the name of the construct or function, and the result is NULL. NULL without an error
 * means that options->stop said so. The caller frees the prog. */
#ifndef HEDDLE_UNFOLD_UNFOLD_H
#define HEDDLE_UNFOLD_UNFOLD_H

#include "base/diag.h"
#include "base/str.h"
#include "frontend/frontend.h"
#include "ir/prog.h"

/* The same files may be unfolded several times, with other bounds or another entry. A replay
 * (options->replay) changes the module: then this time is the last. */
struct prog *unfold_program(const struct frontend *frontend, const struct frontend_options *options,
                            struct diags *diags);
/* Reads the files, unfolds them once, and forgets them. */
struct prog *unfold_files(const struct frontend_options *options, struct diags *diags);
/* Is there a loop or a function that the rule is about? False with the reason. */
bool unfold_check_rule(const struct frontend *frontend, const struct unwind_rule *rule,
                       struct str *error);

#endif
