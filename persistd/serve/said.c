/* SPDX-License-Identifier: Apache-2.0 */
/* said.c: cuts the text into lines, as workers' output is cut.
 * Why: docs/decisions/an-owner-reads-the-last-lines.md */

#include "serve/said.h"

#include "base/heap.h"
#include "base/lines.h"
#include "common_clock.h"
#include "state/pool.h"

#include <stdlib.h>

typedef struct saying {
    recent_t *recent;
    const char *path;
    uid_t owner;
    recent_line_t line;
} saying_t;

static void on_line(void *context, const char *text, size_t len)
{
    saying_t *saying = context;
    saying->line.text = text;
    saying->line.len = len;
    recent_add(saying->recent, saying->path, saying->owner, &saying->line);
}

static void keep(saying_t *saying, wire_bytes_t text)
{
    static lines_t lines;
    lines_feed(&lines, (const char *)text.data, text.len, on_line, saying);
    lines_flush(&lines, on_line, saying);
}

void said_take(persistd_t *pd, const wire_said_t *said)
{
    char *path = heap_text(said->script.data, said->script.len);
    uint32_t at = 0;
    const recent_script_t *script = recent_find(&pd->recent, path);
    const pool_t *pool = script ? NULL : pool_next(pd, path, &at);
    saying_t saying = {
        .recent = &pd->recent,
        .path = path,
        .owner = pool ? pool->owner : RECENT_NOBODY,
        .line = {.time = common_wall_us(),
                 .kind =
                     said->kind == WIRE_SAID_FAULT ? RECENT_FAULT : RECENT_SAID,
                 .pid = (pid_t)said->pid,
                 .id = (const char *)said->request_id.data,
                 .id_len = said->request_id.len},
    };
    if (pool || script)
        keep(&saying, said->text);
    free(path);
}
