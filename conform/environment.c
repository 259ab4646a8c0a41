/* SPDX-License-Identifier: Apache-2.0 */
/* environment.c: the variables that persistd takes over from httpd, and those
 * of
 * --env in place of PersistEnv. */

#include "environment.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* Whether --env sets the variable of this entry. */
static int is_given(const options_t *options, const char *entry)
{
    size_t n = strcspn(entry, "=");
    for (int i = 0; i < options->env_count; i++) {
        if (strcspn(options->env[i], "=") == n &&
            strncmp(options->env[i], entry, n) == 0)
            return 1;
    }
    return 0;
}

static int passes(const char *entry)
{
    return strncmp(entry, "PATH=", 5) == 0 || strncmp(entry, "LANG=", 5) == 0 ||
           strncmp(entry, "LC_", 3) == 0 || strncmp(entry, "TZ=", 3) == 0;
}

/* Returns "NAME=VALUE" for free(). A name without a value takes the value of
 * this process; NULL if there is none. */
static char *make_entry(const char *text)
{
    const char *value = strchr(text, '=') ? NULL : getenv(text);
    char *entry = NULL;
    if (strchr(text, '='))
        return strdup(text);
    if (!value || asprintf(&entry, "%s=%s", text, value) < 0)
        return NULL;
    return entry;
}

static int add(char **environment, int count, char *entry)
{
    if (!entry)
        return count;
    environment[count] = entry;
    return count + 1;
}

char **environment_make(const options_t *options, const char *variable)
{
    size_t room = 0;
    int count = 0;
    while (environ[room])
        room++;
    room += OPTIONS_ENV_MAX + 2;
    char **environment = calloc(room, sizeof(*environment));
    if (!environment)
        abort();
    for (char **entry = environ; *entry; entry++) {
        if (passes(*entry) && !is_given(options, *entry))
            count = add(environment, count, strdup(*entry));
    }
    for (int i = 0; i < options->env_count; i++)
        count = add(environment, count, make_entry(options->env[i]));
    add(environment, count, strdup(variable));
    return environment;
}

void environment_free(char **environment)
{
    for (char **entry = environment; *entry; entry++)
        free(*entry);
    free(environment);
}

static char *find_in(const char *folders, const char *program)
{
    char path[PATH_MAX];
    while (*folders) {
        size_t n = strcspn(folders, ":");
        snprintf(path, sizeof(path), "%.*s/%s", (int)n, folders, program);
        if (n > 0 && access(path, X_OK) == 0)
            return strdup(path);
        folders += n + (folders[n] == ':');
    }
    errno = ENOENT;
    return NULL;
}

char *environment_find(const char *program)
{
    const char *folders = getenv("PATH");
    if (strchr(program, '/'))
        return access(program, X_OK) == 0 ? strdup(program) : NULL;
    return find_in(folders ? folders : "/usr/bin:/bin", program);
}
