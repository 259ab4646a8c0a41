/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_environment.c: makes an environment of a block of variables. */

#include "cgi_environment.h"
#include "common_program_log.h"

#include <stdlib.h>
#include <string.h>

static size_t count_variables(const persist_request_t *request)
{
    const char *name, *value;
    size_t place = 0, count = 0;
    while (persist_request_each(request, &place, &name, &value))
        count++;
    return count;
}

static char *add(char *to, const char *text, char end)
{
    size_t size = strlen(text);
    memcpy(to, text, size);
    to[size] = end;
    return to + size + 1;
}

/* The texts take as many bytes as the block: "=" stands for a NUL. */
char **cgi_environment(const persist_request_t *request)
{
    const char *name, *value;
    size_t place = 0, size, count = count_variables(request);
    (void)persist_request_variables(request, &size);
    char **all = malloc((count + 1) * sizeof(*all) + size);
    if (!all)
        return NULL;
    char *to = (char *)(all + count + 1);
    count = 0;
    while (persist_request_each(request, &place, &name, &value)) {
        if (strcmp(name, COMMON_PROGRAM_LOG) == 0)
            continue; /* httpd says it to us */
        all[count++] = to;
        to = add(to, name, '=');
        to = add(to, value, '\0');
    }
    all[count] = NULL;
    return all;
}
