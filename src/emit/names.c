/* Identifiers: like the program's names, but each once, and none that C or sequential.h has. */
#include <ctype.h>
#include <string.h>

#include "emit/emission.h"

static bool
is_reserved(const char *name)
{
  static const char *const words[] = {
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "asm",
    "typeof",
    "bool",
    "true",
    "false",
    "main",
    "from",
    "next",
    "end",
    "STATE",
    "ASSUME",
    "ROUND",
    "NEXT",
    "INPUT",
    "MAIN",
    "VIOLATION",
    "contexts",
    "PASS",
    "KEEP",
    "WAIT",
    "CREATE",
    "ENDED",
    "yield",
    "yields",
    "nondet",
    "unix",
    "linux",
    "WAIT_FOR",
    "INSTANCE",
    "sift",
    "is_lost",
    "NULL",
    "offsetof",
    "size_t",
    "wchar_t",
    "ptrdiff_t",
    "max_align_t",
    "reach_error",
    "look_for_deadlock",
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(name, words[i]))
      return true;
  static const char *const beginnings[] = {
    "AT_",   "heddle",  "uint",  "int",      "label_", "pc_",     "open_",
    "turn_", "thread_", "stuck", "created_", "waits",  "owner_",  "lost_",
    "try_",  "back_",   "tell_", "HEDDLE_",  "klee_",  "nondet_", "Frama_",
    "UINT",  "INT",     "SIZE_", "PTRDIFF_", "WCHAR_", "WINT_",   "SIG_ATOMIC_",
  };
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
      return true;
  return !*name || *name == '_' || isdigit((unsigned char)*name);
}

void
emit_word(struct str *word, const char *like)
{
  for (const char *c = like; *c; c++) {
    bool plain = isalnum((unsigned char)*c) || *c == '_';
    if (plain)
      str_add_bytes(word, c, 1);
    else if (word->n && word->text[word->n - 1] != '_')
      str_add(word, "_");
  }
  while (word->n > 1 && word->text[word->n - 1] == '_')
    word->text[--word->n] = 0;
}

static bool
take(const struct emission *e, struct map *map, const char *name)
{
  uint64_t key = hash_bytes(name, strlen(name));
  if (map_find(&e->globals, key) || map_find(&e->locals, key))
    return false;
  *map_at(map, key) = 1;
  return true;
}

static const char *
make(struct emission *e, struct map *map, const char *like)
{
  struct str word = {0};
  emit_word(&word, like);
  const char *base =
    arena_printf(&e->arena, "%s%s", is_reserved(str_text(&word)) ? "x_" : "", str_text(&word));
  const char *name = base;
  for (unsigned i = 2; !take(e, map, name); i++)
    name = arena_printf(&e->arena, "%s_%u", base, i);
  str_free(&word);
  return name;
}

const char *
emit_name_global(struct emission *e, const char *like)
{
  return make(e, &e->globals, like);
}

const char *
emit_name_local(struct emission *e, const char *like)
{
  return make(e, &e->locals, like);
}

void
emit_comment(struct str *out, const char *text)
{
  for (const char *c = text; *c; c++) {
    bool edge = (c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*');
    str_add_bytes(out, c, 1);
    if (edge)
      str_add(out, " ");
  }
}

void
emit_quoted(struct str *out, const char *text)
{
  str_add(out, "\"");
  for (const char *c = text; *c; c++)
    if (*c == '"' || *c == '\\' || *c == '?') /* of ?, two begin a trigraph */
      str_printf(out, "\\%c", *c);
    else if ((unsigned char)*c < ' ')
      str_printf(out, "\\%03o", (unsigned)*c);
    else
      str_add_bytes(out, c, 1);
  str_add(out, "\"");
}
