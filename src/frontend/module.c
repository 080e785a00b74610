/* clang runs as a program, once per file, with the file's and the user's flags first and ours after
 * them, so that -O2 in a project's flags does not change what is checked: optimisation passes
 * assume race freedom and would hide interleavings. The models are linked last and as weak
 * definitions: what the user defines wins. */
#define _XOPEN_SOURCE 700
#include "frontend/module.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"

extern char **environ;

static const char *const our_flags[] = {
    "-c",       "-emit-llvm", "-O0", "-g", "-fno-discard-value-names",
    "-idirafter", HEDDLE_SYSTEM_HEADERS,
    "-Xclang",
    "-disable-O0-optnone", "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-fno-lto",
    "-fstandalone-debug", "-fsanitize=vla-bound", "-fsanitize-trap=vla-bound", "-o",
};

/* True if the program ran and exited with 0. */
static bool
run(const char *const *argv, struct diags *diags)
{
  pid_t pid;
  int error = posix_spawnp(&pid, argv[0], NULL, NULL, (char *const *)(uintptr_t)argv, environ);
  if (error) {
    diag_error(diags, "cannot run %s: %s", argv[0], strerror(error));
    return false;
  }
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static LLVMModuleRef
read_bitcode(LLVMContextRef context, const char *path, struct diags *diags)
{
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
    diag_error(diags, "cannot read %s: %s", path, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  bool failed = LLVMParseBitcodeInContext2(context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  if (failed) {
    diag_error(diags, "%s is not LLVM bitcode", path);
    return NULL;
  }
  LLVMSetIsNewDbgInfoFormat(module, false);
  return module;
}

static const char *
headers_path(void)
{
  return access(HEDDLE_HEADERS_BUILD, R_OK) ? HEDDLE_HEADERS_INSTALL : HEDDLE_HEADERS_BUILD;
}

static LLVMModuleRef
compile(LLVMContextRef context, const struct frontend_file *file,
        const struct frontend_options *options, struct diags *diags)
{
  if (access(file->path, R_OK)) {
    diag_error(diags, "cannot read %s: %s", file->path, strerror(errno));
    return NULL;
  }
  const char *folder = getenv("TMPDIR");
  struct str path = {0};
  str_printf(&path, "%s/heddle-XXXXXX", folder && *folder ? folder : "/tmp");
  int fd = mkstemp(path.text);
  if (fd < 0) {
    diag_error(diags, "cannot write %s: %s", path.text, strerror(errno));
    str_free(&path);
    return NULL;
  }
  close(fd);
  VEC(const char *) argv = {0};
  vec_push(&argv, options->clang ? options->clang : HEDDLE_CLANG);
  for (size_t i = 0; i < file->n_flags; i++)
    vec_push(&argv, file->flags[i]);
  for (size_t i = 0; i < options->n_flags; i++)
    vec_push(&argv, options->flags[i]);
  if (options->property & PROPERTY_OVERFLOW) { /* clang knows best which operations are signed */
    vec_push(&argv, "-fsanitize=signed-integer-overflow,shift");
    vec_push(&argv, "-fsanitize-trap=signed-integer-overflow,shift");
  }
  for (size_t i = 0; i < sizeof our_flags / sizeof *our_flags; i++)
    vec_push(&argv, our_flags[i]);
  vec_push(&argv, path.text);
  vec_push(&argv, "-isystem");
  vec_push(&argv, headers_path());
  vec_push(&argv, "--");
  vec_push(&argv, file->path);
  vec_push(&argv, NULL);
  LLVMModuleRef module = NULL;
  if (run(argv.at, diags))
    module = read_bitcode(context, path.text, diags);
  else
    diag_error(diags, "%s does not compile", file->path);
  unlink(path.text);
  vec_free(&argv);
  str_free(&path);
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
    models = read_bitcode(context, path.text, diags);
  str_free(&path);
  if (!models)
    return NULL;
  if (strcmp(LLVMGetDataLayoutStr(program), LLVMGetDataLayoutStr(models))) {
    diag_error(diags, "programs for the target %s are not supported", LLVMGetTarget(program));
    LLVMDisposeModule(models);
    return NULL;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(models); f; f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMExternalLinkage && !LLVMIsDeclaration(f))
      LLVMSetLinkage(f, LLVMWeakAnyLinkage);
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
