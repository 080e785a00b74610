/* The command lines of all commands. The input's first byte chooses the command, lines are words;
 * what names files is not opened. */
#include <stdlib.h>

#include "cli/cli.h"
#include "libfuzzer/target.h"

enum { MOST_WORDS = 64 };

static int
split(char *text, char **words)
{
  int n = 0;
  for (char *end; text && n < MOST_WORDS; text = end ? end + 1 : NULL) {
    end = strchr(text, '\n');
    if (end)
      *end = 0;
    words[n++] = text;
  }
  return n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const struct command *const commands[] = {&command_check, &command_dump, &command_emit};
  if (!size)
    return 0;
  const struct option_table *table = commands[*data % 3]->table;
  char *text = target_text(data + 1, size - 1), *words[MOST_WORDS];
  void *into = mem_alloc(table->size);
  struct operands operands = {0};
  struct str out = {0};
  enum options_result result =
    options_parse(table, split(text, words), words, into, &operands, &out);
  if ((result == OPTIONS_BAD) != (out.n > 0))
    abort(); /* a message exactly if something is wrong */
  if (result == OPTIONS_HELP)
    options_help(&out, table);
  str_free(&out);
  operands_free(&operands);
  free(into);
  free(text);
  return 0;
}
