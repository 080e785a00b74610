/* Which registers are alive before an instruction: they may be read before they are written. The
 * others are no part of a state. For a call, it is those that are alive behind it, without its
 * results: that is what the frame keeps while the call is under way. */
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"

struct effect {
  uint32_t use[3];
  uint32_t to, results;
  bool list;
};

static struct effect
effect_of(const struct instruction *i)
{
  struct effect e = {.use = {NO_REGISTER, NO_REGISTER, NO_REGISTER}, .to = i->to};
  switch ((enum opcode)i->op) {
  case CODE_SELECT:
    e.use[2] = i->c;
    e.use[1] = i->b;
    e.use[0] = i->a;
    e.results = 1;
    break;
  case CODE_BINARY:
  case CODE_COMPARE:
  case CODE_ADVANCE:
  case CODE_UPDATE:
    e.use[1] = i->b;
    e.use[0] = i->a;
    e.results = 1;
    break;
  case CODE_MOVE:
  case CODE_RESIZE:
  case CODE_LOAD:
  case CODE_OBJECT:
    e.use[0] = i->a;
    e.results = 1;
    break;
  case CODE_EXCHANGE:
    e.use[2] = i->c;
    e.use[1] = i->b;
    e.use[0] = i->a;
    e.results = 2;
    break;
  case CODE_COPY:
  case CODE_FILL:
    e.use[2] = i->c;
    e.use[1] = i->b;
    e.use[0] = i->a;
    break;
  case CODE_STORE:
  case CODE_LIST:
    e.use[1] = i->b;
    e.use[0] = i->a;
    break;
  case CODE_LIVES:
  case CODE_BRANCH:
    e.use[0] = i->a;
    break;
  case CODE_VARIABLE:
    e.results = 1;
    break;
  case CODE_CALL:
    e.list = true;
    e.use[0] = i->kind ? NO_REGISTER : i->a;
    e.results = i->from;
    break;
  case CODE_PRIMITIVE:
    e.list = true;
    e.results = i->to != NO_REGISTER;
    break;
  case CODE_RETURN:
    e.list = true;
    break;
  case CODE_NOTHING:
  case CODE_JUMP:
  case CODE_FAIL:
  case CODE_GIVE_UP:
    break;
  }
  return e;
}

typedef uint64_t *bits;

static void
set(bits b, uint32_t operand)
{
  if (operand != NO_REGISTER && !(operand & OPERAND_CONSTANT))
    b[operand / 64] |= UINT64_C(1) << operand % 64;
}

static void
unset(bits b, uint32_t reg)
{
  b[reg / 64] &= ~(UINT64_C(1) << reg % 64);
}

struct liveness {
  struct function *function;
  size_t words;
  bits before; /* of each instruction */
  bits now;
};

static bits
before(const struct liveness *l, size_t i)
{
  return l->before + i * l->words;
}

static void
join(const struct liveness *l, size_t next)
{
  for (size_t w = 0; next < l->function->code.n && w < l->words; w++)
    l->now[w] |= before(l, next)[w];
}

static void
find_behind(const struct liveness *l, size_t i)
{
  const struct instruction *instruction = &l->function->code.at[i];
  memset(l->now, 0, l->words * sizeof *l->now);
  switch ((enum opcode)instruction->op) {
  case CODE_JUMP:
    join(l, instruction->b);
    break;
  case CODE_BRANCH:
    join(l, instruction->b);
    join(l, instruction->c);
    break;
  case CODE_RETURN:
  case CODE_FAIL:
  case CODE_GIVE_UP:
    break;
  default:
    join(l, i + 1);
  }
}

static void
kill_results(const struct liveness *l, size_t i)
{
  const struct instruction *instruction = &l->function->code.at[i];
  struct effect e = effect_of(instruction);
  for (uint32_t k = 0; k < e.results; k++)
    unset(l->now, e.to + k);
}

static bool
step_back(const struct liveness *l, size_t i)
{
  const struct instruction *instruction = &l->function->code.at[i];
  struct effect e = effect_of(instruction);
  find_behind(l, i);
  kill_results(l, i);
  for (size_t k = 0; k < 3; k++)
    set(l->now, e.use[k]);
  for (uint32_t k = 0; e.list && k < instruction->n; k++)
    set(l->now, l->function->lists.at[instruction->list + k]);
  bool changed = memcmp(l->now, before(l, i), l->words * sizeof *l->now) != 0;
  memcpy(before(l, i), l->now, l->words * sizeof *l->now);
  return changed;
}

void
code_live(struct function *function)
{
  size_t n = function->code.n;
  struct liveness l = {.function = function, .words = function->registers / 64 + 1};
  l.before = mem_alloc((n + 1) * l.words * sizeof *l.before);
  l.now = mem_alloc(l.words * sizeof *l.now);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = n; i > 0; i--)
      changed |= step_back(&l, i - 1);
  }
  for (size_t i = 0; i < n; i++) {
    bool call = function->code.at[i].op == CODE_CALL;
    vec_push(&function->live, (uint32_t)function->alive.n);
    if (call) {
      find_behind(&l, i);
      kill_results(&l, i);
    }
    const uint64_t *alive = call ? l.now : before(&l, i);
    bits kept = mem_alloc(l.words * sizeof *kept);
    memcpy(kept, alive, l.words * sizeof *kept);
    for (size_t o = 0; o < function->objects.n; o++)
      unset(kept, function->objects.at[o]);
    for (uint32_t r = 0; r < function->registers; r++)
      if (kept[r / 64] >> r % 64 & 1)
        vec_push(&function->alive, r);
    free(kept);
  }
  vec_push(&function->live, (uint32_t)function->alive.n);
  free(l.before);
  free(l.now);
}
