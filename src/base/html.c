#include "base/html.h"

#include <stdbool.h>
#include <string.h>

#include "base/mutant.h"
#include "base/utf8.h"

static const char *
entity(char c)
{
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return NULL;
  }
}

static bool
is_control(unsigned char c)
{
  return (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f;
}

void
html_bytes(struct str *out, const char *bytes, size_t n)
{
  for (size_t i = 0, length; i < n; i += length ? length : 1) {
    const char *escape = MUTANT(TAGS_IN_TEXT) ? NULL : entity(bytes[i]);
    length = utf8_length((const unsigned char *)bytes + i);
    if (escape)
      str_add(out, escape);
    else if (!length || length > n - i || is_control((unsigned char)bytes[i]))
      str_add(out, "\xef\xbf\xbd");
    else
      str_add_bytes(out, bytes + i, length);
  }
}

void
html_text(struct str *out, const char *text)
{
  html_bytes(out, text, strlen(text));
}

void
html_json(struct str *out, const char *json)
{
  for (size_t n; *json; json += n) {
    n = strcspn(json, "<");
    str_add_bytes(out, json, n);
    if (json[n]) {
      str_add(out, MUTANT(SCRIPT_ENDED) ? "<" : "\\u003c");
      n++;
    }
  }
}
