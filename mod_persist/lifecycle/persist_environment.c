/* SPDX-License-Identifier: Apache-2.0 */
/* persist_environment.c: the two lists of variables that are passed on. */

#include "lifecycle/persist_environment.h"

#include <apr_tables.h>
#include <string.h>

static const char *const for_workers[] = {"PATH=", "LANG=", "LC_", "TZ=", NULL};

static const char *const for_persistd[] = {"LD_LIBRARY_PATH=",
                                           "ASAN_OPTIONS=",
                                           "LSAN_OPTIONS=",
                                           "TSAN_OPTIONS=",
                                           "UBSAN_OPTIONS=",
                                           "PERSIST_DUMPABLE=",
                                           NULL};

/* Compares the beginning: a list has names up to the '=', and prefixes of
 * names. */
static int is_listed(const char *const *list, const char *variable)
{
    for (; *list; list++)
        if (strncmp(variable, *list, strlen(*list)) == 0)
            return strchr(variable, '=') != NULL;
    return 0;
}

int persist_environment_is_for_workers(const char *variable)
{
    return is_listed(for_workers, variable);
}

char **persist_environment_for_persistd(char *const *from, apr_pool_t *p)
{
    apr_array_header_t *list = apr_array_make(p, 16, sizeof(char *));
    for (; from && *from; from++)
        if (is_listed(for_workers, *from) || is_listed(for_persistd, *from))
            APR_ARRAY_PUSH(list, char *) = *from;
    APR_ARRAY_PUSH(list, char *) = NULL;
    return (char **)list->elts;
}
