/* Reading an account. Each line begins with a word that says what it is about; words come in the order
 * of the table at the end. Numbers are checked as they are read, so that they can be used as
 * indices afterwards. src/encode/account.c describes the lines. */
#include "account.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct text {
  const char *next, *end;
  struct account *account;
};

static bool
fail(struct account *account, const char *why)
{
  account->why = why;
  return false;
}

/* ---- words of a line ---- */

static bool
is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static void
skip_blanks(struct text *text)
{
  while (text->next < text->end && is_blank(*text->next))
    text->next++;
}

static bool
line_ends(struct text *text)
{
  skip_blanks(text);
  return text->next == text->end || *text->next == '\n';
}

/* The next word of the line; empty if there is none. */
static struct drat_text
next_word(struct text *text)
{
  skip_blanks(text);
  struct drat_text word = {text->next, 0};
  while (text->next < text->end && *text->next != '\n' && !is_blank(*text->next))
    text->next++;
  word.n = (size_t)(text->next - word.at);
  return word;
}

static bool
is_word(struct drat_text word, const char *other)
{
  return word.n == strlen(other) && !memcmp(word.at, other, word.n);
}

static bool
parse_number(struct drat_text word, uint64_t most, uint64_t *number)
{
  *number = 0;
  for (size_t i = 0; i < word.n; i++) {
    if (word.at[i] < '0' || word.at[i] > '9')
      return false;
    *number = 10 * *number + (uint64_t)(word.at[i] - '0');
    if (*number > most)
      return false;
  }
  return word.n > 0;
}

static bool
read_number(struct text *text, uint32_t *number)
{
  uint64_t n;
  if (!parse_number(next_word(text), UINT32_MAX - 1, &n))
    return fail(text->account, "a number is missing");
  *number = (uint32_t)n;
  return true;
}

/* Below a limit. */
static bool
read_index(struct text *text, size_t limit, uint32_t *number)
{
  if (!read_number(text, number))
    return false;
  return *number < limit || fail(text->account, "there is nothing of this number");
}

/* Likewise, or a dash. */
static bool
read_index_or_nothing(struct text *text, size_t limit, uint32_t *number)
{
  if (!line_ends(text) && *text->next == '-') {
    *number = NOTHING;
    return next_word(text).n == 1 || fail(text->account, "a number is missing");
  }
  return read_index(text, limit, number);
}

static bool
read_literal(struct text *text, lit *literal)
{
  struct drat_text word = next_word(text);
  uint64_t variable;
  if (is_word(word, "T") || is_word(word, "F")) {
    *literal = *word.at == 'T' ? ALWAYS : NEVER;
    return true;
  }
  bool negative = word.n && *word.at == '-';
  struct drat_text digits = {word.at + negative, word.n - negative};
  if (!parse_number(digits, (uint64_t)text->account->variables, &variable) || !variable)
    return fail(text->account, "not a literal of the encoding");
  *literal = (lit)(2 * variable + negative);
  return true;
}

/* What is said is of the next one in the list. */
static bool
read_next(struct text *text, size_t n)
{
  uint32_t number;
  if (!read_number(text, &number))
    return false;
  return number == n || fail(text->account, "one is missing, or is there twice");
}

/* ---- lines ---- */

static bool
read_order(struct text *text)
{
  uint64_t variables, clauses;
  struct account *account = text->account;
  if (account->clauses || !parse_number(next_word(text), INT_MAX / 2 - 1, &variables) ||
      !parse_number(next_word(text), INT64_MAX / 16, &clauses))
    return fail(account, "not the size of an encoding");
  account->variables = (int)variables;
  account->clauses = clauses;
  return true;
}

static bool
read_question(struct text *text)
{
  struct account *account = text->account;
  struct drat_text word = next_word(text);
  if (*account->question || !word.n || word.n >= sizeof account->question)
    return fail(account, "not the name of the question");
  memcpy(account->question, word.at, word.n);
  return read_literal(text, &account->literal) &&
         (account->literal > NEVER || fail(account, "a question that is no literal"));
}

static bool
read_node(struct text *text)
{
  struct account *account = text->account;
  struct node node = {.line = account->line};
  if (!read_next(text, account->n_nodes) || !read_number(text, &node.thread) ||
      !read_number(text, &node.chain) || !read_literal(text, &node.happened))
    return false;
  struct drat_text kind = next_word(text);
  node.commit = is_word(kind, "commit");
  if (!node.commit && !is_word(kind, "label"))
    return fail(account, "neither a label nor a commit");
  const struct node *last = account->n_nodes ? &account->nodes[account->n_nodes - 1] : NULL;
  if (last && (node.chain < last->chain || node.thread < last->thread))
    return fail(account, "nodes are not in order");
  if (last && node.chain == last->chain &&
      (node.thread != last->thread || node.commit != last->commit))
    return fail(account, "a chain of different nodes");
  account->nodes =
    memory_fit(account->nodes, &account->cap_nodes, account->n_nodes + 1, sizeof *account->nodes);
  account->nodes[account->n_nodes++] = node;
  return true;
}

/* The pairs within a chain are known. */
static void
begin_rows(struct account *account)
{
  size_t n = account->n_nodes;
  account->before = memory(NULL, n, n * sizeof *account->before);
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < n; b++)
      account->before[a * n + b] = a <= b ? ALWAYS : NEVER;
}

static bool
read_before(struct text *text)
{
  struct account *account = text->account;
  size_t n = account->n_nodes, a = account->n_rows;
  if (!n || !read_next(text, a) || a >= n)
    return fail(account, "an order without nodes");
  if (!account->before)
    begin_rows(account);
  for (size_t b = a + 1; b < n; b++) {
    lit before = ALWAYS;
    if (account->nodes[a].chain == account->nodes[b].chain)
      continue;
    if (!read_literal(text, &before))
      return false;
    if (before > NEVER && before & 1)
      return fail(account, "an order by a literal that is negated");
    account->before[a * n + b] = before;
    account->before[b * n + a] = before ^ 1;
  }
  account->n_rows++;
  return true;
}

static bool
read_access(struct text *text, struct access **list, size_t *n, size_t *cap)
{
  struct account *account = text->account;
  struct access access = {.line = account->line};
  if (!read_next(text, *n) || !read_number(text, &access.thread) ||
      !read_number(text, &access.event) ||
      !read_index_or_nothing(text, account->n_nodes, &access.node) ||
      !read_number(text, &access.cell) || !read_literal(text, &access.there))
    return false;
  *list = memory_fit(*list, cap, *n + 1, sizeof **list);
  (*list)[(*n)++] = access;
  return true;
}

static bool
read_writer(struct text *text)
{
  struct account *account = text->account;
  return read_access(text, &account->writers, &account->n_writers, &account->cap_writers);
}

static bool
read_reading(struct text *text)
{
  struct account *account = text->account;
  return read_access(text, &account->readings, &account->n_readings, &account->cap_readings);
}

static bool
read_source(struct text *text)
{
  struct account *account = text->account;
  struct source source = {.line = account->line};
  if (!read_index(text, account->n_readings, &source.reading) ||
      !read_index_or_nothing(text, account->n_writers, &source.writer) ||
      !read_literal(text, &source.from))
    return false;
  if (account->n_sources && source.reading < account->sources[account->n_sources - 1].reading)
    return fail(account, "sources are not in order");
  account->sources = memory_fit(account->sources, &account->cap_sources, account->n_sources + 1,
                                sizeof *account->sources);
  account->sources[account->n_sources++] = source;
  return true;
}

static bool
push_instance(struct account *account, const struct instance *instance)
{
  account->instances = memory_fit(account->instances, &account->cap_instances,
                                  account->n_instances + 1, sizeof *account->instances);
  account->instances[account->n_instances++] = *instance;
  return true;
}

static bool
read_transitive(struct text *text)
{
  struct account *account = text->account;
  struct instance instance = {.transitive = true, .line = account->line};
  for (unsigned i = 0; i < 3; i++)
    if (!read_index(text, account->n_nodes, &instance.of[i]))
      return false;
  return push_instance(account, &instance);
}

static bool
read_between(struct text *text)
{
  struct account *account = text->account;
  struct instance instance = {.line = account->line};
  return read_index(text, account->n_readings, &instance.of[0]) &&
         read_index_or_nothing(text, account->n_writers, &instance.of[1]) &&
         read_index(text, account->n_writers, &instance.of[2]) && push_instance(account, &instance);
}

/* ---- all ---- */

static const struct {
  const char *word;
  unsigned rank; /* no line comes behind one of a higher rank */
  bool (*read)(struct text *text);
} lines[] = {
  {"order", 0, read_order},   {"question", 1, read_question},     {"node", 2, read_node},
  {"before", 3, read_before}, {"writer", 4, read_writer},         {"reading", 5, read_reading},
  {"source", 6, read_source}, {"transitive", 7, read_transitive}, {"between", 7, read_between},
};

static bool
read_line(struct text *text, unsigned *rank)
{
  struct account *account = text->account;
  struct drat_text word = next_word(text);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (is_word(word, lines[i].word)) {
      if (lines[i].rank < *rank || (lines[i].rank && !account->clauses))
        return fail(account, "a line at the wrong place");
      *rank = lines[i].rank;
      return lines[i].read(text) && (line_ends(text) || fail(account, "the line goes on"));
    }
  return fail(account, "a line of no kind");
}

static bool
is_whole(struct account *account)
{
  if (!account->clauses || !*account->question)
    return fail(account, "the size of the encoding or the question is missing");
  return account->n_rows == account->n_nodes || fail(account, "nodes without an order");
}

bool
account_read(struct account *account, struct drat_text input)
{
  struct text text = {input.at, input.at + input.n, account};
  unsigned rank = 0;
  *account = (struct account){0};
  while (text.next < text.end) {
    account->line++;
    if (!line_ends(&text) && !read_line(&text, &rank))
      return false;
    text.next += text.next < text.end;
  }
  return is_whole(account);
}

void
account_free(struct account *account)
{
  free(account->nodes);
  free(account->before);
  free(account->writers);
  free(account->readings);
  free(account->sources);
  free(account->instances);
}
