/* Schedules in records: written and read here.
 *
 *   {"contexts": [{"thread": 0, "labels": 3}, ...],
 *    "late": [{"store": 17, "context": 2}, ...],    not if there is none; null: never seen
 *    "inputs": [0, ...]}
 */
#include "report/report.h"

/* ---- writing ---- */

/* Stores that others see late, if there are any. */
static void
write_late(struct json *json, const struct schedule *schedule)
{
  if (!schedule->late.n)
    return;
  json_array(json, "late");
  for (size_t i = 0; i < schedule->late.n; i++) {
    const struct late *late = &schedule->late.at[i];
    json_object(json, NULL);
    json_uint(json, "store", late->store);
    if (late->context == CONTEXT_NEVER)
      json_null(json, "context");
    else
      json_uint(json, "context", late->context);
    json_object_end(json);
  }
  json_array_end(json);
}

void
schedule_write_json(struct json *json, const char *key, const struct schedule *schedule)
{
  json_object(json, key);
  json_array(json, "contexts");
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    json_object(json, NULL);
    json_uint(json, "thread", schedule->contexts.at[i].thread);
    json_uint(json, "labels", schedule->contexts.at[i].labels);
    json_object_end(json);
  }
  json_array_end(json);
  write_late(json, schedule);
  json_array(json, "inputs");
  for (size_t i = 0; i < schedule->inputs.n; i++)
    json_uint(json, NULL, schedule->inputs.at[i]);
  json_array_end(json);
  json_object_end(json);
}

/* ---- reading ---- */

/* Records of runs without late stores do not mention them. */
static bool
read_late(struct schedule *schedule, const struct json_value *value)
{
  if (value && value->kind != JSON_ARRAY)
    return false;
  for (const struct json_value *at = value ? value->first : NULL; at; at = at->next) {
    const struct json_value *store = json_member(at, "store");
    const struct json_value *context = json_member(at, "context");
    struct late late = {.context = CONTEXT_NEVER};
    if (!store || !store->is_uint || store->natural > UINT32_MAX || !context ||
        (context->kind != JSON_NULL && (!context->is_uint || context->natural >= CONTEXT_NEVER)))
      return false;
    late.store = (event_id)store->natural;
    if (context->kind != JSON_NULL)
      late.context = (uint32_t)context->natural;
    vec_push(&schedule->late, late);
  }
  return true;
}

bool
schedule_read_json(struct schedule *schedule, const struct json_value *value)
{
  const struct json_value *contexts = value ? json_member(value, "contexts") : NULL;
  const struct json_value *inputs = value ? json_member(value, "inputs") : NULL;
  if (!contexts || contexts->kind != JSON_ARRAY || !inputs || inputs->kind != JSON_ARRAY)
    return false;
  for (const struct json_value *at = contexts->first; at; at = at->next) {
    const struct json_value *thread = json_member(at, "thread");
    const struct json_value *labels = json_member(at, "labels");
    if (!thread || !thread->is_uint || !labels || !labels->is_uint)
      return false;
    vec_push(&schedule->contexts,
             ((struct context){(thread_id)thread->natural, (uint32_t)labels->natural}));
  }
  for (const struct json_value *at = inputs->first; at; at = at->next) {
    if (!at->is_uint)
      return false;
    vec_push(&schedule->inputs, at->natural);
  }
  return read_late(schedule, json_member(value, "late"));
}
