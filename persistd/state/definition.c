/* SPDX-License-Identifier: Apache-2.0 */
/* definition.c: ENSURE, copied and checked. */

#include "state/definition.h"

#include "base/heap.h"
#include "base/strv.h"
#include "slots_layout.h"

#include <stdlib.h>
#include <string.h>

static const char *definition_fault(const wire_ensure_t *ensure)
{
    if (ensure->script.len == 0 || ensure->script.data[0] != '/')
        return "the script's path is not absolute";
    if (memchr(ensure->script.data, '\0', ensure->script.len))
        return "the script's path holds a NUL byte";
    if (ensure->mode != WIRE_MODE_LOOP)
        return "PersistMode cgi is not known to this persistd";
    if (ensure->workers_max < 1 || ensure->workers_max > SLOTS_POOL_SLOTS)
        return "PersistWorkers MAX is out of range";
    if (ensure->workers_min > ensure->workers_max)
        return "PersistWorkers MIN is above MAX";
    return NULL;
}

static char *directory_of(const char *path)
{
    size_t len = (size_t)(strrchr(path, '/') - path);
    return heap_text(path, len > 0 ? len : 1);
}

/* What has to be copied byte by byte. */
static int copy_strings(definition_t *made, const wire_ensure_t *ensure,
                        const char **why)
{
    made->command = strv_from_list(&ensure->interpreter, why);
    if (!made->command)
        return -1;
    made->environment = strv_from_pairs(&ensure->environment, why);
    if (!made->environment)
        return -1;
    made->script = heap_text(ensure->script.data, ensure->script.len);
    made->directory = directory_of(made->script);
    size_t count = strv_count(made->command);
    made->command = heap_grow(made->command, count + 2, sizeof(*made->command));
    made->command[count] = heap_text(ensure->script.data, ensure->script.len);
    made->command[count + 1] = NULL;
    return 0;
}

static void copy_numbers(definition_t *made, const wire_ensure_t *ensure)
{
    made->key_high = ensure->key_high;
    made->key_low = ensure->key_low;
    made->min = (uint32_t)ensure->workers_min;
    made->max = (uint32_t)ensure->workers_max;
    made->idle_us = (int64_t)ensure->idle_ms * 1000;
    made->boot_us = (int64_t)ensure->boot_ms * 1000;
    made->hard_us = (int64_t)ensure->hard_ms * 1000;
    made->max_requests = ensure->max_requests;
    made->max_age_us = (int64_t)ensure->max_age_ms * 1000;
    made->memory_soft = ensure->memory_soft;
    made->memory_hard = ensure->memory_hard;
    made->reload = (int)ensure->reload;
    made->debug = ensure->debug != 0;
    made->concurrency = ensure->concurrency < SLOTS_UNITS
                            ? (uint32_t)ensure->concurrency
                            : SLOTS_UNITS;
}

int definition_make(definition_t *definition, const wire_ensure_t *ensure,
                    const char **why)
{
    definition_t made = {0};
    msgpack_sbuffer_init(&made.frame);
    const char *fault = definition_fault(ensure);
    if (!fault && copy_strings(&made, ensure, why) != 0)
        fault = *why;
    if (!fault && wire_encode(&made.frame, WIRE_ENSURE, ensure, NULL) != 0)
        fault = "it is too large for the journal";
    if (fault) {
        definition_clear(&made);
        *why = fault;
        return -1;
    }
    copy_numbers(&made, ensure);
    *definition = made;
    return 0;
}

void definition_clear(definition_t *definition)
{
    free(definition->script);
    free(definition->directory);
    strv_free(definition->command);
    strv_free(definition->environment);
    msgpack_sbuffer_destroy(&definition->frame);
    memset(definition, 0, sizeof(*definition));
}
