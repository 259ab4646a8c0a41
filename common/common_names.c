/* SPDX-License-Identifier: Apache-2.0 */
/* common_names.c: builds names from numbers, and parses numbers from names. */

#include "common_names.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WORKER_FORMAT "w.%" PRIu32 ".%" PRIu32

_Static_assert(COMMON_INSTANCE_MAX + sizeof("/p/w.4294967295.4294967295") <=
                   COMMON_PATH_SIZE,
               "the longest name of the longest instance fits");

static const char *const name_tails[] = {
    [COMMON_NAME_PRIVATE] = "/p",
    [COMMON_NAME_ADMIN] = "/admin",
    [COMMON_NAME_HTTP] = "/p/http",
    [COMMON_NAME_OWNERS] = "/p/owners.lock",
    [COMMON_NAME_LOCK] = "/p/persistd.lock",
    [COMMON_NAME_JOURNAL] = "/p/journal",
    [COMMON_NAME_TABLE] = "/p/table",
};

static int instance_fits(const char *instance)
{
    if (strnlen(instance, COMMON_INSTANCE_MAX + 1) <= COMMON_INSTANCE_MAX)
        return 1;
    errno = ENAMETOOLONG;
    return 0;
}

int common_name_path(char path[COMMON_PATH_SIZE], const char *instance,
                     common_name_t name)
{
    if (!instance_fits(instance))
        return -1;
    snprintf(path, COMMON_PATH_SIZE, "%s%s", instance, name_tails[name]);
    return 0;
}

int common_worker_path(char path[COMMON_PATH_SIZE], const char *instance,
                       uint32_t slot, uint32_t incarnation)
{
    if (!instance_fits(instance))
        return -1;
    snprintf(path, COMMON_PATH_SIZE, "%s/p/" WORKER_FORMAT, instance, slot,
             incarnation);
    return 0;
}

/* Parses a decimal number of at most 32 bits, as printf writes it, and moves
 * *at past it. */
static int number_parse(const char **at, uint32_t *number)
{
    const char *c = *at;
    uint64_t value = 0;
    if (*c == '0' && c[1] >= '0' && c[1] <= '9')
        return 0;
    for (; *c >= '0' && *c <= '9'; c++) {
        value = value * 10 + (uint64_t)(*c - '0');
        if (value > UINT32_MAX)
            return 0;
    }
    if (c == *at)
        return 0;
    *at = c;
    *number = (uint32_t)value;
    return 1;
}

int common_worker_parse(const char *name, uint32_t *slot, uint32_t *incarnation)
{
    uint32_t parsed[2];
    if (strncmp(name, "w.", 2) != 0)
        return -1;
    name += 2;
    if (!number_parse(&name, &parsed[0]) || *name++ != '.' ||
        !number_parse(&name, &parsed[1]) || *name != '\0')
        return -1;
    *slot = parsed[0];
    *incarnation = parsed[1];
    return 0;
}
