/* Characters of numbers, in the C locale: what strtol and strtod have in common. */
#ifndef HEDDLE_MODELS_DIGIT_H
#define HEDDLE_MODELS_DIGIT_H

static inline _Bool
is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* 36 and above is no digit. */
static inline unsigned
digit_of(char c)
{
  if (c >= '0' && c <= '9')
    return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'z')
    return (unsigned)(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z')
    return (unsigned)(c - 'A') + 10;
  return 36;
}

#endif
