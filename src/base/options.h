/* Command-line options described by a table.
 *
 * A command has one struct for its options and one table of rows; parsing and the help text are
 * both made from the table, the values not given on the command line from `defaults`. Accepted are
 * `--name=value`, `--name value` and, for rows with a letter, `-o value` (also `-j4` for a number).
 * `--` ends the options. Names that an option had in the past are understood and shown nowhere.
 *
 * Texts stored in the struct are those of argv or live in the arena of `operands`, so that must be
 * freed last. Nothing is printed here. */
#ifndef HEDDLE_BASE_OPTIONS_H
#define HEDDLE_BASE_OPTIONS_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/str.h"

enum option_kind {
  OPTION_FLAG,     /* bool: true once given */
  OPTION_UNSIGNED, /* unsigned: from least to most; a default beyond stands for "not given" */
  OPTION_DURATION, /* double: seconds; written 10, 10s, 1.5m, 1h, 200ms */
  OPTION_TEXT,     /* const char * */
  OPTION_CHOICE,   /* unsigned: number of the given word in `words` */
  OPTION_VARIANT,  /* struct option_variant: likewise; behind "word:" of "word:WHAT" comes a text */
  OPTION_SET,      /* unsigned: bit i for word i of `words`; written a,b; `all` and `default` are
                      words, too, and +a, -b add to what stands before, or to the default */
  OPTION_LIST,     /* struct option_list: written a,b; a repeated option adds to it */
};

/* The help is divided into these, in this order. */
#define OPTION_SECTIONS(X)                                                                         \
  X(COMMON, "Common options")                                                                      \
  X(BOUNDS, "Bounds")                                                                              \
  X(PROPERTIES, "Properties")                                                                      \
  X(PARALLEL, "Parallel")                                                                          \
  X(OUTPUT, "Output")                                                                              \
  X(EXPERT, "Expert")
#define OPTION_SECTION_ENUM(name, title) SECTION_##name,
enum option_section { OPTION_SECTIONS(OPTION_SECTION_ENUM) SECTION_COUNT };

struct option_variant {
  unsigned word;
  const char *text; /* NULL where the word has none */
};

struct option_list {
  const char **at;
  size_t n;
};

struct option {
  const char *name; /* without the dashes */
  enum option_kind kind;
  size_t offset;        /* of the member in the command's struct */
  const char *argument; /* what the help calls the value; NULL for flags */
  const char *help;     /* one line; the default is added from `defaults`, if it is allowed */
  const char *words;    /* CHOICE, SET, VARIANT: "one,two,three" */
  const char *synonyms; /* SET: "uno=one": what `one` is called today, in help and messages */
  const char *past;     /* VARIANT: "uno=one": what `one` was called once; shown nowhere */
  unsigned least, most; /* UNSIGNED */
  char letter;          /* also -o; 0 = none */
  const char *alias;    /* another name, for those who know it; NULL = none */
  enum option_section section;
};

struct option_table {
  const char *usage; /* "check FILE... [options]", without the program's name */
  const char *about; /* what the command does; whole lines */
  const struct option *options;
  size_t n;
  const void *defaults;
  size_t size;      /* of the command's struct */
  const char *rest; /* what may stand behind `--`; NULL = more operands */
};

/* The whole command line; the command's own words begin at argv[2]. */
struct command_line {
  int argc;
  char *const *argv;
};

struct operands {
  VEC(const char *) words;
  VEC(const char *) rest;
  struct arena arena;
};

enum options_result { OPTIONS_OK, OPTIONS_HELP, OPTIONS_BAD };

/* Reads argv[0] .. argv[argc-1], none of which is the program's name. OPTIONS_HELP as soon as
 * --help is seen; OPTIONS_BAD with one line, without a newline, in `error`. */
enum options_result options_parse(const struct option_table *table, int argc, char *const *argv,
                                  void *into, struct operands *operands, struct str *error);
void operands_free(struct operands *operands);

/* The words --name=value, appended to `out`, that give an equal struct again: of each row whose value is
 * not the default. */
void options_words(struct operands *out, const struct option_table *table, const void *options);

void options_help(struct str *out, const struct option_table *table);

/* The i-th word of "one,two,three" is copied into out; false beyond the last. */
bool options_word(struct str *out, const char *words, unsigned i);
/* Of n names the one most like what was typed; NULL if none is at all. */
const char *options_nearest(const char *typed, const char *const *names, size_t n);

#endif
