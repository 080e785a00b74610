/* Structs, unions and arrays in structs, passed and returned by value in every shape of the ABI. */
// run: --rounds 1 --unwind 1 => safe
// run: --rounds 1 --unwind 1 -- -m32 => safe
#include <assert.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct empty {
};
struct one {
  char c;
};
struct three {
  char c[3];
};
struct twelve {
  int a, b, c;
};
struct floats {
  float x, y;
};
struct mixed {
  double x;
  int n;
};
struct sixteen {
  int64_t a;
  char *b;
};
struct large {
  long n[5];
};
struct bits {
  unsigned a : 3, b : 13, : 0, c : 7;
  int d : 5;
};
struct nested {
  struct one first;
  union {
    int number;
    char text[6];
  } u;
  struct floats *link;
};
struct packed {
  char c;
  int n;
} __attribute__((packed));
union word {
  uint32_t all;
  uint8_t bytes[4];
  struct {
    uint16_t low, high;
  };
};

static struct one
next(struct one s)
{
  s.c++;
  return s;
}

static struct three
turn(struct three s)
{
  return (struct three){{s.c[2], s.c[1], s.c[0]}};
}

static struct twelve
shift(struct empty e, struct twelve s, int by)
{
  (void)e;
  return (struct twelve){.c = s.a + by, .a = s.b + by, .b = s.c + by};
}

static struct floats
swap(struct floats s)
{
  return (struct floats){s.y, s.x};
}

static struct mixed
mix(struct mixed s, double x, struct mixed t)
{
  return (struct mixed){s.n == 2 ? x : s.x, s.n + t.n};
}

static struct sixteen
step(struct sixteen s)
{
  s.a++;
  s.b++;
  return s;
}

static struct large
change(struct large s, int at, long value)
{
  s.n[at] = value;
  return s;
}

static struct bits
set(struct bits s, unsigned a, int d)
{
  s.a = a;
  s.d = d;
  return s;
}

static struct nested
wrap(struct one first, struct floats *link)
{
  return (struct nested){first, {.number = 7}, link};
}

static struct packed
pack(char c, int n)
{
  return (struct packed){c, n};
}

static union word
halves(union word w)
{
  return (union word){.low = w.high, .high = w.low};
}

/* More than fits into registers: the last ones go over the stack. */
static long
many(struct sixteen a, struct sixteen b, struct sixteen c, struct sixteen d, struct twelve e)
{
  return (long)(a.a + 10 * b.a + 100 * c.a + 1000 * d.a) + 10000 * e.c;
}

static struct large
deep(struct large s, int n)
{
  if (n == 0)
    return s;
  s.n[n]++;
  return deep(s, n - 1);
}

int
main(void)
{
  char text[4] = "abc";
  unsigned char any = __VERIFIER_nondet_uchar();
  struct floats pair = {1, 2};
  struct large whole = {{1, 2, 3, 4, 5}};
  struct bits bits = {1, 2, 3, -4};

  assert(next((struct one){'a'}).c == 'b');
  assert(turn((struct three){{1, 2, 3}}).c[0] == 3);
  assert(shift((struct empty){}, (struct twelve){1, 2, any}, 10).b == any + 10);
  pair = swap(pair);
  assert(pair.x == 2 && pair.y == 1);
  assert(mix((struct mixed){1, 2}, 3, (struct mixed){4, 5}).n == 7);
  assert(mix((struct mixed){1, 2}, 3, (struct mixed){4, 5}).x == 3);
  struct sixteen s = step((struct sixteen){any, text});
  assert(s.a == any + 1 && *s.b == 'b');
  assert(change(whole, 2, any).n[2] == any && whole.n[2] == 3);
  bits = set(bits, 6, -9);
  assert(bits.a == 6 && bits.b == 2 && bits.c == 3 && bits.d == -9);
  struct nested nested = wrap(next((struct one){any}), &pair);
  assert(nested.first.c == (char)(any + 1) && nested.u.text[0] == 7 && nested.link->x == 2);
  assert(pack('x', any).n == any && sizeof(struct packed) == 5);
  assert(halves((union word){.all = 0x12345678}).all == 0x56781234);
  assert(halves((union word){.all = any}).bytes[2] == any);
  struct sixteen t[4] = {{1, text}, {2, text}, {3, text}, {4, text}};
  assert(many(t[0], t[1], t[2], t[3], (struct twelve){0, 0, 5}) == 54321);
  whole = deep(whole, 4);
  assert(whole.n[0] == 1 && whole.n[1] == 3 && whole.n[4] == 6);
  return 0;
}
