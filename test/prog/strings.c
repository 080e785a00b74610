/* Strings as data, and the string functions. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <string.h>

static const char *const names[] = {"warp", "weft", ""};
static char word[8] = "loom";

int
main(void)
{
  assert(strlen(names[0]) == 4 && strlen(names[2]) == 0);
  assert(names[1][2] == 'f');
  assert(strcmp(names[0], names[1]) < 0);
  assert(strncmp(names[0], names[1], 1) == 0);
  strcpy(word + 4, "ing");
  assert(strcmp(word, "looming") == 0);
  word[4] = 0;
  strcat(word, "s");
  assert(strcmp(word, "looms") == 0 && strchr(word, 'm') == word + 3);
  assert(strchr(word, 'x') == NULL);
  return 0;
}
