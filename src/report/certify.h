/* `check --certify DIR`: proofs of what the solver denied, and a statement for people of what they
 * show and what they take for granted. The engine writes formulas and proofs; the statement names
 * them. doc/certificates.md is about all this. */
#ifndef HEDDLE_REPORT_CERTIFY_H
#define HEDDLE_REPORT_CERTIFY_H

#include "report/report.h"

/* Before the long work: makes the folder, removes what an earlier certificate left there, finds the
 * program that writes proofs. False with a message in `error`. */
bool certify_begin(const char *folder, struct str *error);
/* Afterwards: FOLDER/statement.txt. Also false if a proof could not be made. */
bool certify_end(const struct report *report, struct str *error);
/* As a member of the record; null without --certify. */
void certify_json(struct json *json, const char *key, const struct report *report);

#endif
