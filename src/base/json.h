/* A JSON writer that streams into a str, indented by two spaces. The caller opens and closes
 * objects and arrays; `key` is NULL inside arrays and for the outermost value. Text is escaped;
 * bytes that are not UTF-8 become U+FFFD. */
#ifndef HEDDLE_BASE_JSON_H
#define HEDDLE_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct json {
  struct str out;
  unsigned depth;
  bool comma; /* the next element needs one before it */
};

void json_object(struct json *json, const char *key);
void json_object_end(struct json *json);
void json_array(struct json *json, const char *key);
void json_array_end(struct json *json);
void json_text(struct json *json, const char *key, const char *text);
void json_int(struct json *json, const char *key, int64_t number);
void json_uint(struct json *json, const char *key, uint64_t number);
void json_real(struct json *json, const char *key, double number); /* three decimals */
void json_bool(struct json *json, const char *key, bool truth);
void json_null(struct json *json, const char *key);

#endif
