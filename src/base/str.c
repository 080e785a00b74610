#include "base/str.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

void
str_add_bytes(struct str *str, const char *bytes, size_t n)
{
  str->text = vec_fit(str->text, &str->cap, str->n + n + 1, 1);
  memcpy(str->text + str->n, bytes, n);
  str->n += n;
  str->text[str->n] = 0;
}

void
str_add(struct str *str, const char *text)
{
  str_add_bytes(str, text, strlen(text));
}

void
str_vprintf(struct str *str, const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  size_t length = (size_t)vsnprintf(NULL, 0, format, args);
  str->text = vec_fit(str->text, &str->cap, str->n + length + 1, 1);
  vsnprintf(str->text + str->n, length + 1, format, again);
  va_end(again);
  str->n += length;
}

void
str_printf(struct str *str, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  str_vprintf(str, format, args);
  va_end(args);
}

const char *
str_text(const struct str *str)
{
  return str->n ? str->text : ""; /* one that was emptied has its old text still */
}

void
str_free(struct str *str)
{
  vec_drop(str->text);
  *str = (struct str){0};
}

int
str_hex_digit(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}
