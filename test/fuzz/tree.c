#include "tree.h"

#include <stdlib.h>
#include <string.h>

const char PROGRAM_HEAD[] = "#include <assert.h>\n"
                            "#include <pthread.h>\n"
                            "#include <sched.h>\n"
                            "#include <semaphore.h>\n"
                            "#include <stdatomic.h>\n"
                            "#include <stdlib.h>\n"
                            "#include <string.h>\n"
                            "#include <time.h>\n"
                            "_Bool __VERIFIER_nondet_bool(void);\n"
                            "char __VERIFIER_nondet_char(void);\n"
                            "unsigned char __VERIFIER_nondet_uchar(void);\n"
                            "int __VERIFIER_nondet_int(void);\n"
                            "unsigned __VERIFIER_nondet_uint(void);\n"
                            "void __VERIFIER_assume(int condition);\n"
                            "void __VERIFIER_atomic_begin(void);\n"
                            "void __VERIFIER_atomic_end(void);\n";

struct node *
node_new(struct program *program, enum node_kind kind, const char *text)
{
  struct node *node = arena_alloc(&program->arena, sizeof *node);
  node->kind = kind;
  node->text = text;
  vec_push(&program->nodes, node);
  return node;
}

void
node_add(struct node *parent, struct node *kid)
{
  vec_push(&parent->kids, kid);
}

void
program_free(struct program *program)
{
  for (size_t i = 0; i < program->nodes.n; i++)
    vec_free(&program->nodes.at[i]->kids);
  vec_free(&program->nodes);
  vec_free(&program->names);
  arena_free(&program->arena);
}

/* ---- printing --------------------------------------------------------------- */

static void
indent(struct str *out, unsigned depth)
{
  for (unsigned i = 0; i < depth; i++)
    str_add(out, "  ");
}

struct printing {
  struct str *out;
  bool pauses;
};

static void print(const struct printing *p, const struct node *node, unsigned depth);

static void
print_list(const struct printing *p, const struct node *list, unsigned depth)
{
  for (size_t i = 0; i < list->kids.n; i++) {
    indent(p->out, depth);
    if (p->pauses && depth)
      str_add(p->out, "PAUSE(); ");
    print(p, list->kids.at[i], depth);
    str_add(p->out, "\n");
  }
}

/* Where another thread may come between; not inside of what is atomic, or where an index could
 * change meanwhile. */
static bool
is_divided(const struct node *node)
{
  return (!strcmp(node->text, "$++;") || !strcmp(node->text, "$--;")) && node->kids.at[0]->shared &&
         !node->kids.at[0]->atomic && !node->kids.at[0]->kids.n && node->kids.at[0]->text[0] != '(';
}

static void
print_divided(const struct printing *p, const struct node *node)
{
  const char *place = node->kids.at[0]->text;
  str_printf(p->out, "{ __typeof__(%s) was = %s; PAUSE(); %s = was %c 1; }", place, place, place,
             node->text[1]);
}

static void
print_text(const struct printing *p, const struct node *node, unsigned depth)
{
  size_t kid = 0;
  for (const char *at = node->text; *at; at++)
    if (*at == '$') {
      print(p, node->kids.at[kid++], depth);
    } else if (at[0] == '{' && at[1] == '}') {
      str_add(p->out, "{\n");
      print_list(p, node->kids.at[kid++], depth + 1);
      indent(p->out, depth);
      str_add(p->out, "}");
      at++;
    } else {
      str_add_bytes(p->out, at, 1);
    }
}

static void
print(const struct printing *p, const struct node *node, unsigned depth)
{
  bool pauses = p->pauses && node->shared;
  if (node->kind == NODE_LIST) {
    print_list(p, node, depth);
    return;
  }
  if (p->pauses && is_divided(node)) {
    print_divided(p, node);
    return;
  }
  str_add(p->out, pauses ? "(*(PAUSE(), &" : "");
  print_text(p, node, depth);
  str_add(p->out, pauses ? "))" : "");
}

void
program_print(struct str *out, const struct program *program)
{
  print_list(&(struct printing){.out = out}, program->root, 0);
}

void
program_print_renamed(struct str *out, const struct program *program, const char *prefix,
                      bool pauses)
{
  for (size_t i = 0; i < program->names.n; i++)
    str_printf(out, "#define %s %s%s\n", program->names.at[i], prefix, program->names.at[i]);
  print_list(&(struct printing){out, pauses}, program->root, 0);
  for (size_t i = 0; i < program->names.n; i++)
    str_printf(out, "#undef %s\n", program->names.at[i]);
}

unsigned
program_lines(const struct program *program)
{
  struct str text = {0};
  unsigned lines = 0;
  program_print(&text, program);
  for (const char *at = str_text(&text); *at;) {
    size_t length = strcspn(at, "\n"), blank = strspn(at, " {}");
    lines += blank < length;
    at += length + (at[length] == '\n');
  }
  str_free(&text);
  return lines;
}
