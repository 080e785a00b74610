/* Parsing, one line at a time. Values are built exactly as written, without
 * folding. The first problem of a line is reported and the rest of the line
 * skipped. A text without such problems must still pass prog_check, so whatever
 * prog_parse returns obeys the rules. */
#include <string.h>

#include "ir/lex.h"
#include "ir/node.h"
#include "ir/text.h"
#include "ir/words.h"

enum { MOST_ERRORS = 20 };

struct parser {
  struct lexer lexer;
  struct prog *prog;
  struct diags *diags;
  const char *file;
  struct map names;    /* v-number -> value + 1 */
  uint32_t section;    /* that is open, or 0 */
  bool failed_on_line; /* this line has been reported */
  unsigned errors;
};

/* ---- problems ------------------------------------------------------------------------ */

static void
fail(struct parser *p, const char *problem)
{
  if (p->failed_on_line)
    return;
  p->failed_on_line = true;
  p->errors++;
  if (p->lexer.token == TOKEN_BAD)
    problem = p->lexer.problem;
  diag_at(p->diags, DIAG_ERROR, p->file, p->lexer.line, p->lexer.column, "%s", problem);
}

/* ---- tokens ---------------------------------------------------------------------------- */

static bool
at_mark(const struct parser *p, char mark)
{
  return p->lexer.token == TOKEN_MARK && *p->lexer.start == mark;
}

static bool
at_word(const struct parser *p, const char *word)
{
  return p->lexer.token == TOKEN_WORD && p->lexer.length == strlen(word) &&
         !memcmp(p->lexer.start, word, p->lexer.length);
}

static bool
accept_word(struct parser *p, const char *word)
{
  if (!at_word(p, word))
    return false;
  lex_next(&p->lexer);
  return true;
}

static bool
accept_mark(struct parser *p, char mark)
{
  if (!at_mark(p, mark))
    return false;
  lex_next(&p->lexer);
  return true;
}

static void
expect_mark(struct parser *p, char mark)
{
  char problem[] = "expected ' '";
  problem[sizeof "expected '" - 1] = mark;
  if (!accept_mark(p, mark))
    fail(p, problem);
}

/* A number up to `most`; 0 after a problem. */
static uint64_t
parse_number(struct parser *p, uint64_t most)
{
  if (p->lexer.token != TOKEN_NUMBER) {
    fail(p, "expected a number");
    return 0;
  }
  uint64_t number = p->lexer.number;
  if (number > most) {
    fail(p, "the number is too large");
    return 0;
  }
  lex_next(&p->lexer);
  return number;
}

static uint32_t
parse_id(struct parser *p)
{
  return (uint32_t)parse_number(p, UINT32_MAX - 1);
}

/* Entries of a table are numbered; the number written must be the next one. */
static void
expect_index(struct parser *p, size_t next)
{
  if (p->lexer.token == TOKEN_NUMBER && p->lexer.number != next)
    fail(p, "entries must be numbered one after the other");
  parse_number(p, UINT64_MAX);
}

static const char *
parse_string(struct parser *p)
{
  if (p->lexer.token != TOKEN_STRING) {
    fail(p, "expected a string");
    return "";
  }
  const char *string = p->lexer.string;
  lex_next(&p->lexer);
  return string;
}

/* One of the words of an enumeration; 0 after a problem. */
static unsigned
parse_choice(struct parser *p, const char *const *words, const char *problem)
{
  int found =
    p->lexer.token == TOKEN_WORD ? words_find(words, p->lexer.start, p->lexer.length) : -1;
  if (found < 0) {
    fail(p, problem);
    return 0;
  }
  lex_next(&p->lexer);
  return (unsigned)found;
}

/* "word number" where it is given, else 0. */
static uint64_t
parse_field(struct parser *p, const char *word, uint64_t most)
{
  return accept_word(p, word) ? parse_number(p, most) : 0;
}

static uint32_t
parse_id_field(struct parser *p, const char *word)
{
  return (uint32_t)parse_field(p, word, UINT32_MAX - 1);
}

static uint8_t
parse_width(struct parser *p)
{
  expect_mark(p, '.');
  uint64_t width = parse_number(p, 64);
  if (!width)
    fail(p, "a width is 1 to 64");
  return width ? (uint8_t)width : 1;
}

/* ---- values ---------------------------------------------------------------------------- */

/* The number behind a prefix, as in v12. */
static bool
numbered(const struct parser *p, const char *prefix, uint32_t *number)
{
  size_t n = strlen(prefix);
  if (p->lexer.token != TOKEN_WORD || p->lexer.length <= n || p->lexer.length > n + 9 ||
      memcmp(p->lexer.start, prefix, n))
    return false;
  *number = 0;
  for (size_t i = n; i < p->lexer.length; i++) {
    char c = p->lexer.start[i];
    if (c < '0' || c > '9')
      return false;
    *number = 10 * *number + (uint32_t)(c - '0');
  }
  return true;
}

static value_id
parse_constant(struct parser *p)
{
  uint64_t bits = parse_number(p, UINT64_MAX);
  expect_mark(p, ':');
  uint64_t width = parse_number(p, 64);
  if (!width || bits > bits_mask((unsigned)width)) {
    fail(p, "the constant does not fit its width");
    return VALUE_FALSE;
  }
  return value_const(p->prog, (unsigned)width, bits);
}

static value_id
use_input(struct parser *p, uint32_t number)
{
  if (number >= p->prog->inputs.n) {
    fail(p, "no such input");
    return VALUE_FALSE;
  }
  lex_next(&p->lexer);
  struct value node = {.op = OP_INPUT, .imm = number};
  node.width = p->prog->inputs.at[number].width;
  return node_make(p->prog, node);
}

static value_id
use_name(struct parser *p, uint32_t number)
{
  const uint32_t *found = map_find(&p->names, number);
  if (!found) {
    fail(p, "this value is not defined above");
    return VALUE_FALSE;
  }
  lex_next(&p->lexer);
  return *found - 1;
}

/* A use of a value; false after a problem. */
static value_id
parse_value(struct parser *p)
{
  uint32_t number;
  if (p->lexer.token == TOKEN_NUMBER)
    return parse_constant(p);
  if (accept_word(p, "true"))
    return VALUE_TRUE;
  if (accept_word(p, "false"))
    return VALUE_FALSE;
  if (numbered(p, "v", &number))
    return use_name(p, number);
  if (numbered(p, "in", &number))
    return use_input(p, number);
  fail(p, "expected a value");
  return VALUE_FALSE;
}

static void
define(struct parser *p, uint32_t number, value_id value)
{
  uint32_t *place = map_at(&p->names, number);
  bool loaded = p->prog->values.at[value].op == OP_LOADED;
  if (*place && (!loaded || *place != value + 1))
    fail(p, "this value is already defined");
  *place = value + 1;
}

static void
parse_operation(struct parser *p, uint32_t number, enum value_op op)
{
  struct value node = {.op = (uint8_t)op, .width = parse_width(p)};
  for (unsigned i = 0; i < value_arity(op); i++)
    node.arg[i] = parse_value(p);
  if (op == OP_EXTRACT)
    node.imm = parse_number(p, 63);
  else if (op == OP_LOADED)
    node.imm = parse_id(p);
  if (p->failed_on_line)
    return;
  if (op != OP_LOADED && !node_fits(p->prog, &node)) {
    fail(p, "the widths do not fit");
    return;
  }
  define(p, number, node_make(p->prog, node));
}

/* ---- tables ---------------------------------------------------------------------------- */

static void
parse_type(struct parser *p)
{
  struct prog *prog = p->prog;
  expect_index(p, prog->types.n);
  struct type type = {.first_member = (uint32_t)prog->members.n};
  type.kind = (enum type_kind)parse_choice(p, words_type_kind, "expected a kind of type");
  type.name = parse_string(p);
  type.size = parse_field(p, "size", UINT64_MAX);
  type.element = parse_id_field(p, "of");
  type.count = parse_field(p, "count", UINT64_MAX);
  vec_push(&prog->types, type);
}

static void
parse_member(struct parser *p)
{
  struct type_member member = {.name = parse_string(p)};
  member.offset = parse_field(p, "offset", UINT64_MAX);
  member.bits = parse_id_field(p, "bits");
  member.type = parse_id_field(p, "type");
  if (p->prog->types.n < 2) {
    fail(p, "a member must follow its type");
    return;
  }
  vec_push(&p->prog->members, member);
  vec_last(&p->prog->types).n_members++;
}

static void
parse_object(struct parser *p)
{
  expect_index(p, p->prog->objects.n);
  struct object object = {0};
  object.kind = (enum object_kind)parse_choice(p, words_object_kind, "expected a kind of object");
  object.name = parse_string(p);
  object.base = parse_field(p, "base", UINT64_MAX);
  object.size = parse_field(p, "size", UINT64_MAX);
  object.type = parse_id_field(p, "type");
  object.thread = parse_id_field(p, "thread");
  object.place = parse_id_field(p, "place");
  object.life = parse_id_field(p, "life");
  object.extent = parse_id_field(p, "extent");
  object.internal = accept_word(p, "internal");
  vec_push(&p->prog->objects, object);
}

static void
parse_input(struct parser *p)
{
  expect_index(p, p->prog->inputs.n);
  struct input input = {0};
  input.kind = (enum input_kind)parse_choice(p, words_input_kind, "expected a kind of input");
  input.width = parse_width(p);
  input.name = parse_string(p);
  input.place = parse_id_field(p, "place");
  vec_push(&p->prog->inputs, input);
}

static void
parse_loop(struct parser *p)
{
  expect_index(p, p->prog->loops.n);
  struct loop loop = {.function = parse_string(p)};
  loop.place = parse_id_field(p, "place");
  loop.bound = parse_id_field(p, "bound");
  loop.sizes = accept_word(p, "sizes");
  vec_push(&p->prog->loops, loop);
}

static void
parse_place(struct parser *p)
{
  expect_index(p, p->prog->places.n);
  struct place place = {.file = parse_string(p)};
  place.function = parse_string(p);
  place.line = parse_id(p);
  expect_mark(p, ':');
  place.column = parse_id(p);
  place.caller = parse_id_field(p, "from");
  place.model = accept_word(p, "model");
  vec_push(&p->prog->places, place);
}

static struct target
parse_target(struct parser *p)
{
  struct target target = {.object = parse_id(p)};
  expect_mark(p, '+');
  target.offset = parse_number(p, UINT64_MAX);
  return target;
}

static void
parse_init(struct parser *p)
{
  struct target target = parse_target(p);
  struct init init = {target.object, target.offset, parse_value(p)};
  vec_push(&p->prog->inits, init);
}

static void
parse_thread(struct parser *p)
{
  if (p->section)
    fail(p, "the atomic section above is not closed");
  expect_index(p, p->prog->threads.n);
  event_id here = (event_id)p->prog->events.n;
  struct thread thread = {.name = parse_string(p), .first = here, .end = here};
  thread.parent = parse_id_field(p, "parent");
  vec_push(&p->prog->threads, thread);
}

static void
parse_atomic(struct parser *p)
{
  uint32_t number = parse_id(p);
  expect_mark(p, '{');
  if (p->section || !number)
    fail(p, p->section ? "atomic sections do not nest" : "sections are numbered from 1");
  p->section = number;
  if (number > p->prog->sections)
    p->prog->sections = number;
}

static void
parse_atomic_end(struct parser *p)
{
  if (!p->section)
    fail(p, "no atomic section is open here");
  p->section = 0;
}

/* ---- events ---------------------------------------------------------------------------- */

static void
parse_bytes(struct parser *p, struct event *event)
{
  expect_mark(p, '.');
  event->bytes = (uint32_t)parse_number(p, 8);
  if (!event->bytes)
    fail(p, "an access has 1 to 8 bytes");
}

static void
parse_targets(struct parser *p, struct event *event)
{
  event->first_target = (uint32_t)p->prog->targets.n;
  expect_mark(p, '[');
  while (p->lexer.token == TOKEN_NUMBER && !p->failed_on_line) {
    struct target target = parse_target(p);
    vec_push(&p->prog->targets, target);
  }
  expect_mark(p, ']');
  event->n_targets = (uint32_t)p->prog->targets.n - event->first_target;
}

static void
parse_order(struct parser *p, struct event *event)
{
  if (p->lexer.token == TOKEN_WORD && !at_word(p, "if") && !at_word(p, "place") &&
      !at_word(p, "locked") && !at_word(p, "quiet"))
    event->order = (enum memory_order)parse_choice(p, words_order, "expected a memory order");
  event->locked = event->kind != EVENT_FENCE && accept_word(p, "locked");
  event->quiet = event->kind != EVENT_FENCE && accept_word(p, "quiet");
}

static void
parse_operands(struct parser *p, struct event *event)
{
  switch (event->kind) {
  case EVENT_LOAD:
  case EVENT_STORE:
    parse_bytes(p, event);
    event->addr = parse_value(p);
    if (event->kind == EVENT_STORE)
      event->value = parse_value(p);
    parse_targets(p, event);
    parse_order(p, event);
    break;
  case EVENT_LOCAL:
    parse_bytes(p, event);
    event->value = parse_value(p);
    parse_targets(p, event);
    break;
  case EVENT_FENCE:
    parse_order(p, event);
    break;
  case EVENT_MARK:
    break;
  case EVENT_POINT:
    event->point = parse_id(p);
    if (accept_word(p, "at"))
      event->addr = parse_value(p);
    if (accept_word(p, "from"))
      event->value = parse_value(p);
    event->bytes = accept_word(p, "argument") ? 2 : accept_word(p, "divisible");
    break;
  case EVENT_PAST:
    event->point = parse_id(p);
    if (accept_word(p, "gives")) {
      event->value = parse_value(p);
      event->bytes = (value_width(p->prog, event->value) + 7) / 8;
    }
    break;
  case EVENT_CREATE:
  case EVENT_JOIN:
    event->child = parse_id(p);
    break;
  case EVENT_CUT:
    event->loop = parse_id(p);
    break;
  case EVENT_BLOCK:
    event->value = parse_value(p);
    if (accept_word(p, "on"))
      event->addr = parse_value(p);
    break;
  case EVENT_ASSUME:
    event->value = parse_value(p);
    break;
  case EVENT_ASSERT:
    event->value = parse_value(p);
    event->fault = (enum fault)parse_choice(p, words_fault, "expected a kind of fault");
    event->text = parse_string(p);
    if (accept_word(p, "at"))
      event->addr = parse_value(p);
    break;
  }
}

/* `number` is that of the value a load defines. */
static void
parse_event(struct parser *p, enum event_kind kind, uint32_t number)
{
  struct prog *prog = p->prog;
  struct event event = {.kind = kind, .guard = VALUE_TRUE, .section = p->section};
  parse_operands(p, &event);
  if (accept_word(p, "if"))
    event.guard = parse_value(p);
  event.place = parse_id_field(p, "place");
  if (!prog->threads.n)
    fail(p, "an event must be in a thread");
  if (p->failed_on_line)
    return;
  if (kind == EVENT_LOAD) {
    event.value = value_loaded(prog, 8 * event.bytes, (event_id)prog->events.n);
    define(p, number, event.value);
  }
  vec_push(&prog->events, event);
  vec_last(&prog->threads).end = (event_id)prog->events.n;
}

/* ---- lines ----------------------------------------------------------------------------- */

static void
parse_definition(struct parser *p, uint32_t number)
{
  lex_next(&p->lexer);
  expect_mark(p, '=');
  if (accept_word(p, "load")) {
    parse_event(p, EVENT_LOAD, number);
    return;
  }
  unsigned op = parse_choice(p, words_op, "expected an operation");
  if (op == OP_CONST || op == OP_INPUT)
    fail(p, "expected an operation");
  else
    parse_operation(p, number, (enum value_op)op);
}

static void
parse_assumed(struct parser *p)
{
  const char *text = parse_string(p);
  if (!p->failed_on_line)
    vec_push(&p->prog->assumed, text);
}

static void
parse_configured(struct parser *p)
{
  unsigned which = parse_choice(p, words_configuration, "expected a configuration");
  if (!p->failed_on_line)
    p->prog->configured |= 1u << which;
}

static bool
parse_table_line(struct parser *p)
{
  static const struct {
    const char *word;
    void (*parse)(struct parser *p);
  } lines[] = {{"type", parse_type},
               {"member", parse_member},
               {"object", parse_object},
               {"input", parse_input},
               {"loop", parse_loop},
               {"place", parse_place},
               {"init", parse_init},
               {"thread", parse_thread},
               {"atomic", parse_atomic},
               {"assumed", parse_assumed},
               {"configured", parse_configured}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (accept_word(p, lines[i].word)) {
      lines[i].parse(p);
      return true;
    }
  return false;
}

static void
parse_line(struct parser *p)
{
  uint32_t number;
  if (accept_mark(p, '}')) {
    parse_atomic_end(p);
  } else if (numbered(p, "v", &number)) {
    parse_definition(p, number);
  } else if (!parse_table_line(p)) {
    unsigned kind = parse_choice(p, words_event, "expected a definition or an event");
    if (kind == EVENT_LOAD)
      fail(p, "a load defines a value: v1 = load ...");
    else
      parse_event(p, (enum event_kind)kind, 0);
  }
}

static void
parse_header(struct parser *p)
{
  if (!accept_word(p, "prog"))
    fail(p, "expected \"prog 1 pointer 64\" on the first line");
  if (parse_number(p, UINT64_MAX) != 1)
    fail(p, "this version of the text form is not known");
  if (!accept_word(p, "pointer"))
    fail(p, "expected the width of pointers");
  p->prog->pointer_bits = (uint8_t)parse_number(p, 64);
}

static void
parse_lines(struct parser *p)
{
  void (*parse)(struct parser *) = parse_header;
  for (lex_next(&p->lexer); p->lexer.token != TOKEN_END || parse == parse_header;
       lex_next(&p->lexer)) {
    p->failed_on_line = false;
    parse(p);
    if (p->lexer.token != TOKEN_LINE && p->lexer.token != TOKEN_END)
      fail(p, "nothing more is expected on this line");
    lex_skip_line(&p->lexer);
    if (p->errors >= MOST_ERRORS || p->lexer.token == TOKEN_END)
      return;
    parse = parse_line;
  }
}

struct prog *
prog_parse(const char *text, const char *file, struct diags *diags)
{
  struct parser p = {.prog = prog_new(), .diags = diags, .file = file};
  lex_open(&p.lexer, text, &p.prog->arena);
  parse_lines(&p);
  p.failed_on_line = false;
  if (p.section)
    fail(&p, "the atomic section is not closed");
  map_free(&p.names);
  if (!p.errors && prog_check(p.prog, diags))
    return p.prog;
  prog_free(p.prog);
  return NULL;
}
