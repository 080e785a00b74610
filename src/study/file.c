/* DIR/instances.csv: what is known of each trial, a row each. While a study runs, rows are added as
 * trials end, so that nothing is lost if it is killed; at the end it is written anew, in order. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/map.h"
#include "base/output.h"
#include "study/study.h"

enum column { PROBLEM, SCHEDULES, SIZE, SEED, VERDICT, SECONDS, BYTES, INSTANCE, COLUMNS };
static const char head[] = "problem,schedules,tile_size,seed,verdict,seconds,bytes,instance\n";

#define TRIAL_WORD(name, word) word,
static const char *const kinds[] = {TRIAL_KINDS(TRIAL_WORD)};
static const char *const outcomes[] = {TRIAL_OUTCOMES(TRIAL_WORD)};

const char *
trial_kind_word(enum trial_kind kind)
{
  return kinds[kind];
}

const char *
trial_outcome_word(enum trial_outcome outcome)
{
  return outcomes[outcome];
}

static unsigned
number_of(const char *word, const char *const *words, unsigned n)
{
  unsigned i = 0;
  while (i < n && strcmp(word, words[i]) != 0)
    i++;
  return i;
}

void
study_file_row(struct str *out, const struct study *study, const struct trial *trial)
{
  str_printf(out, "%.16s,%s,%u,%u,%s,%.6f,%zu,", study->problem, trial_kind_word(trial->kind),
             trial->size, trial->seed, trial_outcome_word(trial->outcome), trial->seconds,
             trial->bytes);
  csv_field(out, trial->line);
  str_add(out, "\n");
}

/* ---- reading ------------------------------------------------------------------------- */

/* A row that was cut off when it was written is none. */
static bool
read_row(struct trial *trial, const struct csv *csv)
{
  const char *const *field = csv->fields.at;
  if (csv->fields.n != COLUMNS)
    return false;
  trial->kind = number_of(field[SCHEDULES], kinds, TRIAL_KIND_COUNT);
  trial->outcome = number_of(field[VERDICT], outcomes, TRIAL_OUTCOME_COUNT);
  trial->size = (unsigned)strtoul(field[SIZE], NULL, 10);
  trial->seed = (unsigned)strtoul(field[SEED], NULL, 10);
  trial->seconds = strtod(field[SECONDS], NULL);
  trial->bytes = (size_t)strtoull(field[BYTES], NULL, 10);
  trial->line = field[INSTANCE];
  return trial->kind < TRIAL_KIND_COUNT && trial->outcome < TRIAL_OUTCOME_COUNT;
}

static uint64_t
key_of(const struct trial *trial)
{
  uint64_t key = hash_mix(trial->kind, trial->size);
  return hash_mix(hash_mix(key, trial->seed), hash_bytes(trial->line, strlen(trial->line)));
}

/* One that died may have been killed together with us. */
static void
take_over(struct study *study, const struct map *trials, const struct trial *found)
{
  const uint32_t *at = map_find(trials, key_of(found));
  if (found->outcome == TRIAL_WAITING || found->outcome == TRIAL_DIED)
    return;
  if (at) {
    struct trial *trial = &study->trials.at[*at];
    trial->outcome = found->outcome;
    trial->seconds = found->seconds;
    trial->bytes = found->bytes;
  } else {
    vec_push(&study->others, *found);
    vec_last(&study->others).line = arena_strdup(&study->arena, found->line);
  }
}

/* Of the file's text, the rows behind the head. */
static bool
read_rows(struct study *study, const char *text, const char *path, struct str *error)
{
  struct csv csv = {.rest = text + strlen(head)};
  struct map trials = {0};
  struct trial trial;
  bool fine = true;
  for (size_t i = 0; i < study->trials.n; i++)
    *map_at(&trials, key_of(&study->trials.at[i])) = (uint32_t)i;
  while (fine && csv_next(&csv)) {
    if (!read_row(&trial, &csv))
      continue;
    fine = !strncmp(csv.fields.at[PROBLEM], study->problem, 16);
    if (fine)
      take_over(study, &trials, &trial);
    else
      str_printf(error, "'%s' is of another program, or of other bounds; give another folder",
                 path);
  }
  map_free(&trials);
  csv_free(&csv);
  return fine;
}

bool
study_file_read(struct study *study, const char *path, struct str *error)
{
  if (access(path, F_OK) && errno == ENOENT)
    return true;
  struct diags diags = {0};
  struct str text = {0};
  bool fine = file_read_text(&text, path, &diags);
  if (!fine)
    str_add(error, diags.all.at[0].text);
  else if (text.n && strncmp(str_text(&text), head, strlen(head)) != 0)
    str_printf(error, "'%s' is not the table of a study", path), fine = false;
  else if (text.n)
    fine = read_rows(study, str_text(&text), path, error);
  str_free(&text);
  diags_free(&diags);
  return fine;
}

/* ---- writing ------------------------------------------------------------------------- */

bool
study_file_write(const struct study *study, const char *path, struct str *error)
{
  struct str text = {0};
  struct output output;
  str_add(&text, head);
  for (size_t i = 0; i < study->trials.n; i++)
    if (study->trials.at[i].outcome != TRIAL_WAITING)
      study_file_row(&text, study, &study->trials.at[i]);
  for (size_t i = 0; i < study->others.n; i++)
    study_file_row(&text, study, &study->others.at[i]);
  bool written = output_open(&output, path, error);
  if (written) {
    fputs(str_text(&text), output.file);
    written = output_close(&output, true, error);
  }
  str_free(&text);
  return written;
}
