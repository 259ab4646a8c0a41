/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_value.c: reads the words of a directive. Digits and letters
 * are compared as ASCII, because httpd may run under any locale. */

#include "config/persist_config_value.h"

#include "wire_limits.h"

#include <stddef.h>
#include <string.h>

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits up to limit; returns what follows them, or NULL. */
static const char *read_digits(const char *word, int64_t limit, int64_t *value)
{
    int64_t sum = 0;
    if (!is_digit(*word))
        return NULL;
    for (; is_digit(*word); word++) {
        int digit = *word - '0';
        if (digit > limit || sum > (limit - digit) / 10)
            return NULL;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return word;
}

int persist_config_value_number(const char *word, int min, int max, int *number)
{
    int64_t value;
    const char *rest = read_digits(word, max, &value);
    if (!rest || *rest || value < min)
        return -1;
    *number = (int)value;
    return 0;
}

/* Returns the number of bits by which the unit shifts, or -1. */
static int unit_shift(const char *unit)
{
    static const char units[] = "kKmMgG";
    const char *found;
    if (!*unit)
        return 0;
    found = strchr(units, *unit);
    return found && !unit[1] ? ((int)(found - units) / 2 + 1) * 10 : -1;
}

int persist_config_value_size(const char *word, int64_t *bytes)
{
    int64_t value;
    const char *unit = read_digits(word, INT64_MAX, &value);
    int shift = unit ? unit_shift(unit) : -1;
    if (shift < 0 || value > INT64_MAX >> shift)
        return -1;
    *bytes = value << shift;
    return 0;
}

int persist_config_value_is_name(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *word && !is_digit(*word) && !word[strspn(word, letters)];
}

/* PERSIST_BACKEND and PERSIST_APP_RUNNERS are a script's to set; names of ours
 * are not. */
static const struct reserved {
    const char *name, *want;
} reserved[] = {
    {WIRE_WORKER_VARIABLE,
     "another name: this one tells a worker where its socket is"},
    {WIRE_THREADS_VARIABLE,
     "the directive PersistThreads, which sets this variable, for example "
     "PersistThreads 4"},
    {WIRE_MEMORY_VARIABLE,
     "the directive PersistMemoryLimit, which sets this variable, for example "
     "PersistMemoryLimit 0 512M"},
    {"PERSIST_DEBUG",
     "the directive PersistDebug, which sets this variable: PersistDebug on"},
    {"PERSIST_ENV_FILE",
     "another name: this one tells a worker where the application's .env is"},
};

const char *persist_config_value_env(const char *name)
{
    if (!persist_config_value_is_name(name))
        return "a name of letters, digits and underscores, for example "
               "PersistEnv APP_MODE production";
    for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
        if (strcmp(name, reserved[i].name) == 0)
            return reserved[i].want;
    return NULL;
}
