// run: study @ --tile-sizes 11,many
// exit: 1
// stderr: option '--tile-sizes': 'many' is not a number of labels
int
main(void)
{
  return 0;
}
