/* Units of bit-fields.
 *
 * Where bit-fields follow one another in a packed struct and do not meet where a byte ends, clang
 * makes one integer of them all, which may well have more than 128 bits. It is loaded, shifted,
 * masked, cut and stored, and nothing else; so here are these operations, with amounts of shifts
 * that are constants. Such an integer is several scalars of 64 bits, the lowest first; the last one
 * has what remains.
 *
 * In memory each is an access of its own. */
#include "unfold/unit.h"

#include "frontend/cfg.h"
#include "frontend/type.h"
#include "unfold/build.h"
#include "unfold/facts.h"
#include "unfold/instr.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/state.h"
#include "unfold/wide.h"

enum { WORD = 64, MAX_WORDS = UNIT_BITS / WORD };

struct unit {
  value_id words[MAX_WORDS]; /* WORD bits each */
  unsigned n;
};

static unsigned
integer_width(LLVMTypeRef type)
{
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

bool
unit_is(LLVMTypeRef type)
{
  unsigned width = integer_width(type);
  return width > 2 * WORD && width <= UNIT_BITS;
}

static unsigned
words_of(unsigned width)
{
  return (width + WORD - 1) / WORD;
}

/* Of the word with this number, in an integer of this width. */
static unsigned
width_of_word(unsigned width, unsigned i)
{
  return i + 1 < words_of(width) ? WORD : width - i * WORD;
}

/* ---- operands and results ---- */

static value_id
sign_of(struct unfold *u, value_id word)
{
  return v_op(u, OP_ASHR, word, v_const(u, WORD, WORD - 1));
}

/* The integer operand, extended to n words. */
static struct unit
get(struct unfold *u, LLVMValueRef value, unsigned n, bool is_signed)
{
  struct unit a = {.n = n};
  unsigned given = type_scalars(LLVMTypeOf(value));
  operand(u, value, a.words);
  for (unsigned i = 0; i < given; i++)
    a.words[i] = value_resize(u->prog, facts_simplify(u, u->path.guard, a.words[i]), WORD,
                              is_signed && i + 1 == given);
  for (unsigned i = given; i < n; i++)
    a.words[i] = is_signed ? sign_of(u, a.words[given - 1]) : v_const(u, WORD, 0);
  return a;
}

static void
put_result(struct unfold *u, LLVMValueRef instruction, const struct unit *a)
{
  value_id *out = u->now.frame->slots + cfg_slot(u->now.frame->cfg, instruction);
  unsigned width = integer_width(LLVMTypeOf(instruction));
  for (unsigned i = 0; i < words_of(width); i++)
    out[i] = value_extract(u->prog, a->words[i], 0, width_of_word(width, i));
}

void
unit_constant(struct unfold *u, LLVMValueRef constant, value_id *out)
{
  unsigned width = integer_width(LLVMTypeOf(constant));
  uint64_t words[MAX_WORDS] = {0};
  if (LLVMIsAConstantInt(constant))
    wide_constant_words(constant, words, MAX_WORDS);
  else if (!LLVMIsNull(constant))
    unfold_error(u, "a constant of a kind that is not supported");
  for (unsigned i = 0; i < words_of(width); i++)
    out[i] = v_const(u, width_of_word(width, i), words[i]);
}

/* ---- memory ---- */

static unsigned
bytes_of_word(const struct unfold *u, LLVMTypeRef type, unsigned i)
{
  unsigned bytes = (unsigned)LLVMStoreSizeOfType(u->layout, type) - i * WORD / 8;
  return bytes < WORD / 8 ? bytes : WORD / 8;
}

static value_id
address_of_word(struct unfold *u, value_id address, unsigned i)
{
  return v_op(u, OP_ADD, address, v_const(u, v_width(u, address), i * WORD / 8));
}

void
unit_load(struct unfold *u, LLVMTypeRef type, value_id address, value_id *out)
{
  unsigned width = integer_width(type);
  for (unsigned i = 0; i < words_of(width); i++) {
    out[i] = v_const(u, width_of_word(width, i), 0);
    if (path_is_stopped(u))
      continue;
    value_id word =
      access_load(u, address_of_word(u, address, i), bytes_of_word(u, type, i), ORDER_PLAIN);
    out[i] = value_resize(u->prog, word, width_of_word(width, i), false);
  }
}

void
unit_store(struct unfold *u, LLVMTypeRef type, value_id address, const value_id *values)
{
  for (unsigned i = 0; i < words_of(integer_width(type)) && !path_is_stopped(u); i++) {
    value_id word = value_resize(u->prog, values[i], 8 * bytes_of_word(u, type, i), false);
    access_store(u, address_of_word(u, address, i), word, ORDER_PLAIN);
  }
}

/* ---- operations ---- */

/* The bits from `low` on, as a word; beyond the end is `fill`. */
static value_id
bits_from(struct unfold *u, const struct unit *a, unsigned low, value_id fill)
{
  unsigned i = low / WORD, skip = low % WORD;
  value_id here = i < a->n ? a->words[i] : fill, next = i + 1 < a->n ? a->words[i + 1] : fill;
  if (!skip)
    return here;
  return value_concat(u->prog, value_extract(u->prog, next, 0, skip),
                      value_extract(u->prog, here, skip, WORD - skip));
}

static struct unit
shift_right(struct unfold *u, const struct unit *a, unsigned amount, bool is_signed)
{
  struct unit c = {.n = a->n};
  value_id fill = is_signed ? sign_of(u, a->words[a->n - 1]) : v_const(u, WORD, 0);
  for (unsigned i = 0; i < c.n; i++)
    c.words[i] = bits_from(u, a, i * WORD + amount, fill);
  return c;
}

/* A shift to the left, seen from a unit with as many words of zeros below. */
static struct unit
shift_left(struct unfold *u, const struct unit *a, unsigned amount)
{
  struct unit c = {.n = a->n}, two = {.n = 2};
  unsigned skip = (WORD - amount % WORD) % WORD, words = (amount + skip) / WORD;
  for (unsigned i = 0; i < c.n; i++) {
    for (unsigned k = 0; k < 2; k++)
      two.words[k] =
        i + k >= words && i + k - words < a->n ? a->words[i + k - words] : v_const(u, WORD, 0);
    c.words[i] = bits_from(u, &two, skip, v_const(u, WORD, 0));
  }
  return c;
}

static struct unit
bitwise(struct unfold *u, enum value_op op, const struct unit *a, const struct unit *b)
{
  struct unit c = {.n = a->n};
  for (unsigned i = 0; i < c.n; i++)
    c.words[i] = v_op(u, op, a->words[i], b->words[i]);
  return c;
}

/* ---- instructions ---- */

static void
refuse(struct unfold *u)
{
  unfold_error(u, "integers of more than 128 bits are not supported, but for bit-fields");
}

static void
run_shift(struct unfold *u, LLVMValueRef i, LLVMOpcode opcode)
{
  unsigned width = integer_width(LLVMTypeOf(i)), n = words_of(width);
  bool is_signed = opcode == LLVMAShr;
  struct unit a = get(u, LLVMGetOperand(i, 0), n, is_signed);
  struct unit by = get(u, LLVMGetOperand(i, 1), n, false);
  uint64_t amount;
  if (!value_is_const(u->prog, by.words[0], &amount) || amount >= width) {
    refuse(u);
    return;
  }
  struct unit c = opcode == LLVMShl ? shift_left(u, &a, (unsigned)amount)
                                    : shift_right(u, &a, (unsigned)amount, is_signed);
  put_result(u, i, &c);
}

static void
run_bitwise(struct unfold *u, LLVMValueRef i, enum value_op op)
{
  unsigned n = words_of(integer_width(LLVMTypeOf(i)));
  struct unit a = get(u, LLVMGetOperand(i, 0), n, false);
  struct unit b = get(u, LLVMGetOperand(i, 1), n, false);
  struct unit c = bitwise(u, op, &a, &b);
  put_result(u, i, &c);
}

static void
run_cast(struct unfold *u, LLVMValueRef i, bool is_signed)
{
  if (!integer_width(LLVMTypeOf(i)) || !integer_width(LLVMTypeOf(LLVMGetOperand(i, 0)))) {
    refuse(u);
    return;
  }
  struct unit a = get(u, LLVMGetOperand(i, 0), words_of(integer_width(LLVMTypeOf(i))), is_signed);
  put_result(u, i, &a);
}

bool
unit_run(struct unfold *u, LLVMValueRef i)
{
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bool to = unit_is(LLVMTypeOf(i));
  bool from = LLVMGetNumOperands(i) && unit_is(LLVMTypeOf(LLVMGetOperand(i, 0)));
  if (!to && !from)
    return false;
  switch (opcode) {
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    run_shift(u, i, opcode);
    return true;
  case LLVMAnd:
    run_bitwise(u, i, OP_AND);
    return true;
  case LLVMOr:
    run_bitwise(u, i, OP_OR);
    return true;
  case LLVMXor:
    run_bitwise(u, i, OP_XOR);
    return true;
  case LLVMZExt:
  case LLVMTrunc:
    run_cast(u, i, false);
    return true;
  case LLVMSExt:
    run_cast(u, i, true);
    return true;
  case LLVMLoad:
  case LLVMStore:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMPHI:
    return false;
  default:
    refuse(u);
    return true;
  }
}
