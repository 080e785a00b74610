/* Inside the front end: the state of an unfolding, and the parts it is made of.
 *
 * Unfolding walks the control flow of each thread once, expanding calls and loops as it goes. At
 * any moment there is a current thread, a current guard (when do we get here?) and a private
 * memory: what this thread knows about bytes that nobody else touches. Private bytes are forwarded
 * from store to load and cost nothing; accesses to shared bytes become events.
 *
 * Which bytes are shared, and what they can hold (so: where pointers point), is not known before
 * the threads have been unfolded. So we guess - nothing is shared, nothing is stored - unfold,
 * look at what the threads did, and unfold again with the larger guess until it holds. Objects
 * keep their identity and address from one turn to the next. unfold.c says why the result is
 * right. */
#ifndef HEDDLE_UNFOLD_STATE_H
#define HEDDLE_UNFOLD_STATE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "analysis/values.h"
#include "base/diag.h"
#include "base/str.h"
#include "frontend/cfg.h"
#include "frontend/frontend.h"
#include "ir/prog.h"

/* ---- memory.c ---- */

/* One byte of private memory: byte `index` of a value. */
struct byte {
  value_id value; /* BYTE_UNSET: not initialised */
  uint32_t index;
};
#define BYTE_UNSET UINT32_MAX

struct page { /* the bytes of one object in one or several memories */
  uint32_t references;
  struct byte bytes[];
};

/* What a thread knows, by object; NULL = as the object was born. */
struct memory {
  VEC(struct page *) pages;
};

#define SEVERAL UINT32_MAX

/* What we know of an object besides what prog says of it; same index. */
struct known_object {
  uint64_t key;
  LLVMValueRef global; /* a variable or function, or NULL */
  bool zeroed;         /* born with zeroes rather than arbitrary bytes */
  bool *shared;        /* of each byte; NULL = none */
  bool mortal;         /* its life may end, see life.c */
  bool inner;          /* a variable of a block inside of its function, see scope.h */
  bool hidden;         /* a stack slot that no pointer can mean, but by mistake */
  uint64_t alignment;  /* of its address in a real process */
  bool looked;         /* where it lies is an input, see address.c */
  thread_id freer;     /* a block: the thread that alone frees it, plus one; 0: none; or SEVERAL */
  bool freed_alone;    /* a block: it may be freed before there is another thread */
  bool read;           /* some thread reads it */
  bool noticed;        /* a lock that is found taken by threads that do not wait, see rest.c */
  LLVMValueRef slot;   /* the instruction that makes a stack slot of constant size, or NULL */
  uint64_t least;      /* of one with an extent: it has at least so many bytes, see sized.c */
  uint64_t power;      /* of an extent: a power of two that divides it, see copy.c; 0 = 1 */
  /* of this turn */
  value_id birth_guard;
  uint64_t birth; /* moment, in the count of private accesses; 0 = not yet */
  uint64_t over;  /* the moment when its life may first have ended; 0 = not yet */
  place_id over_at; /* and where, in the program */
  bool born_alone; /* before there is another thread */
  bool looks;     /* it is looked at in this turn, too */
  value_id lies;  /* the input that says where it lies; 0 = not made */
  bool closed;    /* a stack slot whose function has returned */
  bool of_main;   /* a stack slot of main itself */
  bool outside;   /* a variable of a block that its function has left */
  uint32_t again; /* how often its declaration was reached anew */
};

/* An access to private or shared memory, for the question who touches what when. Positions are
 * event ids. */
struct use {
  object_id object;
  thread_id thread;
  uint32_t bytes;
  bool write;
  uint64_t offset;
  event_id first, last;
};

/* ---- flow.c ---- */

struct assignment {
  uint32_t slot;
  value_id value;
};

/* A jump that has been taken under a guard, waiting at its target. */
struct edge {
  value_id guard;
  uint32_t section;
  uint32_t depth;
  VEC(struct assignment) sets; /* phis of the target, values leaving a loop */
};
typedef VEC(struct edge) edge_list;

struct frame {
  const struct cfg *cfg;
  struct frame *caller;
  place_id call_place;   /* where it was called, 0 for a thread's start */
  LLVMValueRef site;     /* by which instruction, if by one */
  value_id *slots;       /* values of the function, see cfg.h */
  edge_list *in;         /* per block: edges waiting */
  value_id entry_guard;
  value_id unnamed;      /* address of the arguments of `...`, see variadic.c; VALUE_FALSE = none */
  uint64_t context;      /* hash of the path of calls and iterations that led here */
  unsigned undecided;    /* recursion depth that no constant decided */
  unsigned same;         /* activations of this function on the stack, this one included */
  edge_list returns;     /* one assignment per scalar of the result */
  VEC(object_id) slots_made; /* its stack slots */
  bool unwound;          /* its callers have been left, though it goes on */
};

/* A loop iteration under observation: is the loop a mere wait? See flow.c. */
struct log_entry {
  object_id object;
  uint32_t bytes;
  uint64_t offset;
  bool write;
  value_id guard;
  value_id old; /* writes: what was there */
};

struct thread_state {
  thread_id parent;
  event_id create; /* its CREATE event */
  uint64_t key;
  LLVMValueRef start;
  VEC(value_id) arguments;
  struct memory memory; /* at its creation */
};

/* See effort.c. */
struct loop_effort {
  const struct cfg *cfg;
  unsigned line;
  unsigned long points, iterations;
};

struct unfold {
  const struct frontend_options *options;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  struct diags *diags; /* of this turn */
  const char *directory; /* where we are, "" if unknown */

  /* kept from turn to turn */
  VEC(struct known_object) known;
  struct map object_by_key; /* key -> object */
  struct map cfg_by_function;
  VEC(struct cfg *) cfgs;
  uint32_t most_threads; /* besides main, in any turn so far */
  struct contents *contents;
  struct map places;   /* hash -> place + 1 */
  struct map points;   /* instruction -> number; empty unless there is to be a replay */
  struct map types;    /* debug info node -> type + 1 */
  uint64_t next_address;
  uint64_t alignment;  /* of the next object that is made; 0 = nothing special */
  uint32_t looked;     /* objects whose addresses are inputs */
  bool fixed;          /* no address is an input after all: looking is an assumption */
  unsigned forgotten;  /* how often those that were looked at in earlier turns only were dropped */
  bool looks_grew;     /* more of that was found than was known */
  struct map reuses;   /* pairs of blocks of which the second may get the address of the first */
  bool same_ids;       /* the program compares the ids of threads */
  bool handles;        /* it has variables of the type pthread_t */
  unsigned turns;      /* this one included */
  bool grew;           /* the guess about sharing was too small */
  struct map *large;   /* loops that no iteration is free for; outlives the unfolding */
  bool again;          /* that grew: stopped, to begin again */
  VEC(struct loop_effort) efforts;
  struct map effort_by_key; /* of a loop -> index + 1 */
  uint64_t largest;         /* bytes of the largest object, if it is worth telling */
  bool outlives_main;  /* others may run when main has been left */
  bool noticed_grew;   /* some lock turned out to be noticed */
  bool mortals_grew;   /* some object turned out to be mortal, or smaller than it was taken to be */
  bool reads_grew;     /* some object turned out to be read */

  /* of this turn */
  struct prog *prog;
  struct values *values;
  VEC(struct thread_state) threads;
  struct map thread_by_key; /* key -> thread */
  uint32_t threads_made;    /* besides main */
  VEC(struct use) uses;
  struct map use_by_key;
  struct map unset_inputs; /* (object, offset, bytes) -> value + 1 */
  bool concurrent;         /* a thread has been made */
  struct memory at_first_create;
  uint64_t accesses;       /* moment counter */
  VEC(value_id) numbers;   /* by value: what address.c makes of it + 1; 0 = not asked yet */
  struct unwind_cuts cuts;
  bool unread;             /* it matters that some object is never read */
  bool left_out;           /* runs in which a thread was woken for nothing */
  unsigned long work;      /* instructions unfolded, against run-away programs */
  bool stopped;            /* options->stop said so */
  struct {                 /* could a freed block be handed out again? see life.c */
    bool freed;            /* there was a free */
    thread_id allocator;   /* who has allocated since there are threads; NOBODY = nobody, or */
    bool several;          /* several of them have */
  } heap;

  /* of the current thread */
  thread_id thread;
  struct memory memory;
  struct frame *frame;
  const struct loop_bound *loop; /* the innermost, of this function or a caller */
  value_id guard;
  uint32_t section, depth;
  /* of the open section: when it has accessed memory of the machine, private or by an event */
  value_id locked_private, locked_shared;
  place_id place;
  LLVMValueRef site;       /* the call being unfolded */
  value_id unnamed;        /* its arguments of `...`, for the frame that is opened next */
  bool within;             /* extents have been looked at: see copy.c */
  value_id stuck;          /* guard under which the thread was last found never to go on */
  VEC(struct log_entry) log;
  unsigned logging;        /* loops being observed */
  VEC(value_id) spurious;  /* guards of spurious failures in them */
  struct iteration *iteration; /* of the innermost loop */
  unsigned pointless;      /* calls that the machine does not make, see points.c */

  /* facts.c */
  struct {
    value_id guard;
    size_t values;
    VEC(int8_t) truth; /* by value: 1 true, -1 false, 0 unknown */
    VEC(value_id) marked;
  } facts;
};

/* ---- facts.c: what the current guard implies ---- */

/* 1 true, -1 false, 0 unknown wherever `guard` holds. */
int facts_truth(struct unfold *u, value_id guard, value_id condition);
/* The condition without what `guard` implies. */
value_id facts_strip(struct unfold *u, value_id guard, value_id condition);
/* A value equal to `value` wherever `guard` holds, with selections decided. */
value_id facts_simplify(struct unfold *u, value_id guard, value_id value);

/* ---- debug.c: places, types, names ---- */

place_id debug_place(struct unfold *u, LLVMValueRef instruction);
/* The file of a function; "" if unknown. */
const char *debug_file(struct unfold *u, LLVMValueRef function);
void debug_name_object(struct unfold *u, LLVMValueRef declared, struct object *object);
/* dbg.declare: gives the stack object its name and type. */
void debug_declare(struct unfold *u, LLVMValueRef call, object_id object);
/* Size of the scalar that the type has at this offset, 0 if unknown. */
uint32_t debug_scalar_at(const struct prog *prog, type_id type, uint64_t offset);
/* This address is stored there: if it is that of a heap block without a type, the pointer gives it
 * one. */
void debug_points(struct unfold *u, struct target target, uint64_t address);
/* Is what lies there a pthread_t or thrd_t? */
bool debug_is_handle(const struct prog *prog, type_id type, uint64_t offset);
bool debug_in_model(const struct prog *prog, place_id place);
/* The user's call that led into a model, or the place itself. */
place_id debug_user_place(const struct prog *prog, place_id place);

/* An error at the present place. What follows under the present guard is not unfolded. */
void unfold_error(struct unfold *u, const char *format, ...);

/* ---- memory.c ---- */

object_id memory_object(struct unfold *u, uint64_t key, struct object object, LLVMValueRef global,
                        bool zeroed);
/* Objects that are new will lie at a multiple of this, up to memory_aligned. */
void memory_align(struct unfold *u, uint64_t alignment);
void memory_aligned(struct unfold *u);
object_id memory_global(struct unfold *u, LLVMValueRef global); /* variable or function */
object_id memory_find(const struct unfold *u, uint64_t address); /* 0 = none */
bool memory_is_shared(const struct unfold *u, struct target target, uint32_t bytes);
value_id memory_read(struct unfold *u, struct target target, uint32_t bytes);
/* The program reads so few bytes that they may be parts of addresses. */
void memory_parts(struct unfold *u, struct target target, uint32_t bytes);
void memory_write(struct unfold *u, struct target target, value_id guard, value_id value);
/* Is it known that the bytes there were written, or born with contents, rather than found? Of
 * shared ones, as they were when the first thread was made. */
bool memory_is_definite(struct unfold *u, struct target target, uint32_t bytes);
void memory_use(struct unfold *u, struct target target, uint32_t bytes, bool write);
/* Does no thread ever read the object, as far as we know from the turn before? */
bool memory_is_unread(struct unfold *u, object_id object);
/* Under the guard the object loses what it held, and holds arbitrary bytes. It is private. */
void memory_forget(struct unfold *u, object_id object, value_id guard);
void memory_copy(struct memory *to, const struct memory *from);
void memory_free(struct memory *memory);
/* After a turn: which bytes are shared; true if more than was guessed. */
bool memory_share(struct unfold *u);
/* After a turn: what the shared bytes hold at first, into prog.inits. */
void memory_inits(struct unfold *u);

/* ---- pointer.c: accesses through pointers ---- */

value_id access_load(struct unfold *u, value_id address, uint32_t bytes, enum memory_order order);
void access_store(struct unfold *u, value_id address, value_id value, enum memory_order order);
/* The same of a number that the machine may have to move in two halves. */
value_id access_load_torn(struct unfold *u, value_id address, uint32_t bytes,
                          enum memory_order order);
void access_store_torn(struct unfold *u, value_id address, value_id value, enum memory_order order);
/* All places the address may denote, object by object; the caller frees. */
void access_targets(struct unfold *u, value_id address, struct target **targets, size_t *n);
/* Objects the address may lie in, for looking at types; 0 = unknown. */
struct target access_first_target(struct unfold *u, value_id address);
/* The text at a constant address, or NULL. */
const char *access_text(struct unfold *u, value_id address);

/* ---- address.c: what a program sees of addresses ---- */

/* At the start of main: where the objects lie that the program looks at. */
void address_begin(struct unfold *u);
/* After a turn in which nothing grew: forgets what is not looked at any more; true if that is
 * news. */
bool address_forget(struct unfold *u);
/* The result of an operation of the program on these; `pointers` if C's minus on pointers. */
value_id address_binary(struct unfold *u, enum value_op op, value_id a, value_id b, bool pointers);
value_id address_equal(struct unfold *u, value_id a, value_id b);
value_id address_less(struct unfold *u, value_id a, value_id b, bool is_signed);
/* The number that the program sees if it looks at all the bits of it. */
value_id address_number(struct unfold *u, value_id value);
/* The program looks at an address in a way that has no model. */
void address_assumed(struct unfold *u, value_id value);
/* The program has loaded this: if it is a part of an address, that is such a way, too. */
void address_part(struct unfold *u, value_id loaded);
/* The program accesses memory through a number of which nobody knows where it comes from. */
void address_wild(struct unfold *u);

/* ---- life.c: the lifetimes of heap blocks and stack slots ---- */

/* Before an access to these places: reports the use of something whose life is over, or that ends
 * before. True if it has opened a section, which the caller ends after the access. */
bool life_check(struct unfold *u, value_id address, uint32_t bytes, const struct target *targets,
                size_t n);
/* Before several accesses to so many bytes, of the width of a pointer: only the latter. */
void life_check_extent(struct unfold *u, value_id address, value_id bytes);
void life_slot(struct unfold *u, object_id object);         /* a stack slot is made */
void life_return(struct unfold *u, struct frame *frame);    /* its slots go */
/* This instruction comes next: variables of inner blocks come and go. */
void life_scope(struct unfold *u, LLVMValueRef instruction);
/* The declaration of a variable, which may have been here before. */
void life_declare(struct unfold *u, LLVMValueRef declare, object_id object);
void life_thread_ends(struct unfold *u); /* all its slots go, and its thread-local variables */
void life_unwind(struct unfold *u);      /* all slots of those who called this function go */
void life_outlives_main(struct unfold *u); /* somebody may go on when main has been left */
/* A block is allocated: its address, or that of a freed one that is handed out again. */
value_id life_allocate(struct unfold *u, object_id new, const char *name);
void life_free(struct unfold *u, value_id address);
value_id life_size(struct unfold *u, value_id address); /* of the object it lies in */
/* The program compares pointers to two different objects. */
void life_compared(struct unfold *u, object_id a, object_id b);
bool life_reuses(const struct unfold *u); /* may freed blocks be handed out again? */
void life_end(struct unfold *u);                        /* the program ends: what was not freed? */
/* Something that keeps an int there is initialised: is it known to hold one already? */
value_id life_initialise(struct unfold *u, value_id address);

/* ---- constant.c ---- */

/* The scalars of a constant. */
void constant_scalars(struct unfold *u, LLVMValueRef constant, value_id *out);
/* The address of a label, for `goto *`. */
value_id constant_label(struct unfold *u, LLVMBasicBlockRef block);
/* Fills private bytes from a variable's initialiser. */
void constant_bytes(struct unfold *u, LLVMValueRef constant, struct byte *bytes);
unsigned scalar_width(const struct unfold *u, LLVMTypeRef type); /* 0: not a scalar */
uint64_t type_bytes(const struct unfold *u, LLVMTypeRef type);
uint64_t field_offset(const struct unfold *u, LLVMTypeRef type, unsigned index);
LLVMTypeRef field_type(LLVMTypeRef type, unsigned index);
unsigned field_count(LLVMTypeRef type);

/* ---- flow.c ---- */

/* Unfolds a call under the current guard; results go to `out` (may be NULL). */
void flow_call(struct unfold *u, LLVMValueRef function, const value_id *arguments, size_t n,
               value_id *out);
void flow_stop(struct unfold *u); /* nothing follows under the current guard */
/* A bound ends the current function: that of --unwind, or a limit of ours that no option moves. */
void flow_cut(struct unfold *u, unsigned bound, bool is_ours);
/* The bound of the loop ends this iteration of it, wherever in a function that it calls. */
void flow_cut_loop(struct unfold *u, const struct iteration *iteration);
const struct cfg *flow_cfg(struct unfold *u, LLVMValueRef function);

/* ---- bound.c: how often loops run ---- */

/* Instructions that are unfolded at most. */
enum { MAX_WORK = 20000000 };

/* Who decided that a loop goes round again, and what can others tell of the iteration? */
enum iteration_kind {
  ITERATION_OPEN,     /* no constant decided it */
  ITERATION_BROKEN,   /* the loop counts, and might have been left */
  ITERATION_STILL,    /* nothing happens, and nothing is counted */
  ITERATION_QUIET,    /* the loop counts, and others notice nothing; */
  ITERATION_EVENTFUL, /* something; */
  ITERATION_CREATING, /* a new thread */
};

struct loop_bound {
  struct unwind_rule rule; /* how often, and by which name */
  uint64_t key;
  bool library;     /* a loop of a model */
  bool all;         /* every iteration counts */
  unsigned n;       /* iterations so far */
  unsigned counted; /* those that no constant decided */
  uint32_t effort;  /* its place in unfold.efforts */
  const struct loop_bound *outer; /* the loop around it, or around the call that led here */
};

void bound_begin(struct unfold *u, struct loop_bound *bound, const struct cfg *cfg, uint32_t loop);
/* Another iteration is over, and the loop goes on. */
void bound_count(struct unfold *u, struct loop_bound *bound, enum iteration_kind kind);
bool bound_is_reached(const struct loop_bound *bound);
/* The loop is cut: the rule that did it. One with a greater bound would let it go on. */
struct unwind_rule bound_cut(struct unfold *u, const struct loop_bound *bound);
unsigned bound_of_recursion(const struct unfold *u, const struct cfg *cfg);
/* Is there such a function, and does it have such a loop? False with the reason. */
bool bound_check_rule(LLVMModuleRef module, const struct unwind_rule *rule, struct str *error);

/* ---- effort.c: what takes so long ---- */

void effort_begin(struct unfold *u, struct loop_bound *bound, const struct cfg *cfg);
void effort_sample(struct unfold *u); /* to be called now and then */
void effort_object(struct unfold *u, const struct object *object); /* a new one */
/* ---- marks.c: where the program looks whether it is right ---- */

bool mark_is_test(LLVMBasicBlockRef block); /* does it end in a test that an assertion fails by? */
bool mark_is_assertion(const char *name);   /* is it a function that is an assertion? */
void mark_test(struct unfold *u);           /* such a test is made now */
void mark_all(struct unfold *u);            /* at the end: all tests there are, into the prog */

/* ---- wait.c: loops that wait ---- */

/* Where one iteration of a loop began. */
struct iteration {
  uint32_t loop;
  event_id first_event;
  size_t first_input, first_log, first_spurious;
  uint64_t birth;
  value_id guard, first_value;
  struct frame *frame;
  /* for rest.c */
  struct rest_list *rests;        /* of this run of the loop */
  uint64_t resting;               /* the path of the last one in this iteration */
  const struct loop_bound *bound; /* of the loop */
  bool last;                      /* who rests is beyond it */
  struct iteration *outer;        /* of the loop around, maybe in another function */
};

/* If the iteration goes round again, through the edges `back`, when has it changed nothing? */
value_id wait_condition(struct unfold *u, const struct iteration *iteration, const edge_list *back,
                        value_id again);
/* The events that the thread waits at instead of going round. If it does so on purpose that is no
 * deadlock. */
void wait_here(struct unfold *u, const struct iteration *iteration, value_id again,
               bool on_purpose);

/* Does what happened since change nothing, whatever was seen? */
bool wait_is_idle(struct unfold *u, const struct iteration *since, value_id guard);
/* Looks again, in the section that is open: when is everything as it was seen? */
value_id wait_sees_the_same(struct unfold *u, const struct iteration *since, value_id guard);

/* ---- rest.c: wake-ups that change nothing ---- */

/* A place in a loop where a thread rests. */
struct rest {
  uint64_t path;          /* the calls that led there from the loop */
  value_id nothing;       /* when it has been woken for nothing */
  struct iteration since; /* events: since it was woken; memory: since it rests */
  VEC(struct byte) state; /* bytes of variables, and values (index 0), when it began to rest */
  bool too_much;          /* there is more than that */
};
struct rest_list {
  VEC(struct rest) all;
};

void rest_begin(struct unfold *u, LLVMValueRef call, value_id lock);
void rest_end(struct unfold *u, value_id for_nothing);
/* Somebody finds the lock taken, and does not wait for it. */
void rest_is_noticed(struct unfold *u, value_id lock);
/* May a thread that goes round have been woken for nothing, and have done nothing since? */
bool rest_may_go_on(struct unfold *u, const struct rest_list *rests, value_id again);
void rests_free(struct rest_list *rests);

/* ---- unfold.c ---- */

/* The model that runs the handlers that the program registers, or NULL if it registers none. */
LLVMValueRef unfold_handlers(struct unfold *u);

/* ---- instr.c ---- */

/* Everything but phis and terminators. */
void instr_run(struct unfold *u, LLVMValueRef instruction);
void operand(struct unfold *u, LLVMValueRef value, value_id *out);
value_id operand1(struct unfold *u, LLVMValueRef value);
/* When does a cmpxchg succeed that finds what it expects if `equal`? A weak one may fail for no
 * reason. */
value_id instr_exchanges(struct unfold *u, LLVMValueRef instruction, value_id equal);

/* ---- points.c: instructions that a replay stops at ---- */

bool point_is(LLVMValueRef instruction);
/* Is it several accesses, that others may come between? */
bool point_is_divisible(LLVMValueRef instruction);
bool point_copies(LLVMValueRef instruction); /* from one place to another */
/* Before and after it is unfolded. */
void point_begin(struct unfold *u, LLVMValueRef instruction);
void point_end(struct unfold *u, LLVMValueRef instruction);
/* A call that is no point itself has one for each struct that it passes by value: how many of them
 * are among its first arguments? */
unsigned point_arguments(LLVMValueRef call, unsigned end);
void point_begin_argument(struct unfold *u, LLVMValueRef call, unsigned i, value_id to,
                          value_id from);
void point_end_argument(struct unfold *u, LLVMValueRef call, unsigned i);
void point_argument(struct unfold *u, value_id value); /* of the function that runs first */
/* Is it a call of a function that nobody has, whose result is arbitrary? */
bool point_is_unknown(LLVMValueRef instruction);
bool point_is_error(const char *name); /* is a call of it an error? */
/* Is it a function that a replay takes from the machine's own library? */
bool point_is_real(const char *name);
/* Is it one of those for which share/replay decides? */
bool point_is_lock(LLVMValueRef function);

/* The function that runs first, the model that is called before it and gives main its third
 * argument, and the one that is called after it; NULL where there is none. */
struct instrument_frame {
  LLVMValueRef entry, environment, handlers;
};

/* Writes the program to options->replay, as bitcode that calls share/replay at every point. */
bool instrument(const struct unfold *u, const struct instrument_frame *frame, struct diags *diags);

/* ---- entry.c: how the program begins ---- */

/* The function that runs first; NULL with an error in diags. */
LLVMValueRef entry_find(LLVMModuleRef module, const struct frontend_options *options,
                        struct diags *diags);
/* The model that makes the environment, or NULL if the program does not look at it. */
LLVMValueRef entry_environment(LLVMModuleRef module, LLVMValueRef entry);
/* Its arguments, into those of thread 0. */
void entry_arguments(struct unfold *u, LLVMValueRef function);

/* ---- wide.c: integers of 65 to 128 bits, two scalars each: the low 64 bits, and the rest ---- */

bool wide_is(LLVMTypeRef type);
void wide_constant(struct unfold *u, LLVMValueRef constant, value_id *out);
void wide_load(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
               value_id *out);
void wide_store(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
                const value_id *values);
/* Runs an instruction that computes with such integers, and loads and stores of atomic operations
 * with `order`; false if it is another one. */
bool wide_run(struct unfold *u, LLVMValueRef instruction, enum memory_order order);
/* The same of a call of one of the compiler's functions. */
bool wide_call(struct unfold *u, LLVMValueRef call, const char *name, value_id *out);
/* The n lowest words of an integer constant. */
void wide_constant_words(LLVMValueRef constant, uint64_t *words, unsigned n);

/* ---- unit.c: integers of 129 to UNIT_BITS bits, as far as bit-fields need them; a scalar for each
 * 64 bits, and one for the rest ---- */

bool unit_is(LLVMTypeRef type);
void unit_constant(struct unfold *u, LLVMValueRef constant, value_id *out);
void unit_load(struct unfold *u, LLVMTypeRef type, value_id address, value_id *out);
void unit_store(struct unfold *u, LLVMTypeRef type, value_id address, const value_id *values);
/* Runs an instruction that computes with such integers; false if it is another one. */
bool unit_run(struct unfold *u, LLVMValueRef instruction);

/* ---- sized.c ---- */

/* A new object of this size (of the width of a pointer), which need not be constant; its address.
 * The prototype says everything else of it. Sizes for which there is no room end in a CUT. */
value_id sized_object(struct unfold *u, uint64_t key, struct object prototype, value_id size,
                      bool zeroed);
value_id sized_extent(struct unfold *u, object_id object); /* how many bytes it has */
/* May it have fewer bytes than `end`, though it has room for them? */
bool sized_may_end(const struct unfold *u, object_id object, uint64_t end);
/* Does it have so many bytes (of the width of a pointer) from this address on, which lies in it? */
value_id sized_contains(struct unfold *u, value_id address, object_id object, value_id bytes);

/* ---- float.c ---- */

/* Arithmetic, comparisons and conversions of floating-point numbers. */
void float_run(struct unfold *u, LLVMValueRef instruction, value_id *out);
/* The same for LLVM's functions on them. */
void float_call(struct unfold *u, LLVMValueRef call, const char *name, value_id *out);
/* What the model __heddle_f32_NAME or __heddle_f64_NAME makes of two numbers, given as bits. */
value_id float_apply(struct unfold *u, LLVMValueRef site, const char *name, value_id a, value_id b);
/* Why values of a type have no scalars. */
const char *type_refusal(LLVMTypeRef type);

/* ---- call.c ---- */

struct call {
  LLVMValueRef instruction;
  LLVMValueRef callee;
  const char *name;
  value_id *out; /* where the result goes; several scalars */
};

void call_run(struct unfold *u, LLVMValueRef call);
value_id call_arg(struct unfold *u, const struct call *call, unsigned i); /* under the guard */
/* The type of an argument that is passed by value in memory, else NULL. */
LLVMTypeRef call_by_value(LLVMValueRef call, unsigned i);
/* Copies scalar by scalar, as the source is laid out. */
void call_copy(struct unfold *u, value_id to, value_id from, uint64_t size);
/* The same for the i-th argument of a call, which is passed by value. */
void call_copy_argument(struct unfold *u, LLVMValueRef call, unsigned i, value_id to, value_id from,
                        uint64_t size);
/* What is copied stays whole: how many bytes go together, of those `left`, as this is laid out. */
uint32_t call_piece(struct unfold *u, struct target layout, uint64_t done, uint64_t left);
struct target call_layout(struct unfold *u, value_id to, value_id from);

/* ---- copy.c: lengths that are not constant ---- */

struct copy {
  value_id to, from;
  value_id length; /* as wide as a pointer */
  bool fills;      /* with the byte `from` */
};

/* False if there are too many pieces, and nothing has happened. */
bool copy_run(struct unfold *u, const struct copy *copy);
/* A power of two that divides the length; at most 8. */
uint64_t copy_power(struct unfold *u, value_id length);

/* ---- intrinsic.c: what models are written with; builtin.c: what the compiler computes ---- */

/* False if it is none of them, or on a type that is not supported. */
bool intrinsic_is(const char *name);
bool intrinsic_run(struct unfold *u, const struct call *call);
bool builtin_run(struct unfold *u, const struct call *call);
/* assembly.c: the fences of inline assembly; false if there is anything else in the text. */
bool assembly_run(struct unfold *u, const char *text, size_t length);

/* ---- variadic.c: functions with unnamed arguments ---- */

/* Lays out the unnamed arguments of a call of `function`; their address. */
/* Where the i-th argument goes if `end` is where the one before it ended. */
uint64_t variadic_slot(LLVMTargetDataRef layout, LLVMValueRef call, unsigned i, uint64_t end,
                       uint64_t *size);
value_id variadic_area(struct unfold *u, LLVMValueRef call, LLVMValueRef function);
void variadic_start(struct unfold *u, value_id list);
void variadic_copy(struct unfold *u, value_id to, value_id from);

/* ---- events ---- */

struct event *event_new(struct unfold *u, enum event_kind kind); /* guard, place, section set */
void event_fence(struct unfold *u, enum memory_order order);
/* Opens an atomic section, or goes one deeper into the one that is open. */
void section_begin(struct unfold *u);
void section_end(struct unfold *u);
/* What an option has switched matters to this program: noted in the prog. */
void unfold_configured(struct unfold *u, enum configuration configuration);
/* Something is taken for granted: noted in the prog, once. The text lives as long as the prog. */
void unfold_assumed(struct unfold *u, const char *text);
void event_violation(struct unfold *u, enum fault fault, const char *text);
/* BLOCK or ASSUME: the thread goes no further while the condition does not hold. */
void event_condition(struct unfold *u, enum event_kind kind, value_id condition);
/* A violation if the condition does not hold, and then the thread goes no further. */
void event_check(struct unfold *u, enum fault fault, value_id condition, const char *text);

/* Shorthands for building values. */
value_id v_op(struct unfold *u, enum value_op op, value_id a, value_id b);
value_id v_const(struct unfold *u, unsigned width, uint64_t bits);
unsigned v_width(const struct unfold *u, value_id value);
/* The greatest number that both are a multiple of; of 0 and a, it is a. */
uint64_t greatest_divisor(uint64_t a, uint64_t b);

#endif
