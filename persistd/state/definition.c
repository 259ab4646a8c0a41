/* SPDX-License-Identifier: Apache-2.0 */
/* definition.c: ENSURE, copied and checked. */

#include "state/definition.h"

#include "base/heap.h"
#include "base/strv.h"
#include "slots_layout.h"

#include <stdlib.h>
#include <string.h>

#define LAUNCHER "persist-app"

static const char *definition_fault(const wire_ensure_t *ensure)
{
    if (ensure->script.len == 0 || ensure->script.data[0] != '/')
        return "the script's path is not absolute";
    if (memchr(ensure->script.data, '\0', ensure->script.len))
        return "the script's path holds a NUL byte";
    if (ensure->settings.workers_max < 1 ||
        ensure->settings.workers_max > SLOTS_POOL_SLOTS)
        return "PersistWorkers MAX is out of range";
    if (ensure->settings.workers_min > ensure->settings.workers_max)
        return "PersistWorkers MIN is above MAX";
    return NULL;
}

static char *directory_of(const char *path)
{
    size_t len = (size_t)(strrchr(path, '/') - path);
    return heap_text(path, len > 0 ? len : 1);
}

static int is_launcher(char *const *command)
{
    const char *slash = command ? strrchr(command[0], '/') : NULL;
    return slash && strcmp(slash, "/" LAUNCHER) == 0;
}

/* persist-app's command line is in persist_app/persist-app.1. */
static const char *folder_of(char *const *command)
{
    return is_launcher(command) && command[1] &&
                   strcmp(command[1], "--folder") == 0
               ? command[2]
               : NULL;
}

/* Returns tmp/restart.txt of an application's folder, which its owner touches
 * to restart it, as with Passenger, whatever language it is in; or NULL. */
static char *restart_file(const definition_t *made)
{
    const char *folder = folder_of(made->command);
    return is_launcher(made->command)
               ? heap_print("%s/tmp/restart.txt",
                            folder ? folder : made->directory)
               : NULL;
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
    made->restart = restart_file(made);
    return 0;
}

/* One worker, persist-cgi-host, which runs as many programs at a time as the
 * pool would have workers. */
static void use_one_host(definition_t *made)
{
    made->concurrency = made->threads = made->workers_max;
    made->workers_max = 1;
    made->workers_min = made->workers_min > 0;
}

static void copy_settings(definition_t *made,
                          const wire_pool_settings_t *settings)
{
#define POOL_NUMBER(name, low, high, fallback, ceiling)                        \
    made->name = settings->name;
#define POOL_TIME(name, fallback, ceiling)                                     \
    made->name##_us = (int64_t)settings->name##_ms * 1000;
#include "wire_pool_settings.h"
    if (made->concurrency > SLOTS_UNITS)
        made->concurrency = SLOTS_UNITS;
    made->places_min = made->workers_min;
    if (made->mode == WIRE_MODE_CGI)
        use_one_host(made);
}

int definition_make(definition_t *definition, const wire_ensure_t *ensure,
                    const char **why)
{
    definition_t made = {0};
    msgpack_sbuffer_init(&made.frame);
    const char *fault = definition_fault(ensure);
    wire_ensure_t kept = *ensure;
    kept.seen = 0; /* it is of one request, not of the pool */
    if (!fault && copy_strings(&made, ensure, why) != 0)
        fault = *why;
    if (!fault && wire_encode(&made.frame, WIRE_ENSURE, &kept, NULL) != 0)
        fault = "it is too large for the journal";
    if (fault) {
        definition_clear(&made);
        *why = fault;
        return -1;
    }
    made.key_high = ensure->key_high;
    made.key_low = ensure->key_low;
    copy_settings(&made, &ensure->settings);
    *definition = made;
    return 0;
}

uint64_t definition_threads(const definition_t *definition)
{
    return definition->threads < definition->concurrency
               ? definition->threads
               : definition->concurrency;
}

int definition_is_app(const definition_t *definition)
{
    return is_launcher(definition->command);
}

const char *definition_folder(const definition_t *definition)
{
    return folder_of(definition->command);
}

void definition_clear(definition_t *definition)
{
    free(definition->script);
    free(definition->directory);
    free(definition->restart);
    strv_free(definition->command);
    strv_free(definition->environment);
    msgpack_sbuffer_destroy(&definition->frame);
    memset(definition, 0, sizeof(*definition));
}
