#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static const char *
short_escape(unsigned char byte)
{
  switch (byte) {
  case '"':
    return "\\\"";
  case '\\':
    return "\\\\";
  case '\b':
    return "\\b";
  case '\f':
    return "\\f";
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  default:
    return NULL;
  }
}

static void
add_quoted(struct str *out, const char *text)
{
  const unsigned char *at = (const unsigned char *)text;
  str_add(out, "\"");
  while (*at) {
    size_t length = utf8_length(at);
    const char *escape = short_escape(*at);
    if (escape)
      str_add(out, escape);
    else if (!length)
      str_add(out, "\xef\xbf\xbd");
    else if (*at < 0x20 || *at == 0x7f)
      str_printf(out, "\\u%04x", *at);
    else
      str_add_bytes(out, (const char *)at, length);
    at += length ? length : 1;
  }
  str_add(out, "\"");
}

static void
new_line(struct json *json)
{
  str_add(&json->out, "\n");
  for (unsigned i = 0; i < json->depth; i++)
    str_add(&json->out, "  ");
}

/* What stands before every value: comma, line break, key. */
static void
begin(struct json *json, const char *key)
{
  if (json->comma)
    str_add(&json->out, ",");
  if (json->depth)
    new_line(json);
  if (key) {
    add_quoted(&json->out, key);
    str_add(&json->out, ": ");
  }
  json->comma = true;
}

static void
open_group(struct json *json, const char *key, const char *bracket)
{
  begin(json, key);
  str_add(&json->out, bracket);
  json->depth++;
  json->comma = false;
}

static void
close_group(struct json *json, const char *bracket)
{
  bool empty = !json->comma;
  json->depth--;
  if (!empty)
    new_line(json);
  str_add(&json->out, bracket);
  json->comma = true;
}

void
json_object(struct json *json, const char *key)
{
  open_group(json, key, "{");
}

void
json_object_end(struct json *json)
{
  close_group(json, "}");
}

void
json_array(struct json *json, const char *key)
{
  open_group(json, key, "[");
}

void
json_array_end(struct json *json)
{
  close_group(json, "]");
}

void
json_text(struct json *json, const char *key, const char *text)
{
  begin(json, key);
  add_quoted(&json->out, text);
}

void
json_int(struct json *json, const char *key, int64_t number)
{
  begin(json, key);
  str_printf(&json->out, "%" PRId64, number);
}

void
json_uint(struct json *json, const char *key, uint64_t number)
{
  begin(json, key);
  str_printf(&json->out, "%" PRIu64, number);
}

void
json_real(struct json *json, const char *key, double number)
{
  /* JSON has no word for infinities and NaN. */
  if (!isfinite(number)) {
    json_null(json, key);
    return;
  }
  begin(json, key);
  size_t start = json->out.n;
  str_printf(&json->out, "%.3f", number);
  char *comma = strchr(json->out.text + start, ','); /* some locales write one */
  if (comma)
    *comma = '.';
}

void
json_bool(struct json *json, const char *key, bool truth)
{
  begin(json, key);
  str_add(&json->out, truth ? "true" : "false");
}

void
json_null(struct json *json, const char *key)
{
  begin(json, key);
  str_add(&json->out, "null");
}
