#include "mpi/agree.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "report/report.h"

/* What a rank tells of itself, in texts of fixed size. */
struct identity {
  char version[64], digest[SHA256_HEX];
  char host[MPI_MAX_PROCESSOR_NAME + 1];
};

/* The digest of the program's file: two builds of a version differ in it. Where the system does not name
 * that file, the version has to do. */
static void
find_digest(char digest[SHA256_HEX])
{
  struct str bytes = {0};
  struct diags diags = {0};
  struct sha256 sha;
  file_read(&bytes, "/proc/self/exe", &diags);
  sha256_begin(&sha);
  sha256_add(&sha, str_text(&bytes), bytes.n);
  sha256_end(&sha, digest);
  diags_free(&diags);
  str_free(&bytes);
}

static void
identify(struct identity *identity)
{
  struct str version = {0};
  int length;
  *identity = (struct identity){0};
  report_version(&version);
  snprintf(identity->version, sizeof identity->version, "%s", str_text(&version));
  find_digest(identity->digest);
  MPI_Get_processor_name(identity->host, &length);
  str_free(&version);
}

static bool
same(const struct identity *a, const struct identity *b)
{
  return !strcmp(a->version, b->version) && !strcmp(a->digest, b->digest);
}

/* On rank 0: the first rank that differs; 0 = none. */
static int
find_other(const struct identity *all, int ranks)
{
  for (int rank = 1; rank < ranks; rank++)
    if (!same(&all[rank], &all[0])) {
      fprintf(
        stderr,
        "heddle-mpi: rank %d on %s runs another build (%s) than rank 0 on %s (%s): install the "
        "same one everywhere\n",
        rank, all[rank].host, all[rank].version, all[0].host, all[0].version);
      return rank;
    }
  return 0;
}

bool
agree_on_program(int rank, int ranks)
{
  struct identity mine, *all = rank ? NULL : mem_alloc((size_t)ranks * sizeof *all);
  identify(&mine);
  MPI_Gather(&mine, sizeof mine, MPI_CHAR, all, sizeof mine, MPI_CHAR, 0, MPI_COMM_WORLD);
  int other = rank ? 0 : find_other(all, ranks);
  MPI_Bcast(&other, 1, MPI_INT, 0, MPI_COMM_WORLD);
  vec_drop(all);
  return !other;
}
