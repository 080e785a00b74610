#include "tiling/tiling.h"

#include <stdlib.h>
#include <string.h>

uint32_t
tiling_count(const struct tiling *tiling, thread_id thread)
{
  return tiling->first_of_thread.at[thread + 1] - tiling->first_of_thread.at[thread];
}

const struct tile *
tiling_get(const struct tiling *tiling, thread_id thread, uint32_t tile)
{
  return &tiling->tiles.at[tiling->first_of_thread.at[thread] + tile];
}

void
tiling_free(struct tiling *tiling)
{
  vec_free(&tiling->tiles);
  vec_free(&tiling->first_of_thread);
}

uint32_t
tiling_labels(const struct prog *prog, const struct labels *labels, thread_id thread)
{
  uint32_t n = 0;
  for (uint32_t l = 0; l < labels_count(labels, thread); l++)
    n += labels_may_close(labels, prog, thread, l);
  return n;
}

/* ---- windows ---- */

static uint32_t
window_size(struct window window, uint32_t labels)
{
  uint64_t size = window.percent ? ((uint64_t)labels * window.size + 99) / 100 : window.size;
  if (size < 1)
    return 1;
  return size > labels ? labels : (uint32_t)size;
}

static void
cut_thread(struct tiling *tiling, const struct prog *prog, const struct labels *labels,
           thread_id thread, struct window window)
{
  uint32_t n = tiling_labels(prog, labels, thread);
  if (!n)
    return;
  uint32_t size = window_size(window, n), left = window.shift % size;
  bool first = true;
  for (uint32_t l = 0; l < labels_count(labels, thread); l++) {
    if (!labels_may_close(labels, prog, thread, l))
      continue;
    if (first || !left) {
      vec_push(&tiling->tiles, ((struct tile){first ? 0 : l, l}));
      left = left ? left : size;
      first = false;
    }
    left--;
  }
}

/* Tiles lie end to end. */
static void
close_gaps(struct tiling *tiling, const struct labels *labels, thread_id thread)
{
  uint32_t first = tiling->first_of_thread.at[thread];
  for (size_t i = first; i < tiling->tiles.n; i++)
    tiling->tiles.at[i].end =
      i + 1 < tiling->tiles.n ? tiling->tiles.at[i + 1].first : labels_count(labels, thread);
}

void
tiling_windows(struct tiling *tiling, const struct prog *prog, const struct labels *labels,
               struct window window)
{
  *tiling = (struct tiling){0};
  for (thread_id t = 0; t + 1 < labels->first_of_thread.n; t++) {
    vec_push(&tiling->first_of_thread, (uint32_t)tiling->tiles.n);
    cut_thread(tiling, prog, labels, t, window);
    close_gaps(tiling, labels, t);
  }
  vec_push(&tiling->first_of_thread, (uint32_t)tiling->tiles.n);
}

/* ---- from text ---- */

struct reader {
  const struct prog *prog;
  const struct labels *labels;
  const char *path, *at;
  unsigned line;
  bool *begins; /* of all labels: a tile begins there */
  bool *seen;   /* of each thread */
  struct diags *diags;
};

static void
complain(struct reader *reader, const char *what)
{
  diag_at(reader->diags, DIAG_ERROR, reader->path, reader->line, 1, "%s", what);
}

static void
skip_space(struct reader *reader)
{
  reader->at += strspn(reader->at, " \t\r");
  if (*reader->at == '#')
    reader->at += strcspn(reader->at, "\n");
}

static bool
read_number(struct reader *reader, uint32_t *number)
{
  size_t n = strspn(reader->at, "0123456789");
  if (!n || n > 9)
    return false;
  *number = (uint32_t)strtoul(reader->at, NULL, 10);
  reader->at += n;
  skip_space(reader);
  return true;
}

static void
read_boundaries(struct reader *reader, thread_id thread)
{
  uint32_t label, last = 0;
  while (read_number(reader, &label)) {
    if (label <= last || label >= labels_count(reader->labels, thread)) {
      diag_at(reader->diags, DIAG_ERROR, reader->path, reader->line, 1, "%s %u of thread %u",
              label <= last ? "labels must ascend: label" : "no such label:", label, thread);
      return;
    }
    reader->begins[reader->labels->first_of_thread.at[thread] + label] = true;
    last = label;
  }
  if (*reader->at && *reader->at != '\n')
    complain(reader, "expected the number of a label");
}

static void
read_line(struct reader *reader)
{
  uint32_t thread;
  skip_space(reader);
  if (!*reader->at || *reader->at == '\n')
    return;
  if (!read_number(reader, &thread) || *reader->at != ':') {
    complain(reader, "expected 'THREAD: LABEL ...'");
  } else if (thread + 1 >= reader->labels->first_of_thread.n) {
    diag_at(reader->diags, DIAG_ERROR, reader->path, reader->line, 1, "no such thread: %u", thread);
  } else if (reader->seen[thread]) {
    diag_at(reader->diags, DIAG_ERROR, reader->path, reader->line, 1, "thread %u for a second time",
            thread);
  } else {
    reader->seen[thread] = true;
    reader->at++;
    skip_space(reader);
    read_boundaries(reader, thread);
  }
}

static void
read_lines(struct reader *reader)
{
  while (*reader->at) {
    reader->line++;
    read_line(reader);
    reader->at += strcspn(reader->at, "\n");
    reader->at += *reader->at == '\n';
  }
}

/* Tiles without a label that can be closed belong to the one before. */
static void
build(struct tiling *tiling, const struct reader *reader)
{
  const struct labels *labels = reader->labels;
  for (thread_id t = 0; t + 1 < labels->first_of_thread.n; t++) {
    vec_push(&tiling->first_of_thread, (uint32_t)tiling->tiles.n);
    bool opens = true;
    for (uint32_t l = 0; l < labels_count(labels, t); l++) {
      opens |= reader->begins[labels->first_of_thread.at[t] + l];
      if (!opens || !labels_may_close(labels, reader->prog, t, l))
        continue;
      bool first = tiling->tiles.n == vec_last(&tiling->first_of_thread);
      vec_push(&tiling->tiles, ((struct tile){first ? 0 : l, l}));
      opens = false;
    }
    close_gaps(tiling, labels, t);
  }
  vec_push(&tiling->first_of_thread, (uint32_t)tiling->tiles.n);
}

bool
tiling_parse(struct tiling *tiling, const struct prog *prog, const struct labels *labels,
             const char *text, const char *path, struct diags *diags)
{
  unsigned errors = diags->errors;
  *tiling = (struct tiling){0};
  struct reader reader = {.prog = prog,
                          .labels = labels,
                          .path = path,
                          .at = text,
                          .begins = mem_alloc(labels->all.n * sizeof(bool)),
                          .seen = mem_alloc(labels->first_of_thread.n * sizeof(bool)),
                          .diags = diags};
  read_lines(&reader);
  if (diags->errors == errors)
    build(tiling, &reader);
  free(reader.begins);
  free(reader.seen);
  return diags->errors == errors;
}
