/* SPDX-License-Identifier: Apache-2.0 */
/* say.c: adds lines about a pool to those of its script. */

#include "state/say.h"

#include "base/heap.h"
#include "base/mark.h"
#include "common_clock.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void keep(const pool_t *pool, recent_line_t line)
{
    if (!pool)
        return;
    line.time = common_wall_us();
    recent_add(&pool->pd->recent, pool->definition.script, pool->owner, &line);
}

static void keep_text(const pool_t *pool, recent_kind_t kind, pid_t pid,
                      const char *text)
{
    keep(pool,
         (recent_line_t){
             .kind = kind, .pid = pid, .text = text, .len = strlen(text)});
}

void say_pool(const pool_t *pool, log_level_t level, recent_kind_t kind,
              pid_t pid, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = heap_vprint(format, arguments);
    va_end(arguments);
    log_say(level, "%s", text);
    keep_text(pool, kind, pid, text);
    free(text);
}

void say_kept(const pool_t *pool, recent_kind_t kind, pid_t pid,
              const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = heap_vprint(format, arguments);
    va_end(arguments);
    keep_text(pool, kind, pid, text);
    free(text);
}

void say_printed(const pool_t *pool, pid_t pid, const char *text, size_t len)
{
    size_t id = mark_id(text, len);
    size_t mark = id > 0 ? id + 2 : 0;
    if (len == mark) /* it says nothing, and a worker can print many */
        return;
    keep(pool, (recent_line_t){.kind = RECENT_PRINTED,
                               .pid = pid,
                               .id = text + 1,
                               .id_len = id,
                               .text = text + mark,
                               .len = len - mark});
}
