/* What the operating system answers is arbitrary within its bounds. */
// run: --rounds 2 => safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <syslog.h>
#include <unistd.h>

static pid_t other;

static void *
work(void *argument)
{
  prctl(PR_SET_NAME, "heald");
  other = gettid();
  return argument;
}

static void
process(void)
{
  struct rlimit limit;
  char name[16];

  assert(gettid() == getpid() && gettid() != other);
  assert(sched_getcpu() >= 0);
  if (getrlimit(RLIMIT_STACK, &limit) == 0)
    assert(limit.rlim_cur <= limit.rlim_max && setrlimit(RLIMIT_STACK, &limit) <= 0);
  assert(prctl(PR_GET_NAME, name) == 0 && name[15] == 0);
  assert(gnu_get_libc_version()[0] == '2');
  assert(PTHREAD_STACK_MIN > 0);
}

static void
memory(void)
{
  char bytes[3] = "ab";
  ssize_t n = getrandom(bytes, 2, 0);

  assert(n >= -1 && n <= 2 && bytes[2] == 0 && (n == 2 || bytes[1] == 'b'));
  errno = 0;
  assert(getentropy(bytes, 257) == -1 && errno == EIO);
  assert(getentropy(bytes, 2) <= 0 && bytes[2] == 0);
  assert(mlock(bytes, 2) <= 0 && munlock(bytes, 2) <= 0 && madvise(bytes, 2, MADV_NORMAL) <= 0);
}

static void
files(void)
{
  struct pollfd ready[2] = {{.fd = 0, .events = POLLIN}, {.fd = 1, .events = POLLOUT}};
  int ends[2] = {-1, -1}, n = poll(ready, 2, -1);

  assert(n >= -1 && n <= 2 && (n != 2 || (ready[0].revents && ready[1].revents)));
  if (pipe(ends) == 0)
    assert(ends[0] >= 0 && ends[1] >= 0);
  else
    assert(ends[0] == -1 && errno != 0);
  assert(pipe2(ends, O_CLOEXEC) <= 0 && dup2(ends[0], 7) <= 7 && dup(7) >= -1);
  assert(eventfd(0, 0) >= -1 && fcntl(7, F_GETFL) >= -1 && lseek(7, 0, SEEK_END) >= -1);
  assert(open64("warp", O_RDONLY) >= -1 && fcntl64(7, F_GETFL) >= -1);
  assert(lseek64(7, 0, SEEK_SET) >= -1);
  assert(fdatasync(7) <= 0 && ftruncate(7, 0) <= 0 && access("warp", R_OK) <= 0);
}

static void
sockets(void)
{
  char text[3] = "ab";
  struct sockaddr address = {.sa_family = AF_UNIX};
  int file = socket(AF_UNIX, SOCK_STREAM, 0), one = 1;
  ssize_t n = recv(file, text, 2, 0);

  assert(n >= -1 && n <= 2 && text[2] == 0);
  n = send(file, text, 2, 0);
  assert(n >= -1 && n <= 2);
  assert(setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) <= 0);
  assert(bind(file, &address, sizeof address) <= 0);
  assert(listen(file, 1) <= 0 && shutdown(file, SHUT_RDWR) <= 0);
  openlog("weft", 0, LOG_USER);
  syslog(LOG_INFO, "%d", file);
  closelog();
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  memory();
  files();
  sockets();
  pthread_join(thread, NULL);
  process();
  return 0;
}
