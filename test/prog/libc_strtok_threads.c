/* strtok_r keeps its place where the caller says, so threads may split texts at the same time. */
// run: --rounds 3 --unwind 1 => safe
// brute: no
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char words[] = "a b", lines[] = "c d";

static void *
split(void *argument)
{
  char *text = argument, *rest;

  strtok_r(text, " ", &rest);
  assert(strtok_r(NULL, " ", &rest) == text + 2);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, split, words);
  split(lines);
  pthread_join(thread, NULL);
  return 0;
}
