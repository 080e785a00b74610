/* getopt and its long forms are as those of glibc: options behind other arguments, several in one
 * argument, arguments of options, mistakes. */
// run: --unwind 40 => safe
// run: --unwind 40 -- -DWRONG => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <string.h>
#include <unistd.h>

#ifdef WRONG
enum { LETTER = 'y' };
#else
enum { LETTER = 'x' };
#endif

static int flag;
static const struct option names[] = {
  {"verbose", no_argument, NULL, 'v'},
  {"version", no_argument, &flag, 7},
  {"output", required_argument, NULL, 'o'},
  {"level", optional_argument, NULL, 'l'},
  {NULL, 0, NULL, 0},
};

static void
expect(int result, int wanted, const char *argument, int index)
{
  assert(result == wanted);
  assert(argument ? optarg && strcmp(optarg, argument) == 0 : !optarg);
  assert(optind == index);
}

static void
letters(void)
{
  char *argv[] = {"program", "-ax", "first", "-ofile", "-o", "other", "-b", "--", "-z", NULL};

  opterr = 0;
  expect(getopt(9, argv, "abo:x"), 'a', NULL, 1);
  expect(getopt(9, argv, "abo:x"), LETTER, NULL, 2);
  expect(getopt(9, argv, "abo:x"), 'o', "file", 4);
  expect(getopt(9, argv, "abo:x"), 'o', "other", 6);
  expect(getopt(9, argv, "abo:x"), 'b', NULL, 7);
  expect(getopt(9, argv, "abo:x"), -1, NULL, 7);
  assert(strcmp(argv[7], "first") == 0 && strcmp(argv[8], "-z") == 0);
}

static void
mistakes(void)
{
  char *argv[] = {"program", "-q", "-o", NULL}, *others[] = {"program", "-f-", "-fg", "h", NULL};

  optind = 0;
  expect(getopt(3, argv, ":o:"), '?', NULL, 2);
  assert(optopt == 'q');
  expect(getopt(3, argv, ":o:"), ':', NULL, 3);
  assert(optopt == 'o');
  expect(getopt(3, argv, ":o:"), -1, NULL, 3);
  optind = 1;
  expect(getopt(4, others, "+f::g"), 'f', "-", 2);
  expect(getopt(4, others, "+f::g"), 'f', "g", 3);
  expect(getopt(4, others, "+f::g"), -1, NULL, 3);
  optind = 1;
  expect(getopt(2, argv, "q::"), 'q', NULL, 2);
}

static void
long_names(void)
{
  char *argv[] = {"program", "in", "--verb", "--output=x", "--output", "y", "--level", "--version",
                  "--ver",   "-v", "--none", "--verbose=2", NULL};
  int index = -1;

  optind = 0;
  expect(getopt_long(12, argv, "vo:", names, &index), 'v', NULL, 3);
  assert(index == 0);
  expect(getopt_long(12, argv, "vo:", names, &index), 'o', "x", 4);
  expect(getopt_long(12, argv, "vo:", names, &index), 'o', "y", 6);
  assert(index == 2);
  expect(getopt_long(12, argv, "vo:", names, &index), 'l', NULL, 7);
  expect(getopt_long(12, argv, "vo:", names, &index), 0, NULL, 8);
  assert(flag == 7 && index == 1);
  expect(getopt_long(12, argv, "vo:", names, NULL), '?', NULL, 9);
  expect(getopt_long(12, argv, "vo:", names, NULL), 'v', NULL, 10);
  expect(getopt_long(12, argv, "vo:", names, NULL), '?', NULL, 11);
  expect(getopt_long(12, argv, "vo:", names, NULL), '?', NULL, 12);
  assert(optopt == 'v');
  expect(getopt_long(12, argv, "vo:", names, NULL), -1, NULL, 11);
  assert(strcmp(argv[11], "in") == 0 && strcmp(argv[1], "--verb") == 0);
}

static void
in_order(void)
{
  char *argv[] = {"program", "in", "-level=3", "-v", "-vo", "z", NULL};

  optind = 0;
  expect(getopt_long_only(6, argv, "-vo:", names, NULL), 1, "in", 2);
  expect(getopt_long_only(6, argv, "-vo:", names, NULL), 'l', "3", 3);
  expect(getopt_long_only(6, argv, "-vo:", names, NULL), 'v', NULL, 4);
  expect(getopt_long_only(6, argv, "-vo:", names, NULL), 'v', NULL, 4);
  expect(getopt_long_only(6, argv, "-vo:", names, NULL), 'o', "z", 6);
  expect(getopt_long_only(6, argv, "-vo:", names, NULL), -1, NULL, 6);
}

int
main(void)
{
  letters();
  mistakes();
  long_names();
  in_order();
  return 0;
}
