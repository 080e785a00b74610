/* Runs a program made by `heddle emit --format sequential`: all runs, random runs, or a given one.
 *
 *   PROGRAM [--runs N] [--input-bits N]     all runs, depth first; gives up after N runs
 *   PROGRAM --random N [--seed N]           N runs at random
 *   PROGRAM --schedule "0:4 1:7 in 0 ff"    contexts THREAD:LABELS and inputs in hexadecimal, as a
 *                                           violation prints them; those of `heddle check --json`
 *                                           are for programs made with --no-slice
 *
 * Exit code: 10 there is a violation, 0 there is none, 5 none was found but not everything was
 * tried, 1 the command line is wrong.
 *
 * A run is a sequence of choices. The next run repeats these choices up to the last one that has
 * an untried alternative, and takes that. Before each run the variables get their initial contents
 * back. A turn is not continued if it begins in a state that was seen before at the same turn;
 * states are distinguished by 128 bits of a hash. */
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sequential.h"

enum { EXIT_NONE = 0, EXIT_USAGE = 1, EXIT_OPEN = 5, EXIT_BUG = 10 };

/* The linker's bounds of all variables that are STATE. */
extern char __start_heddle_state[], __stop_heddle_state[];

struct choice {
  uint64_t taken, most;
};
struct context {
  unsigned thread, labels;
};
struct print {
  uint64_t a, b;
};

static enum { MODE_ALL, MODE_RANDOM, MODE_SCHEDULE } mode;
static unsigned long long limit = 10000000, seed = 1;
static unsigned input_bits = 8;

static struct choice *choices; /* of this run, and of the one before as far as they agree */
static size_t n_choices, depth;
static struct context *contexts; /* the schedule that is given */
static size_t n_contexts, context;
static uint64_t *inputs; /* given, or drawn in this run */
static size_t n_inputs;
static struct context *turns; /* of this run */
static size_t n_turns;
static struct print *seen; /* hashes of states; {0, 0} is a free place */
static size_t n_seen, room;
static unsigned round_now;
static bool incomplete;
static unsigned long long runs;
static jmp_buf end_of_run;

static void *
grow(void *old, size_t n, size_t size)
{
  void *grown = old;
  if (!(n & (n - 1))) /* at every power of two */
    grown = realloc(old, (n ? 2 * n : 1) * size);
  if (!grown) {
    fputs("out of memory\n", stderr);
    exit(EXIT_OPEN);
  }
  return grown;
}

/* ---- choices ---- */

static uint64_t
draw(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

/* One of least .. most. */
static uint64_t
choose(uint64_t least, uint64_t most)
{
  if (mode == MODE_RANDOM)
    return most - least == UINT64_MAX ? draw() : least + draw() % (most - least + 1);
  if (depth == n_choices) {
    choices = grow(choices, n_choices, sizeof *choices);
    choices[n_choices++] = (struct choice){least, most};
  }
  return choices[depth++].taken;
}

/* Goes on to the next sequence; false if there is none. */
static bool
advance(void)
{
  while (n_choices && choices[n_choices - 1].taken == choices[n_choices - 1].most)
    n_choices--;
  if (n_choices)
    choices[n_choices - 1].taken++;
  return n_choices > 0;
}

/* ---- states ---- */

static uint64_t
mix(uint64_t hash, uint64_t word, uint64_t factor)
{
  hash = (hash ^ word) * factor;
  return hash ^ hash >> 29;
}

static struct print
fingerprint(unsigned thread)
{
  size_t bytes = (size_t)(__stop_heddle_state - __start_heddle_state);
  struct print print = {thread * 64u + round_now, round_now * 512u + thread + 1};
  for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, __start_heddle_state + i, bytes - i < sizeof word ? bytes - i : sizeof word);
    print.a = mix(print.a, word, UINT64_C(0x9e3779b97f4a7c15));
    print.b = mix(print.b, word, UINT64_C(0xc2b2ae3d27d4eb4f));
  }
  print.b += !print.a && !print.b;
  return print;
}

/* Where the state is, or belongs. */
static struct print *
find(struct print *table, size_t size, struct print print)
{
  size_t i = (size_t)print.a & (size - 1);
  while ((table[i].a || table[i].b) && (table[i].a != print.a || table[i].b != print.b))
    i = (i + 1) & (size - 1);
  return &table[i];
}

static void
make_room(void)
{
  size_t size = room ? 2 * room : 1024;
  struct print *table = calloc(size, sizeof *table);
  if (!table) {
    fputs("out of memory\n", stderr);
    exit(EXIT_OPEN);
  }
  for (size_t i = 0; i < room; i++)
    if (seen[i].a || seen[i].b)
      *find(table, size, seen[i]) = seen[i];
  free(seen);
  seen = table;
  room = size;
}

/* Has this turn begun like this before? If not, it has now. */
static bool
was_seen(unsigned thread)
{
  struct print print = fingerprint(thread);
  if (2 * n_seen >= room)
    make_room();
  struct print *place = find(seen, room, print);
  if (place->a || place->b)
    return true;
  *place = print;
  n_seen++;
  return false;
}

/* ---- what the program asks for ---- */

void
heddle_round(unsigned number)
{
  round_now = number;
}

/* The next context of the schedule may be this turn, or a later one. It may end where threads are
 * not interrupted: at a violation, say. Then the nearest place behind will do. */
static unsigned
follow(unsigned thread, unsigned least, unsigned most)
{
  if (context == n_contexts || contexts[context].thread != thread)
    return least;
  unsigned labels = contexts[context].labels;
  unsigned from = labels < least ? least : labels > most ? most : labels;
  uint64_t way = choose(0, most - from + 1);
  if (way > most - from)
    return least;
  context++;
  return from + (unsigned)way;
}

unsigned
heddle_next(unsigned thread, unsigned least, unsigned most)
{
  if (mode == MODE_ALL && depth == n_choices && was_seen(thread))
    heddle_leave();
  unsigned next =
    mode == MODE_SCHEDULE ? follow(thread, least, most) : (unsigned)choose(least, most);
  turns = grow(turns, n_turns, sizeof *turns);
  turns[n_turns++] = (struct context){thread, next};
  return next;
}

static uint64_t
choose_input(unsigned bits)
{
  if (bits <= input_bits || mode == MODE_RANDOM)
    return choose(0, HEDDLE_MASK(bits));
  /* Too many to try them all: a few that are likely to matter. */
  const uint64_t some[] = {0, 1, HEDDLE_MASK(bits), UINT64_C(1) << (bits - 1), 2};
  incomplete = true;
  return some[choose(0, sizeof some / sizeof *some - 1)];
}

uint64_t
heddle_input(unsigned number, unsigned bits)
{
  if (mode == MODE_SCHEDULE)
    return number < n_inputs ? inputs[number] & HEDDLE_MASK(bits) : 0;
  uint64_t input = choose_input(bits);
  while (n_inputs <= number) {
    inputs = grow(inputs, n_inputs, sizeof *inputs);
    inputs[n_inputs++] = 0;
  }
  inputs[number] = input;
  return input;
}

void
heddle_leave(void)
{
  longjmp(end_of_run, 1);
}

void
heddle_violation(const char *text, const char *place)
{
  printf("violation: %s (%s)\nschedule:", text, place);
  for (size_t i = 0; i < n_turns; i++)
    printf(" %u:%u", turns[i].thread, turns[i].labels);
  fputs(" in", stdout);
  for (size_t i = 0; i < n_inputs; i++)
    printf(" %llx", (unsigned long long)inputs[i]);
  printf("\n%llu runs\n", runs);
  exit(EXIT_BUG);
}

/* ---- command line ---- */

/* A thread that goes on where it has just stopped does so in the same turn. */
static void
add_context(struct context one)
{
  if (n_contexts && contexts[n_contexts - 1].thread == one.thread) {
    contexts[n_contexts - 1] = one;
    return;
  }
  contexts = grow(contexts, n_contexts, sizeof *contexts);
  contexts[n_contexts++] = one;
}

static bool
parse_schedule(const char *text)
{
  int used = 0;
  for (struct context one; sscanf(text, " %u:%u%n", &one.thread, &one.labels, &used) == 2;) {
    add_context(one);
    text += used;
  }
  used = 0;
  (void)sscanf(text, " in%n", &used);
  text += used;
  for (unsigned long long input; used && sscanf(text, " %llx%n", &input, &used) == 1;) {
    inputs = grow(inputs, n_inputs, sizeof *inputs);
    inputs[n_inputs++] = input;
    text += used;
  }
  return !text[strspn(text, " \n")];
}

static bool
parse_number(const char *text, unsigned long long *number)
{
  char *end;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return *text && !*end && !errno;
}

static bool
parse_option(const char *name, const char *text)
{
  unsigned long long number = 0;
  if (!strcmp(name, "--schedule")) {
    mode = MODE_SCHEDULE;
    return parse_schedule(text);
  }
  if (!parse_number(text, &number))
    return false;
  if (!strcmp(name, "--runs") || !strcmp(name, "--random"))
    limit = number;
  else if (!strcmp(name, "--seed"))
    seed = number * UINT64_C(0x9e3779b97f4a7c15) + 1;
  else if (!strcmp(name, "--input-bits"))
    input_bits = (unsigned)number;
  else
    return false;
  if (!strcmp(name, "--random"))
    mode = MODE_RANDOM;
  return true;
}

static bool
parse(int argc, char **argv)
{
  for (int i = 1; i < argc; i += 2)
    if (i + 1 == argc || !parse_option(argv[i], argv[i + 1]))
      return false;
  return true;
}

static void
run_once(void)
{
  depth = n_turns = context = 0;
  if (mode != MODE_SCHEDULE)
    n_inputs = 0;
  runs++;
  if (!setjmp(end_of_run))
    (void)heddle_main();
}

int
main(int argc, char **argv)
{
  size_t bytes = (size_t)(__stop_heddle_state - __start_heddle_state);
  if (!parse(argc, argv)) {
    fprintf(stderr,
            "usage: %s [--runs N] [--input-bits N] | --random N [--seed N] | "
            "--schedule \"THREAD:LABELS ... in INPUT ...\"\n",
            argv[0]);
    return EXIT_USAGE;
  }
  char *first = malloc(bytes);
  if (!first)
    return EXIT_OPEN;
  memcpy(first, __start_heddle_state, bytes);
  bool more = true;
  while (more && runs < limit) {
    run_once();
    memcpy(__start_heddle_state, first, bytes);
    more = mode == MODE_RANDOM || advance();
  }
  incomplete |= more || mode != MODE_ALL;
  printf("no violation%s: %llu runs, %zu states\n", incomplete ? " found" : "", runs, n_seen);
  return incomplete ? EXIT_OPEN : EXIT_NONE;
}
