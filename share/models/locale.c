/* The locale: there is only "C". */
#include "heddle.h"

#include <limits.h>
#include <locale.h>
#include <string.h>

static char name[] = "C";

/* The locale is "C" and stays so; NULL for names that the system need not have. */
char *
setlocale(int category, const char *locale)
{
  if (category < LC_CTYPE || category > LC_IDENTIFICATION)
    return NULL;
  if (!locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
    return name;
  __heddle_assumed("the locale of the environment is C, and there is no other");
  return *locale ? NULL : name;
}

/* Of the locale "C". */
struct lconv *
localeconv(void)
{
  static char nothing[] = "", point[] = ".";
  static struct lconv all = {
    .decimal_point = point,
    .thousands_sep = nothing,
    .grouping = nothing,
    .int_curr_symbol = nothing,
    .currency_symbol = nothing,
    .mon_decimal_point = nothing,
    .mon_thousands_sep = nothing,
    .mon_grouping = nothing,
    .positive_sign = nothing,
    .negative_sign = nothing,
    .int_frac_digits = CHAR_MAX,
    .frac_digits = CHAR_MAX,
    .p_cs_precedes = CHAR_MAX,
    .p_sep_by_space = CHAR_MAX,
    .n_cs_precedes = CHAR_MAX,
    .n_sep_by_space = CHAR_MAX,
    .p_sign_posn = CHAR_MAX,
    .n_sign_posn = CHAR_MAX,
    .int_p_cs_precedes = CHAR_MAX,
    .int_p_sep_by_space = CHAR_MAX,
    .int_n_cs_precedes = CHAR_MAX,
    .int_n_sep_by_space = CHAR_MAX,
    .int_p_sign_posn = CHAR_MAX,
    .int_n_sign_posn = CHAR_MAX,
  };

  return &all;
}
