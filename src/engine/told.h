/* A problem as text: all that a process on another machine needs to search for a bug in it.
 *
 * Lines of a word and what belongs to it, the prog last:
 *
 *   engine rounds
 *   rounds 3
 *   ...
 *   part closed 00110 ends 1.0.63+2.0.69- switches 2
 *   prog
 *   (the text of ir/print)
 *
 * How many processes there are, proofs, journals and status lines are no matter of theirs. */
#ifndef HEDDLE_ENGINE_TOLD_H
#define HEDDLE_ENGINE_TOLD_H

#include "engine/search.h"

/* A problem that was told, and everything that its search points to. */
struct told {
  struct arena arena;
  struct prog *prog;
  struct labels labels;
  struct part part;
  struct engine_options options;
  struct engine_result result;
  struct search search;
};

void told_print(struct str *out, const struct search *search);
/* NULL if the text is none. `stop` and `argument` of its options are to be set by the caller. */
struct told *told_parse(const char *text);
void told_free(struct told *told);

/* A part as words in one line, empty for the whole; and back. False, and nothing to free, if that
 * is none. */
void told_print_part(struct str *out, const struct part *part);
bool told_parse_part(struct part *part, const char *text);

/* An end of a round: "1.0.63+". *text moves behind it; false if it is none. */
void told_print_end(struct str *out, const struct part_end *end);
bool told_parse_end(struct part_end *end, const char **text);
/* A number of up to nine digits, and behind it one of the signs. *text moves behind both. */
bool told_parse_number(const char **text, const char *signs, unsigned *number, char *sign);

#endif
