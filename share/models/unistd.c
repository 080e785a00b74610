/* The process and its files: results that come from outside the program are arbitrary. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/types.h>
#include <unistd.h>

#include "arbitrary.h"
#include "cancel.h"

/* ---- numbers of processes and users: any number, but always the same ------------------------- */

enum { PID_BITS = 22 }; /* as many as Linux gives out */

static int
chosen(int *number, unsigned bits)
{
  int result;

  __heddle_atomic_begin();
  if (*number == 0)
    *number = 1 + (int)__heddle_nondet(bits);
  result = *number;
  __heddle_atomic_end();
  return result;
}

pid_t
getpid(void)
{
  static int number;

  return chosen(&number, PID_BITS);
}

pid_t
getppid(void)
{
  static int number;

  return chosen(&number, PID_BITS);
}

uid_t
getuid(void)
{
  static int number;

  return (uid_t)chosen(&number, 16) - 1;
}

uid_t
geteuid(void)
{
  static int number;

  return (uid_t)chosen(&number, 16) - 1;
}

/* 4096 for the size of a page, else any positive number. */
long
sysconf(int name)
{
  if (name == _SC_PAGESIZE)
    return 4096;
  return 1 + (long)__heddle_nondet(20);
}

/* As sysconf. */
int
getpagesize(void)
{
  return 4096;
}

/* Any number of processors from 1 to 1024. */
int
get_nprocs(void)
{
  return 1 + (int)__heddle_nondet(10);
}

/* As get_nprocs. */
int
get_nprocs_conf(void)
{
  return get_nprocs();
}

/* ---- files: success or any error, and nothing happens ---------------------------------------- */

/* Any number, or an error. */
int
open(const char *path, int flags, ...)
{
  (void)path;
  (void)flags;
  __heddle_cancellation_point();
  return __heddle_fails() ? -1 : (int)__heddle_nondet(31);
}

int
close(int file)
{
  (void)file;
  __heddle_cancellation_point();
  return __heddle_fails() ? -1 : 0;
}

/* Any number of arbitrary bytes up to the size, or an error. */
ssize_t
read(int file, void *to, size_t size)
{
  (void)file;
  __heddle_cancellation_point();
  if (__heddle_fails())
    return -1;
  size_t length = __heddle_up_to(size);

  __heddle_fill(to, size, length);
  return (ssize_t)length;
}

/* Any number of bytes up to the size, or an error; nothing is written. */
ssize_t
write(int file, const void *from, size_t size)
{
  (void)file;
  (void)from;
  __heddle_cancellation_point();
  return __heddle_fails() ? -1 : (ssize_t)__heddle_up_to(size);
}

int
unlink(const char *path)
{
  (void)path;
  return __heddle_fails() ? -1 : 0;
}

int
fsync(int file)
{
  (void)file;
  __heddle_cancellation_point();
  return __heddle_fails() ? -1 : 0;
}

/* Either answer. */
int
isatty(int file)
{
  (void)file;
  if (__heddle_nondet(1))
    return 1;
  errno = ENOTTY;
  return 0;
}

/* ---- waiting for a signal: for ever, unless the thread is cancelled -------------------------- */

/* Waits for ever, unless the thread is cancelled: no signal comes. */
int
pause(void)
{
  __heddle_atomic_begin();
  __heddle_assume(__heddle_cancelled());
  __heddle_atomic_end();
  __heddle_cancellation_point();
  errno = EINTR;
  return -1;
}
