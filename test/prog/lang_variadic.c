/* Unnamed arguments of all shapes, in registers and on the stack, and a va_list that is handed on. */
// run: --rounds 1 --unwind 1 => safe
// run: --rounds 1 --unwind 1 -- -m32 => safe
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

struct pair {
  int a, b;
};

struct mixed {
  long n;
  double x;
};

struct large {
  int values[6];
  char tag;
};

struct floats {
  float x, y, z;
};

static int
sum(int n, ...)
{
  va_list list;
  int total = 0;

  va_start(list, n);
  for (int i = 0; i < n; i++)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

static long
shapes(const char *format, ...)
{
  va_list list;
  long total = 0;

  va_start(list, format);
  for (; *format; format++)
    switch (*format) {
    case 'c':
      total += (char)va_arg(list, int);
      break;
    case 'l':
      total += (long)va_arg(list, long long);
      break;
    case 'd':
      total += (long)va_arg(list, double);
      break;
    case 'p':
      total += *va_arg(list, int *);
      break;
    case 'P': {
      struct pair pair = va_arg(list, struct pair);
      total += pair.a * 10 + pair.b;
      break;
    }
    case 'M': {
      struct mixed mixed = va_arg(list, struct mixed);
      total += mixed.n + (long)mixed.x;
      break;
    }
    case 'F': {
      struct floats floats = va_arg(list, struct floats);
      total += (long)floats.x + (long)floats.y + (long)floats.z;
      break;
    }
    case 'L': {
      struct large large = va_arg(list, struct large);
      total += large.values[0] + large.values[5] + large.tag;
      break;
    }
    default:
      assert(0);
    }
  va_end(list);
  return total;
}

/* Appends to a text; understands %d, %s, %c. */
struct text {
  char at[32];
  size_t n;
};

static void
put_number(struct text *text, unsigned number)
{
  if (number >= 10)
    put_number(text, number / 10);
  text->at[text->n++] = (char)('0' + number % 10);
}

static void
put_all(struct text *text, const char *format, va_list list)
{
  for (; *format; format++) {
    if (*format != '%') {
      text->at[text->n++] = *format;
      continue;
    }
    switch (*++format) {
    case 'd':
      put_number(text, (unsigned)va_arg(list, int));
      break;
    case 'c':
      text->at[text->n++] = (char)va_arg(list, int);
      break;
    case 's':
      for (const char *s = va_arg(list, const char *); *s; s++)
        text->at[text->n++] = *s;
      break;
    }
  }
}

static void
put(struct text *text, const char *format, ...)
{
  va_list list;

  va_start(list, format);
  put_all(text, format, list);
  va_end(list);
}

static int
twice(int n, ...)
{
  va_list first, second;
  int total = 0;

  va_start(first, n);
  total += va_arg(first, int);
  va_copy(second, first);
  for (int i = 1; i < n; i++)
    total += va_arg(first, int);
  for (int i = 1; i < n; i++)
    total -= va_arg(second, int);
  va_end(first);
  va_end(second);
  va_start(first, n);
  total *= va_arg(first, int);
  va_end(first);
  return total;
}

static int
is(const struct text *text, const char *wanted)
{
  for (size_t i = 0; i < text->n; i++)
    if (text->at[i] != wanted[i])
      return 0;
  return wanted[text->n] == 0;
}

int
main(void)
{
  int number = 7, arbitrary = __VERIFIER_nondet_int() & 3;
  int (*pointer)(int, ...) = sum;
  struct text text = {.n = 0};

  assert(sum(0) == 0);
  assert(sum(3, 1, 2, arbitrary) == 3 + arbitrary);
  assert(pointer(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);
  assert(shapes("clcl", 'a', 5LL, 'b', -5LL) == 'a' + 'b');
  assert(shapes("dpd", 2.5, &number, 40.0) == 49);
  assert(shapes("PcP", (struct pair){1, 2}, 1, (struct pair){3, 4}) == 12 + 1 + 34);
  assert(shapes("MdM", (struct mixed){1, 2.0}, 3.0, (struct mixed){4, 5.0}) == 15);
  assert(shapes("FcF", (struct floats){1, 2, 3}, 4, (struct floats){5, 6, 7}) == 28);
  assert(shapes("cLl", 1, (struct large){{2, 0, 0, 0, 0, 3}, 4}, 5LL) == 15);
  put(&text, "%s=%d%c", "ab", 120, '!');
  assert(is(&text, "ab=120!"));
  assert(twice(3, 2, 5, 9) == 4);
  return 0;
}
