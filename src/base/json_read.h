/* A JSON reader: a whole text (RFC 8259) becomes a tree that lives in the caller's arena.
 *
 * Every value knows where it begins, so that whoever finds something wrong with its meaning can say
 * where. Texts are UTF-8 and terminated, but may hold zero bytes: hence their lengths. Bytes that
 * are not UTF-8 are kept as they are, since file names may have them; half a surrogate pair becomes
 * U+FFFD. A byte order mark at the beginning is skipped. */
#ifndef HEDDLE_BASE_JSON_READ_H
#define HEDDLE_BASE_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

enum { JSON_DEPTH_MOST = 256 }; /* arrays and objects inside one another */

struct json_value {
  enum json_kind kind;
  unsigned line, column; /* from 1; columns count bytes */
  const char *key;       /* of a member of an object, else NULL */
  size_t key_length;
  const struct json_value *next; /* the next element or member, or NULL */
  bool truth;                    /* BOOL */
  double number;                 /* NUMBER: the nearest one */
  bool is_int, is_uint;          /* NUMBER: written without fraction and exponent, and it fits */
  int64_t integer;
  uint64_t natural;
  const char *text; /* TEXT */
  size_t length;
  const struct json_value *first; /* ARRAY, OBJECT */
  size_t n;
};

struct json_error {
  unsigned line, column;
  const char *text; /* static */
};

/* NULL with an error if the text is no JSON or nested too deeply. `text` need not be terminated. */
const struct json_value *json_read(struct arena *arena, const char *text, size_t length,
                                   struct json_error *error);

/* The last member of this name; NULL if there is none or the value is no object. */
const struct json_value *json_member(const struct json_value *object, const char *name);
/* The text of that member; NULL if there is none, it is no text or holds a zero byte. */
const char *json_member_text(const struct json_value *object, const char *name);

#endif
