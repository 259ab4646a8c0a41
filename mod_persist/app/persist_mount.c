/* SPDX-License-Identifier: Apache-2.0 */
/* persist_mount.c: where in a URL an application begins. Pure. */

#include "app/persist_mount.h"

#include <string.h>

/* The length of a text of `length` bytes without the slashes at its end. */
static size_t trimmed(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == '/')
        length--;
    return length;
}

/* Steps back over one byte, or over a run of slashes in both. */
static int step(const char *uri, size_t *i, const char *rest, size_t *j)
{
    if (*i == 0 || uri[*i - 1] != rest[*j - 1])
        return -1;
    int slash = uri[*i - 1] == '/';
    *i = slash ? trimmed(uri, *i) : *i - 1;
    *j = slash ? trimmed(rest, *j) : *j - 1;
    return 0;
}

int persist_mount_split(const char *uri, const char *rest, size_t *length)
{
    size_t i = trimmed(uri, strlen(uri));
    size_t j = trimmed(rest, strlen(rest));
    while (j > 0)
        if (step(uri, &i, rest, &j) != 0)
            return -1;
    *length = i;
    return 0;
}

const char *persist_mount_below(const char *uri, const char *mount)
{
    size_t length = strlen(mount);
    if (strncmp(uri, mount, length) != 0)
        return NULL;
    return uri[length] == '/' || !uri[length] ? uri + length : NULL;
}

const char *persist_mount_behind(const char *path_info, const char *entry)
{
    return *path_info == '/' ? persist_mount_below(path_info + 1, entry) : NULL;
}
