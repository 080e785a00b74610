/* The functions of <string.h> and <strings.h>, each with a result that tells it from one that does
 * nothing. */
// run: => safe
// run: -- -fno-builtin => safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

static void
compare(void)
{
  assert(strcmp("warp", "weft") < 0 && strcmp("weft", "warp") > 0 && strcmp("", "") == 0);
  assert(strcmp("\x80", "\x7f") > 0); /* as unsigned char */
  assert(strcoll("warp", "weft") < 0);
  assert(strncmp("warp", "wasp", 2) == 0 && strncmp("warp", "wasp", 3) < 0);
  assert(strcasecmp("Loom", "lOOM") == 0 && strcasecmp("a", "B") < 0);
  assert(strncasecmp("LOOMx", "loomy", 4) == 0 && strncasecmp("LOOMx", "loomy", 5) < 0);
  assert(memcmp("a\0b", "a\0c", 3) < 0 && bcmp("a\0b", "a\0c", 3) != 0);
}

static void
search(void)
{
  const char *text = "heddle";

  assert(strlen(text) == 6 && strnlen(text, 4) == 4 && strnlen(text, 9) == 6);
  assert(strchr(text, 'd') == text + 2 && strchr(text, 0) == text + 6 && !strchr(text, 'x'));
  assert(strrchr(text, 'd') == text + 3 && !strrchr(text, 'x'));
  assert(index(text, 'e') == text + 1 && rindex(text, 'e') == text + 5);
  assert(strchrnul(text, 'x') == text + 6 && strchrnul(text, 'l') == text + 4);
  assert(memchr(text, 'l', 6) == text + 4 && !memchr(text, 'l', 4));
  assert(memrchr(text, 'e', 5) == text + 1 && rawmemchr(text, 'l') == text + 4);
  assert(memmem(text, 6, "dl", 2) == text + 3 && !memmem(text, 4, "dl", 2));
  assert(strstr(text, "dle") == text + 3 && strstr(text, "") == text && !strstr(text, "dd?"));
  assert(strcasestr(text, "DLE") == text + 3);
  assert(strspn(text, "hed") == 4 && strcspn(text, "ld") == 2);
  assert(strpbrk(text, "xl") == text + 4 && !strpbrk(text, "xyz"));
}

static void
copy(void)
{
  char to[16];

  assert(strcpy(to, "warp") == to && strcmp(to, "warp") == 0);
  assert(stpcpy(to, "we") == to + 2 && strcmp(to, "we") == 0 && to[3] == 'p');
  assert(strcat(to, "ft") == to && strcmp(to, "weft") == 0);
  assert(strncat(to, "abc", 2) == to && strcmp(to, "weftab") == 0);
  memset(to, 'z', sizeof to);
  assert(strncpy(to, "warp", 2) == to && to[1] == 'a' && to[2] == 'z');
  assert(strncpy(to, "warp", 6) == to && to[4] == 0 && to[5] == 0 && to[6] == 'z');
  assert(stpncpy(to, "ab", 4) == to + 2 && stpncpy(to, "abcd", 3) == to + 3);
  assert(mempcpy(to, "xyz", 3) == to + 3 && to[2] == 'z');
  assert(memccpy(to, "a-b", '-', 3) == to + 2 && !memccpy(to, "abc", '-', 3) && to[2] == 'c');
  bcopy(to, to + 1, 3);
  assert(memcmp(to, "aabc", 4) == 0);
  bzero(to, 2);
  explicit_bzero(to + 2, 1);
  assert(to[0] == 0 && to[1] == 0 && to[2] == 0 && to[3] == 'c');
}

static void
split(void)
{
  char text[] = ":warp::weft", other[] = "a,b", *rest, *word = other;

  assert(strtok_r(text, ":", &rest) == text + 1 && strcmp(text + 1, "warp") == 0);
  assert(strtok_r(NULL, ":", &rest) == text + 7 && !strtok_r(NULL, ":", &rest));
  assert(strsep(&word, ",") == other && word == other + 2 && strcmp(other, "a") == 0);
  assert(strsep(&word, ",") == other + 2 && word == NULL && !strsep(&word, ","));
  assert(strtok(text + 1, "r") == text + 1 && strcmp(strtok(NULL, "r"), "p") == 0);
  assert(!strtok(NULL, "r"));
}

int
main(void)
{
  char message[8];
  /* Not as builtins. */
  int (*first)(int) = ffs, (*first_long)(long) = ffsl, (*first_long_long)(long long) = ffsll;

  compare();
  search();
  copy();
  split();
  assert(first(0) == 0 && first(12) == 3 && first_long(1l << 20) == 21);
  assert(first_long_long(1ll << 40) == 41);
  assert(strerror(2) && strlen(strerror(2)) < 64 && strsignal(2));
  assert(strerror_r(2, message, sizeof message));
  return 0;
}
