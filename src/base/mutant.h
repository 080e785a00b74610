/* Rules that can be broken on purpose, to see whether the tests notice.
 *
 * `if (!MUTANT(NAME))` at the one place of a rule leaves the rule out. In ordinary builds MUTANT is
 * the constant false, mutant.c is not part of the program, and there is nothing to switch on. The
 * target `mutants` (for test/mutants.sh alone) is compiled with HEDDLE_MUTANTS; there
 * the environment variable HEDDLE_MUTANT names the one that is broken, if any.
 *
 * Each sentence says what the broken program does. */
#ifndef HEDDLE_BASE_MUTANT_H
#define HEDDLE_BASE_MUTANT_H

#include <stdbool.h>

#define MUTANTS(X)                                                                                 \
  /* encode: the schedule */                                                                       \
  X(ROUNDS_NOT_MONOTONE, "what was passed in a round need not be passed in the next")              \
  X(LABELS_NOT_MONOTONE, "a label can be passed before the one in front of it")                    \
  X(CONDITION_IN_FIRST_ROUND, "conditions bind those alone who pass in the first round")           \
  X(LOCK_DOES_NOT_BLOCK, "a thread passes a block whose condition is false")                       \
  X(ASSUME_IGNORED, "a thread passes an assumption that is false")                                 \
  X(CUT_PASSED, "a thread goes on behind the end of its unwinding")                                \
  X(VIOLATION_HELD_UP, "a condition behind a failing assertion still has to hold")                 \
  X(CHILD_EARLY, "a thread runs before it is created")                                             \
  X(CREATE_GUARD_IGNORED, "a thread is created though the guard is false")                         \
  X(JOIN_DOES_NOT_WAIT, "a join is passed at any time")                                            \
  X(JOIN_FORESEES, "a join sees what a later thread does in the same round")                       \
  X(CLOSED_INTERRUPTED, "a thread is interrupted before a closed label")                           \
  X(IDLE_RUNS, "a thread runs in a round in which it is idle")                                     \
  X(END_IGNORED, "a round of a split need not end where it should")                                \
  X(SWITCH_TOO_MANY, "one more context switch is allowed than was asked for")                      \
  /* encode: memory */                                                                             \
  X(STORE_MISSES_CELL, "a store over several cells misses the last of them")                       \
  X(STORE_MISSES_TARGET, "a store with several targets misses the last of them")                   \
  X(STORE_GUARD_IGNORED, "a store happens though its guard is false")                              \
  X(ACCESS_REPEATED, "an access happens again in every later round")                               \
  X(MEMORY_FORGETS_ROUND, "each round begins with the initial memory")                             \
  X(LOAD_HALF_BOUND, "a load can give 1 where memory has 0")                                       \
  X(INIT_MISSES_CELL, "an initial value misses a cell that begins before it")                      \
  X(COPIED_BIT_STALE, "a bit of a cell that copies another one stays behind when it is stored to") \
  /* encode: one order */                                                                          \
  X(ORDER_NOT_MONOTONE, "a node can be before another one and behind the next of its thread")      \
  X(ORDER_NOT_MONOTONE_BACK, "likewise, for threads with smaller numbers")                         \
  X(ORDER_NOT_TRANSITIVE, "a model whose order has cycles is taken for an execution")              \
  X(STEP_OUT_OF_ORDER, "a label can happen without the one in front of it")                        \
  X(STORE_BETWEEN, "between a load and its source there may be other stores")                      \
  X(PERHAPS_HIDES, "a store that may not happen hides those before it")                            \
  X(CREATION_UNORDERED, "what a thread does may come before its creation")                         \
  X(JOIN_UNORDERED, "a join under a condition may come before the end of the thread")              \
  X(LOCK_UNENTERED, "a section is left even if nobody enters later")                               \
  X(LOCK_PERHAPS, "a section whose guard is false keeps others out")                               \
  X(STOP_IS_PASSED, "order: a STOP behind a step that has happened has happened, too")             \
  X(LAST_IS_ANY, "any store may be the last one, in questions about states")                       \
  X(COMMIT_BEFORE_STORE, "order: a late store reaches memory before it happens")                   \
  X(COMMITS_UNCHAINED, "order: late stores reach memory in any order")                             \
  X(COMMITS_PASS_IN_PLACE, "order: late stores that overlap reach memory in any order")            \
  X(COMMITS_CROSS_BORDER, "order: late stores overtake each other across a release fence")         \
  X(COMMIT_BEHIND_BARRIER, "order: a late store reaches memory behind a barrier")                  \
  X(COMMIT_BEHIND_PERHAPS, "order: likewise, behind a barrier with a condition")                   \
  X(DONE_OUT_OF_ORDER, "order: of late stores any may have reached memory before a race")          \
  X(COMMIT_NOT_PROMPT, "order: a barrier in a section does not wait for its late stores")          \
  X(COMMIT_HIDES_OTHERS, "order: what nobody sees is in memory at once, before what it covers")    \
  X(JOIN_BEFORE_COMMITS, "order: a thread is joined before its late stores reach memory")          \
  X(DEADLOCK_WITH_COMMITS, "order: a deadlock leaves late stores out of memory")                   \
  X(RACE_FORGETS_OWN, "order: who is about to race does not see its own late stores")              \
  X(KNOWN_THOUGH_ABSENT, "order: what is known binds labels that do not happen as well")           \
  X(ADDED_UNTOLD, "order: the account of a proof lacks the clauses that were added")               \
  /* encode: store buffers */                                                                      \
  X(SEEN_EARLY, "others see a late store before it happens")                                       \
  X(QUEUE_OUT_OF_ORDER, "under total store order stores overtake each other")                      \
  X(PLACE_OUT_OF_ORDER, "stores to one place overtake each other")                                 \
  X(BORDER_CROSSED, "stores overtake each other across a release fence")                           \
  X(BARRIER_PASSED, "a barrier is passed with something in the buffer")                            \
  X(JOIN_BEFORE_SEEN, "a thread is joined with something in its buffer")                           \
  X(OWN_STORE_UNSEEN, "a thread does not see what is in its own buffer")                           \
  X(CLOSED_LATE, "a store outside of the selected tiles is seen late")                             \
  X(HALT_WITH_BUFFER, "a state is a deadlock though buffers are not empty")                        \
  /* encode: the questions */                                                                      \
  X(ASSERT_NOT_REACHED, "an assertion fails though nobody comes to it")                            \
  X(CUT_CERTAIN_UNNAMED, "a cut that every run comes to is not among those that can be raised")    \
  X(CUT_OF_MAIN_ALONE, "that a thread other than main is cut off is not noticed")                  \
  X(DEADLOCK_FORGETS_JOIN, "who waits for the end of a thread does not wait")                      \
  X(DEADLOCK_FORGETS_ENDED, "a lock whose owner has ended will be released")                       \
  X(ATTEMPT_NOT_TAKEN_BACK, "what a thread stores while it tries to go on stays in memory")        \
  X(DEADLOCK_OF_ONE, "somebody waiting is enough, whatever the others do")                         \
  X(RACE_FORGETS_WRITES, "two writes are no race")                                                 \
  X(RACE_OF_ATOMICS, "atomic accesses race like plain ones")                                       \
  X(RACE_OF_MODELS, "memory of the models takes part in races")                                    \
  X(RESTRICTION_STAYS, "what is refuted under a restriction is refuted without it")                \
  X(FIRST_ROUND_STAYS, "with many threads there is one round")                                     \
  X(RESTRICTION_FORCED, "stored values fit into few bits, assumed or not")                         \
  /* encode: words */                                                                              \
  X(SIGN_EXTENSION_LOST, "a sign extension fills with zeros")                                      \
  X(CARRY_LOST, "a carry that comes in is not passed on")                                          \
  X(MUX_LEAKS, "a mux that takes its second arm can be 1 where that is 0")                         \
  X(SIGN_IGNORED, "a signed comparison is an unsigned one")                                        \
  X(QUOTIENT_BY_ZERO, "the upper bits of a quotient by zero are 0")                                \
  /* analysis */                                                                                   \
  X(SECTION_DIVIDED, "a thread can be interrupted in the middle of a section")                     \
  X(READ_UNSEEN, "a read that another thread's write concerns needs no label")                     \
  X(EFFECT_TAKEN_BACK, "a thread can be held up in a group in which it has stored")                \
  X(JOIN_PERHAPS, "a join that may not happen orders like one that does")                          \
  X(BARRIER_HIDDEN, "a thread is not interrupted just before a barrier")                           \
  X(LOCK_NEVER_GIVEN_BACK, "a lock once taken counts as held ever after")                          \
  X(LOCK_OPENED_BY_ANYBODY, "who does not hold a lock may open it")                                \
  X(LOCK_WATCHED, "giving back a lock needs no label though others try to get it")                 \
  X(LOCKS_DIFFER, "whoever holds any lock is alone")                                               \
  X(MERGED_HELD_UP, "a thread can be held up in a group that got longer by locks")                 \
  X(RACE_OF_WAITER_FORGOTTEN, "who waits for a lock touches nothing meanwhile")                    \
  X(LOCK_SEEN_TO_FAIL, "an assertion that looks at a lock before a wait does not count")           \
  X(SLICE_DROPS_BARRIER, "a slice has only the barriers that matter for themselves")               \
  X(VALUES_FORGET_TARGET, "of several targets of a store only the first is written")               \
  X(VALUES_FORGET_ZERO, "memory without an initial value does not hold zero at first")             \
  X(VALUES_INITS_LATE, "what is loaded may be zero as long as its initial value is not known")     \
  X(VALUES_FORGET_OVERLAP, "accesses of different sizes do not disturb each other")                \
  X(RANGE_SUM_SHORT, "the upper end of a sum is one too low")                                      \
  X(RANGE_BIT_SHORT, "a signed range is given one bit too few")                                    \
  X(RANGE_PRODUCT_CORNERS, "the range of a product is made of two corners only")                   \
  X(CHAIN_TOO_SHORT, "of conditions that can hold together only the last counts")                  \
  X(STEPS_TOO_FEW, "the chain of stores is followed one store less than it is long")               \
  X(INITIAL_OVERWRITTEN, "a store that may not have happened hides the initial value")             \
  X(SLICE_DROPS_STORE, "a store that overlaps a load elsewhere than at its first byte is dropped") \
  X(SLICE_DROPS_JOIN, "a join in front of what matters is dropped")                                \
  X(SLICE_DROPS_ADDRESS, "what the address of an access depends on is dropped")                    \
  X(SLICE_STOPS_EARLY, "what may stop a thread in the same label, but later, is dropped")          \
  X(SLICE_DROPS_LAST_FENCE, "a fence behind the last store that matters is dropped")               \
  X(LOCK_LEFT_IS_OPEN, "nobody waits for a lock that a label takes and does not give back")        \
  X(LOCK_TAKEN_IS_OPEN, "nobody waits for a lock that is taken from the start")                    \
  X(WAIT_OF_CHILD_FORGOTTEN, "who waits for a thread that waits does not wait")                    \
  /* interp */                                                                                     \
  X(RUN_BLOCK_IGNORED, "the interpreter passes a block whose condition is false")                  \
  X(RUN_OWN_STORE_UNSEEN, "run: a thread does not see what is in its own buffer")                  \
  X(RUN_BARRIER_PASSED, "run: a barrier leaves the buffer as it is")                               \
  X(RUN_QUEUE_OVERTAKEN, "run: what leaves a buffer need not wait for what was there before")      \
  X(STEPS_ALONE, "a thread goes on alone whatever others may still do")                            \
  X(FUTURE_WITHOUT_STORES, "what a thread may still write is forgotten")                           \
  X(FUTURE_WITHOUT_CHILDREN, "what threads do that a thread still creates is forgotten")           \
  X(SLICE_PASSES_MORE, "a group whose opening is dropped goes to the one before")                  \
  X(SLICE_PASSES_UNSEEN, "a group opens in the slice where it does in the whole, if that is kept") \
  X(SLICE_PASSES_STOP, "the same, of a group that begins where a thread may be stuck")             \
  X(ALL_HARMLESS, "explicit search: no assertion can fail")                                        \
  X(RECENT_PERHAPS, "a store that perhaps happens hides those before it")                          \
  X(RECENT_ORDER, "an own store hides all that is before the load, by whatever thread")            \
  X(GIVEN_UNTAKEN, "a lock that is opened has been taken in the same step")                        \
  X(LOCKS_RESTORED, "what a section stores is taken for what was there before")                    \
  X(ADDITION_SEEN, "what is added to is said to be used for nothing else")                         \
  X(ADDITION_OF_PARTS, "additions to different bytes of one number are in any order")              \
  X(FLUSH_ALONE, "a thread that needs its buffer empty is let wait without what is in it")         \
  X(BUFFERS_FORGOTTEN, "what waits in buffers is no part of what is still written")                \
  X(LEAVES_ALONE, "a store leaves its buffer whatever others may still do")                        \
  X(OBSTACLES_FORGOTTEN, "a store waits in its buffer without those that leave first")             \
  X(RACE_OF_LATE_STORES, "a store that goes into a buffer is in no race")                          \
  X(ADDITION_LATE, "an addition may be seen late")                                                 \
  X(NAMES_ANYWHERE, "names of equal threads may be used in any way")                               \
  X(NAMES_IGNORED, "which of several equal threads holds a lock does not count")                   \
  X(JOINS_FORGOTTEN, "equal threads are exchanged whatever order they are joined in")              \
  X(BLOCK_DOES_MORE, "between two joins of equal threads, something may happen")                   \
  X(BLOCK_HOLDS_LOCKS, "equal threads are exchanged while their creator holds a lock")             \
  X(BLOCK_PASSED_UNSEEN, "a state in which a join has been passed is taken for the one before")    \
  X(EQUAL_BUFFERS_IGNORED, "what waits in the buffers of equal threads does not count")            \
  X(RUN_STORE_LOST, "the interpreter stores all bytes but the last of several")                    \
  X(RUN_NOT_TAKEN_BACK, "what a thread did in a label that it cannot pass stays")                  \
  X(RUN_JOIN_EARLY, "the interpreter joins a thread that exists")                                  \
  X(RUN_CIRCLE_FORGOTTEN, "the interpreter knows of deadlocks of everybody alone")                 \
  X(RUN_RACE_BY_ADDRESS, "the interpreter sees races of accesses to the same first byte alone")    \
  X(LIVE_TOO_SHORT, "a value that is still to be stored does not count as part of the state")      \
  X(STATE_SEEN_LATER, "a state that is reached again at an earlier turn is not looked at again")   \
  /* trace */                                                                                      \
  X(PRINTS_UNSORTED, "the fingerprint of a race depends on which thread comes first")              \
  X(FLOW_KEEPS_START, "of a long run the first steps are told, and not the end")                   \
  X(TRACE_STOPS_UNSEEN, "a trace leaves out what kept a thread from going on")                     \
  /* check */                                                                                      \
  X(WHY_ONE_WAY_ENOUGH, "why: an order is needed if one way to exchange it ends well")             \
  X(WHY_NOTHING_BEHIND_BOUND, "why: a run that stops at a bound ends well")                        \
  /* tiling */                                                                                     \
  X(TILE_CUT_SHORT, "the last label of a selected tile is closed")                                 \
  X(SELECTION_TWICE, "a selection that has been drawn can be drawn again")                         \
  /* engine */                                                                                     \
  X(ROUNDS_ONE_SHORT, "one round less than needed is taken for enough")                            \
  X(ROUNDS_FORGET_START, "the start of a thread that creates others needs no round")               \
  X(ADDED_NOT_COPIED, "what is added after models is no part of the formula that is proved")       \
  X(RESTRICTION_COPIED, "the formula that is proved has the clauses of restrictions, too")         \
  X(REACH_BELIEVED, "an assertion that no run at random reaches is said to be reached by none")    \
  X(HALF_TWICE, "both halves of what is divided are the same")                                     \
  X(HALF_NOT_DENIED, "order: both halves of what is divided have one node before the other")       \
  X(HALF_MISREAD, "order: a half that is told as text is taken for the other one")                 \
  X(REFINEMENT_TOLD_SHORT, "leaves are told what others add after a model without its last part")  \
  X(CORE_TOO_SMALL, "a refuted leaf is said to rest on none of its halves")                        \
  X(LEMMA_ASSUMED, "leaves tell each other what holds in their halves alone")                      \
  X(DEATH_IS_NO_BUG, "a leaf whose process died is taken for refuted")                             \
  X(LEMMA_KNOWN_BY_START, "a lemma that differs from another one in a literal alone is not told")  \
  X(RESTART_AT_THE_END, "who is given another leaf says that it is refuted, like the one before")  \
  X(RIVAL_BY_NUMBER, "of the rivals of a leaf only the first one ever works")                      \
  X(SHARE_SKIPS, "an instance belongs to no share")                                                \
  X(LEFT_IS_DONE, "instances that nobody has tried are taken for instances without a bug")         \
  /* swarm */                                                                                      \
  X(CONTEXT_UNCHECKED, "a rank works on a job whatever program it was told before")                \
  X(CONTEXT_NOT_RENEWED, "the second problem that ranks work on is not told to them")              \
  X(WORKER_ID_REUSED, "what a stopped worker still says is taken for the word of the next one")    \
  /* emit */                                                                                       \
  X(EMITTED_BIT_LOST, "a variable of an emitted program has one bit too few")                      \
  X(EMITTED_WAIT_UNSEEN, "an emitted thread that has to wait is not seen to wait")                 \
  X(EMITTED_LOST_TOO_SOON, "who waits for one that goes on is in a deadlock")                      \
  X(EMITTED_STUCK_GOES_ON, "an emitted thread goes on behind what it cannot pass")                 \
  /* base, trace: the page */                                                                      \
  X(TAGS_IN_TEXT, "what a program is written in can be markup of the page")                        \
  X(SCRIPT_ENDED, "text of a program can end the script that it is data of")                       \
  X(OWN_BUFFER_UNREAD, "page: a load reads memory though its thread has a store in its buffer")    \
  X(LAST_BYTE_IS_ALL, "page: who wrote the last byte that is read has written all of them")        \
  /* ir: folding */                                                                                \
  X(FOLD_ADD_EQUAL, "x + l == k is folded to x == k + l")                                          \
  X(NARROWED_NOT_FOUND, "an input that has got fewer bits is not found again")                     \
  /* vm */                                                                                         \
  X(VM_NOBODY_WAITS, "all threads may wait")                                                       \
  X(VM_NO_CIRCLE, "threads may wait in a circle")                                                  \
  X(VM_FOR_EVER, "threads may go round for ever")                                                  \
  X(VM_WAITS_GO_ON, "a thread that waits in a loop goes on")                                       \
  X(VM_ADDRESS_IN_PIECES, "the bytes of an address are numbers like others")                       \
  X(VM_IDS_COMPARED_UNSEEN, "only pthread_equal compares the ids of threads")                      \
  X(VM_SHARING_UNSEEN, "a word is that of the thread that uses it first")                          \
  X(VM_FORGETS_KNOWN, "the place of a block that is gone is free at once")                         \
  X(VM_LIFE_UNSEEN, "nobody sees that a variable is there again")                                  \
  X(VM_UNWRITTEN_IS_ZERO, "memory that nobody has written to is 0")                                \
  X(VM_UNALIGNED_WHOLE, "an access is one, whether it is aligned or not")                          \
  X(VM_COPIES_WHOLE, "a struct is copied at once")                                                 \
  X(VM_FREED_STAYS, "no new block lies where one was freed")                                       \
  X(VM_NOTHING_BEHIND, "nothing lies behind an object")                                            \
  X(VM_DECLARED_ONCE, "a variable of a loop keeps its value")                                      \
  X(VM_SCOPE_IN_REGISTER, "a variable of a block is there as long as its function")                \
  X(VM_IDS_ONCE, "no two threads have the same id")                                                \
  X(VM_NUMBER_IS_NOWHERE, "no object lies at a number that the program names")                     \
  X(VM_NUMBER_IS_ADDRESS, "a number of the program that looks like an address is one")             \
  X(VM_WEAK_IS_SOMEWHERE, "a weak variable or function has an address though nobody defines it")   \
  X(VM_ZEROS_OF_ZERO, "the zeros before the first one of 0 are all")                               \
  X(VM_CHOOSES_ONCE, "what is arbitrary is 0")                                                     \
  X(VM_SECTIONS_RACE_NOT, "an access in a section is in no race")                                  \
  X(VM_JUMPS_STAND_NOWHERE, "who has paused at a jump makes an access without a note")             \
  X(VM_ORDERS_SYNCHRONISE, "every atomic operation synchronises")                                  \
  X(VM_BLOCKS_UNSEEN, "nobody sees that others make blocks")                                       \
  X(VM_LEAVE_FOR_MANY, "whoever goes on at a struct may copy it at once")                          \
  X(VM_OWN_PRINTF_PRINTS, "a function that is called printf only prints")                          \
  /* frontend */                                                                                   \
  X(IDS_ARE_NOT_COPIED, "ids of threads lie in variables of that type alone")                      \
  X(IDS_ARE_NOT_PASSED, "what a function is given or returns is no id of a thread")                \
  X(IDS_IN_ORDER, "the order of ids of threads is known")                                          \
  X(EXIT_IS_FAILURE, "a loop that is left by exit(0) is not left")                                 \
  X(ZEROS_OF_ZERO_FOUND, "ffs(0) counts the zeros of 0")                                           \
  X(RELEASE_STORE_OVERTAKES, "pso: a release store reaches memory before what was stored before")  \
  X(RELAXED_SYNCHRONISES, "races: relaxed accesses synchronise")                                   \
  X(ACQUIRE_IGNORED, "races: an acquire load is a relaxed one")                                    \
  X(RELAXED_RELEASES, "races: a relaxed store is a release store")                                 \
  X(SEQUENCE_ENDS, "races: a read-modify-write ends a release sequence")                           \
  X(ACQUIRED_BY_FAILURE, "races: a compare-and-exchange that fails has the order of success")      \
  X(LEFT_OUT_UNSAID, "races: iterations that poll under a lock are left out without a word")       \
  X(FREE_WRITES_NOTHING, "races: free() writes nothing, and a use of the block reads nothing")     \
  X(LATE_RACES_KEPT, "races: what is released is noted before others see it")                      \
  X(FENCE_ACQUIRES_NOTHING, "races: an acquire fence is none")                                     \
  X(FENCE_RELEASES_NOTHING, "races: a release fence is none")                                      \
  X(JOIN_ORDERS_NOTHING, "races: what a thread did does not happen before its end")                \
  X(ASSEMBLY_UNLOCKED, "assembly: a locked instruction is a load and a store")                     \
  X(ASSEMBLY_XCHG_UNLOCKED, "assembly: xchg with memory is a load and a store")                    \
  X(ASSEMBLY_NO_FENCE, "assembly: mfence is nothing")                                              \
  X(ASSEMBLY_RELAXED, "assembly: accesses are relaxed, though memory is clobbered")                \
  X(ASSEMBLY_SHARED_INPUT, "assembly: outputs never lie where inputs do")                          \
  X(ASSEMBLY_BIT_NEAR, "assembly: a bit of another word is one of the first")                      \
  X(ASSEMBLY_KEEPS, "assembly: a register may be changed that is not clobbered")                   \
  X(IGNORED_IN_ALL_LINES, "a finding is ignored in all lines of its file")                         \
  X(QUIET_RACES, "races are found though they are ignored")                                        \
  X(INLINE_BODIES_LEFT, "a function whose only body is for inlining has none")                     \
  X(INLINE_STATIC_COPIED, "an inline body has its own copies of static variables")                 \
  X(HINTS_COUNT, "a file whose attributes contradict each other does not compile")                 \
  X(ADDRESSES_FIXED, "a program sees the addresses that the front end chose")                      \
  X(ADDRESSES_OVERLAP, "objects may lie in the same place")                                        \
  X(PIECES_ARE_NUMBERS, "an address that is put together from pieces is a number")                 \
  X(DISTANCE_FORGOTTEN, "a pointer that is moved to another object stays in its own")              \
  X(ADDRESS_LISTED_LAST, "of the addresses that are listed only one has its object's place")       \
  X(NUMBER_FOLLOWED, "memory is accessed at a number that was made of an address")                 \
  X(NUMBER_IS_INDEX, "a number that was made of an address is an index where it is subtracted")    \
  X(DISTANCE_IS_POINTER, "the distance of two pointers is a pointer that was moved")               \
  X(REUSE_FORGOTTEN, "a freed block that is compared is not handed out again")                     \
  X(IDS_DIFFER, "a thread never has the id of one that was joined")                                \
  X(UNWIND_COUNTED_FREE, "loops that count to a constant are never cut")                           \
  X(UNWIND_ONE_SHORT, "a loop is cut off one iteration too early")                                 \
  X(LOOP_BOUND_IGNORED, "__VERIFIER_loop_bound does nothing")                                      \
  X(UNWIND_SILENT, "what the bound of a loop cuts off is not said to be cut off")                  \
  X(WAIT_CHANGES_MEMORY, "a loop that changes private memory is taken for a wait")                 \
  X(WAIT_STORES, "a loop that stores to shared memory is taken for a wait")                        \
  X(WAIT_LOOKS_ONCE, "a wait that looks at memory in several steps is taken for a deadlock")       \
  X(WAIT_UNSEEN, "no loop is taken for a wait")                                                    \
  X(INPUTS_WIDE, "an input has all its bits, whatever is assumed")                                 \
  X(NARROW_OF_OTHERS, "an assumption bounds what a variable holds, though others look at it")      \
  X(NARROW_ELSEWHERE, "what a variable holds is bounded by an assumption on one of several ways")  \
  X(NARROW_LATER, "an assumption bounds an input also if something has happened in between")       \
  X(GARBAGE_SEEN, "every block may be seen as it was before its maker filled it")                  \
  X(GARBAGE_PERHAPS, "a store that may not happen fills a new block")                              \
  X(GARBAGE_PUBLISHED, "a block that is not filled yet is shown to nobody")                        \
  X(GARBAGE_RECEIVED, "an address comes from the block's maker, however it was made")              \
  X(GARBAGE_ASTRAY, "what may be stored to a new block fills it")                                  \
  X(GARBAGE_GUESSED, "a new block of which nobody knows that it is shared holds zeroes")           \
  X(GARBAGE_LATE, "a block is filled before it is published, though stores overtake each other")   \
  X(LOCK_COPIED, "nobody reads the word of a lock without being a model")                          \
  X(HOLD_WAITS_FIRST, "who polls waits for a lock that its next iteration would not take")         \
  X(HOLD_CHANGED, "who polls under a lock does not mind who has changed it")                       \
  X(REST_COUNTED, "who was woken for nothing and sleeps on has done something")                    \
  X(REST_STORE_COUNTED, "who sleeps on and has put back what was there has done something")        \
  X(REST_LOOKS_ONCE, "what a thread saw when it was woken is what memory holds")                   \
  X(LOCK_NOT_NOTICED, "nobody notices that a thread that waits, or polls, has its mutex")          \
  X(PHI_WRONG_EDGE, "where paths meet, the first of them gives its values to all")                 \
  X(COMPARISON_UNSIGNED, "signed less-than is unsigned")                                           \
  X(INDEX_BEHIND_END, "the element behind the end of a long array can be used")                    \
  X(SIZE_SILENT, "that an object is larger than those tried is not said")                          \
  X(EXTENT_IGNORED, "what has room for many sizes can be used beyond its own")                     \
  X(FREE_FORGOTTEN, "a freed block can still be used")                                             \
  X(CONFIGURATION_UNSAID, "what an option leaves out is not said")                                 \
  X(MODEL_BY_FOLDER, "what lies in a folder share/models is taken for the library")                \
  X(SHARING_FORGOTTEN, "bytes that one thread reads and another writes are private")               \
  X(NUMBERS_NOT_TORN, "a machine of 32 bits moves 64 in one step")                                 \
  X(BLOCK_LEAVES_NOTHING, "variables of a block stay when it has been left")                       \
  X(DECLARED_ONCE, "a variable of a loop's body keeps what the iteration before left")             \
  X(DECLARED_ONCE_IN_BLOCK, "a jump back to a declaration leaves the contents")                    \
  X(INLINED_OUTSIDE, "an inlined function is outside of the block that calls it")                  \
  X(COPIES_ARE_ONE, "all copies of an inlined function are one")                                   \
  X(INLINED_OWNS_ALL, "what is passed to an inlined function begins with its body")                \
  X(CLEANUP_BEHIND, "cleanup functions run after the block")                                       \
  X(MAIN_LEAVES_NOTHING, "main's variables stay when it has been left")                            \
  X(LOCKS_INITIALISED_AGAIN, "nothing is known of a lock that is initialised")

enum mutant {
#define X(name, text) MUTANT_##name,
  MUTANTS(X)
#undef X
    MUTANT_NONE,
};

/* In mutant.c, of the target `mutants` alone. Aborts if there is no such name. */
bool mutant_is(enum mutant mutant);

#ifdef HEDDLE_MUTANTS
#define MUTANT(name) mutant_is(MUTANT_##name)
#else
#define MUTANT(name) ((int)MUTANT_##name < 0) /* false, but the name must exist */
#endif

#endif
