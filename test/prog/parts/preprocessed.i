# 0 "preprocessed_part.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "preprocessed_part.c"
# 1 "/usr/include/assert.h" 1 3 4
extern void __assert_fail (const char *, const char *, unsigned int, const char *)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
# 2 "preprocessed_part.c" 2
# 1 "/usr/include/stdlib.h" 1 3 4
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern void *malloc (unsigned long) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1)));
extern int fclose (void *);
extern void *fopen (const char *restrict, const char *restrict)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
typedef float _Float32;
extern _Float32 strtof32 (const char *restrict, char **restrict);
extern _Float64 strtof64 (const char *restrict, char **restrict);
extern _Float32x strtof32x (const char *restrict, char **restrict);
extern _Float64x strtof64x (const char *restrict, char **restrict);
extern _Float128 strtof128 (const char *restrict, char **restrict);
# 20 "preprocessed_part.c" 2
static int linux, unix;
void *
check(void *argument)
{
  int *p = malloc(sizeof *p), two, want = *(int *) argument;
  *p = 2;
  two = *p + linux + unix;
  _Float64 half = two / 4.0;
  free(p);

  
# 31 "preprocessed_part.c" 3 4
 ((void) sizeof ((
# 31 "preprocessed_part.c"
 two == want && half == 0.5
# 31 "preprocessed_part.c" 3 4
 ) ? 1 : 0), __extension__ ({ if (
# 31 "preprocessed_part.c"
 two == want && half == 0.5
# 31 "preprocessed_part.c" 3 4
 ) ; else __assert_fail (
# 31 "preprocessed_part.c"
 "two == want"
# 31 "preprocessed_part.c" 3 4
 , "preprocessed_part.c", 31, __extension__ __PRETTY_FUNCTION__); }))
# 31 "preprocessed_part.c"
              ;
  return argument;
}
