/* The options of a command line: getopt and its long forms, exactly as in glibc, but for the
 * environment variable POSIXLY_CORRECT, which is not set. Messages are not printed.
 *
 * Arguments that are no options are passed over; the options that came behind them are moved in
 * front of them by the next call. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <getopt.h>
#include <limits.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static int place; /* in an argument of several options: the next one */

/* Says what is wrong: a colon in front of the options asks for it. */
static int
lacking(const char *options)
{
  return *options == ':' ? ':' : '?';
}

/* The argument of an option is what is behind it, or the next one; false if there is none. */
static _Bool
take_argument(int count, char *const *arguments, char *rest, _Bool needed)
{
  if (rest)
    optarg = rest;
  else if (needed && optind < count)
    optarg = arguments[optind++];
  return optarg || !needed;
}

static int
one_letter(int count, char *const *arguments, const char *options)
{
  char *argument = arguments[optind];
  char letter = argument[place ? place : (place = 1)];
  const char *found = letter == ':' || letter == ';' ? NULL : strchr(options, letter);
  char *rest = argument[++place] ? argument + place : NULL;

  if (!found || !rest || found[1] == ':') {
    optind += !rest || (found && found[1] == ':');
    place = rest && !(found && found[1] == ':') ? place : 0;
  }
  optopt = found ? optopt : letter;
  if (!found)
    return '?';
  if (found[1] == ':' && !take_argument(count, arguments, rest, found[2] != ':')) {
    optopt = letter;
    return lacking(options);
  }
  return letter;
}

/* Which long option is it: its number, -1 for none, -2 for several? `length`: of the name, which
 * may be cut short if it is still clear. */
static int
find_long(const char *name, size_t length, const struct option *all)
{
  int found = -1;

  for (int i = 0; all[i].name; i++) {
    if (strncmp(all[i].name, name, length))
      continue;
    if (!all[i].name[length])
      return i;
    if (found < 0)
      found = i;
    else if (all[i].has_arg != all[found].has_arg || all[i].flag != all[found].flag ||
             all[i].val != all[found].val)
      found = -2;
  }
  return found;
}

static int
one_name(int count, char *const *arguments, const char *options, const struct option *all,
         int *index, char *name)
{
  size_t length = strcspn(name, "=");
  char *rest = name[length] ? name + length + 1 : NULL;
  int i = find_long(name, length, all);

  optind++;
  place = 0;
  if (i < 0) {
    optopt = 0;
    return '?';
  }
  if (all[i].has_arg == no_argument && rest) {
    optopt = all[i].val;
    return '?';
  }
  if (all[i].has_arg != no_argument &&
      !take_argument(count, arguments, rest, all[i].has_arg == required_argument)) {
    optopt = all[i].val;
    return lacking(options);
  }
  if (index)
    *index = i;
  if (!all[i].flag)
    return all[i].val;
  *all[i].flag = all[i].val;
  return 0;
}

/* The argument at optind is an option. */
static int
one_option(int count, char *const *arguments, const char *options, const struct option *all,
           int *index, _Bool only)
{
  char *argument = arguments[optind];

  if (all && !place && argument[1] == '-')
    return one_name(count, arguments, options, all, index, argument + 2);
  if (all && !place && only && (argument[2] || !strchr(options, argument[1]) || !argument[1]) &&
      (find_long(argument + 1, strcspn(argument + 1, "="), all) != -1 ||
       !strchr(options, argument[1])))
    return one_name(count, arguments, options, all, index, argument + 1);
  return one_letter(count, arguments, options);
}

static int first = 1, last = 1; /* the arguments passed over that are no options: before `last` */

/* They go behind the options that came after them. */
static void
move(char **arguments)
{
  for (; last < optind; first++, last++) {
    char *moved = arguments[last];

    for (int i = last; i > first; i--)
      arguments[i] = arguments[i - 1];
    arguments[first] = moved;
  }
}

static _Bool
is_option(const char *argument)
{
  return argument[0] == '-' && argument[1];
}

static void
pass_over(int count, char **arguments)
{
  if (first != last && last != optind)
    move(arguments);
  else if (last != optind)
    first = optind;
  while (optind < count && !is_option(arguments[optind]))
    optind++;
  last = optind;
}

/* Behind "--" nothing is an option. */
static void
pass_all(int count, char **arguments)
{
  optind++;
  if (first != last && last != optind)
    move(arguments);
  else if (first == last)
    first = optind;
  last = optind = count;
}

static int
next_option(int count, char **arguments, const char *options, const struct option *all, int *index,
            _Bool only)
{
  char order = *options;

  if (order == '+' || order == '-')
    options++;
  optarg = NULL;
  if (count < 1)
    return -1;
  if (optind == 0) {
    optind = first = last = 1;
    place = 0;
  }
  if (place)
    return one_option(count, arguments, options, all, index, only);
  last = last > optind ? optind : last;
  first = first > optind ? optind : first;
  if (order != '+' && order != '-')
    pass_over(count, arguments);
  if (optind < count && strcmp(arguments[optind], "--") == 0)
    pass_all(count, arguments);
  if (optind >= count) {
    optind = first != last ? first : optind;
    return -1;
  }
  if (!is_option(arguments[optind])) {
    if (order == '+')
      return -1;
    optarg = arguments[optind++];
    return 1;
  }
  return one_option(count, arguments, options, all, index, only);
}

/* Exactly as in glibc. */
int
getopt(int count, char *const *arguments, const char *options)
{
  return next_option(count, (char **)(unsigned long)arguments, options, NULL, NULL, 0);
}

/* As getopt. */
int
getopt_long(int count, char *const *arguments, const char *options, const struct option *all,
            int *index)
{
  return next_option(count, (char **)(unsigned long)arguments, options, all, index, 0);
}

/* As getopt_long, also for names behind a single -. */
int
getopt_long_only(int count, char *const *arguments, const char *options, const struct option *all,
                 int *index)
{
  return next_option(count, (char **)(unsigned long)arguments, options, all, index, 1);
}
