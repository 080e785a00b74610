/* The process has one number; what files give is arbitrary within its bounds. */
// run: --rounds 2 => safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static void *
work(void *argument)
{
  (void)argument;
  assert(getpid() > 0 && getpid() == getpid());
  return NULL;
}

static void
files(void)
{
  char text[3] = "ab";
  int file = open("warp", O_RDONLY);
  ssize_t n = read(file, text, 2);

  assert(file >= -1 && n >= -1 && n <= 2 && text[2] == 0 && (n == 2 || text[1] == 'b'));
  errno = 0;
  n = write(file, text, 2);
  assert(n >= -1 && n <= 2 && (n >= 0 || errno != 0));
  assert(fsync(file) <= 0 && close(file) <= 0 && unlink("warp") <= 0);
  assert(isatty(1) || errno == ENOTTY);
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  files();
  assert(getppid() > 0 && getppid() == getppid());
  assert(getuid() == getuid() && geteuid() == geteuid());
  assert(sysconf(_SC_NPROCESSORS_ONLN) > 0 && sysconf(_SC_PAGESIZE) == getpagesize());
  assert(get_nprocs() > 0 && get_nprocs_conf() > 0);
  pthread_join(thread, NULL);
  pause();
  assert(0); /* no signal comes */
  return 0;
}
