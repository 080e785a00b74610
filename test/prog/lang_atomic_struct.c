// Structs that are atomic as a whole; those that no instruction can do are left to the library.
// run: --rounds 2 --unwind 2 => bounded
// run: --rounds 3 --unwind 3 => bounded
// run: --rounds 2 --unwind 2 -- -mcx16 => bounded
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long up, down;
};
struct date {
  int year, month, day;
  char zone;
};

static _Atomic struct pair pair;
static _Atomic struct date date;

static void *
worker(void *argument)
{
  struct pair old = pair, new;
  do
    new = (struct pair){old.up + 1, old.down - 1};
  while (!atomic_compare_exchange_weak(&pair, &old, new));
  date = (struct date){2000, 1, 1, 'B'};
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  struct pair seen = pair;
  assert(seen.up + seen.down == 0);
  struct date today = date;
  assert(today.year == 0 ? today.month == 0 && today.day == 0 && today.zone == 0
                         : today.month == 1 && today.day == 1 && today.zone == 'B');
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  seen = pair;
  assert(seen.up == 2 && seen.down == -2);
  struct date old = atomic_exchange(&date, ((struct date){1, 2, 3, 'C'}));
  assert(old.year == 2000 && old.zone == 'B');
  today = date;
  assert(today.year == 1 && today.month == 2 && today.day == 3 && today.zone == 'C');
  return 0;
}
