/* JSON: whatever is read can be written by our own writer, and read again to the same tree. */
#include <stdlib.h>

#include "base/json.h"
#include "base/json_read.h"
#include "libfuzzer/target.h"

static void
write(struct json *json, const struct json_value *value)
{
  switch (value->kind) {
  case JSON_NULL:
    json_null(json, value->key);
    break;
  case JSON_BOOL:
    json_bool(json, value->key, value->truth);
    break;
  case JSON_NUMBER:
    if (value->is_int)
      json_int(json, value->key, value->integer);
    else if (value->is_uint)
      json_uint(json, value->key, value->natural);
    else
      json_null(json, value->key); /* the writer rounds */
    break;
  case JSON_TEXT:
    json_text(json, value->key, value->text);
    break;
  case JSON_ARRAY:
  case JSON_OBJECT:
    (value->kind == JSON_ARRAY ? json_array : json_object)(json, value->key);
    for (const struct json_value *element = value->first; element; element = element->next)
      write(json, element);
    (value->kind == JSON_ARRAY ? json_array_end : json_object_end)(json);
    break;
  }
}

static void
print(struct str *out, const struct json_value *value)
{
  struct json json = {0};
  write(&json, value);
  *out = json.out;
}

static void
write_and_read(const struct json_value *value, struct arena *arena)
{
  struct str first = {0}, second = {0};
  struct json_error error;
  print(&first, value);
  const struct json_value *again = json_read(arena, first.text, first.n, &error);
  if (!again)
    abort();
  print(&second, again);
  if (strcmp(str_text(&first), str_text(&second)) != 0)
    abort();
  str_free(&first);
  str_free(&second);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena arena = {0};
  struct json_error error;
  char *text = mem_alloc(size); /* not terminated, as the reader's contract allows */
  if (size)
    memcpy(text, data, size);
  const struct json_value *value = json_read(&arena, text, size, &error);
  if (value) {
    write_and_read(value, &arena);
    json_member_text(value, "file");
  } else if (!error.text || !error.line || !error.column) {
    abort(); /* an error without its place */
  }
  free(text);
  arena_free(&arena);
  return 0;
}
