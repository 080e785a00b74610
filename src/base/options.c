#include "base/options.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------- */

bool
options_word(struct str *out, const char *words, unsigned i)
{
  for (; i; i--) {
    words = strchr(words, ',');
    if (!words)
      return false;
    words++;
  }
  str_free(out);
  str_add_bytes(out, words, strcspn(words, ","));
  return true;
}

/* Number of the word that is `text` (n characters), or -1. */
static int
find_word(const char *words, const char *text, size_t n)
{
  for (int i = 0;; i++) {
    size_t length = strcspn(words, ",");
    if (length == n && !memcmp(words, text, n))
      return i;
    if (!words[length])
      return -1;
    words += length + 1;
  }
}

/* Of "uno=one,due=two" what stands behind the text and its =, or else in front of = and the text;
 * NULL if it is not there. */
static const char *
find_synonym(const char *synonyms, const char *text, size_t n, bool behind, size_t *length)
{
  for (const char *at = synonyms; at && *at;) {
    size_t name = strcspn(at, "="), word = strcspn(at + name + 1, ",");
    const char *key = behind ? at : at + name + 1, *other = behind ? at + name + 1 : at;
    if ((behind ? name : word) == n && !memcmp(key, text, n)) {
      *length = behind ? word : name;
      return other;
    }
    at += name + 1 + word;
    at += *at == ',';
  }
  return NULL;
}

/* A word of the option as people are to see it. */
static void
add_word(struct str *out, const struct option *option, const char *word, size_t n)
{
  size_t length = n;
  const char *today = find_synonym(option->synonyms, word, n, false, &length);
  str_add_bytes(out, today ? today : word, length);
}

/* Levenshtein's distance, one row of the table at a time. Long texts are never alike. */
static unsigned
distance(const char *a, const char *b)
{
  unsigned row[32];
  size_t n = strlen(b);
  if (n >= 32)
    return UINT_MAX;
  for (unsigned j = 0; j <= n; j++)
    row[j] = j;
  for (unsigned i = 1; *a; a++, i++) {
    unsigned corner = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = corner + (*a != b[j - 1]);
      corner = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[n];
}

const char *
options_nearest(const char *typed, const char *const *names, size_t n)
{
  const char *nearest = NULL;
  unsigned best = 3; /* two slips of the finger are forgiven */
  for (size_t i = 0; i < n; i++) {
    unsigned d = distance(typed, names[i]);
    if (d < best && d < strlen(names[i])) {
      best = d;
      nearest = names[i];
    }
  }
  return nearest;
}

/* ---- values --------------------------------------------------------------- */

static bool
parse_unsigned(const struct option *option, const char *text, unsigned *out, struct str *error)
{
  errno = 0;
  unsigned long number = strtoul(text, NULL, 10);
  bool digits = *text && !text[strspn(text, "0123456789")];
  if (digits && !errno && number >= option->least && number <= option->most) {
    *out = (unsigned)number;
    return true;
  }
  str_printf(error, "option '--%s': '%s' is not a number from %u to %u", option->name, text,
             option->least, option->most);
  return false;
}

static bool
parse_duration(const struct option *option, const char *text, double *out, struct str *error)
{
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"ms", 0.001}};
  size_t digits = strspn(text, "0123456789.");
  char *end = NULL;
  double number = strtod(text, &end); /* we never leave the C locale */
  if (digits && end == text + digits && number > 0 && number < 1e9)
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
      if (!strcmp(end, units[i].unit)) {
        *out = number * units[i].seconds;
        return true;
      }
  str_printf(error, "option '--%s': '%s' is not a duration such as 10s, 5m or 1h", option->name,
             text);
  return false;
}

static bool
unknown_word(const struct option *option, const char *text, size_t n, struct str *error)
{
  str_printf(error, "option '--%s': unknown %s '%.*s'; known: ", option->name, option->name, (int)n,
             text);
  for (const char *word = option->words;; word++) {
    size_t length = strcspn(word, ",");
    add_word(error, option, word, length);
    word += length;
    if (!*word)
      return false;
    str_add(error, ", ");
  }
}

static bool
parse_choice(const struct option *option, const char *text, unsigned *out, struct str *error)
{
  int word = find_word(option->words, text, strlen(text));
  if (word < 0)
    return unknown_word(option, text, strlen(text), error);
  *out = (unsigned)word;
  return true;
}

/* The word is as in the table up to its colon, if it has one. */
static bool
parse_variant(const struct option *option, const char *text, struct option_variant *out,
              struct str *error)
{
  const char *words = option->words, *given = text;
  size_t n = strlen(text);
  const char *today = find_synonym(option->past, text, n, true, &n);
  text = today ? today : text;
  for (unsigned i = 0;; i++) {
    size_t length = strcspn(words, ","), head = strcspn(words, ":,");
    bool more = head < length;
    if (!strncmp(words, text, head + more) && (more || n == head)) {
      *out = (struct option_variant){i, more ? text + head + 1 : NULL};
      if (more && !*out->text)
        str_printf(error, "option '--%s': nothing stands behind '%s'; wanted is %.*s", option->name,
                   text, (int)length, words);
      return !error->n;
    }
    if (!words[length])
      return unknown_word(option, given, strlen(given), error);
    words += length + 1;
  }
}

/* The bits of one word of a set; 0 if there is no such word. */
static unsigned
bits_of(const struct option *option, const char *text, size_t n, unsigned usual)
{
  size_t length = n;
  const char *known = find_synonym(option->synonyms, text, n, true, &length);
  int word = find_word(option->words, known ? known : text, length);
  if (word >= 0)
    return 1u << word;
  if (n == strlen("default") && !memcmp(text, "default", n))
    return usual;
  unsigned all = 1;
  for (const char *at = option->words; (at = strchr(at, ',')); at++)
    all = all << 1 | 1;
  return n == strlen("all") && !memcmp(text, "all", n) ? all : 0;
}

/* A sign in front of the first word is about the default. */
static bool
parse_set(const struct option *option, const char *text, unsigned usual, unsigned *out,
          struct str *error)
{
  *out = *text == '+' || *text == '-' ? usual : 0;
  for (;;) {
    size_t n = strcspn(text, ","), sign = *text == '+' || *text == '-';
    unsigned bits = bits_of(option, text + sign, n - sign, usual);
    if (!bits)
      return unknown_word(option, text + sign, n - sign, error);
    *out = *text == '-' ? *out & ~bits : *out | bits;
    if (!text[n])
      break;
    text += n + 1;
  }
  if (!*out)
    str_printf(error, "option '--%s': nothing is left of the list", option->name);
  return *out;
}

static void
add_to_list(struct option_list *list, const char *text, size_t n, struct arena *arena)
{
  const char **longer = arena_alloc(arena, (list->n + 1) * sizeof *longer);
  if (list->n)
    memcpy(longer, list->at, list->n * sizeof *longer);
  longer[list->n] = arena_printf(arena, "%.*s", (int)n, text);
  list->at = longer;
  list->n++;
}

static bool
parse_list(const struct option *option, const char *text, struct option_list *out,
           struct arena *arena, struct str *error)
{
  for (;;) {
    size_t n = strcspn(text, ",");
    if (!n) {
      str_printf(error, "option '--%s': empty entry in its list", option->name);
      return false;
    }
    add_to_list(out, text, n, arena);
    if (!text[n])
      return true;
    text += n + 1;
  }
}

static bool
store(const struct option *option, const char *text, const void *defaults, void *into,
      struct arena *arena, struct str *error)
{
  void *member = (char *)into + option->offset;
  const void *usual = (const char *)defaults + option->offset;
  switch (option->kind) {
  case OPTION_FLAG:
    *(bool *)member = true;
    return true;
  case OPTION_UNSIGNED:
    return parse_unsigned(option, text, member, error);
  case OPTION_DURATION:
    return parse_duration(option, text, member, error);
  case OPTION_TEXT:
    *(const char **)member = text;
    return true;
  case OPTION_CHOICE:
    return parse_choice(option, text, member, error);
  case OPTION_VARIANT:
    return parse_variant(option, text, member, error);
  case OPTION_SET:
    return parse_set(option, text, *(const unsigned *)usual, member, error);
  case OPTION_LIST:
    return parse_list(option, text, member, arena, error);
  }
  return false;
}

/* ---- the command line ------------------------------------------------------ */

static bool
is_name(const char *name, const char *word, size_t n)
{
  return name && strlen(name) == n && !memcmp(name, word, n);
}

/* The row, under the name that was used for it. */
static bool
find_option(const struct option_table *table, const char *word, size_t n, struct option *found)
{
  for (size_t i = 0; i < table->n; i++) {
    const struct option *option = &table->options[i];
    bool is_long = n > 2 && word[1] == '-';
    bool alias = is_long && is_name(option->alias, word + 2, n - 2);
    *found = *option;
    if (alias)
      found->name = option->alias;
    if (alias || (is_long && is_name(option->name, word + 2, n - 2)) ||
        (n == 2 && word[1] != '-' && option->letter && option->letter == word[1]))
      return true;
  }
  return false;
}

/* How many characters of the word are the option's name: all before `=`, or before the number of
 * `-j4`. (`-pthread` is no `-p thread`, but a flag for clang at the wrong place.) */
static size_t
name_length(const struct option_table *table, const char *word)
{
  struct option option;
  if (word[1] == '-')
    return strcspn(word, "=");
  bool number = word[1] && word[2] >= '0' && word[2] <= '9';
  return number && find_option(table, word, 2, &option) && option.kind == OPTION_UNSIGNED
           ? 2
           : strlen(word);
}

static void
unknown_option(const struct option_table *table, const char *word, size_t n, struct str *error)
{
  str_printf(error, "unknown option '%.*s'", (int)n, word);
  if (word[1] != '-') {
    if (table->rest)
      str_printf(error, "; %s stand behind '--'", table->rest);
    return;
  }
  const char **names = mem_alloc((table->n + 1) * sizeof *names);
  for (size_t i = 0; i < table->n; i++)
    names[i] = table->options[i].name;
  names[table->n] = "help";
  struct str typed = {0};
  str_add_bytes(&typed, word + 2, n - 2);
  const char *nearest = options_nearest(str_text(&typed), names, table->n + 1);
  if (nearest)
    str_printf(error, "; did you mean '--%s'?", nearest);
  str_free(&typed);
  vec_drop(names);
}

/* Reads the option at argv[*i] and moves *i to its last word. */
static bool
parse_option(const struct option_table *table, int argc, char *const *argv, int *i, void *into,
             struct arena *arena, struct str *error)
{
  const char *word = argv[*i];
  size_t n = name_length(table, word);
  const char *value = word[n] ? word + n + (word[n] == '=') : NULL;
  struct option option;
  if (!find_option(table, word, n, &option)) {
    unknown_option(table, word, n, error);
    return false;
  }
  if (option.kind == OPTION_FLAG) {
    if (value)
      str_printf(error, "option '--%s' takes no value", option.name);
  } else if (!value) {
    if (*i + 1 < argc)
      value = argv[++*i];
    else
      str_printf(error, "option '--%s' needs a value: %s", option.name, option.argument);
  }
  return !error->n && store(&option, value, table->defaults, into, arena, error);
}

enum options_result
options_parse(const struct option_table *table, int argc, char *const *argv, void *into,
              struct operands *operands, struct str *error)
{
  memcpy(into, table->defaults, table->size);
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i];
    if (!strcmp(word, "--")) {
      for (i++; i < argc; i++)
        if (table->rest)
          vec_push(&operands->rest, argv[i]);
        else
          vec_push(&operands->words, argv[i]);
    } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
      return OPTIONS_HELP;
    } else if (word[0] != '-' || !word[1]) {
      vec_push(&operands->words, word);
    } else if (!parse_option(table, argc, argv, &i, into, &operands->arena, error)) {
      return OPTIONS_BAD;
    }
  }
  return OPTIONS_OK;
}

void
operands_free(struct operands *operands)
{
  vec_free(&operands->words);
  vec_free(&operands->rest);
  arena_free(&operands->arena);
}

/* ---- and back again ---------------------------------------------------------- */

static void
print_set(struct str *out, const struct option *option, unsigned set)
{
  struct str word = {0};
  const char *between = "";
  for (unsigned i = 0; options_word(&word, option->words, i); i++)
    if (set >> i & 1) {
      str_printf(out, "%s%s", between, str_text(&word));
      between = ",";
    }
  str_free(&word);
}

static void
print_variant(struct str *out, const struct option *option, const struct option_variant *variant)
{
  struct str word = {0};
  options_word(&word, option->words, variant->word);
  str_add_bytes(out, str_text(&word), strcspn(str_text(&word), ":"));
  if (variant->text)
    str_printf(out, ":%s", variant->text);
  str_free(&word);
}

/* False if it is the default. */
static bool
print_value(struct str *out, const struct option *option, const void *member, const void *usual)
{
  switch (option->kind) {
  case OPTION_FLAG:
    return *(const bool *)member != *(const bool *)usual;
  case OPTION_UNSIGNED:
    str_printf(out, "=%u", *(const unsigned *)member);
    return *(const unsigned *)member != *(const unsigned *)usual;
  case OPTION_DURATION:
    str_printf(out, "=%.3fs", *(const double *)member);
    return fabs(*(const double *)member - *(const double *)usual) > 0;
  case OPTION_TEXT:
    str_printf(out, "=%s", *(const char *const *)member ? *(const char *const *)member : "");
    return *(const char *const *)member != *(const char *const *)usual;
  case OPTION_CHOICE:
    str_add(out, "=");
    print_variant(out, option, &(struct option_variant){*(const unsigned *)member, NULL});
    return *(const unsigned *)member != *(const unsigned *)usual;
  case OPTION_VARIANT:
    str_add(out, "=");
    print_variant(out, option, member);
    return ((const struct option_variant *)member)->word !=
             ((const struct option_variant *)usual)->word ||
           ((const struct option_variant *)member)->text;
  case OPTION_SET:
    str_add(out, "=");
    print_set(out, option, *(const unsigned *)member);
    return *(const unsigned *)member != *(const unsigned *)usual;
  case OPTION_LIST: {
    const struct option_list *list = member;
    for (size_t i = 0; i < list->n; i++)
      str_printf(out, "%s%s", i ? "," : "=", list->at[i]);
    return list->n;
  }
  }
  return false;
}

void
options_words(struct operands *out, const struct option_table *table, const void *options)
{
  for (size_t i = 0; i < table->n; i++) {
    const struct option *option = &table->options[i];
    const char *usual = (const char *)table->defaults + option->offset;
    struct str value = {0};
    if (print_value(&value, option, (const char *)options + option->offset, usual))
      vec_push(&out->words, arena_printf(&out->arena, "--%s%s", option->name, str_text(&value)));
    str_free(&value);
  }
}

/* ---- help ------------------------------------------------------------------ */

static void
left_column(struct str *out, const struct option *option)
{
  if (option->letter)
    str_printf(out, "-%c, ", option->letter);
  str_printf(out, "--%s", option->name);
  if (option->argument)
    str_printf(out, " %s", option->argument);
}

static void
add_default(struct str *out, const struct option *option, const void *defaults)
{
  const void *member = (const char *)defaults + option->offset;
  struct str word = {0};
  if (option->kind == OPTION_UNSIGNED) {
    unsigned number = *(const unsigned *)member;
    if (number >= option->least && number <= option->most)
      str_printf(out, " (default %u)", number);
  }
  bool choice = option->kind == OPTION_CHOICE || option->kind == OPTION_VARIANT;
  if (choice && options_word(&word, option->words, *(const unsigned *)member))
    str_printf(out, " (default %s)", str_text(&word));
  if (option->kind == OPTION_SET) {
    const char *before = " (default ";
    for (unsigned i = 0; options_word(&word, option->words, i); i++)
      if (*(const unsigned *)member >> i & 1) {
        str_add(out, before);
        add_word(out, option, str_text(&word), word.n);
        before = ",";
      }
    if (*before == ',')
      str_add(out, ")");
  }
  str_free(&word);
}

static const struct option help = {.name = "help", .letter = 'h', .help = "print this text"};

static void
add_row(struct str *out, const struct option *option, int width, const void *defaults)
{
  struct str left = {0};
  left_column(&left, option);
  str_printf(out, "  %-*s  %s", width, str_text(&left), option->help);
  if (option != &help)
    add_default(out, option, defaults);
  str_add(out, "\n");
  str_free(&left);
}

static int
width_of(const struct option *option)
{
  struct str left = {0};
  left_column(&left, option);
  int width = (int)left.n;
  str_free(&left);
  return width;
}

static bool
is_divided(const struct option_table *table)
{
  for (size_t i = 0; i < table->n; i++)
    if (table->options[i].section != SECTION_COMMON)
      return true;
  return false;
}

/* --help stands at the end of the first section. */
static void
add_section(struct str *out, const struct option_table *table, enum option_section section,
            int width)
{
#define OPTION_SECTION_TITLE(name, title) title,
  static const char *const titles[] = {OPTION_SECTIONS(OPTION_SECTION_TITLE)};
  bool empty = section != SECTION_COMMON;
  for (size_t i = 0; i < table->n; i++)
    empty = empty && table->options[i].section != section;
  if (empty)
    return;
  str_printf(out, "\n%s:\n", is_divided(table) ? titles[section] : "Options");
  for (size_t i = 0; i < table->n; i++)
    if (table->options[i].section == section)
      add_row(out, &table->options[i], width, table->defaults);
  if (section == SECTION_COMMON)
    add_row(out, &help, width, table->defaults);
}

void
options_help(struct str *out, const struct option_table *table)
{
  int width = width_of(&help);
  for (size_t i = 0; i < table->n; i++)
    if (width_of(&table->options[i]) > width)
      width = width_of(&table->options[i]);
  str_printf(out, "Usage: heddle %s\n\n%s", table->usage, table->about);
  for (enum option_section section = 0; section < SECTION_COUNT; section++)
    add_section(out, table, section, width);
}
