/* SPDX-License-Identifier: Apache-2.0 */
/* door_settings.c: one table of the directives that hold numbers, and a
 * function for each of the others. */

#include "door_settings.h"
#include "config/persist_config_value.h"
#include "door_memory.h"
#include "door_mount.h"
#include "door_value.h"
#include "door_words.h"

#include "slots_layout.h"
#include "wire_fault.h"
#include "wire_limits.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#define SECONDS(n) (UINT64_C(1000) * (n))
#define HOURS(n) SECONDS((n)*3600)
#define BUFFER (UINT64_C(16) << 20)
#define WORDS_MOST 2
#define AT(member) offsetof(door_settings_t, member)

typedef struct number {
    enum door_value_kind kind;
    size_t offset;
    uint64_t min, max;
} number_t;

/* A directive of numbers. The second one of a row with `least` 1 may be left
 * out. */
typedef struct row {
    const char *name;
    const char *want;
    int least, most;
    number_t numbers[WORDS_MOST];
} row_t;

#define ONE(name, want, kind, member, min, max)                                \
    {                                                                          \
        name, want, 1, 1,                                                      \
        {                                                                      \
            {                                                                  \
                kind, AT(member), min, max                                     \
            }                                                                  \
        }                                                                      \
    }

static const row_t rows[] = {
    {"PersistWorkers",
     "two numbers, 0 to 128, for example 0 4",
     2,
     2,
     {{DOOR_NUMBER, AT(pool.workers_min), 0, SLOTS_POOL_SLOTS},
      {DOOR_NUMBER, AT(pool.workers_max), 1, SLOTS_POOL_SLOTS}}},
    {"PersistQueue",
     "a number from 1 to 1024 and a duration up to 1h, for example 100 30s",
     2,
     2,
     {{DOOR_NUMBER, AT(queue_length), 1, SLOTS_CELLS},
      {DOOR_SPAN, AT(queue_ms), 1, HOURS(1)}}},
    {"PersistRequestTimeout",
     "two durations or off, the first not above the second, for example 60s "
     "300s",
     2,
     2,
     {{DOOR_LIMIT, AT(soft_ms), 1, HOURS(24)},
      {DOOR_LIMIT, AT(pool.hard_ms), 1, HOURS(24)}}},
    {"PersistMemoryLimit",
     "one or two sizes, for example 256M 512M",
     1,
     2,
     {{DOOR_SIZE, AT(pool.memory_soft), 0, INT64_MAX},
      {DOOR_SIZE, AT(pool.memory_hard), 0, INT64_MAX}}},
    ONE("PersistConcurrency", "a number from 1 to 1024, for example 4",
        DOOR_NUMBER, pool.concurrency, 1, SLOTS_UNITS),
    ONE("PersistThreads", "a number from 1 to 1024, for example 4", DOOR_NUMBER,
        pool.threads, 1, SLOTS_UNITS),
    ONE("PersistIdleTimeout", "a duration from 1s to 168h, for example 300s",
        DOOR_SPAN, pool.idle_ms, SECONDS(1), HOURS(168)),
    ONE("PersistBootTimeout", "a duration up to 1h, for example 30s", DOOR_SPAN,
        pool.boot_ms, 1, HOURS(1)),
    ONE("PersistMaxRequests", "a number, or off, for example 10000", DOOR_COUNT,
        pool.max_requests, 1, 1000000000),
    ONE("PersistMaxAge", "a duration from 1s to 720h, or off, for example 24h",
        DOOR_LIMIT, pool.max_age_ms, SECONDS(1), HOURS(720)),
    ONE("PersistReload", "wait, rolling or off", DOOR_RELOAD, pool.reload, 0,
        WIRE_RELOAD_OFF),
    ONE("PersistMode", "loop or cgi", DOOR_MODE, pool.mode, 0, WIRE_MODE_CGI),
    ONE("PersistDebug", "on or off", DOOR_FLAG, pool.debug, 0, 1),
    ONE("PersistMaxBody", "bytes, for example 10M (0: no limit)", DOOR_SIZE,
        max_body, 0, INT64_MAX),
    ONE("PersistMaxWorkers", "a number from 1 to 4096, for example 64",
        DOOR_NUMBER, max_workers, 1, 4096),
    ONE("PersistMaxPools", "a number from 1 to 4096, for example 64",
        DOOR_NUMBER, max_pools, 1, 4096),
    ONE("PersistStopTimeout", "a duration from 0s to 1h, for example 10s",
        DOOR_SPAN, stop_ms, 0, HOURS(1)),
    ONE("PersistOwnTimeout", "a duration from 1s to 168h, for example 30min",
        DOOR_SPAN, own_ms, SECONDS(1), HOURS(168)),
};

int door_settings_is_cgi(const door_settings_t *settings)
{
    return settings->pool.mode == WIRE_MODE_CGI && !settings->app;
}

void door_settings_default(door_settings_t *settings)
{
    *settings = (door_settings_t){
        .queue_length = SLOTS_CELLS,
        .queue_ms = SECONDS(30),
        .buffer_request = BUFFER,
        .buffer_response = BUFFER,
        .max_workers = 64,
        .max_pools = 64,
        .stop_ms = SECONDS(10),
        .own_ms = SECONDS(1800),
    };
#define POOL_NUMBER(name, low, high, fallback, ceiling)                        \
    settings->pool.name = fallback;
#include "wire_pool_settings.h"
}

static wire_bytes_t bytes_of(const char *text)
{
    return (wire_bytes_t){(const uint8_t *)text, strlen(text)};
}

/* Each of these takes the words behind the directive's name, and returns NULL
 * or what it wants instead. */
typedef const char *set_fn(door_settings_t *settings, char **words, int count);

static const char *set_env(door_settings_t *settings, char **words, int count)
{
    const char *want = count > 0 ? persist_config_value_env(words[0]) : NULL;
    if (want)
        return want;
    if (count != 2)
        return "a name and a value, for example PersistEnv APP_MODE production";
    if (settings->environment_words == DOOR_SETTINGS_ENV * 2)
        return "64 of them at most";
    wire_bytes_t *next = &settings->environment[settings->environment_words];
    next[0] = bytes_of(words[0]);
    next[1] = bytes_of(words[1]);
    settings->environment_words += 2;
    return NULL;
}

/* A single "off" is both. */
static const char *set_buffer(door_settings_t *settings, char **words,
                              int count)
{
    uint64_t request, response;
    if ((count != 2 && (count != 1 || strcasecmp(words[0], "off") != 0)) ||
        door_value_read(DOOR_ROOM, words[0], 0, INT64_MAX, &request) != 0 ||
        door_value_read(DOOR_ROOM, words[count - 1], 0, INT64_MAX, &response) !=
            0)
        return "a size for requests and one for responses, or off, for "
               "example 16M 16M";
    settings->buffer_request = request;
    settings->buffer_response = response;
    return NULL;
}

static const char *set_interpreter(door_settings_t *settings, char **words,
                                   int count)
{
    if (count < 2 || words[0][0] != '.' || words[1][0] != '/')
        return "an extension and a command by its absolute path, for example "
               ".py /usr/bin/python3";
    settings->extension = words[0];
    settings->interpreter_words = (size_t)count - 1;
    for (int i = 1; i < count; i++)
        settings->interpreter[i - 1] = bytes_of(words[i]);
    return NULL;
}

static const char *set_app(door_settings_t *settings, char **words, int count)
{
    if (count != 1 || words[0][0] == '/' || strstr(words[0], ".."))
        return "auto, a file below the folder, or module:name";
    settings->app = words[0];
    return NULL;
}

static const char *set_mount(door_settings_t *settings, char **words, int count)
{
    const char *want = door_mount_want(count == 1 ? words[0] : "");
    if (!want)
        settings->mount = words[0];
    return want;
}

static const char *set_path(const char **path, char **words, int count)
{
    if (count != 1 || words[0][0] != '/')
        return "an absolute path";
    *path = words[0];
    return NULL;
}

static const char *set_runtime_dir(door_settings_t *settings, char **words,
                                   int count)
{
    return set_path(&settings->runtime_dir, words, count);
}

static const char *set_daemon(door_settings_t *settings, char **words,
                              int count)
{
    return set_path(&settings->daemon, words, count);
}

static const struct {
    const char *name;
    set_fn *set;
} others[] = {
    {"PersistApp", set_app},
    {"PersistBuffer", set_buffer},
    {"PersistDaemon", set_daemon},
    {"PersistEnv", set_env},
    {"PersistInterpreter", set_interpreter},
    {"PersistMount", set_mount},
    {"PersistRuntimeDir", set_runtime_dir},
};

static const char *set_numbers(const row_t *row, door_settings_t *settings,
                               char **words, int count)
{
    if (count < row->least || count > row->most)
        return row->want;
    for (int i = 0; i < count; i++) {
        const number_t *number = &row->numbers[i];
        uint64_t *value = (uint64_t *)((char *)settings + number->offset);
        if (door_value_read(number->kind, words[i], number->min, number->max,
                            value) != 0)
            return row->want;
    }
    return NULL;
}

/* What two values of one directive must have in common. */
static const char *check_pairs(const door_settings_t *settings)
{
    const wire_pool_settings_t *pool = &settings->pool;
    if (pool->workers_min > pool->workers_max)
        return "a MIN that is not above MAX, for example 0 4";
    if (pool->hard_ms && settings->soft_ms > pool->hard_ms)
        return "a SOFT that is not above HARD, for example 60s 300s";
    if (pool->memory_hard && pool->memory_soft > pool->memory_hard)
        return "a SOFT that is not above HARD, for example 256M 512M";
    return NULL;
}

static const char *set(door_settings_t *settings, char **words, int count)
{
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcasecmp(others[i].name, words[0]) == 0)
            return others[i].set(settings, words + 1, count - 1);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcasecmp(rows[i].name, words[0]) == 0) {
            const char *want =
                set_numbers(&rows[i], settings, words + 1, count - 1);
            return want ? want : check_pairs(settings);
        }
    return "a directive that persist-cgi knows (docs/recipes/cgi.md)";
}

/* Returns NULL, or what is wanted in place of the line's words. */
static const char *read_line(door_settings_t *settings, char *line,
                             const char **name)
{
    char *words[DOOR_SETTINGS_WORDS + 1];
    int count = 0;
    *name = "";
    while ((words[count] = door_words_next(&line)) != NULL) {
        if (++count > DOOR_SETTINGS_WORDS)
            return "fewer words";
    }
    if (count > 0)
        *name = words[0];
    if (!line)
        return "a quotation mark at the end as well";
    return count == 0 || words[0][0] == '#' ? NULL
                                            : set(settings, words, count);
}

const char *door_settings_read(door_settings_t *settings, char *text)
{
    for (int number = 1; text; number++) {
        char *end = strchr(text, '\n');
        const char *name;
        if (end)
            *end++ = '\0';
        const char *want = read_line(settings, text, &name);
        if (want)
            return door_print("PERSIST%d: line %d: \"%s\" is wrong: give %s",
                              WIRE_FAULT_DIRECTIVE, number, name, want);
        text = end;
    }
    return NULL;
}
