/* What is kept of a file's command line is a matter of a table: what decides the meaning of the
 * program stays; the compiler, its inputs and outputs, optimisation, debug information,
 * instrumentation and everything that is not known goes.
 *
 * Relative paths among the flags are relative to the folder that the entry names. They are made
 * absolute rather than clang run in that folder, because the flags that the user adds behind `--`
 * and the names in messages are relative to the folder the user is in. */
#define _XOPEN_SOURCE 700
#include "load/project.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_read.h"
#include "load/definition.h"

/* ---- words ------------------------------------------------------------------- */

struct words {
  VEC(const char *) all;
};

static bool
is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Appends the quoted part that begins at *text; NULL if it has no end. */
static const char *
take_quoted(struct str *word, const char *text)
{
  char quote = *text++;
  for (; *text != quote; text++) {
    if (!*text)
      return NULL;
    if (quote == '"' && *text == '\\' && text[1] && strchr("\"\\$`", text[1]))
      text++;
    str_add_bytes(word, text, 1);
  }
  return text + 1;
}

/* Appends the word that begins at *text. */
static const char *
take_word(struct str *word, const char *text)
{
  while (text && *text && !is_blank(*text)) {
    if (*text == '"' || *text == '\'') {
      text = take_quoted(word, text);
    } else {
      text += *text == '\\' && text[1];
      str_add_bytes(word, text++, 1);
    }
  }
  return text;
}

/* As a POSIX shell does it, but nothing is expanded. False if a quote is not closed. */
static bool
split(struct words *words, const char *command, struct arena *arena)
{
  struct str word = {0};
  for (;;) {
    while (is_blank(*command))
      command++;
    if (!*command)
      break;
    word.n = 0;
    str_add(&word, "");
    command = take_word(&word, command);
    if (!command)
      break;
    vec_push(&words->all, arena_strdup(arena, str_text(&word)));
  }
  str_free(&word);
  return command;
}

/* ---- flags ------------------------------------------------------------------- */

enum form {
  WHOLE,  /* the word itself */
  PREFIX, /* every word that begins so */
  VALUE,  /* its value follows at once, or is the next word */
  NEXT,   /* its value is the next word */
};
enum fate {
  DROP,
  KEEP,
  PATH,   /* keep; the value, or what follows the prefix, is a path */
  SEARCH, /* likewise, but what is not there is looked for in the include folders */
};

/* The first row that fits counts; a flag that none fits is dropped. */
static const struct rule {
  const char *name;
  enum form form;
  enum fate fate;
} rules[] = {
  {"-I", VALUE, PATH},
  {"-isystem", VALUE, PATH},
  {"-iquote", VALUE, PATH},
  {"-idirafter", VALUE, PATH},
  {"-isysroot", VALUE, PATH},
  {"--sysroot=", PREFIX, PATH},
  {"--sysroot", NEXT, PATH},
  {"-include-pch", NEXT, DROP},
  {"-include", VALUE, SEARCH},
  {"-imacros", VALUE, SEARCH},
  {"-D", VALUE, KEEP},
  {"-U", VALUE, KEEP},
  {"-undef", WHOLE, KEEP},
  {"-nostdinc", WHOLE, KEEP},
  {"-std=", PREFIX, KEEP},
  {"--std=", PREFIX, KEEP},
  {"-ansi", WHOLE, KEEP},
  {"-trigraphs", WHOLE, KEEP},
  {"-pthread", WHOLE, KEEP},
  {"-x", VALUE, KEEP},
  {"-target", NEXT, KEEP},
  {"--target=", PREFIX, KEEP},
  {"-Xclang", NEXT, KEEP},
  {"-Xpreprocessor", NEXT, KEEP},
  /* what would change the program, its files' names, or where clang writes */
  {"-fsanitize", PREFIX, DROP},
  {"-fno-sanitize", PREFIX, DROP},
  {"-fprofile", PREFIX, DROP},
  {"-fcoverage", PREFIX, DROP},
  {"-ftest-coverage", WHOLE, DROP},
  {"-finstrument", PREFIX, DROP},
  {"-fplugin", PREFIX, DROP},
  {"-fanalyzer", PREFIX, DROP},
  {"-fdebug-", PREFIX, DROP},
  {"-ffile-", PREFIX, DROP},
  {"-fmacro-", PREFIX, DROP},
  {"-fdiagnostics", PREFIX, DROP},
  {"-fcolor", PREFIX, DROP},
  {"-fsyntax-only", WHOLE, DROP},
  {"-ftime-trace", PREFIX, DROP},
  {"-fuse-ld", PREFIX, DROP},
  {"-flto", PREFIX, DROP},
  {"-f", PREFIX, KEEP},
  {"-mllvm", NEXT, DROP},
  {"-m", PREFIX, KEEP},
  /* clang's warnings are not those the project was written for */
  {"-Werror", PREFIX, DROP},
  {"-Wl,", PREFIX, DROP},
  {"-Wa,", PREFIX, DROP},
  {"-Wp,", PREFIX, DROP},
  {"-W", PREFIX, KEEP},
  {"-w", WHOLE, KEEP},
  /* dropped together with their values */
  {"-o", VALUE, DROP},
  {"-MF", VALUE, DROP},
  {"-MT", VALUE, DROP},
  {"-MQ", VALUE, DROP},
  {"-MJ", VALUE, DROP},
  {"-L", VALUE, DROP},
  {"-l", VALUE, DROP},
  {"-B", VALUE, DROP},
  {"-T", VALUE, DROP},
  {"-u", NEXT, DROP},
  {"-z", NEXT, DROP},
  {"-arch", NEXT, DROP},
  {"-Xlinker", NEXT, DROP},
  {"-Xassembler", NEXT, DROP},
  {"-aux-info", NEXT, DROP},
  {"-dumpbase", NEXT, DROP},
  {"-dumpdir", NEXT, DROP},
  {"--param", NEXT, DROP},
  {"-serialize-diagnostics", NEXT, DROP},
  {"--serialize-diagnostics", NEXT, DROP},
  {"-index-store-path", NEXT, DROP},
};

/* A project is written for its own compiler: what clang thinks of its flags is of no interest. */
static const char *const silence[] = {"-Wno-unknown-warning-option",
                                      "-Wno-ignored-optimization-argument",
                                      "-Wno-unused-command-line-argument"};

static const struct rule *
find_rule(const char *word)
{
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    bool begins = rules[i].form == PREFIX || rules[i].form == VALUE;
    if (begins ? !strncmp(word, rules[i].name, strlen(rules[i].name))
               : !strcmp(word, rules[i].name))
      return &rules[i];
  }
  return NULL;
}

static const char *
absolute(const char *directory, const char *path, struct arena *arena)
{
  return *path == '/' ? path : arena_printf(arena, "%s/%s", directory, path);
}

/* A '=' or '$' before a path stands for the system's root. */
static const char *
new_path(const struct rule *rule, const char *directory, const char *path, struct arena *arena)
{
  if ((rule->fate != PATH && rule->fate != SEARCH) || *path == '=' || *path == '$')
    return path;
  const char *whole = absolute(directory, path, arena);
  return rule->fate == SEARCH && access(whole, R_OK) ? path : whole;
}

/* What is left of a compiler's command line for clang. */
static void
take_flags(struct words *flags, const struct words *command, const char *directory,
           struct arena *arena)
{
  for (size_t i = 0; i < command->all.n && strcmp(command->all.at[i], "--") != 0; i++) {
    const char *word = command->all.at[i];
    const struct rule *rule = *word == '-' ? find_rule(word) : NULL;
    if (!rule)
      continue;
    const char *joined = word + strlen(rule->name);
    bool apart = rule->form == NEXT || (rule->form == VALUE && !*joined);
    if (apart && i + 1 == command->all.n)
      return;
    const char *value = apart ? command->all.at[++i] : joined;
    if (rule->fate == DROP)
      continue;
    value = new_path(rule, directory, value, arena);
    if (apart)
      vec_push(&flags->all, rule->name);
    vec_push(&flags->all, apart ? value : arena_printf(arena, "%s%s", rule->name, value));
  }
  for (size_t i = 0; i < sizeof silence / sizeof *silence; i++)
    vec_push(&flags->all, silence[i]);
}

/* ---- the database -------------------------------------------------------------- */

struct database {
  const char *path;
  const char *folder; /* of the file, for entries whose folder is relative */
  const struct json_value *entries;
  struct arena *arena;
  struct diags *diags;
};

static void
complain(const struct database *base, const struct json_value *at, const char *text)
{
  diag_at(base->diags, DIAG_ERROR, base->path, at->line, at->column, "%s", text);
}

static bool
is_words(const struct json_value *value)
{
  if (!value || value->kind != JSON_ARRAY)
    return false;
  for (const struct json_value *word = value->first; word; word = word->next)
    if (word->kind != JSON_TEXT || strlen(word->text) != word->length)
      return false;
  return true;
}

static bool
check_entries(const struct database *base)
{
  if (base->entries->kind != JSON_ARRAY)
    complain(base, base->entries, "expected an array of compile commands");
  else
    for (const struct json_value *entry = base->entries->first; entry; entry = entry->next)
      if (entry->kind != JSON_OBJECT)
        complain(base, entry, "expected a compile command, which is an object");
      else if (!json_member_text(entry, "file"))
        complain(base, entry, "this compile command has no 'file'");
      else if (!json_member_text(entry, "directory"))
        complain(base, entry, "this compile command has no 'directory'");
      else if (!is_words(json_member(entry, "arguments")) && !json_member_text(entry, "command"))
        complain(base, entry, "this compile command has neither 'arguments' nor a 'command'");
  return !base->diags->errors;
}

static bool
read_database(struct database *base, const char *build)
{
  struct stat about;
  struct str text = {0};
  struct json_error error;
  bool is_folder = !stat(build, &about) && S_ISDIR(about.st_mode);
  base->path = is_folder ? arena_printf(base->arena, "%s/compile_commands.json", build) : build;
  if (!file_read(&text, base->path, base->diags))
    return false;
  base->entries = json_read(base->arena, str_text(&text), text.n, &error);
  str_free(&text);
  if (!base->entries) {
    diag_at(base->diags, DIAG_ERROR, base->path, error.line, error.column, "not JSON: %s",
            error.text);
    return false;
  }
  const char *slash = strrchr(base->path, '/');
  base->folder =
    slash ? arena_printf(base->arena, "%.*s/", (int)(slash - base->path), base->path) : ".";
  return check_entries(base);
}

static const char *
directory_of(const struct database *base, const struct json_value *entry)
{
  return absolute(base->folder, json_member_text(entry, "directory"), base->arena);
}

static const char *
path_of(const struct database *base, const struct json_value *entry)
{
  return absolute(directory_of(base, entry), json_member_text(entry, "file"), base->arena);
}

/* ---- files --------------------------------------------------------------------- */

static bool
same_file(const char *a, const char *b)
{
  struct stat about_a, about_b;
  return !stat(a, &about_a) && !stat(b, &about_b) && about_a.st_dev == about_b.st_dev &&
         about_a.st_ino == about_b.st_ino;
}

static bool
is_c(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot && !strcmp(dot, ".c");
}

/* The whole path, or what is left of it below the folder we are in. */
static const char *
short_path(const char *path, struct arena *arena)
{
  char *whole = realpath(path, NULL), *here = realpath(".", NULL);
  const char *result = path;
  if (whole && here) {
    size_t n = strlen(here);
    bool below = !strncmp(whole, here, n) && whole[n] == '/';
    result = arena_strdup(arena, whole + (below ? n + 1 : 0));
  }
  free(whole);
  free(here);
  return result;
}

/* All C files of the database become operands, each once. */
static void
take_all(const struct database *base, struct operands *operands)
{
  size_t others = 0;
  const char *other = NULL;
  for (const struct json_value *entry = base->entries->first; entry; entry = entry->next) {
    const char *path = path_of(base, entry);
    bool known = false;
    if (!is_c(path)) {
      other = short_path(path, base->arena);
      others++;
      continue;
    }
    for (size_t i = 0; i < operands->words.n && !known; i++)
      known = same_file(operands->words.at[i], path);
    if (!known)
      vec_push(&operands->words, short_path(path, base->arena));
  }
  if (others)
    diag_at(base->diags, DIAG_NOTE, base->path, 0, 0, "%s %s not C and left out",
            others == 1 ? other : arena_printf(base->arena, "%zu files", others),
            others == 1 ? "is" : "are");
  if (!operands->words.n)
    diag_at(base->diags, DIAG_ERROR, base->path, 0, 0, "there is no C file in it");
}

static bool
flags_of(const struct database *base, const struct json_value *entry, struct words *flags)
{
  struct words command = {0};
  const struct json_value *arguments = json_member(entry, "arguments");
  bool fine = true;
  if (is_words(arguments))
    for (const struct json_value *word = arguments->first; word; word = word->next)
      vec_push(&command.all, word->text);
  else
    fine = split(&command, json_member_text(entry, "command"), base->arena);
  if (fine)
    take_flags(flags, &command, directory_of(base, entry), base->arena);
  else
    complain(base, json_member(entry, "command"), "a quote in this command is not closed");
  vec_free(&command.all);
  return fine;
}

/* The first entry of this file, from `entry` on. */
static const struct json_value *
find_entry(const struct database *base, const struct json_value *entry, const char *path)
{
  while (entry && !same_file(path_of(base, entry), path))
    entry = entry->next;
  return entry;
}

static bool
take_entry(const struct database *base, const struct json_value *entry, struct frontend_file *file)
{
  struct words flags = {0};
  bool fine = flags_of(base, entry, &flags);
  if (fine) {
    const char **copy = arena_alloc(base->arena, (flags.all.n + 1) * sizeof *copy);
    if (flags.all.n)
      memcpy(copy, flags.all.at, flags.all.n * sizeof *copy);
    file->flags = copy;
    file->n_flags = flags.all.n;
  }
  vec_free(&flags.all);
  return fine;
}

static bool
same_flags(const struct frontend_file *a, const struct frontend_file *b)
{
  bool same = a->n_flags == b->n_flags;
  for (size_t i = 0; same && i < a->n_flags; i++)
    same = !strcmp(a->flags[i], b->flags[i]);
  return same;
}

/* Is it compiled once more, with other flags? */
static bool
is_ambiguous(const struct database *base, const struct json_value *entry,
             const struct frontend_file *file)
{
  struct frontend_file other = {.path = file->path};
  while ((entry = find_entry(base, entry->next, file->path)))
    if (take_entry(base, entry, &other) && !same_flags(file, &other))
      return true;
  return false;
}

/* How many folders two whole paths have in common; and one more if one's name is part of the
 * other's, as in queue_test.c and queue.c. */
static unsigned
nearness(const char *a, const char *b)
{
  unsigned score = 0;
  for (size_t i = 0; a[i] && a[i] == b[i]; i++)
    score += a[i] == '/' ? 2 : 0;
  const char *name_a = strrchr(a, '/'), *name_b = strrchr(b, '/');
  if (!name_a || !name_b)
    return score;
  size_t n = strcspn(++name_b, "."), m = strcspn(++name_a, ".");
  for (size_t i = 0; n && i + n <= m; i++)
    if (!strncmp(name_a + i, name_b, n))
      return score + 1;
  return score;
}

/* The entry of the C file that lies nearest; NULL if there is none. */
static const struct json_value *
find_neighbour(const struct database *base, const char *path)
{
  const struct json_value *best = NULL;
  unsigned most = 0;
  char *whole = realpath(path, NULL);
  for (const struct json_value *entry = base->entries->first; whole && entry; entry = entry->next) {
    char *other = is_c(path_of(base, entry)) ? realpath(path_of(base, entry), NULL) : NULL;
    if (other && (!best || nearness(whole, other) > most)) {
      best = entry;
      most = nearness(whole, other);
    }
    free(other);
  }
  free(whole);
  return best;
}

/* `ambiguous` counts the files that are compiled in several ways. */
static void
find_flags(const struct database *base, struct frontend_file *file, unsigned *ambiguous)
{
  const struct json_value *entry = find_entry(base, base->entries->first, file->path);
  const struct json_value *near = entry ? entry : find_neighbour(base, file->path);
  if (!near) {
    diag_error(base->diags, "'%s' is not in %s", file->path, base->path);
    return;
  }
  if (!entry)
    diag_at(base->diags, DIAG_NOTE, base->path, near->line, near->column,
            "%s is not there; it is compiled as %s", file->path,
            short_path(path_of(base, near), base->arena));
  if (take_entry(base, near, file) && entry && is_ambiguous(base, entry, file))
    ++*ambiguous;
}

static void
tell_ambiguous(const struct database *base, unsigned n)
{
  if (n)
    diag_at(base->diags, DIAG_NOTE, base->path, 0, 0,
            "%u %s compiled several times, with different flags; the first ones are taken", n,
            n == 1 ? "file is" : "files are");
}

static bool
defines(const char *const *flags, size_t n, const char *how, const char *macro)
{
  for (size_t i = 0; i < n; i++)
    if (!strncmp(flags[i], how, 2)) {
      const char *name = flags[i][2] ? flags[i] + 2 : i + 1 < n ? flags[i + 1] : "";
      if (!strcmp(name, macro))
        return true;
    }
  return false;
}

/* The assertions of a release build are gone before anybody can check them: that must not go
 * unnoticed. */
static void
warn_of_ndebug(const struct database *base, const struct frontend_file *files,
               const struct operands *operands)
{
  for (size_t i = 0; i < operands->words.n; i++)
    if (defines(files[i].flags, files[i].n_flags, "-D", "NDEBUG") &&
        !defines(operands->rest.at, operands->rest.n, "-U", "NDEBUG")) {
      diag_at(
        base->diags, DIAG_WARNING, base->path, 0, 0,
        "%s is compiled with -DNDEBUG, without its assertions; add '-- -UNDEBUG' to have them",
        files[i].path);
      return;
    }
}

const struct frontend_file *
project_files(const char *build, struct operands *operands, struct diags *diags)
{
  struct database base = {.arena = &operands->arena, .diags = diags};
  unsigned ambiguous = 0;
  if (!read_database(&base, build))
    return NULL;
  if (!operands->words.n)
    take_all(&base, operands);
  struct frontend_file *files = arena_alloc(base.arena, (operands->words.n + 1) * sizeof *files);
  for (size_t i = 0; i < operands->words.n && file_is_readable(operands->words.at[i], diags); i++) {
    files[i].path = operands->words.at[i];
    find_flags(&base, &files[i], &ambiguous);
  }
  tell_ambiguous(&base, ambiguous);
  warn_of_ndebug(&base, files, operands);
  return diags->errors ? NULL : files;
}

/* ---- functions that are defined elsewhere in the project ------------------------- */

static bool
is_among(const struct frontend_file *files, size_t n, const char *path)
{
  bool found = false;
  for (size_t i = 0; i < n && !found; i++)
    found = same_file(files[i].path, path);
  return found;
}

/* A second file that defines the function makes it ambiguous. */
static void
add_source(struct project_sources *sources, const char *function, const char *path)
{
  for (size_t i = 0; i < sources->all.n; i++)
    if (!strcmp(sources->all.at[i].function, function)) {
      if (!same_file(sources->all.at[i].file.path, path))
        sources->all.at[i].other = path;
      return;
    }
  struct project_source source = {.function = function, .file.path = path};
  vec_push(&sources->all, source);
}

static void
look_into(const struct database *base, const char *path, const struct frontend_names *names,
          struct project_sources *sources)
{
  struct str text = {0};
  struct diags ignored = {0};
  const char *name = NULL;
  bool readable = file_read(&text, path, &ignored) && !definition_is_in(str_text(&text), "main");
  for (size_t i = 0; i < names->all.n && readable; i++)
    if (definition_is_in(str_text(&text), names->all.at[i])) {
      name = name ? name : short_path(path, base->arena);
      add_source(sources, names->all.at[i], name);
    }
  diags_free(&ignored);
  str_free(&text);
}

void
project_find(struct project_sources *sources, const char *build, const struct frontend_file *files,
             size_t n, const struct frontend_names *names, struct arena *arena)
{
  struct diags ignored = {0};
  struct database base = {.arena = arena, .diags = &ignored};
  unsigned ambiguous = 0;
  if (names->all.n && read_database(&base, build)) {
    for (const struct json_value *entry = base.entries->first; entry; entry = entry->next)
      if (is_c(path_of(&base, entry)) && !is_among(files, n, path_of(&base, entry)))
        look_into(&base, path_of(&base, entry), names, sources);
    for (size_t i = 0; i < sources->all.n; i++)
      find_flags(&base, &sources->all.at[i].file, &ambiguous);
  }
  diags_free(&ignored);
}
