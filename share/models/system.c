/* The operating system behind threads and files: its results are arbitrary. Waiting for files is
 * never a deadlock, since an answer from outside may come at any time. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <syslog.h>
#include <unistd.h>

#include "arbitrary.h"
#include "cancel.h"

/* ---- done, or refused with some error -------------------------------------------------------- */

static int
done_or_refused(void)
{
  return __heddle_fails() ? -1 : 0;
}

/* A new file: any number, or refused with some error. */
static int
new_file(void)
{
  return __heddle_fails() ? -1 : (int)__heddle_nondet(31);
}

/* ---- the process and its threads ------------------------------------------------------------- */

enum { NAME_SIZE = 16 };

/* A name that is set is read and forgotten, the name one asks for is arbitrary; other requests give
 * any number or an error. */
int
prctl(int request, ...)
{
  va_list arguments;

  va_start(arguments, request);
  char *name = va_arg(arguments, char *);

  va_end(arguments);
  if (request == PR_GET_NAME) {
    __heddle_fill(name, NAME_SIZE - 1, NAME_SIZE - 1);
    name[NAME_SIZE - 1] = 0;
    return 0;
  }
  if (request == PR_SET_NAME) {
    volatile const char *from = name;

    for (int i = 0; i < NAME_SIZE && from[i]; i++)
      ;
    return 0;
  }
  return __heddle_fails() ? -1 : (int)__heddle_nondet(31);
}

/* The number of the process in main; each other thread has another. */
pid_t
gettid(void)
{
  return getpid() + (pid_t)__heddle_self();
}

/* Any processor. */
int
sched_getcpu(void)
{
  return (int)__heddle_nondet(10);
}

/* Any limits, the soft one not above the hard one. */
int
getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
  (void)resource;
  if (__heddle_fails())
    return -1;
  limit->rlim_max = (rlim_t)__heddle_nondet(8 * sizeof limit->rlim_max);
  limit->rlim_cur = (rlim_t)__heddle_nondet(8 * sizeof limit->rlim_cur);
  __heddle_assume(limit->rlim_cur <= limit->rlim_max);
  return 0;
}

/* Done, or refused. */
int
setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
  (void)resource;
  (void)limit->rlim_cur;
  return done_or_refused();
}

long __sysconf(int name);

/* As sysconf: the name that PTHREAD_STACK_MIN hides. */
long
__sysconf(int name)
{
  return sysconf(name);
}

/* Version 2.36, as on Debian 12. */
const char *
gnu_get_libc_version(void)
{
  return "2.36";
}

/* ---- advice about memory: changes nothing; it is done, or refused --------------------------- */

int
madvise(void *block, size_t size, int advice)
{
  (void)block;
  (void)size;
  (void)advice;
  return done_or_refused();
}

int
mlock(const void *block, size_t size)
{
  (void)block;
  (void)size;
  return done_or_refused();
}

int
munlock(const void *block, size_t size)
{
  (void)block;
  (void)size;
  return done_or_refused();
}

/* ---- arbitrary bytes ------------------------------------------------------------------------- */

/* As many as it likes, or an error. */
ssize_t
getrandom(void *to, size_t size, unsigned flags)
{
  (void)flags;
  return read(-1, to, size);
}

/* All of them, or an error. */
int
getentropy(void *to, size_t size)
{
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  if (__heddle_fails())
    return -1;
  __heddle_fill(to, size, size);
  return 0;
}

/* ---- files: any result ----------------------------------------------------------------------- */

/* The name of open in programs with large files. */
int
open64(const char *path, int flags, ...)
{
  return open(path, flags);
}

int
fdatasync(int file)
{
  (void)file;
  __heddle_cancellation_point();
  return done_or_refused();
}

off_t
lseek(int file, off_t offset, int from)
{
  (void)file;
  (void)offset;
  (void)from;
  return __heddle_fails() ? -1 : (off_t)__heddle_nondet(31);
}

off64_t
lseek64(int file, off64_t offset, int from)
{
  return lseek(file, (off_t)offset, from);
}

int
ftruncate(int file, off_t size)
{
  (void)file;
  (void)size;
  return done_or_refused();
}

int
access(const char *path, int mode)
{
  (void)path;
  (void)mode;
  return done_or_refused();
}

int
dup(int file)
{
  (void)file;
  return new_file();
}

int
dup2(int file, int to)
{
  (void)file;
  return __heddle_fails() ? -1 : to;
}

int
pipe(int files[2])
{
  if (__heddle_fails())
    return -1;
  files[0] = (int)__heddle_nondet(31);
  files[1] = (int)__heddle_nondet(31);
  return 0;
}

int
pipe2(int files[2], int flags)
{
  (void)flags;
  return pipe(files);
}

int
eventfd(unsigned start, int flags)
{
  (void)start;
  (void)flags;
  return new_file();
}

/* ---- requests to files: any result; what they would change is not changed -------------------- */

int
fcntl(int file, int request, ...)
{
  (void)file;
  if (request == F_GETLK)
    __heddle_assumed("fcntl and ioctl change no memory");
  __heddle_cancellation_point();
  return __heddle_fails() ? -1 : (int)__heddle_nondet(31);
}

int
fcntl64(int file, int request, ...)
{
  return fcntl(file, request);
}

int
ioctl(int file, unsigned long request, ...)
{
  (void)file;
  (void)request;
  __heddle_assumed("fcntl and ioctl change no memory");
  return __heddle_fails() ? -1 : (int)__heddle_nondet(31);
}

/* Any of the files may be ready, for anything. */
int
poll(struct pollfd *files, nfds_t n, int milliseconds)
{
  int ready = 0;

  (void)milliseconds;
  __heddle_cancellation_point();
  if (__heddle_fails())
    return -1;
  for (nfds_t i = 0; i < n; i++) {
    files[i].revents = (short)__heddle_nondet(6);
    ready += files[i].revents != 0;
  }
  return ready;
}

/* ---- sockets: any result; what is received is arbitrary -------------------------------------- */

int
socket(int domain, int type, int protocol)
{
  (void)domain;
  (void)type;
  (void)protocol;
  return new_file();
}

int
bind(int file, const struct sockaddr *address, socklen_t size)
{
  (void)file;
  (void)address;
  (void)size;
  return done_or_refused();
}

int
listen(int file, int backlog)
{
  (void)file;
  (void)backlog;
  return done_or_refused();
}

int
connect(int file, const struct sockaddr *address, socklen_t size)
{
  (void)file;
  (void)address;
  (void)size;
  __heddle_cancellation_point();
  return done_or_refused();
}

int
setsockopt(int file, int level, int name, const void *value, socklen_t size)
{
  (void)file;
  (void)level;
  (void)name;
  (void)value;
  (void)size;
  return done_or_refused();
}

int
shutdown(int file, int how)
{
  (void)file;
  (void)how;
  return done_or_refused();
}

ssize_t
send(int file, const void *from, size_t size, int flags)
{
  (void)flags;
  return write(file, from, size);
}

ssize_t
recv(int file, void *to, size_t size, int flags)
{
  (void)flags;
  return read(file, to, size);
}

/* ---- the log of the system: ignored ---------------------------------------------------------- */

void
openlog(const char *name, int options, int facility)
{
  (void)name;
  (void)options;
  (void)facility;
}

void
closelog(void)
{
}

void
syslog(int priority, const char *format, ...)
{
  (void)priority;
  (void)format;
}
