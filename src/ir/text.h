/* The text form of a prog, and the checker. doc/ir.md describes the form. prog_print followed by
 * prog_parse gives an equal prog: printing that again gives the same text. */
#ifndef HEDDLE_IR_TEXT_H
#define HEDDLE_IR_TEXT_H

#include "base/diag.h"
#include "base/str.h"
#include "ir/prog.h"

/* `note`, if given, may add a comment (without "; ") behind an event or a value. */
struct prog_notes {
  void (*event)(struct str *out, event_id event, void *argument);
  void (*value)(struct str *out, value_id value, void *argument);
  void *argument;
};
void prog_print(struct str *out, const struct prog *prog, const struct prog_notes *notes);

/* NULL and errors in diags if the text is not a prog. `file` is for the messages. */
struct prog *prog_parse(const char *text, const char *file, struct diags *diags);

/* The rules every prog obeys between passes; reports breaches in diags. True if there is none. */
bool prog_check(const struct prog *prog, struct diags *diags);

/* For assert() after a pass: like prog_check, with the breaches on stderr. */
bool prog_is_sound(const struct prog *prog);

#endif
