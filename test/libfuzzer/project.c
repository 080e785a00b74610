/* compile_commands.json, through a file as users have it. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "libfuzzer/target.h"
#include "load/project.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char path[] = "/tmp/heddle-fuzz-XXXXXX";
  int file = mkstemp(path);
  if (file < 0 || write(file, data, size) != (ssize_t)size)
    abort();
  close(file);
  struct operands operands = {0};
  struct diags diags = {0};
  const struct frontend_file *files = project_files(path, &operands, &diags);
  if (!files != (diags.errors > 0))
    abort();
  unlink(path);
  diags_free(&diags);
  operands_free(&operands);
  return 0;
}
