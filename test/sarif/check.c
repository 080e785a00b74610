/* Is a SARIF log what readers of such logs need?
 *
 *   sarif FILE
 *
 * Looks at the log alone and at the files it speaks of, and knows nothing of how it was written: the
 * structure that the standard and code hosts ask for; every place exists, and its text is there;
 * rules, notifications and their numbers fit; the flows of the threads are the merged flow, told
 * apart. Prints a line that begins with "FAIL" for everything that is wrong. If nothing is, prints
 * "RULE FINGERPRINT STEPS PARTNERS" for each result, or "nothing", and the notifications' ids. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_read.h"
#include "base/str.h"

static int failed;

static bool
expect(bool truth, const struct json_value *at, const char *what)
{
  if (truth)
    return true;
  printf("FAIL line %u: %s\n", at ? at->line : 0, what);
  failed = 1;
  return false;
}

/* ---- members ------------------------------------------------------------- */

static const struct json_value *
get(const struct json_value *value, enum json_kind kind, const char *name)
{
  const struct json_value *member = json_member(value, name);
  expect(member && member->kind == kind, value, name);
  return member && member->kind == kind ? member : NULL;
}

static const char *
get_text(const struct json_value *value, const char *name)
{
  const struct json_value *member = get(value, JSON_TEXT, name);
  return member ? member->text : "";
}

static uint64_t
get_number(const struct json_value *value, const char *name)
{
  const struct json_value *member = get(value, JSON_NUMBER, name);
  expect(!member || member->is_uint, value, name);
  return member ? member->natural : 0;
}

static const char *
get_message(const struct json_value *value, const char *name)
{
  const char *text = get_text(get(value, JSON_OBJECT, name), "text");
  expect(*text != 0, value, "a message is not empty");
  for (const char *at = text; (at = strpbrk(at, "{}")); at += 2)
    if (!expect(at[1] == *at, value, "a brace is doubled"))
      break;
  return text;
}

static const struct json_value *
element(const struct json_value *array, uint64_t i)
{
  const struct json_value *at = array ? array->first : NULL;
  while (at && i--)
    at = at->next;
  return at;
}

/* ---- places -------------------------------------------------------------- */

/* The file that a URI names: its path in `out`. */
static bool
decode(struct str *out, const char *uri)
{
  for (; *uri; uri++) {
    char byte = *uri;
    if (byte == '%') {
      int high = str_hex_digit(uri[1]), low = high < 0 ? -1 : str_hex_digit(uri[2]);
      if (low < 0)
        return false;
      byte = (char)(16 * high + low);
      uri += 2;
    } else if (!isalnum((unsigned char)byte) && !strchr("-._~/", byte)) {
      return false;
    }
    str_add_bytes(out, &byte, 1);
  }
  return true;
}

static void
find_file(struct str *path, const struct json_value *artifact)
{
  const char *uri = get_text(artifact, "uri");
  const struct json_value *base = json_member(artifact, "uriBaseId");
  bool absolute = !strncmp(uri, "file:///", 8);
  expect(absolute == !base, artifact, "a file has a base, or an absolute URI");
  expect(!base || !strcmp(get_text(artifact, "uriBaseId"), "%SRCROOT%"), artifact, "the base");
  expect(absolute || (*uri && *uri != '/'), artifact, "a relative reference is relative");
  expect(decode(path, uri + (absolute ? 7 : 0)), artifact, "a URI has no odd characters");
}

/* The text of the line, without its end; false if it has none. */
static bool
find_line(struct str *out, const char *path, uint64_t line)
{
  FILE *file = fopen(path, "rb");
  int c = 0;
  if (!file)
    return false;
  for (uint64_t at = 1; at <= line && c != EOF; at++)
    while ((c = getc(file)) != EOF && c != '\n')
      if (at == line) {
        char byte = (char)c;
        str_add_bytes(out, &byte, 1);
      }
  bool there = c != EOF || out->n;
  fclose(file);
  return there;
}

/* What is not UTF-8 has been replaced, and cannot be compared. */
static void
check_snippet(const struct json_value *region, const struct str *line)
{
  const struct json_value *snippet = json_member(region, "snippet");
  if (!snippet)
    return;
  const char *text = get_text(snippet, "text");
  expect(!strcmp(text, str_text(line)) || strstr(text, "\xef\xbf\xbd"), region,
         "a snippet is the line");
}

static void
check_region(const struct json_value *region, const char *path)
{
  struct str line = {0};
  uint64_t number = get_number(region, "startLine"), characters = 1;
  expect(number > 0, region, "lines begin with 1");
  expect(find_line(&line, path, number), region, "the line is there");
  for (size_t i = 0; i < line.n; i++)
    characters += ((unsigned char)line.text[i] & 0xc0) != 0x80;
  if (json_member(region, "startColumn")) {
    uint64_t column = get_number(region, "startColumn");
    expect(column > 0 && column <= characters, region, "the column is there");
  }
  check_snippet(region, &line);
  str_free(&line);
}

static void
check_location(const struct json_value *location)
{
  struct str path = {0};
  const struct json_value *place = get(location, JSON_OBJECT, "physicalLocation");
  const struct json_value *region = json_member(place, "region");
  const struct json_value *around = json_member(place, "contextRegion");
  find_file(&path, get(place, JSON_OBJECT, "artifactLocation"));
  FILE *file = fopen(str_text(&path), "rb");
  if (expect(file != NULL, location, "the file is there"))
    fclose(file);
  if (region)
    check_region(region, str_text(&path));
  if (around) {
    check_region(around, str_text(&path));
    expect(get_number(around, "startLine") == get_number(region, "startLine"), place, "around");
  }
  str_free(&path);
}

/* ---- flows --------------------------------------------------------------- */

/* Each step of a flow: its order, from one to the next greater. */
static size_t
check_flow(const struct json_value *flow)
{
  const struct json_value *locations = get(flow, JSON_ARRAY, "locations");
  uint64_t before = 0;
  expect(locations && locations->n, flow, "a flow has steps");
  for (const struct json_value *at = locations ? locations->first : NULL; at; at = at->next) {
    const struct json_value *location = get(at, JSON_OBJECT, "location");
    uint64_t order = get_number(at, "executionOrder");
    expect(order > before, at, "steps are in order");
    before = order;
    check_location(location);
    get_message(location, "message");
    get_number(at, "nestingLevel");
    const char *importance = get_text(at, "importance");
    expect(!strcmp(importance, "essential") || !strcmp(importance, "important") ||
             !strcmp(importance, "unimportant"),
           at, "importance");
  }
  return locations ? locations->n : 0;
}

/* The step of the merged flow that has this order. */
static const struct json_value *
step_of_order(const struct json_value *merged, uint64_t order)
{
  const struct json_value *locations = json_member(merged, "locations");
  for (const struct json_value *at = locations ? locations->first : NULL; at; at = at->next)
    if (get_number(at, "executionOrder") == order)
      return at;
  return NULL;
}

/* It has the same words, behind the name of the thread. */
static void
check_merged(const struct json_value *merged, const struct json_value *flow)
{
  const char *thread = get_text(flow, "id");
  const struct json_value *locations = json_member(flow, "locations");
  for (const struct json_value *at = locations ? locations->first : NULL; at; at = at->next) {
    const struct json_value *same = step_of_order(merged, get_number(at, "executionOrder"));
    if (!expect(same != NULL, at, "the merged flow has the step"))
      continue;
    const char *text = get_message(json_member(at, "location"), "message");
    const char *whole = get_message(json_member(same, "location"), "message");
    size_t n = strlen(thread);
    expect(!strncmp(whole, thread, n) && !strncmp(whole + n, ": ", 2) &&
             !strcmp(whole + n + 2, text),
           at, "the merged flow says the same");
  }
}

static size_t
check_flows(const struct json_value *result)
{
  const struct json_value *flows = get(result, JSON_ARRAY, "codeFlows");
  if (!flows || !expect(flows->n == 2, flows, "two flows of code"))
    return 0;
  const struct json_value *merged = get(flows->first, JSON_ARRAY, "threadFlows");
  const struct json_value *threads = get(flows->first->next, JSON_ARRAY, "threadFlows");
  get_message(flows->first, "message");
  get_message(flows->first->next, "message");
  if (!merged || !threads || !expect(merged->n == 1 && threads->n, flows, "flows of threads"))
    return 0;
  size_t n = check_flow(merged->first), sum = 0;
  expect(n <= 900, merged, "at most 900 steps");
  for (const struct json_value *at = threads->first; at; at = at->next) {
    sum += check_flow(at);
    check_merged(merged->first, at);
  }
  expect(sum == n, threads, "as many steps in both");
  return n;
}

/* ---- results and the rest ------------------------------------------------ */

static void
check_result(const struct json_value *result, const struct json_value *rules)
{
  const struct json_value *rule = element(rules, get_number(result, "ruleIndex"));
  const struct json_value *locations = get(result, JSON_ARRAY, "locations");
  const struct json_value *related = get(result, JSON_ARRAY, "relatedLocations");
  const char *id = get_text(result, "ruleId");
  expect(rule && !strcmp(get_text(rule, "id"), id), result, "the index is that of the rule");
  expect(!strcmp(get_text(result, "level"), "error"), result, "level");
  expect(!strcmp(get_text(result, "kind"), "fail"), result, "kind");
  get_message(result, "message");
  if (expect(locations && locations->n == 1, result, "one location"))
    check_location(locations->first);
  uint64_t number = 1;
  for (const struct json_value *at = related ? related->first : NULL; at; at = at->next) {
    expect(get_number(at, "id") == number++, at, "ids of partners");
    get_message(at, "message");
    check_location(at);
  }
  const char *print = get_text(get(result, JSON_OBJECT, "partialFingerprints"), "heddlePlaces/v1");
  expect(strlen(print) == 32, result, "a fingerprint has 32 digits");
  size_t steps = check_flows(result);
  printf("%s %s %zu %zu", id, print, steps, related ? related->n : 0);
}

static void
check_descriptors(const struct json_value *all, bool with_help)
{
  for (const struct json_value *at = all ? all->first : NULL; at; at = at->next) {
    const char *id = get_text(at, "id");
    get_message(at, "shortDescription");
    get_text(get(at, JSON_OBJECT, "defaultConfiguration"), "level");
    if (with_help) {
      get_message(at, "fullDescription");
      expect(strlen(get_message(at, "help")) > 40, at, "a rule has a text that helps");
      get_text(at, "name");
    }
    for (const struct json_value *other = at->next; other; other = other->next)
      expect(strcmp(get_text(other, "id"), id) != 0, other, "ids differ");
  }
}

static void
check_invocation(const struct json_value *invocation, const struct json_value *notices, bool bug)
{
  const struct json_value *notifications =
    get(invocation, JSON_ARRAY, "toolExecutionNotifications");
  const struct json_value *covered = get(invocation, JSON_OBJECT, "properties");
  uint64_t code = get_number(invocation, "exitCode");
  get(invocation, JSON_BOOL, "executionSuccessful");
  get(invocation, JSON_ARRAY, "arguments");
  get_text(invocation, "exitCodeDescription");
  expect((code == 10) == bug, invocation, "the exit code says whether there is a bug");
  expect(code == get_number(covered, "exit_code"), covered, "one exit code");
  get_text(covered, "verdict");
  get_text(covered, "memory_model");
  get(covered, JSON_OBJECT, "bounds");
  for (const struct json_value *at = notifications ? notifications->first : NULL; at;
       at = at->next) {
    const struct json_value *descriptor = get(at, JSON_OBJECT, "descriptor");
    const struct json_value *named = element(notices, get_number(descriptor, "index"));
    const char *id = get_text(descriptor, "id");
    expect(named && !strcmp(get_text(named, "id"), id), at, "the index is that of the notice");
    get_text(at, "level");
    get_message(at, "message");
    printf(" %s", id);
  }
}

static void
check_log(const struct json_value *log)
{
  const struct json_value *runs = get(log, JSON_ARRAY, "runs");
  expect(!strcmp(get_text(log, "version"), "2.1.0"), log, "version");
  if (!runs || !expect(runs->n == 1, runs, "one run"))
    return;
  const struct json_value *run = runs->first, *invocations = get(run, JSON_ARRAY, "invocations");
  const struct json_value *driver = get(get(run, JSON_OBJECT, "tool"), JSON_OBJECT, "driver");
  const struct json_value *results = get(run, JSON_ARRAY, "results");
  const struct json_value *rules = get(driver, JSON_ARRAY, "rules");
  const struct json_value *notices = get(driver, JSON_ARRAY, "notifications");
  const struct json_value *artifacts = get(run, JSON_ARRAY, "artifacts");
  const struct json_value *bases = get(run, JSON_OBJECT, "originalUriBaseIds");
  const char *root = get_text(get(bases, JSON_OBJECT, "%SRCROOT%"), "uri");
  expect(!strncmp(root, "file:///", 8) && root[strlen(root) - 1] == '/', bases, "a folder");
  expect(!strcmp(get_text(run, "columnKind"), "unicodeCodePoints"), run, "columns");
  get_text(driver, "name");
  check_descriptors(rules, true);
  check_descriptors(notices, false);
  for (const struct json_value *at = artifacts ? artifacts->first : NULL; at; at = at->next) {
    struct str path = {0};
    find_file(&path, get(at, JSON_OBJECT, "location"));
    str_free(&path);
  }
  for (const struct json_value *at = results ? results->first : NULL; at; at = at->next)
    check_result(at, rules);
  if (!results || !results->n)
    printf("nothing");
  if (expect(invocations && invocations->n == 1, run, "one invocation"))
    check_invocation(invocations->first, notices, results && results->n);
  printf("\n");
}

int
main(int argc, char **argv)
{
  struct str text = {0};
  struct diags diags = {0};
  struct arena arena = {0};
  struct json_error where;
  if (argc != 2 || !file_read(&text, argv[1], &diags)) {
    diags_print(&diags, stderr);
    diags_free(&diags);
    return 2;
  }
  const struct json_value *log = json_read(&arena, str_text(&text), text.n, &where);
  if (log)
    check_log(log);
  else
    printf("FAIL line %u: %s\n", where.line, where.text);
  failed |= !log;
  arena_free(&arena);
  str_free(&text);
  return failed;
}
