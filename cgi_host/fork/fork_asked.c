/* SPDX-License-Identifier: Apache-2.0 */
/* fork_asked.c: getenv() and secure_getenv() as the C library has them, which
 * also note what they are asked for before main(). Whoever reads `environ`
 * itself is not seen: cgi_early.c lists such names. */

#include "fork/fork_asked.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_text.h"

#include <unistd.h>

extern char **__environ; /* as in fork_server.c */

static char names[FORK_NAMES_MAX];
static size_t used;
static int is_full, has_ended;

static int is_noted(const char *name)
{
    for (size_t at = 0; at < used; at += fork_text_len(names + at) + 1)
        if (fork_text_same(names + at, name))
            return 1;
    return 0;
}

/* A constructor may have started threads: fork_survey() refuses these, later.
 * Until then `used` is in bounds whatever they do. */
static void note(const char *name)
{
    size_t at = used, len = fork_text_len(name) + 1;
    if (has_ended || is_noted(name))
        return;
    if (len > sizeof(names) - at) {
        is_full = 1;
        return;
    }
    for (size_t i = 0; i < len; i++)
        names[at + i] = name[i];
    used = at + len;
}

const char *fork_asked_end(size_t *len)
{
    has_ended = 1;
    *len = used;
    return is_full ? NULL : names;
}

/* Returns the value of a variable, or NULL if it has another name. */
static char *value_in(char *variable, const char *name)
{
    for (; *name && *variable == *name; name++)
        variable++;
    return *name || *variable != '=' ? NULL : variable + 1;
}

static char *find(const char *name)
{
    char *value = NULL;
    if (*name)
        note(name);
    for (char **at = *name ? __environ : NULL; at && *at && !value; at++)
        value = value_in(*at, name);
    return value;
}

__attribute__((visibility("default"))) char *getenv(const char *name)
{
    return find(name);
}

/* The loader preloads nothing into a program with more rights than its user. */
__attribute__((visibility("default"))) char *secure_getenv(const char *name)
{
    return find(name);
}

#endif /* FORK_SUPPORTED */
