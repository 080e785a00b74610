/* The instructions that programs write as assembly to share memory: those with a lock prefix, those
 * that order memory or wait, and what goes with them. A table says which there are; sources stand
 * before destinations, as AT&T's syntax has it.
 *
 * An access of an instruction is one of LLVM's atomic ones: on these processors loads acquire, stores
 * release and locked operations do both, if the compiler moves nothing across the assembly, and that is
 * what clobbering "memory" says. Without a lock, an instruction that changes memory is a load
 * and a store, and others can come between them. */
#include "frontend/execute.h"

#include <string.h>

#include "base/mutant.h"

/* One instruction at work. */
struct step {
  struct processor *p;
  const struct template_instruction *instruction;
  const struct template_argument *from, *to; /* the first and the last argument */
  unsigned size;                             /* of what it works on, in bytes */
};

static LLVMBuilderRef
builder(const struct step *s)
{
  return s->p->builder;
}

static bool
is_locked(const struct step *s)
{
  return s->instruction->lock && !MUTANT(ASSEMBLY_UNLOCKED);
}

static LLVMTypeRef
type(const struct step *s)
{
  return processor_type(s->p, s->size);
}

static LLVMValueRef
read_number(const struct step *s, const struct template_argument *argument)
{
  LLVMValueRef value = processor_read(s->p, argument, s->size);
  return value ? processor_as(s->p, value, type(s)) : NULL;
}

static void
set_flags(const struct step *s, struct flags flags)
{
  s->p->flags = flags;
}

/* ---- arithmetic ---- */

enum operation { ADD, SUB, AND, OR, XOR };

static const struct {
  LLVMOpcode opcode;
  LLVMAtomicRMWBinOp change;
  int flags;
} operations[] = {
  [ADD] = {LLVMAdd, LLVMAtomicRMWBinOpAdd, FLAGS_ADD},
  [SUB] = {LLVMSub, LLVMAtomicRMWBinOpSub, FLAGS_SUB},
  [AND] = {LLVMAnd, LLVMAtomicRMWBinOpAnd, FLAGS_LOGIC},
  [OR] = {LLVMOr, LLVMAtomicRMWBinOpOr, FLAGS_LOGIC},
  [XOR] = {LLVMXor, LLVMAtomicRMWBinOpXor, FLAGS_LOGIC},
};

/* What comes out, with its flags. */
static LLVMValueRef
compute(const struct step *s, enum operation operation, LLVMValueRef a, LLVMValueRef b)
{
  LLVMValueRef result = LLVMBuildBinOp(builder(s), operations[operation].opcode, a, b, "");
  struct flags flags = {.a = a, .b = b, .result = result};
  flags.kind = operations[operation].flags;
  set_flags(s, flags);
  return result;
}

/* What is left of a subtraction are its flags. Addresses that are compared remain addresses. */
static void
compare(const struct step *s, LLVMValueRef a, LLVMValueRef b)
{
  struct flags flags = {.kind = FLAGS_SUB, .a = a, .b = processor_as(s->p, b, LLVMTypeOf(a))};
  set_flags(s, flags);
}

/* A fence of old: nothing is added to what lies on the stack. */
static bool
is_fence(const struct step *s, enum operation operation)
{
  return is_locked(s) && processor_is_stack(s->to) && operation != AND &&
         s->from->kind == ARGUMENT_NUMBER && s->from->number == 0;
}

/* The destination becomes what it was, combined with b. */
static bool
combine(const struct step *s, enum operation operation, LLVMValueRef b)
{
  struct memory_place place;
  if (!b)
    return false;
  if (!processor_is_memory(s->p, s->to)) {
    LLVMValueRef a = read_number(s, s->to);
    return a && processor_write(s->p, s->to, compute(s, operation, a, b));
  }
  if (!processor_place(s->p, s->to, &place))
    return false;
  if (is_locked(s)) {
    place.points = false;
    compute(s, operation, processor_change(s->p, &place, operations[operation].change, b), b);
    return true;
  }
  LLVMValueRef a = processor_as(s->p, processor_load(s->p, &place, s->size), type(s));
  processor_store(s->p, &place, compute(s, operation, a, b));
  return true;
}

static bool
do_combine(const struct step *s, enum operation operation)
{
  if (is_fence(s, operation)) {
    processor_fence(s->p, LLVMAtomicOrderingSequentiallyConsistent);
    s->p->flags.kind = FLAGS_UNKNOWN;
    return true;
  }
  return combine(s, operation, read_number(s, s->from));
}

static bool
do_add(const struct step *s)
{
  return do_combine(s, ADD);
}

static bool
do_sub(const struct step *s)
{
  return do_combine(s, SUB);
}

static bool
do_and(const struct step *s)
{
  return do_combine(s, AND);
}

static bool
do_or(const struct step *s)
{
  return do_combine(s, OR);
}

static bool
do_xor(const struct step *s)
{
  return do_combine(s, XOR);
}

/* The carry stays what it was. */
static bool
step_by_one(const struct step *s, enum operation operation)
{
  struct flags before = s->p->flags;
  bool known = before.kind != FLAGS_UNKNOWN && !before.no_carry;
  LLVMValueRef carry = known ? processor_carry(s->p) : NULL;
  bool done = combine(s, operation, processor_number(s->p, s->size, 1));
  s->p->flags.carry = carry;
  s->p->flags.no_carry = !known;
  return done;
}

static bool
do_inc(const struct step *s)
{
  return step_by_one(s, ADD);
}

static bool
do_dec(const struct step *s)
{
  return step_by_one(s, SUB);
}

static bool
do_not(const struct step *s)
{
  struct flags before = s->p->flags;
  bool done = combine(s, XOR, processor_number(s->p, s->size, -1));
  s->p->flags = before;
  return done;
}

static bool
do_neg(const struct step *s)
{
  if (is_locked(s))
    processor_begin(s->p);
  LLVMValueRef value = read_number(s, s->to);
  bool done = value && processor_write(s->p, s->to,
                                       compute(s, SUB, processor_number(s->p, s->size, 0), value));
  if (is_locked(s))
    processor_end(s->p);
  return done;
}

static bool
do_cmp(const struct step *s)
{
  LLVMValueRef b = processor_read(s->p, s->from, s->size);
  LLVMValueRef a = b ? processor_read(s->p, s->to, s->size) : NULL;
  if (a)
    compare(s, a, b);
  return a;
}

static bool
do_test(const struct step *s)
{
  LLVMValueRef b = read_number(s, s->from), a = b ? read_number(s, s->to) : NULL;
  if (a)
    compute(s, AND, a, b);
  return a;
}

/* adc and sbb: with the carry, and with no flags that anybody asks for, but that the carry stays when a
 * register is subtracted from itself. */
static bool
with_carry(const struct step *s, LLVMOpcode opcode)
{
  LLVMValueRef carry = processor_carry(s->p);
  LLVMValueRef b = carry ? read_number(s, s->from) : NULL, a = b ? read_number(s, s->to) : NULL;
  if (!a)
    return false;
  LLVMValueRef more = LLVMBuildZExt(builder(s), carry, type(s), "");
  LLVMValueRef sum = LLVMBuildBinOp(builder(s), opcode, a, b, "");
  struct flags flags = {.kind = a == b && opcode == LLVMSub ? FLAGS_CARRY : FLAGS_UNKNOWN};
  flags.carry = carry;
  set_flags(s, flags);
  return processor_write(s->p, s->to, LLVMBuildBinOp(builder(s), opcode, sum, more, ""));
}

static bool
do_adc(const struct step *s)
{
  return with_carry(s, LLVMAdd);
}

static bool
do_sbb(const struct step *s)
{
  return with_carry(s, LLVMSub);
}

static bool
shift(const struct step *s, LLVMOpcode opcode)
{
  if (s->from->kind != ARGUMENT_NUMBER || (uint64_t)s->from->number >= 8 * s->size)
    return processor_refuse(s->p, "a shift that is not supported");
  LLVMValueRef a = read_number(s, s->to);
  LLVMValueRef by = processor_number(s->p, s->size, s->from->number);
  s->p->flags.kind = FLAGS_UNKNOWN;
  return a && processor_write(s->p, s->to, LLVMBuildBinOp(builder(s), opcode, a, by, ""));
}

/* In a register, of 4 or 8 bytes. */
static bool
do_bswap(const struct step *s)
{
  LLVMValueRef value = s->size >= 4 ? read_number(s, s->to) : NULL, result = NULL;
  for (unsigned k = 0; value && k < s->size; k++) {
    LLVMValueRef byte = LLVMBuildAnd(builder(s), value, processor_number(s->p, s->size, 0xff), "");
    LLVMValueRef by = processor_number(s->p, s->size, 8);
    result =
      result ? LLVMBuildOr(builder(s), LLVMBuildShl(builder(s), result, by, ""), byte, "") : byte;
    value = LLVMBuildLShr(builder(s), value, by, "");
  }
  return result && processor_is_register(s->p, s->to) && processor_write(s->p, s->to, result);
}

static bool
do_shl(const struct step *s)
{
  return shift(s, LLVMShl);
}

static bool
do_shr(const struct step *s)
{
  return shift(s, LLVMLShr);
}

static bool
do_sar(const struct step *s)
{
  return shift(s, LLVMAShr);
}

/* ---- moving ---- */

static bool
do_mov(const struct step *s)
{
  LLVMValueRef value = processor_read(s->p, s->from, s->size);
  return value && processor_write(s->p, s->to, value);
}

static bool
do_lea(const struct step *s)
{
  struct memory_place place;
  if (!processor_is_memory(s->p, s->from) || s->size != s->p->word)
    return processor_refuse(s->p, "an address that is not supported");
  return processor_place(s->p, s->from, &place) && processor_write(s->p, s->to, place.address);
}

static bool
exchange_with(const struct step *s, const struct template_argument *memory,
              const struct template_argument *other)
{
  struct memory_place place;
  LLVMValueRef value = processor_read(s->p, other, s->size);
  if (!value || !processor_place(s->p, memory, &place))
    return false;
  LLVMValueRef old = MUTANT(ASSEMBLY_XCHG_UNLOCKED) ? processor_load(s->p, &place, s->size) : NULL;
  if (old)
    processor_store(s->p, &place, value);
  else
    old = processor_change(s->p, &place, LLVMAtomicRMWBinOpXchg, value);
  return processor_write(s->p, other, old);
}

/* With memory it is locked, whether it says so or not. */
static bool
do_xchg(const struct step *s)
{
  if (processor_is_memory(s->p, s->to))
    return exchange_with(s, s->to, s->from);
  if (processor_is_memory(s->p, s->from))
    return exchange_with(s, s->from, s->to);
  LLVMValueRef a = processor_read(s->p, s->from, s->size), b = processor_read(s->p, s->to, s->size);
  return a && b && processor_write(s->p, s->to, a) && processor_write(s->p, s->from, b);
}

static bool
do_xadd(const struct step *s)
{
  struct memory_place place;
  LLVMValueRef b = read_number(s, s->from);
  if (!processor_is_memory(s->p, s->to))
    return processor_refuse(s->p, "an instruction that is not supported");
  if (!b || !processor_place(s->p, s->to, &place))
    return false;
  place.points = false;
  LLVMValueRef old = is_locked(s) ? processor_change(s->p, &place, LLVMAtomicRMWBinOpAdd, b)
                                  : processor_load(s->p, &place, s->size);
  LLVMValueRef sum = compute(s, ADD, old, b);
  if (!is_locked(s))
    processor_store(s->p, &place, sum);
  return processor_write(s->p, s->from, old);
}

static bool
do_push(const struct step *s)
{
  struct processor *p = s->p;
  if (p->n_pushed == MOST_PUSHED || s->size != p->word)
    return processor_refuse(p, "the stack");
  LLVMValueRef value = processor_read(p, s->to, s->size);
  if (value)
    p->pushed[p->n_pushed++] = value;
  return value;
}

static bool
do_pop(const struct step *s)
{
  struct processor *p = s->p;
  if (!p->n_pushed || s->size != p->word)
    return processor_refuse(p, "the stack");
  return processor_write(p, s->to, p->pushed[--p->n_pushed]);
}

/* ---- comparing and exchanging ---- */

/* The destination becomes `wanted` if it is `expected`; returns what it was. */
static LLVMValueRef
exchange(const struct step *s, const struct memory_place *place, LLVMValueRef expected,
         LLVMValueRef wanted)
{
  LLVMValueRef old = is_locked(s) ? processor_exchange(s->p, place, expected, wanted)
                                  : processor_load(s->p, place, s->size);
  compare(s, expected, old);
  if (is_locked(s))
    return old;
  LLVMValueRef equal = processor_condition(s->p, "e");
  wanted = processor_as(s->p, wanted, LLVMTypeOf(old));
  processor_store(s->p, place, LLVMBuildSelect(builder(s), equal, wanted, old, ""));
  return old;
}

/* Lets what is above it be arbitrary, since the register changes only if the exchange fails. */
static bool
leave_in(const struct step *s, unsigned cell, LLVMValueRef value)
{
  if (!processor_write_cell(s->p, cell, value))
    return false;
  s->p->cells[cell].value = value;
  s->p->cells[cell].known = s->size;
  return true;
}

static bool
do_cmpxchg(const struct step *s)
{
  struct memory_place place;
  LLVMValueRef wanted = processor_read(s->p, s->from, s->size);
  LLVMValueRef expected = wanted ? processor_read_cell(s->p, REGISTER_AX, s->size) : NULL;
  if (!processor_is_memory(s->p, s->to))
    return processor_refuse(s->p, "an instruction that is not supported");
  if (!expected || !processor_place(s->p, s->to, &place))
    return false;
  LLVMValueRef old = exchange(s, &place, expected, wanted);
  return s->size >= 4 ? leave_in(s, REGISTER_AX, old)
                      : processor_write_cell(s->p, REGISTER_AX, old);
}

/* Two registers as one number. */
static LLVMValueRef
read_pair(const struct step *s, unsigned low_cell, unsigned high_cell)
{
  unsigned half = s->size / 2;
  LLVMTypeRef half_type = processor_type(s->p, half);
  LLVMValueRef low = processor_read_cell(s->p, low_cell, half);
  LLVMValueRef high = low ? processor_read_cell(s->p, high_cell, half) : NULL;
  if (!high)
    return NULL;
  low = LLVMBuildZExt(builder(s), processor_as(s->p, low, half_type), type(s), "");
  high = LLVMBuildZExt(builder(s), processor_as(s->p, high, half_type), type(s), "");
  high = LLVMBuildShl(builder(s), high, LLVMConstInt(type(s), 8ULL * half, false), "");
  return LLVMBuildOr(builder(s), low, high, "");
}

static bool
write_pair(const struct step *s, LLVMValueRef value)
{
  unsigned half = s->size / 2;
  LLVMTypeRef half_type = processor_type(s->p, half);
  LLVMValueRef by = LLVMConstInt(type(s), 8ULL * half, false);
  LLVMValueRef high = LLVMBuildLShr(builder(s), value, by, "");
  return processor_write_cell(s->p, REGISTER_AX,
                              LLVMBuildTrunc(builder(s), value, half_type, "")) &&
         processor_write_cell(s->p, REGISTER_DX, LLVMBuildTrunc(builder(s), high, half_type, ""));
}

/* Of the flags only the one for zero is set. */
static bool
exchange_pair(const struct step *s)
{
  struct memory_place place;
  LLVMValueRef expected = read_pair(s, REGISTER_AX, REGISTER_DX);
  LLVMValueRef wanted = expected ? read_pair(s, REGISTER_BX, REGISTER_CX) : NULL;
  if (!processor_is_memory(s->p, s->to))
    return processor_refuse(s->p, "an instruction that is not supported");
  if (!wanted || !processor_place(s->p, s->to, &place))
    return false;
  place.points = false;
  return write_pair(s, exchange(s, &place, expected, wanted));
}

static bool
do_cmpxchg8b(const struct step *s)
{
  struct step pair = *s;
  pair.size = 8;
  return exchange_pair(&pair);
}

static bool
do_cmpxchg16b(const struct step *s)
{
  struct step pair = *s;
  pair.size = 16;
  if (s->p->word != 8)
    return processor_refuse(s->p, "an instruction of other processors");
  return exchange_pair(&pair);
}

/* ---- bits ---- */

/* In a register the number of the bit counts modulo its size. In memory it does if it is part of the
 * instruction; in a register it may lead to other words, also to those in front. */
static bool
find_word(const struct step *s, struct memory_place *place, LLVMValueRef number)
{
  struct processor *p = s->p;
  if (!processor_place(p, s->to, place))
    return false;
  place->points = false;
  if (!processor_is_register(p, s->from) || MUTANT(ASSEMBLY_BIT_NEAR))
    return true;
  unsigned shift_by = s->size == 2 ? 4 : s->size == 4 ? 5 : 6;
  LLVMValueRef words =
    LLVMBuildAShr(builder(s), number, processor_number(p, s->size, shift_by), "");
  words = LLVMBuildSExt(builder(s), words, processor_type(p, 8), "");
  LLVMValueRef bytes = LLVMBuildMul(builder(s), words, processor_number(p, 8, s->size), "");
  place->address = LLVMBuildGEP2(builder(s), processor_type(p, 1), place->address, &bytes, 1, "");
  return true;
}

/* The bit becomes the carry. `operation` is applied to the word and the bit, or its complement. */
static bool
do_bit(const struct step *s, bool changes, enum operation operation)
{
  struct processor *p = s->p;
  LLVMValueRef number = read_number(s, s->from);
  if (!number)
    return false;
  LLVMValueRef rest =
    LLVMBuildAnd(builder(s), number, processor_number(p, s->size, 8 * s->size - 1), "");
  LLVMValueRef bit = LLVMBuildShl(builder(s), processor_number(p, s->size, 1), rest, "");
  LLVMValueRef other = operation == AND ? LLVMBuildNot(builder(s), bit, "") : bit, old;
  if (processor_is_memory(p, s->to)) {
    struct memory_place place;
    if (!find_word(s, &place, number))
      return false;
    old = changes && is_locked(s) ? processor_change(p, &place, operations[operation].change, other)
                                  : processor_load(p, &place, s->size);
    if (changes && !is_locked(s))
      processor_store(p, &place,
                      LLVMBuildBinOp(builder(s), operations[operation].opcode, old, other, ""));
  } else {
    old = read_number(s, s->to);
    if (!old ||
        (changes &&
         !processor_write(
           p, s->to, LLVMBuildBinOp(builder(s), operations[operation].opcode, old, other, ""))))
      return false;
  }
  LLVMValueRef is_set = LLVMBuildICmp(builder(s), LLVMIntNE, LLVMBuildAnd(builder(s), old, bit, ""),
                                      processor_number(p, s->size, 0), "");
  struct flags flags = {.kind = FLAGS_CARRY, .carry = is_set};
  set_flags(s, flags);
  return true;
}

static bool
do_bt(const struct step *s)
{
  return do_bit(s, false, OR);
}

static bool
do_bts(const struct step *s)
{
  return do_bit(s, true, OR);
}

static bool
do_btr(const struct step *s)
{
  return do_bit(s, true, AND);
}

static bool
do_btc(const struct step *s)
{
  return do_bit(s, true, XOR);
}

/* ---- order, time, the processor itself ---- */

static bool
do_nothing(const struct step *s)
{
  (void)s;
  return true;
}

static bool
do_mfence(const struct step *s)
{
  if (!MUTANT(ASSEMBLY_NO_FENCE))
    processor_fence(s->p, LLVMAtomicOrderingSequentiallyConsistent);
  return true;
}

static bool
do_lfence(const struct step *s)
{
  processor_fence(s->p, LLVMAtomicOrderingAcquire);
  return true;
}

static bool
do_sfence(const struct step *s)
{
  processor_fence(s->p, LLVMAtomicOrderingRelease);
  return true;
}

static bool
write_arbitrary(const struct step *s, unsigned cell)
{
  return processor_write_cell(s->p, cell, processor_arbitrary(s->p, 4));
}

static bool
do_rdtsc(const struct step *s)
{
  return write_arbitrary(s, REGISTER_AX) && write_arbitrary(s, REGISTER_DX);
}

static bool
do_rdtscp(const struct step *s)
{
  return do_rdtsc(s) && write_arbitrary(s, REGISTER_CX);
}

static bool
do_cpuid(const struct step *s)
{
  processor_fence(s->p, LLVMAtomicOrderingSequentiallyConsistent);
  return do_rdtscp(s) && write_arbitrary(s, REGISTER_BX);
}

/* ---- the table ---- */

struct kind {
  const char *name;
  unsigned n; /* arguments */
  bool (*run)(const struct step *step);
  enum { UNLOCKED, LOCKABLE } lock;
};

static const struct kind kinds[] = {
  {"mov", 2, do_mov, UNLOCKED},         {"movabs", 2, do_mov, UNLOCKED},
  {"xchg", 2, do_xchg, LOCKABLE},       {"xadd", 2, do_xadd, LOCKABLE},
  {"cmpxchg", 2, do_cmpxchg, LOCKABLE}, {"add", 2, do_add, LOCKABLE},
  {"sub", 2, do_sub, LOCKABLE},         {"and", 2, do_and, LOCKABLE},
  {"or", 2, do_or, LOCKABLE},           {"xor", 2, do_xor, LOCKABLE},
  {"inc", 1, do_inc, LOCKABLE},         {"dec", 1, do_dec, LOCKABLE},
  {"neg", 1, do_neg, LOCKABLE},         {"not", 1, do_not, LOCKABLE},
  {"bt", 2, do_bt, UNLOCKED},           {"bts", 2, do_bts, LOCKABLE},
  {"btr", 2, do_btr, LOCKABLE},         {"btc", 2, do_btc, LOCKABLE},
  {"cmp", 2, do_cmp, UNLOCKED},         {"test", 2, do_test, UNLOCKED},
  {"adc", 2, do_adc, UNLOCKED},         {"sbb", 2, do_sbb, UNLOCKED},
  {"shl", 2, do_shl, UNLOCKED},         {"sal", 2, do_shl, UNLOCKED},
  {"shr", 2, do_shr, UNLOCKED},         {"sar", 2, do_sar, UNLOCKED},
  {"lea", 2, do_lea, UNLOCKED},         {"bswap", 1, do_bswap, UNLOCKED},
  {"push", 1, do_push, UNLOCKED},       {"pop", 1, do_pop, UNLOCKED},
};

/* Without a size in their names. */
static const struct kind others[] = {
  {"cmpxchg8b", 1, do_cmpxchg8b, LOCKABLE}, {"cmpxchg16b", 1, do_cmpxchg16b, LOCKABLE},
  {"pause", 0, do_nothing, UNLOCKED},       {"nop", 0, do_nothing, UNLOCKED},
  {"cld", 0, do_nothing, UNLOCKED},         {"prefetchw", 1, do_nothing, UNLOCKED},
  {"prefetch", 1, do_nothing, UNLOCKED},    {"prefetchnta", 1, do_nothing, UNLOCKED},
  {"prefetcht0", 1, do_nothing, UNLOCKED},  {"prefetcht1", 1, do_nothing, UNLOCKED},
  {"prefetcht2", 1, do_nothing, UNLOCKED},  {"mfence", 0, do_mfence, UNLOCKED},
  {"lfence", 0, do_lfence, UNLOCKED},       {"sfence", 0, do_sfence, UNLOCKED},
  {"rdtsc", 0, do_rdtsc, UNLOCKED},         {"rdtscp", 0, do_rdtscp, UNLOCKED},
  {"cpuid", 0, do_cpuid, UNLOCKED},
};

static unsigned
size_of_letter(char letter)
{
  return letter == 'b' ? 1 : letter == 'w' ? 2 : letter == 'l' ? 4 : letter == 'q' ? 8 : 0;
}

/* The size that the end of the name says: 0 if it says none. False if it is another name. */
static bool
is_name(const struct processor *p, const struct template_instruction *i, const char *name,
        unsigned *size)
{
  size_t n = strlen(name), length = strlen(i->name);
  *size = 0;
  if (strncmp(i->name, name, n) != 0)
    return false;
  if (length == n + 1 && !i->suffix.kind) {
    *size = size_of_letter(i->name[n]);
    return *size;
  }
  if (length == n && i->suffix.kind && i->suffix.number < p->n_operands) {
    *size = p->operands[i->suffix.number].size;
    return *size == 1 || *size == 2 || *size == 4 || *size == 8;
  }
  return length == n && !i->suffix.kind;
}

/* All registers must be of the size that it works on: the assembler takes no others. */
static bool
agree(struct step *s)
{
  const struct template_instruction *i = s->instruction;
  for (unsigned k = 0; k < i->n; k++) {
    unsigned size = processor_size(s->p, &i->arguments[k]);
    if (processor_is_register(s->p, &i->arguments[k])) {
      if (!s->size)
        s->size = size;
      if (size != s->size)
        return processor_refuse(s->p, "registers of different sizes");
    }
  }
  if (!s->size || s->size > s->p->word)
    return processor_refuse(s->p, "an instruction without a size, or of another one");
  return true;
}

static bool
may_be_locked(const struct step *s, const struct kind *kind)
{
  if (!s->instruction->lock)
    return true;
  bool memory = s->instruction->n && (processor_is_memory(s->p, s->to) ||
                                      (kind->run == do_xchg && processor_is_memory(s->p, s->from)));
  if (kind->lock != LOCKABLE || !memory)
    return processor_refuse(s->p, "a lock that the processor does not have");
  return true;
}

/* setCC, cmovCC: with the condition behind the name. */
static bool
set_by(struct step *s, const char *condition)
{
  LLVMValueRef is = processor_condition(s->p, condition);
  if (!is || s->instruction->n != 1 || s->instruction->lock)
    return processor_refuse(s->p, "an instruction that is not supported");
  if (processor_is_register(s->p, s->to) && processor_size(s->p, s->to) != 1)
    return processor_refuse(s->p, "registers of different sizes");
  return processor_write(s->p, s->to, LLVMBuildZExt(builder(s), is, processor_type(s->p, 1), ""));
}

static bool
move_by(struct step *s, const char *name)
{
  char condition[sizeof s->instruction->name];
  strcpy(condition, name);
  size_t n = strlen(condition);
  struct processor probe = *s->p;
  if (n > 1 && !processor_condition(&probe, condition)) {
    s->size = size_of_letter(condition[n - 1]);
    condition[n - 1] = 0;
  }
  if (s->instruction->n != 2 || s->instruction->lock || !agree(s))
    return processor_refuse(s->p, "an instruction that is not supported");
  LLVMValueRef is = processor_condition(s->p, condition);
  LLVMValueRef from = is ? read_number(s, s->from) : NULL, to = from ? read_number(s, s->to) : NULL;
  return to && processor_is_register(s->p, s->to) &&
         processor_write(s->p, s->to, LLVMBuildSelect(builder(s), is, from, to, ""));
}

/* movzbl, movsbl and so on; movzx and movsx by the sizes of their arguments. */
static bool
extend(struct step *s, const char *sizes, bool is_signed)
{
  unsigned from = size_of_letter(sizes[0]), to = from ? size_of_letter(sizes[1]) : 0;
  unsigned first = processor_size(s->p, s->from), last = processor_size(s->p, s->to);
  if (!strcmp(sizes, "x")) {
    from = first;
    to = last;
  }
  if (s->instruction->n != 2 || s->instruction->lock || !from || from >= to || to > s->p->word ||
      last != to || (first && first != from))
    return processor_refuse(s->p, "an instruction that is not supported");
  s->size = from;
  LLVMValueRef value = read_number(s, s->from);
  return value && processor_write(
                    s->p, s->to,
                    LLVMBuildIntCast2(builder(s), value, processor_type(s->p, to), is_signed, ""));
}

bool
execute(struct processor *p, const struct template_instruction *i)
{
  struct step s = {.p = p, .instruction = i, .from = &i->arguments[0]};
  s.to = &i->arguments[i->n ? i->n - 1 : 0];
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (!strcmp(others[k].name, i->name) && !i->suffix.kind && others[k].n == i->n)
      return may_be_locked(&s, &others[k]) && others[k].run(&s);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (is_name(p, i, kinds[k].name, &s.size) && kinds[k].n == i->n)
      return agree(&s) && may_be_locked(&s, &kinds[k]) && kinds[k].run(&s);
  if (!strncmp(i->name, "set", 3) && !i->suffix.kind)
    return set_by(&s, i->name + 3);
  if (!strncmp(i->name, "cmov", 4) && !i->suffix.kind)
    return move_by(&s, i->name + 4);
  if (!strncmp(i->name, "movz", 4) && !i->suffix.kind)
    return extend(&s, i->name + 4, false);
  if (!strncmp(i->name, "movs", 4) && !i->suffix.kind)
    return extend(&s, i->name + 4, true);
  return processor_refuse(p, "an instruction that is not supported");
}
