#include "part.h"

#include <limits.h>

void
reader_open(struct reader *reader, struct drat_text text)
{
  *reader = (struct reader){text.at, text.at + text.n, 1, 1, NULL};
}

static bool
fail(struct reader *reader, const char *error)
{
  reader->error = error;
  return false;
}

static bool
is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void
skip_line(struct reader *reader)
{
  while (reader->next < reader->end && *reader->next != '\n')
    reader->next++;
}

/* To the next word; a `c` where a clause could begin opens a comment. */
static void
skip(struct reader *reader, bool comments)
{
  while (reader->next < reader->end)
    if (is_space(*reader->next)) {
      reader->line += *reader->next == '\n';
      reader->next++;
    } else if (comments && *reader->next == 'c') {
      skip_line(reader);
    } else {
      return;
    }
}

static bool
ends_here(const struct reader *reader)
{
  return reader->next == reader->end || is_space(*reader->next);
}

static bool
read_number(struct reader *reader, int64_t most, int64_t *number)
{
  bool negative = reader->next < reader->end && *reader->next == '-', any = false;
  reader->next += negative;
  *number = 0;
  for (; reader->next < reader->end && *reader->next >= '0' && *reader->next <= '9'; any = true) {
    *number = 10 * *number + (*reader->next++ - '0');
    if (*number > most)
      return fail(reader, "a number is too large");
  }
  if (!any || !ends_here(reader))
    return fail(reader, reader->next == reader->end ? "the text ends in the middle of a clause"
                                                    : "not a number");
  if (negative)
    *number = -*number;
  return true;
}

/* Within the line. */
static void
skip_blanks(struct reader *reader)
{
  while (reader->next < reader->end && (*reader->next == ' ' || *reader->next == '\t'))
    reader->next++;
}

static bool
read_word(struct reader *reader, const char *word)
{
  skip_blanks(reader);
  for (; *word; word++, reader->next++)
    if (reader->next == reader->end || *reader->next != *word)
      return false;
  return ends_here(reader);
}

bool
reader_header(struct reader *reader, int *variables, uint64_t *clauses)
{
  int64_t v = 0, c = 0;
  skip(reader, true);
  if (!read_word(reader, "p") || !read_word(reader, "cnf"))
    return fail(reader, "'p cnf' is missing");
  skip_blanks(reader);
  if (!read_number(reader, INT_MAX / 2 - 1, &v))
    return false;
  skip_blanks(reader);
  if (!read_number(reader, INT64_MAX / 16, &c))
    return false;
  if (v < 0 || c < 0)
    return fail(reader, "a negative count");
  *variables = (int)v;
  *clauses = (uint64_t)c;
  return true;
}

enum step
reader_clause(struct reader *reader, int variables, bool deletes, struct literals *clause)
{
  enum step step = STEP_ADD;
  clause->n = 0;
  skip(reader, true);
  if (reader->next == reader->end)
    return STEP_END;
  if (deletes && *reader->next == 'd') {
    step = STEP_DELETE;
    reader->next++;
    if (!ends_here(reader))
      return fail(reader, "neither a clause nor a deletion"), STEP_BAD;
  }
  reader->first = reader->line;
  for (int64_t number = 1; number;) {
    skip(reader, false);
    if (!read_number(reader, INT_MAX / 2 - 1, &number))
      return STEP_BAD;
    if (number > variables || -number > variables)
      return fail(reader, "a variable that the formula does not have"), STEP_BAD;
    if (number)
      literals_push(clause, (lit)(number > 0 ? 2 * number : -2 * number + 1));
  }
  return step;
}
