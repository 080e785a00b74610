/* The whole text: what is said of the threads decides what has to be declared, so they come first
 * when it is written, and later when it is read. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emission.h"

static void
add_lines(struct str *out, const char *text)
{
  for (const char *end; *text; text = *end ? end + 1 : end) {
    struct str line = {0};
    end = text + strcspn(text, "\n");
    str_add_bytes(&line, text, (size_t)(end - text));
    str_add(out, line.n ? " * " : " *");
    emit_comment(out, str_text(&line));
    str_add(out, "\n");
    str_free(&line);
  }
}

static unsigned
count_lines(const struct str *text)
{
  unsigned n = 0;
  for (size_t i = 0; i < text->n; i++)
    n += text->text[i] == '\n';
  return n;
}

static void
write_declarations(struct emission *e, struct str *out)
{
  struct str memory = {0};
  emit_memory_declare(e, &memory); /* initial contents may be addresses */
  str_add(out, "/*\n");
  add_lines(out, e->request->about);
  str_printf(out, " */\n#include \"%s\"\n\n/* Addresses, and what lies there. */\n",
             e->form->header);
  emit_memory_define_addresses(e, out);
  str_add(out, str_text(&memory));
  emit_values_declare_shared(e, out);
  str_add(out, "\n");
  e->form->declare(e, out);
  str_add(out, "\n");
  str_free(&memory);
}

static void
emission_free(struct emission *e)
{
  vec_free(&e->cells);
  vec_free(&e->owned);
  vec_free(&e->sites);
  free(e->waits);
  str_free(&e->attempts);
  vec_free(&e->layouts);
  vec_free(&e->exists);
  vec_free(&e->absent);
  vec_free(&e->needed);
  vec_free(&e->shared);
  vec_free(&e->values);
  map_free(&e->globals);
  map_free(&e->locals);
  sources_free(&e->sources);
  arena_free(&e->arena);
}

void
emit_program(struct str *out, const struct emit_request *request)
{
  static const struct form *const forms[] = {
    [PROGRAM_SEQUENTIAL] = &emit_form_sequential, [PROGRAM_VARIANT] = &emit_form_variant};
  struct emission e = {.request = request,
                       .form = forms[request->form],
                       .prog = request->prog,
                       .labels = request->labels};
  struct str threads = {0}, driver = {0};
  assert(!request->part || !request->part->ends.n);
  emit_deadlock_find(&e);
  emit_values_need(&e);
  emit_memory_lay_out(&e);
  emit_values_share(&e);
  for (e.thread = 0; e.thread < e.prog->threads.n; e.thread++)
    if (e.exists.at[e.thread])
      emit_thread_write(&e, &threads);
  e.form->driver(&e, &driver);
  write_declarations(&e, out);
  str_add(out, str_text(&threads));
  if (request->lines) {
    str_printf(out, "#line %u ", count_lines(out) + 2);
    emit_quoted(out, request->file);
    str_add(out, "\n");
  }
  str_add(out, str_text(&driver));
  str_free(&threads);
  str_free(&driver);
  emission_free(&e);
}
