// args: --entry put
// stderr: cannot begin in 'put': its parameter 'place' is a pointer; write a function without parameters
void put(int value, int *place);
void
put(int value, int *place)
{
  *place = value;
}
