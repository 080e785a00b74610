/* The report as a SARIF 2.1.0 log: one run, with one result for the bug, if there is one. What was
 * covered is in the properties of the invocation, in the words of the record; what makes a verdict
 * less than a proof is a notification. The log says nothing of times, so that it can be compared. */
#include "trace/sarif.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/uri.h"
#include "report/report.h"
#include "report/rules.h"

/* X(name, id, level, what it says) */
#define NOTICES(X)                                                                                 \
  X(INTERNAL, "internal-error", "error", "Heddle itself is at fault.")                             \
  X(UNKNOWN, "unknown", "warning", "There is no verdict.")                                         \
  X(BOUNDED, "not-covered", "note", "There is no bug within the bounds; the rest is open.")        \
  X(ASSUMED, "assumed", "warning", "The verdict rests on what Heddle does not model.")             \
  X(BELIEVED, "believed", "note", "Nobody has checked an answer that the verdict rests on.")       \
  X(NOTE, "note", "note", "Something that a reader of the verdict should know.")

enum notice {
#define X(name, id, level, text) NOTICE_##name,
  NOTICES(X)
#undef X
    NOTICE_COUNT
};
static const struct {
  const char *id, *level, *text;
} notices[] = {
#define X(name, id, level, text) [NOTICE_##name] = {id, level, text},
  NOTICES(X)
#undef X
};

/* ---- the tool ------------------------------------------------------------ */

static void
put_text(struct json *json, const char *key, const char *text)
{
  json_object(json, key);
  json_text(json, "text", text);
  json_object_end(json);
}

static void
put_level(struct json *json, const char *level)
{
  json_object(json, "defaultConfiguration");
  json_text(json, "level", level);
  json_object_end(json);
}

static void
put_tags(struct json *json, const struct rule *rule)
{
  json_object(json, "properties");
  json_text(json, "precision", "very-high");
  json_text(json, "problem.severity", "error");
  json_array(json, "tags");
  json_text(json, NULL, "concurrency");
  if (rule->cwe) {
    struct str tag = {0};
    str_printf(&tag, "external/cwe/cwe-%s", rule->cwe);
    json_text(json, NULL, str_text(&tag));
    str_free(&tag);
  }
  json_array_end(json);
  json_object_end(json);
}

static void
put_rules(struct json *json)
{
  json_array(json, "rules");
  for (size_t i = 0; i < rules_n; i++) {
    json_object(json, NULL);
    json_text(json, "id", rules[i].id);
    json_text(json, "name", rules[i].name);
    put_text(json, "shortDescription", rules[i].brief);
    put_text(json, "fullDescription", rules[i].brief);
    put_text(json, "help", rules[i].help);
    put_level(json, "error");
    put_tags(json, &rules[i]);
    json_object_end(json);
  }
  json_array_end(json);
}

static void
put_tool(struct json *json)
{
  struct str version = {0};
  report_version(&version);
  json_object(json, "tool");
  json_object(json, "driver");
  json_text(json, "name", "Heddle");
  json_text(json, "fullName", str_text(&version));
  json_text(json, "version", report_version_number());
  put_rules(json);
  json_array(json, "notifications");
  for (unsigned i = 0; i < NOTICE_COUNT; i++) {
    json_object(json, NULL);
    json_text(json, "id", notices[i].id);
    put_text(json, "shortDescription", notices[i].text);
    put_level(json, notices[i].level);
    json_object_end(json);
  }
  json_array_end(json);
  json_object_end(json);
  json_object_end(json);
  str_free(&version);
}

/* ---- the invocation ------------------------------------------------------ */

static void
notify(struct json *json, enum notice notice, const char *text)
{
  json_object(json, NULL);
  json_object(json, "descriptor");
  json_text(json, "id", notices[notice].id);
  json_uint(json, "index", notice);
  json_object_end(json);
  json_text(json, "level", notices[notice].level);
  sarif_message(json, "message", text);
  json_object_end(json);
}

static void
notify_reason(struct json *json, const struct report *report)
{
  struct str reason = {0};
  report_reason(&reason, report);
  if (report->result.verdict == VERDICT_INTERNAL)
    notify(json, NOTICE_INTERNAL, str_text(&reason));
  else if (report->result.verdict == VERDICT_UNKNOWN)
    notify(json, NOTICE_UNKNOWN, str_text(&reason));
  else if (report->result.verdict == VERDICT_BOUNDED && !report_is_assumed(report))
    notify(json, NOTICE_BOUNDED, str_text(&reason));
  str_free(&reason);
}

static void
put_notifications(struct json *json, const struct report *report)
{
  const char *next = NULL, *line;
  size_t n;
  json_array(json, "toolExecutionNotifications");
  notify_reason(json, report);
  while ((line = report_assumed(report, &next, &n))) {
    struct str text = {0};
    str_add_bytes(&text, line, n);
    notify(json, NOTICE_ASSUMED, str_text(&text));
    str_free(&text);
  }
  struct str believed = {0};
  report_believed(&believed, report);
  if (believed.n)
    notify(json, NOTICE_BELIEVED, str_text(&believed));
  str_free(&believed);
  for (size_t i = 0; i < report->notes.n; i++)
    notify(json, NOTICE_NOTE, report->notes.at[i]);
  json_array_end(json);
}

static void
put_folder(struct json *json, const char *key, const char *root)
{
  struct str uri = {0};
  uri_file(&uri, root);
  if (uri.text[uri.n - 1] != '/')
    str_add(&uri, "/");
  json_object(json, key);
  json_text(json, "uri", str_text(&uri));
  json_object_end(json);
  str_free(&uri);
}

static const char *
meaning_of(int exit_code)
{
  switch (exit_code) {
  case EXIT_SAFE:
    return "there is no bug";
  case EXIT_BUG:
    return "there is a bug";
  case EXIT_OPEN:
    return "no bug was found, and something is left open";
  default:
    return "internal error";
  }
}

static void
put_invocation(struct json *json, const struct report *report, const char *root)
{
  int code = report_exit_code(report);
  json_array(json, "invocations");
  json_object(json, NULL);
  json_bool(json, "executionSuccessful", code != EXIT_INTERNAL);
  json_int(json, "exitCode", code);
  json_text(json, "exitCodeDescription", meaning_of(code));
  json_array(json, "arguments");
  for (int i = 1; i < report->line->argc; i++)
    json_text(json, NULL, report->line->argv[i]);
  json_array_end(json);
  put_folder(json, "workingDirectory", root);
  put_notifications(json, report);
  json_object(json, "properties");
  report_json_covered(json, report);
  json_object_end(json);
  json_object_end(json);
  json_array_end(json);
}

/* ---- the log ------------------------------------------------------------- */

static void
put_result(struct json *json, const struct report *report, const char *root)
{
  struct trace_input trace = report_trace(report);
  const struct operands *operands = report->operands;
  struct sarif_base base = {root, operands->words.n ? operands->words.at[0] : "."};
  size_t rule = rule_of(&trace);
  json_object(json, NULL);
  json_text(json, "ruleId", rules[rule].id);
  json_uint(json, "ruleIndex", rule);
  json_text(json, "kind", "fail");
  json_text(json, "level", "error");
  trace_sarif(json, &trace, &base);
  json_object_end(json);
}

/* Is a file before this one the same? */
static bool
is_repeated(const struct operands *operands, size_t i, const char *root)
{
  struct str uri = {0}, other = {0};
  bool same = false;
  uri_of(&uri, root, operands->words.at[i]);
  for (size_t j = 0; j < i && !same; j++) {
    other.n = 0;
    uri_of(&other, root, operands->words.at[j]);
    same = !strcmp(str_text(&other), str_text(&uri));
  }
  str_free(&uri);
  str_free(&other);
  return same;
}

static void
put_artifacts(struct json *json, const struct report *report, const char *root)
{
  json_array(json, "artifacts");
  for (size_t i = 0; i < report->operands->words.n; i++) {
    if (is_repeated(report->operands, i, root))
      continue;
    json_object(json, NULL);
    sarif_artifact(json, "location", root, report->operands->words.at[i]);
    json_array(json, "roles");
    json_text(json, NULL, "analysisTarget");
    json_array_end(json);
    json_object_end(json);
  }
  json_array_end(json);
}

static void
put_run(struct json *json, const struct report *report, const char *root)
{
  json_object(json, NULL);
  put_tool(json);
  put_invocation(json, report, root);
  json_object(json, "originalUriBaseIds");
  put_folder(json, "%SRCROOT%", root);
  json_object_end(json);
  put_artifacts(json, report, root);
  json_text(json, "columnKind", "unicodeCodePoints");
  json_array(json, "results");
  if (report->result.verdict == VERDICT_BUG)
    put_result(json, report, root);
  json_array_end(json);
  json_object_end(json);
}

void
report_sarif(struct json *json, const struct report *report)
{
  char *root = getcwd(NULL, 0);
  json_object(json, NULL);
  json_text(
    json, "$schema",
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
  json_text(json, "version", "2.1.0");
  json_array(json, "runs");
  put_run(json, report, root ? root : "/");
  json_array_end(json);
  json_object_end(json);
  free(root);
}
