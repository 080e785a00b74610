#include <assert.h>

#include "base/invariant.h"
#include "encode/encoding.h"

struct teller {
  const struct encoding *encoding;
  void (*tell)(void *argument, const struct meaning *meaning);
  void *argument;
};

static void
tell_literal(const struct teller *teller, struct meaning meaning, lit literal)
{
  assert(gate_is_literal(&teller->encoding->gates, literal));
  meaning.bits = &literal;
  meaning.n = 1;
  teller->tell(teller->argument, &meaning);
}

static void
tell_questions(const struct teller *teller)
{
  for (uint32_t which = 0; which < QUESTIONS; which++)
    if (teller->encoding->questions[which])
      tell_literal(teller, (struct meaning){.kind = MEANING_QUESTION, .which = which},
                   teller->encoding->questions[which]);
}

static void
tell_passed(const struct teller *teller)
{
  const struct encoding *e = teller->encoding;
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    for (unsigned r = 0; r < e->rounds; r++)
      for (uint32_t l = 0; l < labels_count(e->labels, t); l++)
        tell_literal(teller,
                     (struct meaning){.kind = MEANING_PASSED, .which = t, .round = r, .label = l},
                     schedule_passed(e, t, r, l));
}

static void
tell_late(const struct teller *teller)
{
  const struct encoding *e = teller->encoding;
  for (uint32_t i = 0; i < e->buffer.stores.n; i++)
    for (unsigned r = 0; r < e->rounds; r++) {
      uint32_t event = e->buffer.stores.at[i].event;
      tell_literal(teller, (struct meaning){.kind = MEANING_LEFT, .which = event, .round = r},
                   buffer_left(e, i, r));
      tell_literal(teller, (struct meaning){.kind = MEANING_SEEN, .which = event, .round = r},
                   buffer_seen(e, i, r));
    }
}

static void
tell_words(const struct teller *teller, enum value_op op, enum meaning_kind kind)
{
  const struct encoding *e = teller->encoding;
  for (value_id v = 0; v < e->first_bit.n; v++) {
    const struct value *value = &e->prog->values.at[v];
    if (value->op != op || !e->first_bit.at[v])
      continue;
    INVARIANT(e->first_bit.at[v] - 1 + value->width <= e->bits.n);
    struct meaning meaning = {.kind = kind,
                              .which = (uint32_t)value->imm,
                              .bits = e->bits.at + e->first_bit.at[v] - 1,
                              .n = value->width};
    teller->tell(teller->argument, &meaning);
  }
}

void
encoding_tell(const struct encoding *encoding,
              void (*tell)(void *argument, const struct meaning *meaning), void *argument)
{
  struct teller teller = {encoding, tell, argument};
  tell_questions(&teller);
  tell_passed(&teller);
  tell_late(&teller);
  tell_words(&teller, OP_INPUT, MEANING_INPUT);
  tell_words(&teller, OP_LOADED, MEANING_LOADED);
}
