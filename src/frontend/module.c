/* clang runs as a program, once per file, and writes the bitcode into a pipe, so that no file is
 * left behind and none is needed. It gets the file's and the user's flags first and ours after
 * them, so that -O2 in a project's flags does not change what is checked: optimisation passes
 * assume race freedom and would hide interleavings. The models are linked last, only those that are
 * needed, and what the user defines wins: their bodies are read when they are linked, which is half
 * of the time that a small program takes. What comes from there is marked before it is linked,
 * which is the only moment at which that is certain: a user's file may have any name, and lie in
 * any folder. */
#define _XOPEN_SOURCE 700
#include "frontend/module.h"

#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/str.h"

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
  "-fno-lto",
  "-fstandalone-debug",
  "-fsanitize=vla-bound",
  "-fsanitize-trap=vla-bound",
  "-fno-crash-diagnostics",
  "-o",
  "-",
};

/* ---- clang ---- */

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

/* Runs clang on the file at `path` and gathers what it writes; false without a message if it was
 * told to stop. */
static bool
run(const char *const *argv, const char *path, struct str *out,
    const struct frontend_options *options, struct diags *diags)
{
  struct child_end end;
  struct child_stop stop = {options->stop, options->argument};
  int cause;
  enum child_fate fate =
    child_run(argv, &(struct child_place){0}, options->stop ? &stop : NULL, out, &end, &cause);
  if (fate == CHILD_STOPPED || asked_to_stop(options))
    return false;
  if (fate == CHILD_ABSENT)
    diag_error(diags, "cannot run %s: %s", argv[0], strerror(cause));
  else if (fate == CHILD_UNHEARD)
    diag_error(diags, "cannot read what %s writes: %s", argv[0], strerror(cause));
  else if (fate == CHILD_VERBOSE)
    diag_error(diags, "%s is too large", path);
  else if (end.signal || end.code)
    complain(&end, argv[0], path, diags);
  else
    return true;
  return false;
}

/* ---- bitcode ---- */

/* Consumes the buffer; `path` is what it was made from. */
static LLVMModuleRef
parse_bitcode(LLVMContextRef context, LLVMMemoryBufferRef buffer, const char *path,
              struct diags *diags)
{
  LLVMModuleRef module;
  bool failed = LLVMParseBitcodeInContext2(context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  if (failed) {
    diag_error(diags, "%s is not LLVM bitcode", path);
    return NULL;
  }
  LLVMSetIsNewDbgInfoFormat(module, false);
  return module;
}

/* The bodies of functions are read when they are needed. */
static LLVMModuleRef
read_lazily(LLVMContextRef context, const char *path, struct diags *diags)
{
  LLVMModuleRef module;
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
    diag_error(diags, "cannot read %s: %s", path, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (LLVMGetBitcodeModuleInContext2(context, buffer, &module)) {
    LLVMDisposeMemoryBuffer(buffer);
    diag_error(diags, "%s is not LLVM bitcode", path);
    return NULL;
  }
  return module;
}

static const char *
headers_path(void)
{
  return access(HEDDLE_HEADERS_BUILD, R_OK) ? HEDDLE_HEADERS_INSTALL : HEDDLE_HEADERS_BUILD;
}

typedef VEC(const char *) words;

/* How clang is called for the file; `macros`: to print macros instead. */
static void
add_words(words *argv, const struct frontend_file *file, const struct frontend_options *options,
          bool macros)
{
  static const char *const print[] = {"-E", "-dM", "-w"};
  vec_push(argv, options->clang ? options->clang : HEDDLE_CLANG);
  for (size_t i = 0; i < file->n_flags; i++)
    vec_push(argv, file->flags[i]);
  for (size_t i = 0; i < options->n_flags; i++)
    vec_push(argv, options->flags[i]);
  if (options->property & PROPERTY_OVERFLOW) { /* clang knows best which operations are signed */
    vec_push(argv, "-fsanitize=signed-integer-overflow,shift");
    vec_push(argv, "-fsanitize-trap=signed-integer-overflow,shift");
  }
  for (size_t i = 0; i < sizeof our_flags / sizeof *our_flags; i++)
    vec_push(argv, our_flags[i]);
  for (size_t i = 0; macros && i < sizeof print / sizeof *print; i++)
    vec_push(argv, print[i]);
  vec_push(argv, "-isystem");
  vec_push(argv, headers_path());
  vec_push(argv, "--");
  vec_push(argv, file->path);
  vec_push(argv, NULL);
}

bool
module_ndebug(const struct frontend_options *options)
{
  bool found = false;
  for (size_t i = 0; i < options->n_files && !found; i++) {
    words argv = {0};
    struct str macros = {0};
    struct diags ignored = {0};
    add_words(&argv, &options->files[i], options, true);
    found = run(argv.at, options->files[i].path, &macros, options, &ignored) &&
            strstr(str_text(&macros), "#define NDEBUG") &&
            strstr(str_text(&macros), "#define assert(");
    diags_free(&ignored);
    str_free(&macros);
    vec_free(&argv);
  }
  return found;
}

static LLVMModuleRef
compile(LLVMContextRef context, const struct frontend_file *file,
        const struct frontend_options *options, struct diags *diags)
{
  if (access(file->path, R_OK)) {
    diag_error(diags, "cannot read %s: %s", file->path, strerror(errno));
    return NULL;
  }
  words argv = {0};
  add_words(&argv, file, options, false);
  LLVMModuleRef module = NULL;
  struct str bitcode = {0};
  if (run(argv.at, file->path, &bitcode, options, diags)) {
    LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRange(str_text(&bitcode), bitcode.n, file->path, false);
    module = parse_bitcode(context, buffer, "clang's output", diags);
  }
  vec_free(&argv);
  str_free(&bitcode);
  return module;
}

/* The models come in both data models; `program` says which one is wanted. */
static void
models_path(struct str *path, LLVMModuleRef program, const struct frontend_options *options)
{
  const char *name = LLVMPointerSize(LLVMGetModuleDataLayout(program)) == 4 ? "-32" : "";
  if (options->models) {
    str_printf(path, "%s", options->models);
    return;
  }
  str_printf(path, "%s/models%s.bc", HEDDLE_MODELS_BUILD, name);
  if (!access(path->text, R_OK))
    return;
  str_free(path);
  str_printf(path, "%s/models%s.bc", HEDDLE_MODELS_INSTALL, name);
}

/* ---- the mark ---- */

static unsigned
mark_kind(LLVMContextRef context)
{
  static const char name[] = "heddle.model";
  return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

static void
mark(LLVMContextRef context, LLVMValueRef global)
{
  if (!LLVMIsDeclaration(global))
    LLVMGlobalSetMetadata(global, mark_kind(context), LLVMMDNodeInContext2(context, NULL, 0));
}

bool
module_is_model(LLVMValueRef global)
{
  size_t n;
  bool marked = false;
  unsigned kind = mark_kind(LLVMGetModuleContext(LLVMGetGlobalParent(global)));
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (size_t i = 0; i < n; i++)
    marked |= LLVMValueMetadataEntriesGetKind(entries, (unsigned)i) == kind;
  LLVMDisposeValueMetadataEntries(entries);
  return marked;
}

/* ---- linking ---- */

/* Models that the front end calls by their names, though no call of the program does. */
static bool
is_always_needed(LLVMValueRef function)
{
  static const char *const others[] = {"memmove", "memset", "pthread_equal"};
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  bool needed = !strncmp(name, "__heddle", sizeof "__heddle" - 1);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    needed |= !strcmp(name, others[i]);
  return needed;
}

static LLVMModuleRef
read_models(LLVMContextRef context, LLVMModuleRef program, const struct frontend_options *options,
            struct diags *diags)
{
  struct str path = {0};
  LLVMModuleRef models = NULL;
  models_path(&path, program, options);
  if (access(path.text, R_OK))
    diag_error(diags, "there are no models for the target %s: %s is missing",
               LLVMGetTarget(program), path.text);
  else
    models = read_lazily(context, path.text, diags);
  str_free(&path);
  if (!models)
    return NULL;
  if (strcmp(LLVMGetDataLayoutStr(program), LLVMGetDataLayoutStr(models))) {
    diag_error(diags, "programs for the target %s are not supported", LLVMGetTarget(program));
    LLVMDisposeModule(models);
    return NULL;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(models); f; f = LLVMGetNextFunction(f)) {
    mark(context, f);
    if (LLVMGetLinkage(f) == LLVMExternalLinkage && !LLVMIsDeclaration(f))
      LLVMSetLinkage(f, is_always_needed(f) ? LLVMWeakAnyLinkage : LLVMLinkOnceAnyLinkage);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(models); g; g = LLVMGetNextGlobal(g))
    mark(context, g);
  return models;
}

/* Collects the linker's complaints, which LLVM prints to stderr by default; the one that people
 * will meet is put more kindly. */
static void
on_message(LLVMDiagnosticInfoRef info, void *context)
{
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  const char *name = strchr(text, '\''), *end = name ? strchr(name + 1, '\'') : NULL;
  if (end && strstr(end, "symbol multiply defined"))
    diag_error(context, "%.*s' is defined in several of the files; together they make one program",
               (int)(end - name), name);
  else
    diag_error(context, "linking: %s", text);
  LLVMDisposeMessage(text);
}

/* Links `part` into `whole`, which may be NULL; consumes both on failure. */
static LLVMModuleRef
join(LLVMModuleRef whole, LLVMModuleRef part, struct diags *diags)
{
  if (whole && part) {
    unsigned errors = diags->errors;
    if (!LLVMLinkModules2(whole, part))
      return whole;
    if (diags->errors == errors)
      diag_error(diags, "the files cannot be linked together");
    LLVMDisposeModule(whole);
    return NULL;
  }
  if (whole)
    LLVMDisposeModule(whole);
  return whole ? NULL : part;
}

LLVMModuleRef
module_build(LLVMContextRef context, const struct frontend_options *options, struct diags *diags)
{
  LLVMContextSetDiagnosticHandler(context, on_message, diags);
  LLVMModuleRef whole = NULL;
  for (size_t i = 0; i < options->n_files; i++) {
    LLVMModuleRef part = compile(context, &options->files[i], options, diags);
    whole = i == 0 ? part : join(whole, part, diags);
    if (!whole)
      return NULL;
  }
  return join(whole, read_models(context, whole, options, diags), diags);
}
