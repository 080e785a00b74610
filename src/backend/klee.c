/* What KLEE prints, and the test case that it leaves of a violation.
 *
 * The numbers that a run may choose are symbolic objects with names (share/emit/sequential.h):
 * "next_1", how far thread 1 gets in its turn, "input_3", the input of that number. A test case
 * lists them in the order in which they were made. The file, version 3: "KTEST", then numbers of
 * four bytes, the first the highest, and texts and bytes behind their lengths:
 *
 *   version, arguments {text}, two numbers, objects {text bytes}
 *
 * There is no violation if every path was gone to its end: none is left, and nothing was strange,
 * for a warning may mean that a number was fixed, or something was called that KLEE does not see
 * into. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"

#define RESULTS "klee-last" /* its link to the folder of the last run */
#define VIOLATION_FILE ".violation.err"

/* ---- the test case ---- */

struct bytes {
  const unsigned char *at;
  size_t n; /* that are left */
};

/* The next n bytes, or NULL if there are not so many. */
static const unsigned char *
take(struct bytes *bytes, size_t n)
{
  const unsigned char *taken = bytes->at;
  if (bytes->n < n)
    return NULL;
  bytes->at += n;
  bytes->n -= n;
  return taken;
}

static bool
take_number(struct bytes *bytes, uint32_t *number)
{
  const unsigned char *taken = take(bytes, 4);
  if (taken)
    *number = (uint32_t)taken[0] << 24 | (uint32_t)taken[1] << 16 | (uint32_t)taken[2] << 8 |
              (uint32_t)taken[3];
  return taken;
}

static bool
take_block(struct bytes *bytes, struct bytes *block)
{
  uint32_t n;
  if (!take_number(bytes, &n))
    return false;
  block->n = n;
  block->at = take(bytes, n);
  return block->at;
}

/* Is the name this word and a number? */
static bool
is_named(const struct bytes *name, const char *word, uint32_t *number)
{
  size_t n = strlen(word), i = n;
  *number = 0;
  if (name->n <= n || memcmp(name->at, word, n) != 0)
    return false;
  for (; i < name->n && name->at[i] >= '0' && name->at[i] <= '9' && *number < 1 << 24; i++)
    *number = *number * 10 + (uint32_t)(name->at[i] - '0');
  return i > n;
}

static void
take_choice(struct schedule *schedule, const struct bytes *name, const struct bytes *bytes)
{
  uint64_t value = 0;
  uint32_t number;
  for (size_t i = 0; i < bytes->n && i < sizeof value; i++)
    value |= (uint64_t)bytes->at[i] << 8 * i;
  if (is_named(name, "next_", &number))
    vec_push(&schedule->contexts, ((struct context){number, (uint32_t)value}));
  else if (is_named(name, "input_", &number))
    read_input(schedule, number, value);
}

static bool
take_head(struct bytes *bytes)
{
  static const char magic[] = "KTEST";
  const unsigned char *head = take(bytes, strlen(magic));
  uint32_t version, n, ignored;
  struct bytes argument;
  if (!head || memcmp(head, magic, strlen(magic)) != 0 || !take_number(bytes, &version) ||
      version != 3 || !take_number(bytes, &n))
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (!take_block(bytes, &argument))
      return false;
  return take_number(bytes, &ignored) && take_number(bytes, &ignored);
}

bool
read_ktest(struct schedule *schedule, const void *text, size_t length)
{
  struct bytes bytes = {text, length}, name, value;
  uint32_t n;
  if (!take_head(&bytes) || !take_number(&bytes, &n))
    return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!take_block(&bytes, &name) || !take_block(&bytes, &value))
      return false;
    take_choice(schedule, &name, &value);
  }
  return !bytes.n;
}

/* ---- the files ---- */

/* The name of the violation's files, without suffix. At the first one KLEE has stopped. */
static bool
find_violation(struct str *name, const char *folder)
{
  DIR *entries = opendir(folder);
  struct dirent *entry;
  while (entries && !name->n && (entry = readdir(entries))) {
    const char *suffix = strchr(entry->d_name, '.');
    if (suffix && !strcmp(suffix, VIOLATION_FILE))
      str_add_bytes(name, entry->d_name, (size_t)(suffix - entry->d_name));
  }
  if (entries)
    closedir(entries);
  return name->n;
}

static void
read_schedule(struct schedule *schedule, const char *path)
{
  FILE *file = fopen(path, "rb");
  struct str text = {0};
  char bytes[4096];
  size_t n;
  while (file && (n = fread(bytes, 1, sizeof bytes, file)))
    str_add_bytes(&text, bytes, n);
  if (!file || !read_ktest(schedule, str_text(&text), text.n))
    schedule_free(schedule);
  if (file)
    fclose(file);
  str_free(&text);
}

static bool
see_violation(struct schedule *schedule, const char *folder)
{
  struct str results = {0}, name = {0};
  str_printf(&results, "%s/" RESULTS, folder);
  bool seen = find_violation(&name, str_text(&results));
  if (seen) {
    str_printf(&results, "/%s.ktest", str_text(&name));
    read_schedule(schedule, str_text(&results));
  }
  str_free(&results);
  str_free(&name);
  return seen;
}

/* ---- what it says ---- */

enum claim
read_klee(const struct ended *ended, struct schedule *schedule)
{
  const char *left = strstr(ended->out, "KLEE: done: partially completed paths = ");
  bool error = strstr(ended->out, "KLEE: ERROR: "), warning = strstr(ended->out, "KLEE: WARNING");
  if (ended->code || !left)
    return CLAIM_NOTHING;
  if (error && see_violation(schedule, ended->folder))
    return CLAIM_VIOLATION;
  bool all = !strtoull(strchr(left, '=') + 1, NULL, 10);
  return all && !error && !warning ? CLAIM_NONE : CLAIM_OPEN;
}
