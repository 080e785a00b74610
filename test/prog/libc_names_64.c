/* Files by their large names, memory by pages, the locale. */
// run: => safe
// run: -- -DWRONG => bug
// brute: no
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <assert.h>
#include <locale.h>
#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(void)
{
  FILE *file = fopen64("name", "r"), *other = tmpfile64();
  char *block = valloc(10), *pages = pvalloc(1);
  cpu_set_t *set = CPU_ALLOC(64);

  if (file) {
    assert(fseeko(file, 0, SEEK_SET) <= 0 && fseeko64(file, 0, SEEK_END) <= 0);
    assert(ftello(file) >= -1 && ftello64(file) >= -1);
    file = freopen("other", "w", file);
    if (file)
      file = freopen64("other", "w", file);
    if (file)
      fclose(file);
  }
#ifdef WRONG
  fclose(file);
#endif
  if (other)
    fclose(other);
  assert((uintptr_t)block % 4096 == 0);
  pages[4095] = 1;
  free(block);
  free(pages);
  memset(set, 0, 8);
  assert(CPU_COUNT_S(8, set) == 0);
  CPU_FREE(set);
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0 && setlocale(LC_ALL, "C"));
  assert(!setlocale(99, "C") && *localeconv()->decimal_point == '.');
  return 0;
}
