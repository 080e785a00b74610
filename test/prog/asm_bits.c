// A bit by its number: in memory a register may lead to words behind and in front of the operand.
// run: => safe
// run: -- -m32 => safe
#include <assert.h>
#include <stdint.h>

int
main(void)
{
  static uint32_t words[3] = {1, 0, 0};
  int32_t before = -32, behind = 35;
  _Bool was_set;

  __asm__ volatile("lock; btrl %2, %0" : "+m"(words[1]), "=@ccc"(was_set) : "r"(before) : "memory");
  assert(was_set && words[0] == 0);
  __asm__ volatile("lock; btsl %2, %0" : "+m"(words[1]), "=@ccc"(was_set) : "r"(behind) : "memory");
  assert(!was_set && words[2] == 8 && words[1] == 0);
  return 0;
}
