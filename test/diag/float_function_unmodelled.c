// Functions whose results differ from library to library have no model.
// exit: 2
// stderr: float_function_unmodelled.c:9:10: error: function 'exp' has no definition and no model
#include <math.h>

int
main(void)
{
  return exp(1) > 2;
}
