/* SPDX-License-Identifier: Apache-2.0 */
/* door_mount.c: decodes, resolves and compares. */

#include "door_mount.h"
#include "door_memory.h"

#include <string.h>
#include <strings.h>

#define AUTO "auto"
#define PROGRAM ".cgi" /* how its name ends */

static int is_dots(const char *part, size_t len)
{
    return (len == 1 || len == 2) && strspn(part, ".") >= len;
}

/* A path that no request could have after its path was resolved would never be
 * found. */
static int is_resolved(const char *path)
{
    while (*path == '/') {
        size_t len = strcspn(++path, "/");
        if (len == 0 || is_dots(path, len))
            return 0;
        path += len;
    }
    return *path == '\0';
}

static int is_plain(const char *path)
{
    for (; *path; path++)
        if ((unsigned char)*path < ' ' || strchr("%?#\\\x7f", *path))
            return 0;
    return 1;
}

const char *door_mount_want(const char *word)
{
    if (strcasecmp(word, AUTO) == 0 || strcmp(word, "/") == 0 ||
        (is_resolved(word) && is_plain(word) && *word))
        return NULL;
    return "auto, or the path at which browsers find the folder, for example "
           "/shop: with a slash at its beginning and none at its end, without "
           "//, /./, /../, %, ?, # and backslashes";
}

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found =
        c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Returns NULL for a wrong escape, or for that of a NUL. */
static char *decode(const char *uri)
{
    size_t len = strcspn(uri, "?#");
    char *path = door_memory(len + 1, 1), *to = path;
    for (size_t i = 0; i < len; i++) {
        *to = uri[i];
        if (*to == '%') {
            int high = digit(uri[i + 1]);
            int low = high < 0 ? -1 : digit(uri[i + 2]);
            if (low < 0 || high + low == 0)
                return NULL;
            *to = (char)(high * 16 + low);
            i += 2;
        }
        to++;
    }
    return path;
}

/* What was written ends with a slash as long as more may come. Returns 0, or -1
 * for a path that leads above the root. */
static int resolve(char *path)
{
    char *to = path + 1;
    size_t len;
    for (const char *at = to; *at; at += len) {
        at += strspn(at, "/");
        len = strcspn(at, "/");
        if (len == 2 && is_dots(at, len)) {
            if (to == path + 1)
                return -1;
            for (to--; to[-1] != '/';)
                to--;
        } else if (len > 0 && !is_dots(at, len)) {
            int more = at[len] == '/';
            memmove(to, at, len);
            to += len;
            if (more)
                *to++ = '/';
        }
    }
    *to = '\0';
    return 0;
}

/* Returns the rest of the path, or NULL if it is not there or below. */
static const char *below(const char *path, const char *mount)
{
    size_t len = strlen(mount);
    if (strncmp(path, mount, len) != 0 || (path[len] && path[len] != '/'))
        return NULL;
    return path + len;
}

static const char *mount_name(const char *mount, const char *script)
{
    if (strcasecmp(mount, AUTO) != 0)
        return strcmp(mount, "/") == 0 ? "" : mount;
    const char *last = strrchr(script, '/');
    return last ? door_print("%.*s", (int)(last - script), script) : NULL;
}

int door_mount_is_split(const char *mount, const char *script)
{
    size_t len = strlen(script);
    if (strcasecmp(mount, AUTO) != 0)
        return strcmp(script, mount_name(mount, script)) == 0;
    return len < strlen(PROGRAM) ||
           strcmp(script + len - strlen(PROGRAM), PROGRAM) != 0;
}

int door_mount_split_path(door_mount_t *split, const char *mount,
                          const char *script, const char *path)
{
    const char *name = mount_name(mount, script), *info = NULL;
    if (!name)
        return -1;
    if (below(script, name))
        info = below(path, script);
    if (!info)
        info = below(path, name);
    if (!info)
        return -1;
    *split = (door_mount_t){name, info};
    return 0;
}

int door_mount_split(door_mount_t *split, const char *mount, const char *script,
                     const char *uri)
{
    char *path = *uri == '/' ? decode(uri) : NULL;
    if (!path || resolve(path) != 0)
        return -1;
    return door_mount_split_path(split, mount, script, path);
}
