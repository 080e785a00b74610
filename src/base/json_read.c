#include "base/json_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct reader {
  struct arena *arena;
  const char *at, *end;
  const char *line_start;
  unsigned line, depth;
  struct str buffer; /* the text or number being read */
  struct json_error *error;
};

static bool read_value(struct reader *reader, struct json_value *value);

/* ---- characters ------------------------------------------------------------ */

static bool
fail_at(struct reader *reader, const char *at, const char *text)
{
  reader->error->line = reader->line;
  reader->error->column = (unsigned)(at - reader->line_start) + 1;
  reader->error->text = text;
  return false;
}

static bool
fail(struct reader *reader, const char *text)
{
  return fail_at(reader, reader->at, reader->at < reader->end ? text : "the text ends too early");
}

/* The next byte; 0 at the end, which nothing asks for. */
static char
peek(const struct reader *reader)
{
  return reader->at < reader->end ? *reader->at : 0;
}

static bool
is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static void
skip_blanks(struct reader *reader)
{
  for (; reader->at < reader->end; reader->at++) {
    char c = *reader->at;
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
      return;
    if (c == '\n') {
      reader->line++;
      reader->line_start = reader->at + 1;
    }
  }
}

static bool
take(struct reader *reader, char c)
{
  if (peek(reader) != c)
    return false;
  reader->at++;
  return true;
}

/* What was gathered in the buffer, in the arena. */
static const char *
keep(struct reader *reader, size_t *length)
{
  char *copy = arena_alloc(reader->arena, reader->buffer.n + 1);
  if (reader->buffer.n)
    memcpy(copy, reader->buffer.text, reader->buffer.n);
  *length = reader->buffer.n;
  return copy;
}

/* ---- texts ----------------------------------------------------------------- */

static void
add_utf8(struct str *out, unsigned c)
{
  char bytes[4];
  size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = n - 1; i > 0; i--) {
    bytes[i] = (char)(0x80 | (c & 0x3f));
    c >>= 6;
  }
  bytes[0] = (char)(leads[n] | c);
  str_add_bytes(out, bytes, n);
}

static bool
read_hex(struct reader *reader, unsigned *unit)
{
  *unit = 0;
  for (int i = 0; i < 4; i++) {
    int digit = str_hex_digit(peek(reader));
    if (digit < 0)
      return fail(reader, "\\u needs four hexadecimal digits");
    *unit = *unit * 16 + (unsigned)digit;
    reader->at++;
  }
  return true;
}

/* Behind \u. Two halves of a pair make one character; a half alone makes none. */
static bool
read_unicode(struct reader *reader)
{
  unsigned high, low;
  if (!read_hex(reader, &high))
    return false;
  while (high >= 0xd800 && high <= 0xdbff && reader->end - reader->at >= 2 &&
         reader->at[0] == '\\' && reader->at[1] == 'u') {
    reader->at += 2;
    if (!read_hex(reader, &low))
      return false;
    if (low >= 0xdc00 && low <= 0xdfff) {
      add_utf8(&reader->buffer, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
      return true;
    }
    add_utf8(&reader->buffer, 0xfffd);
    high = low;
  }
  add_utf8(&reader->buffer, high >= 0xd800 && high <= 0xdfff ? 0xfffd : high);
  return true;
}

/* Behind the backslash. */
static bool
read_escape(struct reader *reader)
{
  static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  char c = peek(reader);
  const char *name = c ? strchr(names, c) : NULL;
  if (!name && c != 'u')
    return fail(reader, "no such escape");
  reader->at++;
  if (!name)
    return read_unicode(reader);
  str_add_bytes(&reader->buffer, &meanings[name - names], 1);
  return true;
}

/* Leaves the text in the buffer. */
static bool
read_quoted(struct reader *reader)
{
  if (!take(reader, '"'))
    return fail(reader, "expected a text in quotes");
  reader->buffer.n = 0;
  while (reader->at < reader->end) {
    const char *start = reader->at;
    while (reader->at < reader->end && *reader->at != '"' && *reader->at != '\\' &&
           (unsigned char)*reader->at >= 0x20)
      reader->at++;
    str_add_bytes(&reader->buffer, start, (size_t)(reader->at - start));
    if (take(reader, '"'))
      return true;
    if (!take(reader, '\\'))
      return fail(reader, "a line break or control character in a text");
    if (!read_escape(reader))
      return false;
  }
  return fail(reader, "");
}

/* ---- numbers --------------------------------------------------------------- */

static bool
read_digits(struct reader *reader)
{
  const char *start = reader->at;
  while (is_digit(peek(reader)))
    reader->at++;
  return reader->at > start || fail(reader, "expected a digit");
}

/* Goes over the number; `plain` says that it has neither fraction nor exponent. */
static bool
skip_number(struct reader *reader, bool *plain)
{
  const char *start = reader->at;
  *plain = true;
  take(reader, '-');
  const char *digits = reader->at;
  if (!read_digits(reader))
    return false;
  if (*digits == '0' && reader->at > digits + 1)
    return fail_at(reader, start, "a number with a leading zero");
  if (take(reader, '.')) {
    *plain = false;
    if (!read_digits(reader))
      return false;
  }
  if (take(reader, 'e') || take(reader, 'E')) {
    *plain = false;
    if (!take(reader, '+'))
      take(reader, '-');
    if (!read_digits(reader))
      return false;
  }
  return true;
}

static void
read_integer(struct json_value *value, const char *text)
{
  bool negative = *text == '-';
  uint64_t size = 0;
  for (text += negative; *text; text++) {
    unsigned digit = (unsigned)(*text - '0');
    if (size > (UINT64_MAX - digit) / 10)
      return;
    size = size * 10 + digit;
  }
  value->is_uint = !negative || !size;
  value->is_int = size <= (uint64_t)INT64_MAX + negative;
  if (value->is_uint)
    value->natural = size;
  if (value->is_int)
    value->integer = negative && size ? -(int64_t)(size - 1) - 1 : (int64_t)size;
}

static bool
read_number(struct reader *reader, struct json_value *value)
{
  const char *start = reader->at;
  bool plain;
  if (!skip_number(reader, &plain))
    return false;
  reader->buffer.n = 0;
  str_add_bytes(&reader->buffer, start, (size_t)(reader->at - start));
  value->kind = JSON_NUMBER;
  value->number = strtod(str_text(&reader->buffer), NULL); /* we never leave the C locale */
  if (!isfinite(value->number))
    return fail_at(reader, start, "the number is too large");
  if (plain)
    read_integer(value, str_text(&reader->buffer));
  return true;
}

/* ---- values ---------------------------------------------------------------- */

static bool
read_key(struct reader *reader, struct json_value *member)
{
  if (!read_quoted(reader))
    return false;
  member->key = keep(reader, &member->key_length);
  skip_blanks(reader);
  if (!take(reader, ':'))
    return fail(reader, "expected ':'");
  skip_blanks(reader);
  return true;
}

/* An array or an object, up to and with the closing bracket. */
static bool
read_group(struct reader *reader, struct json_value *value)
{
  bool is_object = *reader->at++ == '{';
  char close = is_object ? '}' : ']';
  const struct json_value **link = &value->first;
  value->kind = is_object ? JSON_OBJECT : JSON_ARRAY;
  if (reader->depth++ == JSON_DEPTH_MOST)
    return fail_at(reader, reader->at - 1, "nested too deeply");
  skip_blanks(reader);
  for (bool more = !take(reader, close); more; more = !take(reader, close)) {
    struct json_value *element = arena_alloc(reader->arena, sizeof *element);
    if (value->n && !take(reader, ','))
      return fail(reader, is_object ? "expected ',' or '}'" : "expected ',' or ']'");
    skip_blanks(reader);
    if ((is_object && !read_key(reader, element)) || !read_value(reader, element))
      return false;
    *link = element;
    link = &element->next;
    value->n++;
    skip_blanks(reader);
  }
  reader->depth--;
  return true;
}

static bool
read_word(struct reader *reader, struct json_value *value)
{
  static const struct {
    const char *word;
    enum json_kind kind;
    bool truth;
  } words[] = {{"null", JSON_NULL, false}, {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t n = strlen(words[i].word);
    if ((size_t)(reader->end - reader->at) >= n && !memcmp(reader->at, words[i].word, n)) {
      reader->at += n;
      value->kind = words[i].kind;
      value->truth = words[i].truth;
      return true;
    }
  }
  return fail(reader, "expected a value");
}

static bool
read_value(struct reader *reader, struct json_value *value)
{
  char c = peek(reader);
  value->line = reader->line;
  value->column = (unsigned)(reader->at - reader->line_start) + 1;
  if (c == '{' || c == '[')
    return read_group(reader, value);
  if (c == '-' || is_digit(c))
    return read_number(reader, value);
  if (c != '"')
    return read_word(reader, value);
  value->kind = JSON_TEXT;
  if (!read_quoted(reader))
    return false;
  value->text = keep(reader, &value->length);
  return true;
}

const struct json_value *
json_read(struct arena *arena, const char *text, size_t length, struct json_error *error)
{
  if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
    text += 3;
    length -= 3;
  }
  struct reader reader = {.arena = arena,
                          .at = text,
                          .end = text + length,
                          .line_start = text,
                          .line = 1,
                          .error = error};
  struct json_value *value = arena_alloc(arena, sizeof *value);
  *error = (struct json_error){0};
  skip_blanks(&reader);
  bool fine = read_value(&reader, value);
  skip_blanks(&reader);
  if (fine && reader.at < reader.end)
    fine = fail(&reader, "something stands behind the value");
  str_free(&reader.buffer);
  return fine ? value : NULL;
}

/* ---- members --------------------------------------------------------------- */

const struct json_value *
json_member(const struct json_value *object, const char *name)
{
  const struct json_value *found = NULL;
  size_t n = strlen(name);
  if (object->kind == JSON_OBJECT)
    for (const struct json_value *member = object->first; member; member = member->next)
      if (member->key_length == n && !memcmp(member->key, name, n))
        found = member;
  return found;
}

const char *
json_member_text(const struct json_value *object, const char *name)
{
  const struct json_value *member = json_member(object, name);
  bool plain = member && member->kind == JSON_TEXT && strlen(member->text) == member->length;
  return plain ? member->text : NULL;
}
