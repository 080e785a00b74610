/* An access that is not aligned may be several. */
// open an access that is not aligned
#include <stdint.h>

struct __attribute__((packed)) packed {
  char c;
  int32_t n;
};

static struct packed p;

int
main(void)
{
  p.n = 1;
  return 0;
}
