#define _XOPEN_SOURCE 700
#include "native.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/prog.h"
#include "trial.h"

/* Stands above the programs. A run that an assumption does not allow ends without a failure. */
static const char before[] =
  "static unsigned long dice;\n"
  "static unsigned often;\n"
  "static unsigned roll(void)\n"
  "{\n"
  "  dice = dice * 6364136223846793005ul + 1442695040888963407ul;\n"
  "  return (unsigned)(dice >> 40);\n"
  "}\n"
  "static void PAUSE(void)\n"
  "{\n"
  "  if (!(roll() & often))\n"
  "    sched_yield();\n"
  "}\n"
  "_Bool __VERIFIER_nondet_bool(void) { return roll() & 1; }\n"
  "char __VERIFIER_nondet_char(void) { return (char)(roll() % 4 - 1); }\n"
  "unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)roll(); }\n"
  "int __VERIFIER_nondet_int(void) { return (int)(roll() % 4); }\n"
  "unsigned __VERIFIER_nondet_uint(void) { return roll() % 4; }\n"
  "void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }\n";

/* Stands below them: PROGRAM RUNS SEED. A run that hangs is ended, and after a few of them we
 * stop. */
static const char behind[] =
  "static int once(int (*program)(void), unsigned long seed)\n"
  "{\n"
  "  pid_t pid = fork();\n"
  "  int status = 0;\n"
  "  if (pid < 0)\n"
  "    return 0;\n"
  "  if (!pid) {\n"
  "    struct itimerval soon = {{0, 0}, {0, 100000}};\n"
  "    cpu_set_t here;\n"
  "    CPU_ZERO(&here);\n"
  "    CPU_SET(sched_getcpu(), &here);\n"
  "    if (sched_setaffinity(0, sizeof here, &here))\n"
  "      _exit(0);\n"
  "    dice = seed;\n"
  "    often = (1u << seed % 4) - 1;\n"
  "    setitimer(ITIMER_REAL, &soon, NULL);\n"
  "    exit(program());\n"
  "  }\n"
  "  waitpid(pid, &status, 0);\n"
  "  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;\n"
  "}\n"
  "int main(int argc, char **argv)\n"
  "{\n"
  "  int (*program)(void) = argc == 4 ? programs[atoi(argv[1])] : NULL;\n"
  "  unsigned hangs = 0, runs = program ? (unsigned)atoi(argv[2]) : 0;\n"
  "  unsigned long seed = program ? strtoul(argv[3], NULL, 10) * 1000 : 0;\n"
  "  for (unsigned i = 0; i < runs && hangs < 3; i++) {\n"
  "    int signal = once(program, seed + i);\n"
  "    if (signal == SIGABRT)\n"
  "      return 1;\n"
  "    hangs += signal == SIGALRM;\n"
  "  }\n"
  "  return 0;\n"
  "}\n";

bool
native_suits(const struct program *program)
{
  static const char *const unsuitable[] = {"__VERIFIER_atomic_begin", "_Thread_local"};
  struct str text = {0};
  bool suits = !program->narrow &&
               !(program->property & (PROPERTY_MEMORY | PROPERTY_LOCK | PROPERTY_OVERFLOW));
  program_print(&text, program);
  for (size_t i = 0; i < sizeof unsuitable / sizeof *unsuitable; i++)
    suits &= !strstr(str_text(&text), unsuitable[i]);
  str_free(&text);
  return suits;
}

static void
print_all(struct str *out, const struct program *programs, size_t n, const bool *wanted)
{
  str_add(out, "#define _GNU_SOURCE\n");
  str_add(out, PROGRAM_HEAD);
  str_add(out, "#include <signal.h>\n#include <stdio.h>\n#include <sys/time.h>\n"
               "#include <sys/wait.h>\n#include <unistd.h>\n");
  str_add(out, before);
  for (size_t i = 0; i < n; i++) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "n%zu_", i);
    if (wanted[i])
      program_print_renamed(out, &programs[i], prefix, true);
  }
  str_add(out, "static int (*const programs[])(void) = {");
  for (size_t i = 0; i < n; i++)
    if (wanted[i])
      str_printf(out, "n%zu_main, ", i);
    else
      str_add(out, "NULL, ");
  str_add(out, "};\n");
  str_add(out, behind);
}

static int
shell(const char *command)
{
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool
native_run(const char *folder, const struct program *programs, size_t n, unsigned runs,
           const bool *wanted, bool *failed)
{
  struct str source = {0}, binary = {0}, text = {0}, command = {0};
  str_printf(&source, "%s/%d-native.c", folder, (int)getpid());
  str_printf(&binary, "%s/%d-native", folder, (int)getpid());
  str_printf(&command, HEDDLE_CLANG " -w -O0 -pthread -o %s %s", binary.text, source.text);
  print_all(&text, programs, n, wanted);
  bool good = trial_write(source.text, &text) && !shell(command.text);
  for (size_t i = 0; good && i < n; i++) {
    command.n = 0;
    str_printf(&command, "%s %zu %u %llu 2>/dev/null", binary.text, i, runs,
               (unsigned long long)programs[i].seed);
    failed[i] = wanted[i] && shell(command.text) == 1;
  }
  unlink(source.text);
  unlink(binary.text);
  str_free(&source);
  str_free(&binary);
  str_free(&text);
  str_free(&command);
  return good;
}
