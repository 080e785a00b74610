/* Text within HTML. Nothing that is added here can end an element, an attribute or a script, and
 * the result is UTF-8: other bytes and control characters become U+FFFD. */
#ifndef HEDDLE_BASE_HTML_H
#define HEDDLE_BASE_HTML_H

#include "base/str.h"

/* Between tags, or as the value of an attribute in double quotes. */
void html_text(struct str *out, const char *text);
/* The same of `n` bytes, which zeros may be among; a zero must follow them. */
void html_bytes(struct str *out, const char *bytes, size_t n);
/* A JSON text as the contents of a script element: only its strings can have a '<'. */
void html_json(struct str *out, const char *json);

#endif
