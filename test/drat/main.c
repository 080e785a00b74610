/* drat FORMULA PROOF: does the proof (DRAT, text) show that the formula (DIMACS) has no solution?
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

static int
check(const char *paths[2], struct drat_text formula, struct drat_text proof)
{
  struct drat_report report;
  drat_check(&report, formula, proof);
  if (!report.accepted) {
    printf("proof rejected: %s:%" PRIu64 ": %s\n", paths[strcmp(report.file, "proof") == 0],
           report.line, report.why);
    return 1;
  }
  printf("proof accepted: %d variables, %" PRIu64 " clauses; %" PRIu64 " added, %" PRIu64
         " deleted\n",
         report.variables, report.clauses, report.added, report.deleted);
  return 0;
}

int
main(int argc, char **argv)
{
  if (argc != 3) {
    fputs("usage: drat FORMULA PROOF\n", stderr);
    return 2;
  }
  char *text[2] = {0};
  size_t n[2];
  int code = 2;
  if (read_file(argv[1], &text[0], &n[0]) && read_file(argv[2], &text[1], &n[1]))
    code = check((const char *[]){argv[1], argv[2]}, (struct drat_text){text[0], n[0]},
                 (struct drat_text){text[1], n[1]});
  free(text[0]);
  free(text[1]);
  return code;
}
