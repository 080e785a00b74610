#!/usr/bin/env bash
# Writes large C programs.
#
#   huge.sh lines N     about N lines of source: functions over shared variables, in two threads
#   huge.sh threads N   N threads that each add to a counter under a lock
#   huge.sh racing N    N threads that each add to a counter without a lock
#   huge.sh loops N     two threads that add to a counter up to N times
#   huge.sh index N     two threads that change an element of an array of N, whichever
#   huge.sh labels N    two threads whose loops make about N labels in all; N >= 4000
#   huge.sh array N     a shared array of N bytes
#   huge.sh cells N     two threads that go over arrays of N elements without meeting
#   huge.sh depth N     functions that call each other N deep
set -u
n=${2:?huge.sh KIND N}

head_of() { printf '#include <assert.h>\n#include <pthread.h>\n#include <stddef.h>\n'; }

case ${1:-} in
lines)
  head_of
  awk -v n="$n" 'BEGIN {
    functions = int(n / 20)
    print "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int total;"
    for (f = 0; f < functions; f++) {
      printf "static int shared%d;\n", f
      printf "static int\nstep%d(int x)\n{\n  int y = x + %d, z = 0;\n", f, f
      for (i = 0; i < 8; i++) printf "  y = y * %d + %d;\n", 2 * i + 3, f + i
      printf "  if (y > x)\n    z = y - x;\n  else\n    z = x - y;\n"
      printf "  shared%d = x + %d;\n  return (z & 7) + 1;\n}\n", f, f
    }
    for (t = 0; t < 2; t++) {
      printf "static void *\nrun%d(void *argument)\n{\n  int sum = 0;\n", t
      for (f = t; f < functions; f += 2) printf "  sum += step%d(sum);\n", f
      print "  pthread_mutex_lock(&lock);\n  total += sum;\n  pthread_mutex_unlock(&lock);"
      print "  return argument;\n}"
    }
    print "int\nmain(void)\n{\n  pthread_t a, b;\n  pthread_create(&a, NULL, run0, NULL);"
    print "  pthread_create(&b, NULL, run1, NULL);\n  pthread_join(a, NULL);"
    printf "  pthread_join(b, NULL);\n  assert(total >= %d);\n}\n", functions
  }'
  ;;
threads)
  head_of
  cat <<END
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *
add(void *argument)
{
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return argument;
}
int
main(void)
{
  pthread_t threads[$n];
  for (int i = 0; i < $n; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < $n; i++)
    pthread_join(threads[i], NULL);
  assert(counter == $n);
}
END
  ;;
racing)
  head_of
  cat <<END
static int counter;
static void *
add(void *argument)
{
  counter++;
  return argument;
}
int
main(void)
{
  pthread_t threads[$n];
  for (int i = 0; i < $n; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < $n; i++)
    pthread_join(threads[i], NULL);
  assert(counter >= 1);
}
END
  ;;
loops)
  head_of
  cat <<END
static int counter;
int __VERIFIER_nondet_int(void);
static void *
add(void *argument)
{
  for (int i = 0; i < $n && __VERIFIER_nondet_int(); i++)
    counter++;
  return argument;
}
int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter <= $((2 * n)));
}
END
  ;;
index)
  head_of
  cat <<END
static int cells[$n];
unsigned __VERIFIER_nondet_uint(void);
static void *
change(void *argument)
{
  unsigned i = __VERIFIER_nondet_uint();
  if (i < $n)
    cells[i]++;
  return argument;
}
int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, change, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[$((n / 2))] <= 2);
}
END
  ;;
labels)
  head_of
  cat <<END
static int shared;
static void *
add(void *argument)
{
  for (int i = 0; i < $((n / 4000)); i++)
    for (int k = 0; k < 1000; k++)
      shared++;
  return argument;
}
int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared >= 2);
}
END
  ;;
array)
  head_of
  cat <<END
static char bytes[$n];
static void *
set(void *argument)
{
  bytes[1] = 1;
  return argument;
}
int
main(void)
{
  pthread_t a;
  pthread_create(&a, NULL, set, NULL);
  bytes[$((n - 1))] = 1;
  assert(bytes[1] < 2);
}
END
  ;;
cells)
  head_of
  cat <<END
static int first[$n], second[$n];
static void *
fill(void *argument)
{
  int *cells = argument;
  for (int i = 0; i < $n; i++)
    cells[i] = i;
  return NULL;
}
int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, fill, first);
  pthread_create(&b, NULL, fill, second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(first[1] == second[1]);
}
END
  ;;
depth)
  head_of
  awk -v n="$n" 'BEGIN {
    print "static int shared;\nstatic int f0(int x) { return x + shared; }"
    for (i = 1; i < n; i++) printf "static int f%d(int x) { return f%d(x + 1) + 1; }\n", i, i - 1
    printf "static void *run(void *argument) { shared = f%d(0); return argument; }\n", n - 1
    print "int main(void)\n{\n  pthread_t a;\n  pthread_create(&a, NULL, run, NULL);"
    print "  shared = 1;\n  pthread_join(a, NULL);\n  assert(shared);\n}"
  }'
  ;;
*)
  echo "$0: no such kind: ${1:-}" >&2
  exit 1
  ;;
esac
