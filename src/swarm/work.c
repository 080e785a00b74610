#include "swarm/work.h"

#include <string.h>

#include "base/invariant.h"
#include "swarm/pool.h"

/* ---- text without newlines ------------------------------------------------------------ */

void
work_escape(struct str *out, const char *text)
{
  while (*text) {
    size_t plain = strcspn(text, "\\\n");
    str_add_bytes(out, text, plain);
    text += plain;
    if (*text)
      str_add(out, *text++ == '\n' ? "\\n" : "\\\\");
  }
}

void
work_unescape(struct str *out, const char *text)
{
  while (*text) {
    size_t plain = strcspn(text, "\\");
    str_add_bytes(out, text, plain);
    text += plain;
    if (!*text || !text[1])
      return;
    str_add(out, text[1] == 'n' ? "\n" : "\\");
    text += 2;
  }
}

/* ---- telling -------------------------------------------------------------------------- */

static bool
send(struct link *link, const char *word, const char *text)
{
  struct str line = {0};
  str_printf(&line, "%s ", word);
  work_escape(&line, text);
  bool sent = link->transport->send(link, str_text(&line));
  str_free(&line);
  return sent;
}

bool
work_tell(struct link *link, const struct assignment *assignment)
{
  const struct work *work = assignment->work;
  struct str context = {0};
  INVARIANT(!strchr(assignment->job, '\n') && !strchr(work->name, '\n'));
  INVARIANT(!work->print == !work->parse && !work->print == !work->free);
  if (!work->print)
    return false;
  work->print(&context, assignment->context);
  bool told = send(link, "work", work->name) && send(link, "context", str_text(&context)) &&
              send(link, "job", assignment->job);
  str_free(&context);
  return told;
}

/* ---- being told ----------------------------------------------------------------------- */

/* The next line, which begins with this word; what is behind it. */
static bool
hear(struct pool_line *line, const char *word, struct str *text)
{
  struct str heard = {0};
  size_t n = strlen(word);
  bool good =
    pool_hear(line, &heard) && !strncmp(str_text(&heard), word, n) && str_text(&heard)[n] == ' ';
  text->n = 0;
  if (good)
    work_unescape(text, str_text(&heard) + n + 1);
  str_free(&heard);
  return good;
}

static const struct work *
find(const struct work *const *works, size_t n, const char *name)
{
  for (size_t i = 0; i < n; i++)
    if (!strcmp(works[i]->name, name) && works[i]->parse)
      return works[i];
  return NULL;
}

bool
work_serve(struct pool_line *line, const struct work *const *works, size_t n)
{
  struct str text = {0};
  INVARIANT(n);
  const struct work *work = hear(line, "work", &text) ? find(works, n, str_text(&text)) : NULL;
  void *context = work && hear(line, "context", &text) ? work->parse(str_text(&text)) : NULL;
  bool told = context && hear(line, "job", &text);
  if (told)
    work->run(context, str_text(&text), line);
  if (context)
    work->free(context);
  str_free(&text);
  return told;
}
