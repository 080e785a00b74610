/* clang runs as a program, once per file, and writes into a pipe, so that no file is left behind
 * and none is needed. It gets the file's and the user's flags first and ours after them, so that
 * -O2 in a project's flags does not change what is checked: optimisation passes assume race freedom
 * and would hide interleavings.
 *
 * What gcc accepts is to be accepted. Most of what clang takes for an error and gcc for a warning
 * is a matter of flags. Files that gcc has preprocessed name types that clang does not know. What
 * is left are attributes that contradict each other or have arguments that clang does not know, and
 * functions without a result that are called before they are declared: a file that does not compile
 * is tried once more without those attributes that are mere hints (attribute.c), and with
 * declarations of such functions. clang's messages are kept until it is known which attempt
 * counts. */
#define _XOPEN_SOURCE 700
#include "frontend/compile.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "base/mutant.h"
#include "frontend/attribute.h"

#define FLAGS(array) array, sizeof(array) / sizeof *(array)

/* Errors to clang, warnings to gcc 12. Users who want them as errors do not want them from us. */
static const char *const lenient_flags[] = {
  "-Wno-error",
  "-Wno-error=implicit-function-declaration",
  "-Wno-error=implicit-int",
  "-Wno-error=int-conversion",
  "-Wno-error=incompatible-function-pointer-types",
  "-Wno-error=return-mismatch",
  "-Wno-error=return-type",
  "-Wno-unused-command-line-argument",
};

static const char *const our_flags[] = {
  "-c",
  "-emit-llvm",
  "-O0",
  "-g",
  "-fno-discard-value-names",
  "-idirafter",
  HEDDLE_SYSTEM_HEADERS,
  "-Xclang",
  "-disable-O0-optnone",
  "-fno-stack-protector",
  "-U_FORTIFY_SOURCE",
  "-D__HEDDLE__=1",
  "-fno-lto",
  "-fstandalone-debug",
  "-fsanitize=vla-bound",
  "-fsanitize-trap=vla-bound",
  "-fno-crash-diagnostics",
  "-o",
  "-",
};

/* clang writes bodies that are only there to be inlined if it is to optimise; no pass runs. */
static const char *const inline_flags[] = {
  "-w",
  "-O1",
  "-U__OPTIMIZE__",
  "-D__NO_INLINE__=1",
  "-Xclang",
  "-disable-llvm-passes",
  "-Xclang",
  "-disable-lifetime-markers",
};

static const char *const text_flags[] = {"-E", "-w"};
static const char *const macro_flags[] = {"-E", "-dM", "-w"};

static const struct {
  const char *const *flags;
  size_t n;
} purposes[] = {
  [COMPILE_BITCODE] = {NULL, 0},
  [COMPILE_INLINE] = {FLAGS(inline_flags)},
  [COMPILE_TEXT] = {FLAGS(text_flags)},
  [COMPILE_MACROS] = {FLAGS(macro_flags)},
};

/* ---- files that are preprocessed already ---- */

/* Types of gcc that clang does not have, and what they are on our targets. */
static const struct {
  const char *name, *flag;
} gcc_types[] = {
  {"_Float32", "-D_Float32=float"},        {"_Float32x", "-D_Float32x=double"},
  {"_Float64", "-D_Float64=double"},       {"_Float64x", "-D_Float64x=long double"},
  {"_Float128", "-D_Float128=__float128"},
};

static bool
is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* Does the text declare this type itself? Its name is the last word of the declaration then. */
static bool
declares(const char *text, const char *name)
{
  size_t n = strlen(name);
  for (const char *at = strstr(text, name); at; at = strstr(at + n, name)) {
    const char *end = at + n + strspn(at + n, " \t\n");
    if ((at == text || !is_word(at[-1])) && *end == ';')
      return true;
  }
  return false;
}

typedef VEC(const char *) words;

static void
add_all(words *argv, const char *const *flags, size_t n)
{
  for (size_t i = 0; i < n; i++)
    vec_push(argv, flags[i]);
}

/* The compiler's macros are expanded already, and names that look like them are others. */
static void
add_preprocessed(words *argv, const char *path)
{
  static const char *const flags[] = {"-x", "c", "-undef", "-D__malloc__(...)=__malloc__"};
  struct str text = {0};
  struct diags ignored = {0};
  size_t length = strlen(path);
  if (length > 2 && !strcmp(path + length - 2, ".i") && file_read(&text, path, &ignored)) {
    add_all(argv, FLAGS(flags));
    for (size_t i = 0; i < sizeof gcc_types / sizeof *gcc_types; i++)
      if (!declares(str_text(&text), gcc_types[i].name))
        vec_push(argv, gcc_types[i].flag);
  }
  diags_free(&ignored);
  str_free(&text);
}

/* ---- running clang ---- */

static bool
asked_to_stop(const struct frontend_options *options)
{
  return options->stop && options->stop(options->argument);
}

/* What became of clang; its own messages are on stderr already. */
static void
complain(const struct child_end *end, const char *clang, const char *path, struct diags *diags)
{
  if (end->signal)
    diag_error(diags, "%s was ended while it compiled %s: %s", clang, path, strsignal(end->signal));
  else if (end->code == 127)
    diag_error(diags, "%s cannot be run", clang);
  else if (end->code != 1)
    diag_error(diags, "%s failed on %s with exit code %d", clang, path, end->code);
  else
    diag_error(diags, "%s does not compile", path);
}

struct attempt {
  const struct frontend_file *file;
  const struct frontend_options *options;
  enum compile_purpose purpose;
  const struct str *text; /* to be compiled instead of the file; NULL = the file */
  bool rejected;          /* out: clang says that this is no C */
};

static const char *
headers_path(void)
{
  return access(HEDDLE_HEADERS_BUILD, R_OK) ? HEDDLE_HEADERS_INSTALL : HEDDLE_HEADERS_BUILD;
}

static void
add_words(words *argv, const struct attempt *attempt)
{
  static const char *const overflow[] = {"-fsanitize=signed-integer-overflow,shift,builtin",
                                         "-fsanitize-trap=signed-integer-overflow,shift,builtin"};
  static const char *const named[] = {
    "-Wno-deprecated-non-prototype", "-x", "cpp-output", "-Xclang", "-main-file-name", "-Xclang"};
  const struct frontend_file *file = attempt->file;
  const struct frontend_options *options = attempt->options;
  vec_push(argv, options->clang ? options->clang : HEDDLE_CLANG);
  add_all(argv, file->flags, file->n_flags);
  add_all(argv, options->flags, options->n_flags);
  if (options->property & PROPERTY_OVERFLOW) /* clang knows best which operations are signed */
    add_all(argv, FLAGS(overflow));
  add_all(argv, FLAGS(lenient_flags));
  add_all(argv, FLAGS(our_flags));
  add_all(argv, purposes[attempt->purpose].flags, purposes[attempt->purpose].n);
  if (isatty(STDERR_FILENO))
    vec_push(argv, "-fcolor-diagnostics");
  vec_push(argv, "-isystem");
  vec_push(argv, headers_path());
  if (attempt->text) {
    add_all(argv, FLAGS(named));
    vec_push(argv, file->path);
  } else {
    add_preprocessed(argv, file->path);
  }
  vec_push(argv, "--");
  vec_push(argv, attempt->text ? "-" : file->path);
  vec_push(argv, NULL);
}

/* A file without a name; NULL if there can be none. */
static FILE *
scratch(const struct str *text)
{
  FILE *file = tmpfile();
  if (file && text && text->n) {
    fwrite(text->text, 1, text->n, file);
    fflush(file);
    rewind(file);
  }
  return file;
}

static void
read_back(FILE *file, struct str *out)
{
  char bytes[4096];
  rewind(file);
  for (size_t n; (n = fread(bytes, 1, sizeof bytes, file));)
    str_add_bytes(out, bytes, n);
}

/* `said`: clang's messages. */
static bool
run(struct attempt *attempt, struct str *out, struct str *said, struct diags *diags)
{
  const struct frontend_options *options = attempt->options;
  const char *path = attempt->file->path;
  words argv = {0};
  add_words(&argv, attempt);
  struct child_end end;
  struct child_stop stop = {options->stop, options->argument};
  int cause;
  FILE *messages = scratch(NULL), *text = attempt->text ? scratch(attempt->text) : NULL;
  struct child_place place = {
    .in = text ? fileno(text) : 0,
    .errors_out = messages ? fileno(messages) : 0,
  };
  enum child_fate fate =
    child_run(argv.at, &place, options->stop ? &stop : NULL, out, &end, &cause);
  if (messages)
    read_back(messages, said);
  bool stopped = fate == CHILD_STOPPED || asked_to_stop(options), done = false;
  if (stopped)
    ;
  else if (fate == CHILD_ABSENT)
    diag_error(diags, "cannot run %s: %s", argv.at[0], strerror(cause));
  else if (fate == CHILD_UNHEARD)
    diag_error(diags, "cannot read what %s writes: %s", argv.at[0], strerror(cause));
  else if (fate == CHILD_VERBOSE)
    diag_error(diags, "%s is too large", path);
  else if (end.signal || end.code)
    complain(&end, argv.at[0], path, diags);
  else
    done = true;
  attempt->rejected = fate == CHILD_ENDED && !end.signal && end.code == 1 && !stopped;
  if (messages)
    fclose(messages);
  if (text)
    fclose(text);
  vec_free(&argv);
  return done;
}

/* A function without a result that is called first and defined behind that: the call declares it
 * as one that returns an int, which gcc takes back. It is declared in front of the text. False if
 * the messages name none. */
static bool
declare_first(struct str *text, const char *said)
{
  static const char conflict[] = "conflicting types for '", previous[] = "previous ";
  struct str whole = {0};
  for (const char *at = strstr(said, conflict); at; at = strstr(at, conflict)) {
    at += sizeof conflict - 1;
    int length = (int)strcspn(at, "'\n");
    const char *note = strstr(at, previous);
    if (note && !strncmp(note + sizeof previous - 1, "implicit declaration", 20))
      str_printf(&whole, "void %.*s();\n", length, at);
  }
  bool any = whole.n > 0;
  str_add_bytes(&whole, str_text(text), text->n);
  str_free(text);
  *text = whole;
  return any;
}

/* The file once more, without what clang rejects and gcc does not. False if there is nothing of
 * that, or other things are at fault. clang shows some errors at a time. */
static bool
run_repaired(const struct attempt *rejected, struct str *out, const struct str *said,
             struct str *said_now)
{
  struct str text = {0}, messages = {0};
  struct diags ignored = {0};
  struct attempt reading = *rejected, again = *rejected;
  reading.purpose = COMPILE_TEXT;
  again.text = &text;
  bool readable = !MUTANT(HINTS_COUNT) && run(&reading, &text, &messages, &ignored), done = false;
  bool hints = readable && attribute_drop_hints(&text);
  bool more = (readable && declare_first(&text, str_text(said))) || hints;
  while (more && !done) {
    out->n = said_now->n = 0;
    done = run(&again, out, said_now, &ignored);
    more = again.rejected && declare_first(&text, str_text(said_now));
  }
  diags_free(&ignored);
  str_free(&messages);
  str_free(&text);
  return done;
}

bool
compile_file(struct str *out, const struct frontend_file *file, enum compile_purpose purpose,
             const struct frontend_options *options, struct diags *diags)
{
  struct str said = {0}, otherwise = {0};
  struct diags first = {0};
  struct attempt attempt = {.file = file, .options = options, .purpose = purpose};
  bool done = run(&attempt, out, &said, &first), repaired = false;
  if (attempt.rejected && (purpose == COMPILE_BITCODE || purpose == COMPILE_INLINE))
    repaired = run_repaired(&attempt, out, &said, &otherwise);
  fputs(str_text(repaired ? &otherwise : &said), stderr);
  for (size_t i = 0; i < first.all.n && !repaired; i++)
    diag_error(diags, "%s", first.all.at[i].text);
  diags_free(&first);
  str_free(&said);
  str_free(&otherwise);
  return done || repaired;
}
