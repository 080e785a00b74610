/* The command line: a table of commands. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const struct command *const commands[] = {
  &command_check,   &command_replay, &command_instances, &command_study,
  &command_cluster, &command_dump,   &command_emit,      &command_test};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void
print_help(FILE *out)
{
  fputs("Usage: heddle COMMAND [options]\n\n"
        "Finds the bugs of multi-threaded C programs that only a rare schedule shows.\n\n"
        "Commands:\n",
        out);
  for (size_t i = 0; i < COMMANDS; i++)
    fprintf(out, "  %-9s  %s\n", commands[i]->name, commands[i]->summary);
  fputs("  help       print the options of a command: heddle help check\n"
        "  --version  print the versions of heddle and its parts\n",
        out);
}

static void
print_version(void)
{
  struct str text = {0};
  report_version(&text);
  puts(str_text(&text));
  str_free(&text);
}

static const struct command *
find(const char *name)
{
  for (size_t i = 0; i < COMMANDS; i++)
    if (!strcmp(commands[i]->name, name))
      return commands[i];
  return NULL;
}

static int
unknown_command(const char *word)
{
  const char *names[COMMANDS + 2] = {"help", "--version"};
  for (size_t i = 0; i < COMMANDS; i++)
    names[i + 2] = commands[i]->name;
  const char *nearest = options_nearest(word, names, COMMANDS + 2), *dot = strrchr(word, '.');
  fprintf(stderr, "heddle: unknown %s '%s'", word[0] == '-' ? "option" : "command", word);
  if (nearest)
    fprintf(stderr, "; did you mean '%s'?", nearest);
  else if (dot && (!strcmp(dot, ".c") || !strcmp(dot, ".i") || !strcmp(dot, ".prog")))
    fprintf(stderr, "; did you mean 'heddle check %s'?", word);
  fputs("\nTry 'heddle --help'.\n", stderr);
  return EXIT_USAGE;
}

static int
help(const char *name)
{
  const struct command *command = name ? find(name) : NULL;
  if (name && !command)
    return unknown_command(name);
  if (!command) {
    print_help(stdout);
    return 0;
  }
  struct str text = {0};
  options_help(&text, command->table);
  fputs(str_text(&text), stdout);
  str_free(&text);
  return 0;
}

static int
run(int argc, char *const *argv)
{
  if (argc < 2) {
    print_help(stderr);
    return EXIT_USAGE;
  }
  const char *word = argv[1];
  if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help"))
    return help(argv[2]);
  if (!strcmp(word, "--version")) {
    print_version();
    return 0;
  }
  const struct command *command = find(word);
  if (!command)
    return unknown_command(word);
  return command->run(&(struct command_line){argc, argv});
}

int
main(int argc, char **argv)
{
  mem_guard_new();
  mem_deepen_stack();
  return cli_end(run(argc, argv));
}
