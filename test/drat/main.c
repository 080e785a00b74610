/* drat FORMULA PROOF [ACCOUNT]: does the proof (DRAT, text) show that the formula (DIMACS) has no
 * solution? And are the clauses of the formula that the account tells of what it says?
 *
 * Exit code 0: yes; 1: no, with the line that is wrong; 2: a file cannot be read. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"

static bool
read_file(const char *path, char **at, size_t *n)
{
  FILE *file = fopen(path, "rb");
  size_t cap = 0, got = 1;
  *at = NULL;
  *n = 0;
  while (file && got) {
    *at = memory_fit(*at, &cap, *n + (1 << 16), 1);
    got = fread(*at + *n, 1, cap - *n, file);
    *n += got;
  }
  bool fine = file && !ferror(file);
  if (!fine)
    fprintf(stderr, "drat: cannot read '%s': %s\n", path, strerror(errno));
  if (file)
    fclose(file);
  return fine;
}

enum { FORMULA, PROOF, ACCOUNT, FILES };

static const char *
path_of(const char *file, char **paths)
{
  return paths[!strcmp(file, "proof") ? PROOF : !strcmp(file, "account") ? ACCOUNT : FORMULA];
}

static int
check(char **paths, const struct drat_text *texts, bool account)
{
  struct drat_report report;
  drat_check(&report, texts[FORMULA], texts[PROOF], account ? &texts[ACCOUNT] : NULL);
  if (!report.accepted) {
    printf("proof rejected: %s:%" PRIu64 ": %s\n", path_of(report.file, paths), report.line,
           report.why);
    return 1;
  }
  printf("proof accepted: %d variables, %" PRIu64 " clauses; %" PRIu64 " added, %" PRIu64
         " deleted\n",
         report.variables, report.clauses, report.added, report.deleted);
  if (account)
    printf("account accepted: question '%s', %" PRIu64 " instances\n", report.question,
           report.instances);
  return 0;
}

int
main(int argc, char **argv)
{
  if (argc != 3 && argc != 4) {
    fputs("usage: drat FORMULA PROOF [ACCOUNT]\n", stderr);
    return 2;
  }
  char *contents[FILES] = {0};
  struct drat_text texts[FILES] = {0};
  int n = argc - 1, code = 2, got = 0;
  while (got < n && read_file(argv[got + 1], &contents[got], &texts[got].n)) {
    texts[got].at = contents[got];
    got++;
  }
  if (got == n)
    code = check(argv + 1, texts, n > ACCOUNT);
  for (int i = 0; i < FILES; i++)
    free(contents[i]);
  return code;
}
