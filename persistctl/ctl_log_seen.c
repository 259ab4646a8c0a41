/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log_seen.c: a short list. A new persistd of an instance counts from the
 * time of its start, so its numbers are higher, unless the clock was set back.
 */

#include "ctl_log_seen.h"

#include <stdlib.h>
#include <string.h>

typedef struct ctl_log_mark {
    char *instance;
    int64_t number, began;
} ctl_log_mark_t;

static ctl_log_mark_t *find(const ctl_log_seen_t *seen, const char *instance)
{
    for (size_t i = 0; i < seen->count; i++)
        if (strcmp(seen->marks[i].instance, instance) == 0)
            return &seen->marks[i];
    return NULL;
}

int64_t ctl_log_seen_get(const ctl_log_seen_t *seen, const char *instance,
                         int64_t newest, int64_t began)
{
    const ctl_log_mark_t *mark = find(seen, instance);
    if (!mark || (mark->number > newest && mark->began != began))
        return 0;
    return mark->number;
}

static ctl_log_mark_t *make(ctl_log_seen_t *seen, const char *instance)
{
    ctl_log_mark_t *marks =
        reallocarray(seen->marks, seen->count + 1, sizeof(*marks));
    if (!marks)
        return NULL;
    seen->marks = marks;
    marks += seen->count;
    marks->instance = strdup(instance);
    return marks->instance ? (seen->count++, marks) : NULL;
}

void ctl_log_seen_set(ctl_log_seen_t *seen, const char *instance,
                      int64_t number, int64_t began)
{
    ctl_log_mark_t *mark = find(seen, instance);
    if (!mark)
        mark = make(seen, instance);
    if (!mark)
        return;
    mark->number = number;
    mark->began = began;
}

void ctl_log_seen_clear(ctl_log_seen_t *seen)
{
    while (seen->count > 0)
        free(seen->marks[--seen->count].instance);
    free(seen->marks);
    *seen = (ctl_log_seen_t){NULL, 0};
}
