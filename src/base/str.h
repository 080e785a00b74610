/* Text that grows. Zero-initialise; str_free when done. `text` is always
 * terminated once anything was added; str_text gives "" for an empty one. */
#ifndef HEDDLE_BASE_STR_H
#define HEDDLE_BASE_STR_H

#include <stdarg.h>
#include <stddef.h>

struct str {
  char *text;
  size_t n, cap;
};

void str_add(struct str *str, const char *text);
void str_add_bytes(struct str *str, const char *bytes, size_t n);
void str_printf(struct str *str, const char *format, ...);
void str_vprintf(struct str *str, const char *format, va_list args);
const char *str_text(const struct str *str);
void str_free(struct str *str);

int str_hex_digit(char c); /* its value, or -1 */

#endif
