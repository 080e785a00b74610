/* Each file becomes a module (compile.c); they are linked, and the models last, only those that are
 * needed, and what the user defines wins: their bodies are read when they are linked, which is half
 * of the time that a small program takes. What comes from there is marked before it is linked,
 * which is the only moment at which that is certain: a user's file may have any name, and lie in
 * any folder. If a function is lacking then, the files' inline bodies are looked at (inline.c), and
 * everything is linked anew. */
#define _XOPEN_SOURCE 700
#include "frontend/module.h"

#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mutant.h"
#include "base/str.h"
#include "frontend/assembly.h"
#include "frontend/compile.h"
#include "frontend/inline.h"
#include "frontend/volatile.h"

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

/* ---- all of it ---- */

bool
module_ndebug(const struct frontend_options *options)
{
  bool found = false;
  for (size_t i = 0; i < options->n_files && !found; i++) {
    struct str macros = {0};
    struct diags ignored = {0};
    found = compile_file(&macros, &options->files[i], COMPILE_MACROS, options, &ignored) &&
            strstr(str_text(&macros), "#define NDEBUG") &&
            strstr(str_text(&macros), "#define assert(");
    diags_free(&ignored);
    str_free(&macros);
  }
  return found;
}

/* A file as bitcode. */
struct unit {
  struct str body, inlined; /* the latter only if it was asked for */
  bool offers;              /* an inline body that is lacking */
};

struct build {
  LLVMContextRef context;
  const struct frontend_options *options;
  struct diags *diags;
  struct unit *units; /* one for each file */
  struct inline_names lacking;
  struct arena arena; /* of these names */
};

static LLVMModuleRef
parse(struct build *build, const struct str *bitcode, size_t i)
{
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
    str_text(bitcode), bitcode->n, build->options->files[i].path, false);
  return parse_bitcode(build->context, buffer, "clang's output", build->diags);
}

static bool
compile(struct build *build, size_t i)
{
  const struct frontend_file *file = &build->options->files[i];
  if (!access(file->path, R_OK))
    return compile_file(&build->units[i].body, file, COMPILE_BITCODE, build->options, build->diags);
  diag_error(build->diags, "cannot read %s: %s", file->path, strerror(errno));
  return false;
}

/* The module of a file, with the inline bodies that are lacking. */
static LLVMModuleRef
part_of(struct build *build, size_t i)
{
  const struct unit *unit = &build->units[i];
  LLVMModuleRef part = parse(build, &unit->body, i);
  LLVMModuleRef bodies = part && unit->offers ? parse(build, &unit->inlined, i) : NULL;
  if (!unit->offers || (bodies && inline_add(part, bodies, &build->lacking)))
    return part;
  if (part)
    LLVMDisposeModule(part);
  return NULL;
}

static LLVMModuleRef
link_all(struct build *build)
{
  LLVMModuleRef whole = NULL;
  for (size_t i = 0; i < build->options->n_files; i++) {
    LLVMModuleRef part = part_of(build, i);
    whole = i == 0 ? part : join(whole, part, build->diags);
    if (!whole)
      return NULL;
  }
  assembly_rewrite(whole);
  if (build->options->volatile_atomic)
    volatile_to_atomic(whole);
  LLVMModuleRef models = read_models(build->context, whole, build->options, build->diags);
  return join(whole, models, build->diags);
}

/* Asks the files for what is lacking; does one of them have more than before? */
static bool
ask_for_bodies(struct build *build)
{
  bool any = false;
  for (size_t i = 0; i < build->options->n_files; i++) {
    struct unit *unit = &build->units[i];
    struct diags ignored = {0};
    if (!unit->inlined.n)
      compile_file(&unit->inlined, &build->options->files[i], COMPILE_INLINE, build->options,
                   &ignored);
    diags_free(&ignored);
    LLVMModuleRef bodies = unit->inlined.n ? parse(build, &unit->inlined, i) : NULL;
    unit->offers = bodies && inline_offers(bodies, &build->lacking);
    any |= unit->offers;
    if (bodies)
      LLVMDisposeModule(bodies);
  }
  return any;
}

static LLVMModuleRef
run(struct build *build)
{
  for (size_t i = 0; i < build->options->n_files; i++)
    if (!compile(build, i))
      return NULL;
  LLVMModuleRef whole = link_all(build);
  while (whole && inline_lacking(whole, &build->lacking, &build->arena) &&
         !MUTANT(INLINE_BODIES_LEFT) && ask_for_bodies(build)) {
    LLVMDisposeModule(whole);
    whole = link_all(build);
  }
  return whole;
}

LLVMModuleRef
module_build(LLVMContextRef context, const struct frontend_options *options, struct diags *diags)
{
  LLVMContextSetDiagnosticHandler(context, on_message, diags);
  struct build build = {.context = context, .options = options, .diags = diags};
  build.units = mem_alloc((options->n_files + 1) * sizeof *build.units);
  LLVMModuleRef whole = run(&build);
  for (size_t i = 0; i < options->n_files; i++) {
    str_free(&build.units[i].body);
    str_free(&build.units[i].inlined);
  }
  free(build.units);
  vec_free(&build.lacking.all);
  arena_free(&build.arena);
  return whole;
}
