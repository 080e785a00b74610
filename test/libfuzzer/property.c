/* Property files: a property, or an error with its place. */
#include <stdlib.h>

#include "libfuzzer/target.h"
#include "load/property_file.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena arena = {0};
  struct diags diags = {0};
  struct property_file file;
  char *text = target_text(data, size);
  bool fine = property_file_parse(&file, text, "fuzz.prp", &arena, &diags);
  if (fine != !diags.errors || (fine && (!file.property || !file.entry)))
    abort();
  free(text);
  diags_free(&diags);
  arena_free(&arena);
  return 0;
}
