#include "vm/code.h"

void
code_free(struct code *code)
{
  for (size_t i = 0; i < code->functions.n; i++) {
    struct function *function = &code->functions.at[i];
    vec_free(&function->code);
    vec_free(&function->lists);
    vec_free(&function->objects);
    vec_free(&function->live);
    vec_free(&function->alive);
  }
  for (size_t i = 0; i < code->globals.n; i++)
    vec_free(&code->globals.at[i].bytes);
  vec_free(&code->functions);
  vec_free(&code->globals);
  vec_free(&code->constants);
  vec_free(&code->texts);
  arena_free(&code->arena);
}
