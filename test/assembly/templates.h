/* Pieces of inline assembly as programs have them, each with what goes in and what comes out.
 *
 * ROW(name, statements): the statements have the words a, b, c (inputs, 64 bits), m[0] to m[3] (memory, at an
 * address divisible by 32) and r (an array of results). */
#define FOR_SIZE(X) X(b, uint8_t, "q") X(w, uint16_t, "r") X(l, uint32_t, "r") FOR_WORD(X)
#ifdef __x86_64__
#define FOR_WORD(X) X(q, uint64_t, "r")
#else
#define FOR_WORD(X)
#endif

#define FLAGS "=@ccz"(z), "=@ccc"(cf), "=@ccs"(sf), "=@cco"(of)
#define TAKE_FLAGS r[0] = (uint64_t)z, r[1] = (uint64_t)cf, r[2] = (uint64_t)sf, r[3] = (uint64_t)of

#define CHANGE(lock, op, s, T, R)                                                                  \
  ROW(lock##_##op##_##s, bool z; bool cf; bool sf; bool of;                                        \
      __asm__ volatile(#lock " " #op #s " %5, %0"                                                  \
                       : "+m"(*(T *)m), FLAGS : R((T)a) : "memory");                               \
      TAKE_FLAGS;)
#define ONE(lock, op, s, T)                                                                        \
  ROW(lock##_##op##_##s, bool z; bool sf; bool of;                                                 \
      __asm__ volatile(#lock " " #op #s " %0"                                                      \
                       : "+m"(*(T *)m), "=@ccz"(z), "=@ccs"(sf), "=@cco"(of) : : "memory");        \
      r[0] = (uint64_t)z; r[1] = (uint64_t)sf; r[2] = (uint64_t)of;)
#define REGISTER(op, s, T, R)                                                                      \
  ROW(reg_##op##_##s, T x = (T)b; bool z; bool cf; bool sf; bool of;                               \
      __asm__(#op #s " %5, %0" : "+" R(x), FLAGS : R((T)a)); r[4] = x; TAKE_FLAGS;)
#define COMPARE(op, s, T, R)                                                                       \
  ROW(all_##op##_##s, uint8_t n[12]; T y = (T)b;                                                   \
      __asm__ volatile(#op #s " %2, %1; setl %0; setle 1+%0; setg 2+%0; setge 3+%0; setb 4+%0; "   \
                       "setbe 5+%0; seta 6+%0; setae 7+%0; setns 8+%0; setne 9+%0; setno 10+%0; "  \
                       "setnc 11+%0"                                                               \
                       : "=m"(n[0]), "+" R(y) : R((T)a) : "memory");                               \
      for (int i = 0; i < 12; i++) r[i % 4] = r[i % 4] << 8 | n[i];)

#if defined MACHINE && defined __clang__ /* which does not know it; gcc does */
#define CMPXCHG_Z(s, T, R)
#else
#define CMPXCHG_Z(s, T, R)                                                                         \
  ROW(cmpxchg_z_##s, T x = (T)(c & 1 ? m[0] : a); bool z; bool cf; bool sf; bool of;               \
      __asm__ volatile("lock cmpxchg%z0 %6, %0"                                                    \
                       : "+m"(*(T *)m), "+a"(x), FLAGS : R((T)b) : "memory");                      \
      r[4] = x; TAKE_FLAGS;)
#endif

#define SIZED(s, T, R)                                                                             \
  CHANGE(lock, add, s, T, R) CHANGE(lock, sub, s, T, R) CHANGE(lock, and, s, T, R)                 \
  CHANGE(lock, or, s, T, R) CHANGE(lock, xor, s, T, R) CHANGE(, add, s, T, R)                      \
  CHANGE(, sub, s, T, R) CHANGE(, and, s, T, R) CHANGE(, cmp, s, T, R) CHANGE(, test, s, T, R)     \
  ONE(lock, inc, s, T) ONE(lock, dec, s, T) ONE(lock, neg, s, T) ONE(, inc, s, T) ONE(, dec, s, T) \
  ONE(, neg, s, T)                                                                                 \
  ROW(lock_not_##s, __asm__ volatile("lock not" #s " %0" : "+m"(*(T *)m) : : "memory");)           \
  REGISTER(add, s, T, R) REGISTER(sub, s, T, R) REGISTER(and, s, T, R) REGISTER(or, s, T, R)       \
  REGISTER(xor, s, T, R) REGISTER(cmp, s, T, R)                                                    \
  COMPARE(cmp, s, T, R) COMPARE(sub, s, T, R) COMPARE(add, s, T, R) COMPARE(test, s, T, R)         \
  ROW(xadd_##s, T x = (T)a; bool z; bool cf; bool sf; bool of;                                     \
      __asm__ volatile("lock; xadd" #s " %1, %0"                                                   \
                       : "+m"(*(T *)m), "+" R(x), "=@ccz"(z), "=@ccc"(cf), "=@ccs"(sf),            \
                         "=@cco"(of) : : "memory");                                                \
      r[4] = x; TAKE_FLAGS;)                                                                       \
  ROW(xadd_plain_##s, T x = (T)a;                                                                  \
      __asm__ volatile("xadd" #s " %1, %0" : "+m"(*(T *)m), "+" R(x) : : "memory"); r[0] = x;)     \
  ROW(xchg_##s, T x = (T)a;                                                                        \
      __asm__ volatile("xchg" #s " %0, %1" : "=" R(x), "+m"(*(T *)m) : "0"(x) : "memory");         \
      r[0] = x;)                                                                                   \
  ROW(xchg_registers_##s, T x = (T)a; T y = (T)b;                                                  \
      __asm__("xchg" #s " %0, %1" : "+" R(x), "+" R(y)); r[0] = x; r[1] = y;)                      \
  ROW(cmpxchg_##s, T x = (T)(c & 1 ? m[0] : a); uint8_t z;                                         \
      __asm__ volatile("lock; cmpxchg" #s " %3, %1; setz %2"                                       \
                       : "+a"(x), "+m"(*(T *)m), "=q"(z) : R((T)b) : "memory", "cc");              \
      r[0] = x; r[1] = z;)                                                                         \
  CMPXCHG_Z(s, T, R)                                                                               \
  ROW(cmpxchg_plain_##s, T x = (T)(c & 1 ? m[0] : a);                                              \
      __asm__ volatile("cmpxchg" #s " %2, (%3)"                                                    \
                       : "+a"(x), "=m"(m[0]) : R((T)b), "r"(m) : "memory"); r[0] = x;)             \
  ROW(mov_load_##s, T x; __asm__ volatile("mov" #s " %1, %0" : "=" R(x) : "m"(*(T *)&m[1]));       \
      r[0] = x;)                                                                                   \
  ROW(mov_store_##s, __asm__ volatile("mov" #s " %1, %0" : "=m"(*(T *)&m[2]) : R((T)a));)          \
  ROW(mov_number_##s, __asm__ volatile("mov" #s " $0x5a, 8+%0" : "+m"(*(T *)&m[1]) : : "memory");)

#define BITS(s, T)                                                                                 \
  BIT(lock, bts, s, T) BIT(lock, btr, s, T) BIT(lock, btc, s, T) BIT(, bts, s, T)                  \
  BIT(, btr, s, T) BIT(, bt, s, T)                                                                 \
  ROW(bits_reg_##s, T x = (T)b; bool cf; __asm__("btc" #s " %2, %0" : "+r"(x), "=@ccc"(cf)         \
      : "r"((T)a)); r[0] = x; r[1] = (uint64_t)cf;)                                                \
  ROW(bits_number_##s, T cf;                                                                       \
      __asm__ volatile("lock bts" #s " $13, %0; sbb" #s " %1, %1"                                  \
                       : "+m"(*(T *)m), "=r"(cf) : : "memory"); r[0] = cf;)
/* Two words to either side of the middle. */
#define BIT(lock, op, s, T)                                                                        \
  ROW(bit_##lock##_##op##_##s, bool cf; T n = (T)((T)(a % 128) - 32);                              \
      __asm__ volatile(#lock " " #op #s " %2, %0"                                                  \
                       : "+m"(*(T *)&m[1]), "=@ccc"(cf) : "r"(n) : "memory");                      \
      r[0] = (uint64_t)cf;)

FOR_SIZE(SIZED)
BITS(w, uint16_t)
BITS(l, uint32_t)
#ifdef __x86_64__
BITS(q, uint64_t)
ROW(cmpxchg16b, uint64_t low = c & 1 ? m[0] : a; uint64_t high = c & 2 ? m[1] : b; bool z;
    __asm__ volatile("lock; cmpxchg16b %1; setz %0"
                     : "=q"(z), "+m"(*(struct pair *)m), "+a"(low), "+d"(high)
                     : "b"(a), "c"(c) : "memory", "cc");
    r[0] = low; r[1] = high; r[2] = z;)
ROW(load_16, uint64_t low; uint64_t high;
    __asm__ volatile("movq %%rdx, %%rcx; movq %%rax, %%rbx; lock cmpxchg16b %2;"
                     : "=a"(low), "=d"(high) : "m"(m[0]) : "rbx", "rcx", "memory", "cc");
    r[0] = low; r[1] = high;)
ROW(pushed, uint64_t x = a;
    __asm__ volatile("push %%rbx; movq %1, %%rbx; addq $-3, %%rbx; movq %%rbx, %0; pop %%rbx"
                     : "+&r"(x) : "r"(b) : "memory"); r[0] = x;)
ROW(zero_extended, uint64_t x = a;
    __asm__("movl %k1, %k0; notl %k0" : "+r"(x) : "r"(b)); r[0] = x;)
ROW(lower_bytes, uint64_t x = a;
    __asm__("movb %b1, %b0; addw $0x7fff, %w0" : "+r"(x) : "r"(b)); r[0] = x;)
ROW(addresses, uint64_t x; uint64_t n = a & 1;
    __asm__ volatile("leaq 8(%1,%2,8), %0; movq (%0), %0" : "=&r"(x) : "r"(m), "r"(n) : "memory");
    r[0] = x;)
ROW(shifted, uint64_t low = a;
    __asm__("shlq $32, %1; orq %1, %0; sarq $3, %0; shrq $1, %0" : "+r"(low), "+r"(b)); r[0] = low;)
ROW(extended, uint64_t x; uint32_t y;
    __asm__("movzbl %b2, %1; movsbq %b2, %0" : "=&r"(x), "=&r"(y) : "q"(a)); r[0] = x; r[1] = y;
    __asm__("movslq %k1, %0" : "=r"(x) : "r"(a)); r[2] = x;)
ROW(conditional, uint64_t x = b;
    __asm__("cmpq %1, %0; cmovbq %1, %0" : "+r"(x) : "r"(a)); r[0] = x;
    __asm__("testq %1, %1; cmovs %2, %0" : "+r"(x) : "r"(a), "r"(c)); r[1] = x;)
ROW(carried, uint64_t low = a; uint64_t high = b;
    __asm__("addq %2, %0; adcq $0, %1" : "+&r"(low), "+&r"(high) : "r"(c)); r[0] = low; r[1] = high;)
ROW(doubles, double x = 1.5; __asm__("" : "+x"(x));
    __asm__ volatile("xchgq %0, %1" : "+q"(x), "+m"(m[1]) : : "memory"); r[0] = m[1];)
#else
ROW(cmpxchg8b, uint64_t old = c & 1 ? m[0] : a; uint8_t z;
    __asm__ volatile("lock; cmpxchg8b %1; setz %0"
                     : "=q"(z), "+m"(m[0]), "+A"(old)
                     : "b"((uint32_t)b), "c"((uint32_t)(b >> 32)) : "memory", "cc");
    r[0] = old; r[1] = z;)
ROW(pushed, uint32_t x = (uint32_t)a;
    __asm__ volatile("xchgl %%ebx, %1; leal 4(%%ebx), %0; xchgl %%ebx, %1"
                     : "=&a"(x) : "S"((uint32_t)b) : "memory"); r[0] = x;)
#endif
ROW(fences, __asm__ volatile("mfence" : : : "memory"); __asm__ volatile("lfence; sfence");
    __asm__ volatile(".byte 0xf3, 0x90"); __asm__ volatile("pause\n\trep; nop # gently\n\tnop;" : : : "memory");)
ROW(barriers, uint32_t x = (uint32_t)a; double y = 2.5; struct pair z = {a, b};
    __asm__("" : "+r"(x)); __asm__ volatile("" : "=r"(x) : "0"(x), "m"(y), "g"(&z) : "memory");
    __asm__("" : "+m"(z)); r[0] = x; r[1] = y == 2.5; r[2] = z.b;)
ROW(generated, uint32_t x = 7; uint32_t low; uint32_t high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)); (void)low; (void)high;
    __asm__ volatile("cpuid" : "=a"(low), "=d"(high) : "0"(0) : "ebx", "ecx");
    __asm__("{addl|add} {%1, %0|%0, %1}" : "+r"(x) : "ir"(5)); r[0] = x;)
ROW(swapped, uint32_t x = (uint32_t)a; __asm__("bswap %0" : "+r"(x)); r[0] = x;)
ROW(noted, uint32_t x = (uint32_t)a;
    __asm__ volatile(".section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; "
                     "xaddl %0, %1" : "+r"(x), "+m"(*(uint32_t *)m) : : "memory", "cc");
    __asm__ volatile(".pushsection .smp_locks,\"a\"\n.balign 4\n.long 672f - .\n.popsection\n672:\n\t"
                     "lock; decl %0" : "+m"(*(uint32_t *)m) : : "memory", "cc"); r[0] = x;)
ROW(carry_kept, uint32_t x = (uint32_t)a; bool cf; uint32_t y = (uint32_t)b;
    __asm__("addl %3, %0; incl %1; decl %1" : "+&r"(x), "+&r"(y), "=@ccc"(cf) : "r"((uint32_t)c));
    r[0] = x; r[1] = y; r[2] = (uint64_t)cf;)
