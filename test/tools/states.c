/* How fast the states of programs are visited, and what they take: a table (`make bench`).
 *
 *   states FILE...
 *
 * The seconds are those of the processor. They contain the attempts that begin again as words turn out to be
 * shared; the states are those of the last attempt. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/diag.h"
#include "vm/vm.h"

static bool
visit(const char *path)
{
  static const char *const words[] = {
    [VM_RIGHT] = "no bug", [VM_WRONG] = "bug", [VM_OPEN] = "gave up"};
  struct frontend_file file = {.path = path};
  struct frontend_options options = {.files = &file,
                                     .n_files = 1,
                                     .property = PROPERTY_ASSERT | PROPERTY_DEADLOCK |
                                                 PROPERTY_MEMORY | PROPERTY_LOCK};
  struct diags diags = {0};
  struct vm_result result;
  struct frontend *frontend = frontend_open(&options, &diags);
  diags_free(&diags);
  if (!frontend)
    return false;
  clock_t start = clock();
  vm_search(&result, frontend, &options, &(struct vm_limits){0});
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  double states = result.states ? (double)result.states : 1;
  printf("%-40s %-8s %10" PRIu64 " %8.2f %12.0f %10.1f\n", path, words[result.verdict],
         result.states, seconds, (double)result.states / (seconds > 0 ? seconds : 1e-6),
         (double)result.bytes / states);
  vm_result_free(&result);
  frontend_close(frontend);
  return true;
}

int
main(int argc, char **argv)
{
  bool good = argc > 1;
  printf("%-40s %-8s %10s %8s %12s %10s\n", "program", "verdict", "states", "seconds", "per second",
         "bytes each");
  for (int i = 1; i < argc; i++)
    good &= visit(argv[i]);
  return good ? 0 : 1;
}
