/* SPDX-License-Identifier: Apache-2.0 */
/* door_value.c: numbers, durations, sizes and words with a meaning. */

#include "door_value.h"
#include "config/persist_config_value.h"
#include "wire_message.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

typedef struct choice {
    const char *word;
    uint64_t value;
} choice_t;

static const choice_t flags[] = {{"off", 0}, {"on", 1}, {NULL, 0}};
static const choice_t reloads[] = {{"wait", WIRE_RELOAD_WAIT},
                                   {"rolling", WIRE_RELOAD_ROLLING},
                                   {"off", WIRE_RELOAD_OFF},
                                   {NULL, 0}};
static const choice_t modes[] = {
    {"loop", WIRE_MODE_LOOP}, {"cgi", WIRE_MODE_CGI}, {NULL, 0}};
/* What a duration may end with, and the milliseconds of it. */
static const choice_t units[] = {{"", 1000},    {"ms", 1},      {"s", 1000},
                                 {"mi", 60000}, {"min", 60000}, {"h", 3600000},
                                 {NULL, 0}};

static int choose(const choice_t *choices, const char *word, uint64_t *value)
{
    for (; choices->word; choices++)
        if (strcasecmp(choices->word, word) == 0) {
            *value = choices->value;
            return 0;
        }
    return -1;
}

static int read_number(const char *word, uint64_t *value)
{
    int number;
    if (persist_config_value_number(word, 0, INT_MAX, &number) != 0)
        return -1;
    *value = (uint64_t)number;
    return 0;
}

static int read_size(const char *word, uint64_t *value)
{
    int64_t bytes;
    if (persist_config_value_size(word, &bytes) != 0)
        return -1;
    *value = (uint64_t)bytes;
    return 0;
}

/* The longest number of any unit fits nine digits. */
static int read_span(const char *word, uint64_t *value)
{
    char digits[10] = "";
    uint64_t unit;
    size_t len = strspn(word, "0123456789");
    if (len == 0 || len >= sizeof(digits) ||
        choose(units, word + len, &unit) != 0)
        return -1;
    memcpy(digits, word, len);
    if (read_number(digits, value) != 0)
        return -1;
    *value *= unit;
    return 0;
}

static int read_word(enum door_value_kind kind, const char *word,
                     uint64_t *value)
{
    switch (kind) {
    case DOOR_NUMBER:
    case DOOR_COUNT:
        return read_number(word, value);
    case DOOR_SPAN:
    case DOOR_LIMIT:
        return read_span(word, value);
    case DOOR_SIZE:
        return read_size(word, value);
    case DOOR_ROOM:
        return read_size(word, value) == 0 && *value > 0 ? 0 : -1;
    case DOOR_FLAG:
        return choose(flags, word, value);
    case DOOR_RELOAD:
        return choose(reloads, word, value);
    default:
        return choose(modes, word, value);
    }
}

int door_value_read(enum door_value_kind kind, const char *word, uint64_t min,
                    uint64_t max, uint64_t *value)
{
    uint64_t read;
    if ((kind == DOOR_COUNT || kind == DOOR_LIMIT || kind == DOOR_ROOM) &&
        strcasecmp(word, "off") == 0) {
        *value = 0;
        return 0;
    }
    if (read_word(kind, word, &read) != 0 || read < min || read > max)
        return -1;
    *value = read;
    return 0;
}
