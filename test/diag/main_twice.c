// run: check @ test/diag/no_main.c test/diag/main_twice.c
// stderr: 'main' is defined in several of the files; together they make one program
int
main(void)
{
  return 0;
}
