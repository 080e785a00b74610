/* Character classes in the C locale: ASCII.
 *
 * The macros of <ctype.h> read tables, which three functions return. A character that is neither
 * an unsigned char nor EOF is an access outside of these tables, as it should be. (glibc's tables
 * begin at -128 to tolerate a plain char; so do these.) The functions compute the class, which is
 * cheaper if the character is not constant. */
#include "heddle.h"

#include <ctype.h>

/* ---- functions: exactly as specified for the C locale, by comparison ------------------------- */

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef isascii
#undef toascii
#undef tolower
#undef toupper

#define BETWEEN(c, low, high) ((c) >= (low) && (c) <= (high))
#define IS_LOWER(c) BETWEEN(c, 'a', 'z')
#define IS_UPPER(c) BETWEEN(c, 'A', 'Z')
#define IS_ALPHA(c) (IS_LOWER(c) || IS_UPPER(c))
#define IS_DIGIT(c) BETWEEN(c, '0', '9')
#define IS_XDIGIT(c) (IS_DIGIT(c) || BETWEEN(c, 'a', 'f') || BETWEEN(c, 'A', 'F'))
#define IS_ALNUM(c) (IS_ALPHA(c) || IS_DIGIT(c))
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t')
#define IS_SPACE(c) ((c) == ' ' || BETWEEN(c, '\t', '\r'))
#define IS_PRINT(c) BETWEEN(c, ' ', '~')
#define IS_GRAPH(c) BETWEEN(c, '!', '~')
#define IS_PUNCT(c) (IS_GRAPH(c) && !IS_ALNUM(c))
#define IS_CNTRL(c) (BETWEEN(c, 0, 31) || (c) == 127)
#define TO_LOWER(c) (IS_UPPER(c) ? (c) - 'A' + 'a' : (c))
#define TO_UPPER(c) (IS_LOWER(c) ? (c) - 'a' + 'A' : (c))

int
isalnum(int c)
{
  return IS_ALNUM(c);
}

int
isalpha(int c)
{
  return IS_ALPHA(c);
}

int
isblank(int c)
{
  return IS_BLANK(c);
}

int
iscntrl(int c)
{
  return IS_CNTRL(c);
}

int
isdigit(int c)
{
  return IS_DIGIT(c);
}

int
isgraph(int c)
{
  return IS_GRAPH(c);
}

int
islower(int c)
{
  return IS_LOWER(c);
}

int
isprint(int c)
{
  return IS_PRINT(c);
}

int
ispunct(int c)
{
  return IS_PUNCT(c);
}

int
isspace(int c)
{
  return IS_SPACE(c);
}

int
isupper(int c)
{
  return IS_UPPER(c);
}

int
isxdigit(int c)
{
  return IS_XDIGIT(c);
}

int
isascii(int c)
{
  return BETWEEN(c, 0, 127);
}

int
toascii(int c)
{
  return c & 127;
}

int
tolower(int c)
{
  return TO_LOWER(c);
}

int
toupper(int c)
{
  return TO_UPPER(c);
}

/* ---- tables: what the macros look into, for the characters -128 to 255 ----------------------- */

#define KINDS(c)                                                                                   \
  (unsigned short)((IS_UPPER(c) ? _ISupper : 0) | (IS_LOWER(c) ? _ISlower : 0) |                   \
                   (IS_ALPHA(c) ? _ISalpha : 0) | (IS_DIGIT(c) ? _ISdigit : 0) |                   \
                   (IS_XDIGIT(c) ? _ISxdigit : 0) | (IS_SPACE(c) ? _ISspace : 0) |                 \
                   (IS_PRINT(c) ? _ISprint : 0) | (IS_GRAPH(c) ? _ISgraph : 0) |                   \
                   (IS_BLANK(c) ? _ISblank : 0) | (IS_CNTRL(c) ? _IScntrl : 0) |                   \
                   (IS_PUNCT(c) ? _ISpunct : 0) | (IS_ALNUM(c) ? _ISalnum : 0))

enum { BELOW = 128 };

#define ROW8(X, c) X(c), X(c + 1), X(c + 2), X(c + 3), X(c + 4), X(c + 5), X(c + 6), X(c + 7)
#define ROW32(X, c) ROW8(X, c), ROW8(X, c + 8), ROW8(X, c + 16), ROW8(X, c + 24)
#define ROW128(X, c) ROW32(X, c), ROW32(X, c + 32), ROW32(X, c + 64), ROW32(X, c + 96)
/* What stands below 0 is the upper half of the bytes once more; EOF stays itself. */
#define BYTE_OR_EOF(c) ((c) < -1 ? (c) + 256 : (c))
#define LOWER_OF(c) TO_LOWER(BYTE_OR_EOF(c))
#define UPPER_OF(c) TO_UPPER(BYTE_OR_EOF(c))
#define ALL(X) {ROW128(X, -128), ROW128(X, 0), ROW128(X, 128)}

static const unsigned short kinds[3 * BELOW] = ALL(KINDS);
static const int lowers[3 * BELOW] = ALL(LOWER_OF);
static const int uppers[3 * BELOW] = ALL(UPPER_OF);

const unsigned short **
__ctype_b_loc(void)
{
  static const unsigned short *table = kinds + BELOW;
  return &table;
}

const int **
__ctype_tolower_loc(void)
{
  static const int *table = lowers + BELOW;
  return &table;
}

const int **
__ctype_toupper_loc(void)
{
  static const int *table = uppers + BELOW;
  return &table;
}
