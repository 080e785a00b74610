/* A small interpreter with a table of labels, labels by their distances, an arbitrary label. */
// run: --rounds 1 --unwind 1 => safe
// run: --rounds 1 --unwind 1 -- -m32 => safe
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

enum code { PUSH, ADD, MULTIPLY, END };

static int
run(const unsigned char *code)
{
  static const void *const labels[] = {&&push, &&add, &&multiply, &&end};
  int stack[4] = {0}, top = -1;

  goto *labels[*code++];
push:
  stack[++top] = *code++;
  goto *labels[*code++];
add:
  top--;
  stack[top] += stack[top + 1];
  goto *labels[*code++];
multiply:
  top--;
  stack[top] *= stack[top + 1];
  goto *labels[*code++];
end:
  return stack[top];
}

/* A table of differences between labels, as position-independent code has it. */
static int
jump(int which)
{
  static const int offsets[] = {&&one - &&one, &&two - &&one, &&three - &&one};

  goto *(&&one + offsets[which]);
one:
  return 1;
two:
  return 2;
three:
  return 3;
}

int
main(void)
{
  static const unsigned char code[] = {PUSH, 2, PUSH, 3, ADD, PUSH, 4, MULTIPLY, END};
  _Bool yes = __VERIFIER_nondet_bool();
  void *where = yes ? &&left : &&right;

  assert(run(code) == 20);
  assert(jump(0) == 1 && jump(2) == 3);
  assert(jump(yes) == 1 + yes);
  goto *where;
left:
  assert(yes);
  return 0;
right:
  assert(!yes);
  return 0;
}
