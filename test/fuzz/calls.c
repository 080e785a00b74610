/* Random sequential programs that call the library functions which have one right answer.
 *
 *   calls SEED
 *
 * writes one to the standard output. It has the shape of a program by Csmith (global variables g_N,
 * func_1, a checksum at the end), so that csmith.sh can compare the models with the C library the
 * way it compares the front end with the compiler. Each statement is a row of `statements` in which
 * placeholders stand for variables:
 *
 *   %s  a text of less than TEXT characters        %S  the same one again
 *   %c  a character, mostly one of the texts'      %n  a number from 0 to TEXT
 *   %i %l %u  an int32_t, int64_t, uint64_t        %B  a base for strtol
 *   %d %f  a double, a float                       %a  an array of ITEMS int32_t; %A again
 *   %F  a call of snprintf with a random format    %%  a per cent sign
 *
 * `b` is a buffer of BUFFER bytes, all 0, of each statement's own. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENTS = 16, TEXT = 8, ITEMS = 4 };

static const char *const statements[] = {
  "put_truth(isalnum(%c)); put_truth(isalpha(%c)); put_truth(isblank(%c)); put_truth(iscntrl(%c));",
  "put_truth(isdigit(%c)); put_truth(isgraph(%c)); put_truth(islower(%c)); put_truth(isprint(%c));",
  "put_truth(ispunct(%c)); put_truth(isspace(%c)); put_truth(isupper(%c)); "
  "put_truth(isxdigit(%c));",
  "put((uint64_t)tolower(%c)); put((uint64_t)toupper(%c)); put((uint64_t)toascii(%i));",

  "put(strlen(%s)); put(strnlen(%s, %n));",
  "put_sign(strcmp(%s, %s)); put_sign(strncmp(%s, %s, %n));",
  "put_sign(strcasecmp(%s, %s)); put_sign(strncasecmp(%s, %s, %n)); put_sign(strcoll(%s, %s));",
  "put_sign(memcmp(%s, %s, %n)); put_truth(bcmp(%s, %s, %n));",
  "put_place(strchr(%s, %c), %S); put_place(strrchr(%s, %c), %S);",
  "put_place(strchrnul(%s, %c), %S); put_place(index(%s, %c), %S); put_place(rindex(%s, %c), %S);",
  "put_place(memchr(%s, %c, %n), %S); put_place(memrchr(%s, %c, %n), %S);",
  "const char *t = %s; put_place(strstr(t, %s), t); put_place(strcasestr(t, %s), t);",
  "const char *t = %s; put_place(memmem(t, %n, %s, %n), t);",
  "const char *t = %s; put(strspn(t, %s)); put(strcspn(t, %s)); put_place(strpbrk(t, %s), t);",
  "put_place(strcpy(b, %s), b); put_place(stpcpy(b + 9, %s), b); put_bytes(b, BUFFER);",
  "put_place(strncpy(b, %s, %n), b); put_place(stpncpy(b + 9, %s, %n), b); put_bytes(b, BUFFER);",
  "strcpy(b, %s); put_place(strcat(b, %s), b); put_place(strncat(b, %s, %n), b); put_text(b);",
  "memset(b, %c, %n); memcpy(b + 3, %s, %n); put_place(mempcpy(b + 20, %s, %n), b); "
  "put_bytes(b, BUFFER);",
  "memcpy(b, %s, TEXT); memmove(b + 2, b, %n); memmove(b, b + 1, %n); put_bytes(b, BUFFER);",
  "put_place(memccpy(b, %s, %c, %n), b); bcopy(%s, b + 20, %n); put_bytes(b, BUFFER);",
  "memset(b, 1, BUFFER); bzero(b + %n, %n); put_bytes(b, BUFFER);",
  "strcpy(b, %s); for (char *t = strtok(b, %s); t; t = strtok(NULL, %s)) put_place(t, b); "
  "put_bytes(b, TEXT);",
  "char *r, *t; strcpy(b, %s); for (t = strtok_r(b, %s, &r); t; t = strtok_r(NULL, %s, &r)) "
  "put_text(t); put_bytes(b, TEXT);",
  "char *r = strcpy(b, %s), *t; while ((t = strsep(&r, %s))) put_place(t, b); put_bytes(b, TEXT);",
  "char *t = strdup(%s); put_text(t); free(t); t = strndup(%s, %n); put_text(t); free(t);",
  "put((uint64_t)ffs(%i)); put((uint64_t)ffsl(%l)); put((uint64_t)ffsll(%l));",

  "put((uint64_t)abs(%i >> 1)); put((uint64_t)labs(%l >> 1)); put((uint64_t)llabs(%l / 2));",
  "div_t q = div(%i / 2, %i | 1); put((uint64_t)q.quot); put((uint64_t)q.rem);",
  "ldiv_t q = ldiv(%l / 2, %l | 1); put((uint64_t)q.quot); put((uint64_t)q.rem);",
  "lldiv_t q = lldiv(%l / 2, %i | 1); put((uint64_t)q.quot); put((uint64_t)q.rem);",
  "put((uint64_t)atoi(%s)); put((uint64_t)atol(%s)); put((uint64_t)atoll(%s));",
  "char *e; errno = 0; put((uint64_t)strtol(%s, &e, %B)); put_place(e, %S); put((uint64_t)errno);",
  "char *e; errno = 0; put(strtoul(%s, &e, %B)); put_place(e, %S); put((uint64_t)errno);",
  "char *e; errno = 0; put((uint64_t)strtoll(%s, &e, %B)); put_place(e, %S); put((uint64_t)errno);",
  "char *e; errno = 0; put(strtoumax(%s, &e, %B)); put_place(e, %S); put((uint64_t)errno);",
  "char *e; errno = 0; snprintf(b, BUFFER, \"%%s%%\" PRId64 \"%%s\", %s, %l, %s); "
  "put((uint64_t)strtoll(b, &e, %B)); put_place(e, b); put((uint64_t)errno);",
  "char *e; errno = 0; snprintf(b, BUFFER, \"%%\" PRIu64 \"%%d\", %u, %n); "
  "put(strtoull(b, &e, 10)); put_place(e, b); put((uint64_t)errno);",
  "qsort(%a, ITEMS, sizeof(int32_t), compare); put_bytes(%A, sizeof %A);",
  "qsort(%a, ITEMS, sizeof(int32_t), compare); int32_t k = %A[%n % ITEMS]; "
  "int32_t *p = bsearch(&k, %A, ITEMS, sizeof k, compare); put((uint64_t)(p ? *p : 77)); "
  "k ^= %i; put_truth(bsearch(&k, %A, ITEMS, sizeof k, compare) != NULL);",

  "%F",
  "%F",
  "%F",
  "%F",
  "%F",
  "%F",

  "put_double(sqrt(%d)); put_float(sqrtf(%f));",
  "put_double(floor(%d)); put_double(ceil(%d)); put_float(floorf(%f)); put_float(ceilf(%f));",
  "put_double(trunc(%d)); put_double(round(%d)); put_float(truncf(%f)); put_float(roundf(%f));",
  "put_double(rint(%d)); put_double(nearbyint(%d)); put_float(rintf(%f));",
  "put_double(fmin(%d, %d)); put_double(fmax(%d, %d)); put_float(fminf(%f, %f));",
  "double x = fmod(%d, %d); put_double(x); put_double(fmod(%i, %i));",
  "put_float(fmodf(%f, %i)); put_float(fmodf(%i, %f));",
  "put_double(fabs(%d)); put_double(copysign(%d, %i)); put_float(copysignf(%f, %f));",
  "put_truth(isnan(%d)); put_truth(isinf(%d)); put_truth(isfinite(%f)); put_truth(signbit(%d));",
  "double x = %d; if (fabs(x) < 1e15) { put((uint64_t)lround(x)); put((uint64_t)llrint(x)); }",
  "float x = %f; if (fabsf(x) < 1e9f) { put((uint64_t)lroundf(x)); put((uint64_t)lrintf(x)); }",
  "put_double(%d + %d); put_double(%d * %d); put_double(%d - %d); put_double(%d / %d);",
  "put_float(%f + %f); put_float(%f * %f); put_float((float)%d); put_double(%f);",
  "put_double((double)%l); put_float((float)%u); put_truth(%d < %d); put_truth(%f == %f);",
  "double x = %d; if (fabs(x) < 9e18) { put((uint64_t)(int64_t)x); put_float((float)x); }",
};

struct writer {
  uint64_t state;
  unsigned variables;
  char *declarations; /* a memory stream */
  FILE *declare;
  FILE *body;
  unsigned text, array; /* the last ones */
};

/* ---- chance ---- */

static uint64_t
draw(struct writer *writer)
{
  uint64_t z = writer->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static unsigned
below(struct writer *writer, unsigned n)
{
  return (unsigned)(draw(writer) % n);
}

static bool
chance(struct writer *writer, unsigned percent)
{
  return below(writer, 100) < percent;
}

/* Small, near the limits, or anything. */
static uint64_t
integer(struct writer *writer)
{
  static const uint64_t edges[] = {0,        INT32_MAX,         INT64_MAX,
                                   1u << 31, (uint64_t)1 << 63, UINT32_MAX};
  switch (below(writer, 4)) {
  case 0:
    return edges[below(writer, sizeof edges / sizeof *edges)] + below(writer, 5) - 2;
  case 1:
    return draw(writer);
  default:
    return (uint64_t)below(writer, 200) - 100;
  }
}

/* The bits of a number with that many bits of exponent and fraction. */
static uint64_t
floating(struct writer *writer, unsigned exponent, unsigned fraction)
{
  uint64_t bias = ((uint64_t)1 << (exponent - 1)) - 1, sign = below(writer, 2);
  uint64_t digits = draw(writer) & (((uint64_t)1 << fraction) - 1);
  uint64_t power = bias + below(writer, 70) - 10;
  if (chance(writer, 50)) /* few digits, so that halves and integers come up */
    digits &= ~(((uint64_t)1 << (fraction - 6)) - 1);
  if (chance(writer, 10))
    power = 0;
  else if (chance(writer, 8))
    power = 2 * bias + 1;
  else if (chance(writer, 8))
    power = draw(writer) % (2 * bias);
  if (chance(writer, 12))
    digits = 0;
  return (sign << exponent | power) << fraction | digits;
}

static char
character(struct writer *writer)
{
  static const char common[] = "aAbBzZ019 \t-+xX07.,:%_";
  if (chance(writer, 8))
    return (char)(1 + below(writer, 255));
  return common[below(writer, sizeof common - 1)];
}

/* ---- variables ---- */

static unsigned
declare_integer(struct writer *writer, const char *type, unsigned bits, uint64_t value)
{
  value &= UINT64_MAX >> (64 - bits);
  fprintf(writer->declare, "static %s g_%u = (%s)0x%" PRIx64 "u;\n", type, ++writer->variables,
          type, value);
  return writer->variables;
}

static void
use_integer(struct writer *writer, const char *type, unsigned bits, uint64_t value)
{
  fprintf(writer->body, "g_%u", declare_integer(writer, type, bits, value));
}

static unsigned
declare_text(struct writer *writer)
{
  static const char *const special[] = {"-0x1fz", "  +42", "0x", "0b101", "-", "99999", "\\t 7"};
  fprintf(writer->declare, "static uint8_t g_%u[%d] = \"", ++writer->variables, TEXT);
  if (chance(writer, 20)) {
    fputs(special[below(writer, sizeof special / sizeof *special)], writer->declare);
  } else {
    for (unsigned n = below(writer, TEXT); n > 0; n--)
      fprintf(writer->declare, "\\%03o", (unsigned char)character(writer));
  }
  fputs("\";\n", writer->declare);
  return writer->variables;
}

static unsigned
declare_array(struct writer *writer)
{
  fprintf(writer->declare, "static int32_t g_%u[%d] = {", ++writer->variables, ITEMS);
  for (int i = 0; i < ITEMS; i++)
    fprintf(writer->declare, "(int32_t)0x%xu, ", (unsigned)integer(writer));
  fputs("};\n", writer->declare);
  return writer->variables;
}

/* ---- formats ---- */

static const char *
flags_for(struct writer *writer, char conversion)
{
  static const char *const decimal[] = {"", "-", "+", " ", "0", "-+", "+0", " 0"};
  static const char *const other[] = {"", "-", "#", "0", "#0", "-#"};
  static const char *const plain[] = {"", "-"};
  switch (conversion) {
  case 'd':
  case 'i':
    return decimal[below(writer, 8)];
  case 'x':
  case 'X':
  case 'o':
    return other[below(writer, 6)];
  case 'u':
    return other[below(writer, 2) * 3];
  default:
    return plain[below(writer, 2)];
  }
}

/* One conversion to the format, and its arguments, stars first, to the list. */
static void
write_conversion(struct writer *writer, FILE *arguments)
{
  static const char conversions[] = "dixXouscdx%";
  static const char *const sizes[] = {"", "hh", "h", "l", "ll", "j", "z"};
  static const char *const types[] = {"int",       "int",      "int",    "long",
                                      "long long", "intmax_t", "ssize_t"};
  char conversion = conversions[below(writer, sizeof conversions - 1)];
  if (conversion == '%') {
    fputs("%%", writer->body);
    return;
  }
  fprintf(writer->body, "%%%s", flags_for(writer, conversion));
  if (chance(writer, 30)) {
    fprintf(writer->body, "%u", 1 + below(writer, 12));
  } else if (chance(writer, 15)) {
    fputc('*', writer->body);
    fprintf(arguments, ", g_%u", declare_integer(writer, "int32_t", 32, below(writer, 16) - 8u));
  }
  if (conversion != 'c' && chance(writer, 30))
    fprintf(writer->body, ".%u", below(writer, 9));
  if (conversion == 's') {
    fprintf(arguments, ", (char *)g_%u", declare_text(writer));
  } else if (conversion == 'c') {
    fprintf(arguments, ", g_%u",
            declare_integer(writer, "uint8_t", 8, (uint64_t)character(writer)));
  } else {
    unsigned size = below(writer, 7);
    fputs(sizes[size], writer->body);
    fprintf(arguments, ", (%s)g_%u", types[size],
            declare_integer(writer, "int64_t", 64, integer(writer)));
  }
  fputc(conversion, writer->body);
}

static void
write_format(struct writer *writer)
{
  char *text = NULL;
  size_t size = 0;
  FILE *arguments = open_memstream(&text, &size);
  if (!arguments)
    abort();
  fprintf(writer->body, "put((uint64_t)snprintf(b, %u, \"",
          chance(writer, 70) ? 64 : below(writer, 20));
  for (unsigned n = 1 + below(writer, 3); n > 0; n--) {
    write_conversion(writer, arguments);
    fputs(n > 1 ? "|" : "", writer->body);
  }
  fclose(arguments);
  fprintf(writer->body, "\"%s)); put_bytes(b, BUFFER);", text);
  free(text);
}

/* ---- statements ---- */

static void
write_placeholder(struct writer *writer, char kind)
{
  static const unsigned bases[] = {0, 0, 2, 8, 10, 10, 16, 36};
  FILE *body = writer->body;
  switch (kind) {
  case 's':
    writer->text = declare_text(writer);
    fprintf(body, "(char *)g_%u", writer->text);
    break;
  case 'S':
    fprintf(body, "(char *)g_%u", writer->text);
    break;
  case 'a':
    writer->array = declare_array(writer);
    fprintf(body, "g_%u", writer->array);
    break;
  case 'A':
    fprintf(body, "g_%u", writer->array);
    break;
  case 'c':
    use_integer(writer, "uint8_t", 8, (uint64_t)character(writer));
    break;
  case 'n':
    use_integer(writer, "uint8_t", 8, below(writer, TEXT + 1));
    break;
  case 'i':
    use_integer(writer, "int32_t", 32, integer(writer));
    break;
  case 'l':
    use_integer(writer, "int64_t", 64, integer(writer));
    break;
  case 'u':
    use_integer(writer, "uint64_t", 64, integer(writer));
    break;
  case 'B':
    fprintf(body, "%u", bases[below(writer, 8)]);
    break;
  case 'd':
    fprintf(body, "double_of(g_%u)",
            declare_integer(writer, "uint64_t", 64, floating(writer, 11, 52)));
    break;
  case 'f':
    fprintf(body, "float_of(g_%u)",
            declare_integer(writer, "uint32_t", 32, floating(writer, 8, 23)));
    break;
  case 'F':
    write_format(writer);
    break;
  default:
    fputc(kind, body);
  }
}

static void
write_statement(struct writer *writer, const char *text)
{
  fputs("  {\n    char b[BUFFER] = {0};\n    ", writer->body);
  for (; *text; text++) {
    if (*text == '%' && text[1] != ' ')
      write_placeholder(writer, *++text);
    else
      fputc(*text, writer->body);
  }
  fputs("\n    (void)b;\n  }\n", writer->body);
}

int
main(int argc, char **argv)
{
  struct writer writer = {0};
  char *body = NULL;
  size_t sizes[2];
  if (argc != 2) {
    fputs("usage: calls SEED\n", stderr);
    return 1;
  }
  writer.state = strtoull(argv[1], NULL, 10);
  writer.declare = open_memstream(&writer.declarations, &sizes[0]);
  writer.body = open_memstream(&body, &sizes[1]);
  if (!writer.declare || !writer.body)
    return 1;
  for (int i = 0; i < STATEMENTS; i++)
    write_statement(&writer, statements[below(&writer, sizeof statements / sizeof *statements)]);
  fclose(writer.declare);
  fclose(writer.body);
  printf("#include \"calls.h\"\nenum { TEXT = %d, ITEMS = %d };\n\n%s\n", TEXT, ITEMS,
         writer.declarations);
  printf("static void\nfunc_1(void)\n{\n%s}\n\n", body);
  puts("int main (void)\n{\n    platform_main_begin();\n    func_1();\n"
       "    platform_main_end(crc32_context, 0);\n    return 0;\n}");
  free(writer.declarations);
  free(body);
  return 0;
}
