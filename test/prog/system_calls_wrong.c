/* Any call may be refused, and a file may be ready or not. */
// run: => bug
// run: -- -DPOLL => bug
// run: -- -DLIMIT => bug
// run: -- -DNAME => bug
// run: -- -DTHREAD => bug
// run: -- -DDUP => bug
// run: -- -DSOCKET => bug
// run: -- -DIOCTL => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static pid_t main_thread;

static void *
work(void *argument)
{
  assert(gettid() == main_thread);
  return argument;
}

int
main(void)
{
#if defined POLL
  struct pollfd file = {.fd = 0, .events = POLLIN};

  assert(poll(&file, 1, -1) <= 0 || (file.revents & POLLIN));
#elif defined LIMIT
  struct rlimit limit;

  assert(getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= 4096);
#elif defined NAME
  char name[16];

  prctl(PR_GET_NAME, name);
  assert(name[0] != 'q');
#elif defined THREAD
  pthread_t thread;

  main_thread = gettid();
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
#elif defined DUP
  assert(dup(1) != -1 && dup2(1, 5) == 5);
#elif defined SOCKET
  assert(connect(socket(AF_UNIX, SOCK_STREAM, 0), NULL, 0) == 0);
#elif defined IOCTL
  assert(ioctl(0, TIOCEXCL) == 0);
#else
  int ends[2];

  assert(pipe(ends) == 0);
#endif
  return 0;
}
