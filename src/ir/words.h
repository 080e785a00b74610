/* Inside src/ir: the words of the text form for the enumerations of prog.h. */
#ifndef HEDDLE_IR_WORDS_H
#define HEDDLE_IR_WORDS_H

/* Each table has one word per enumerator, in their order, and ends with NULL. */
extern const char *const words_input_kind[];
extern const char *const words_type_kind[];
extern const char *const words_object_kind[];
extern const char *const words_order[];
extern const char *const words_fault[];
extern const char *const words_configuration[];
extern const char *const words_event[];
extern const char *const words_op[];

/* The index of a word of n bytes, or -1. */
int words_find(const char *const *words, const char *word, unsigned long n);
unsigned words_count(const char *const *words);

#endif
