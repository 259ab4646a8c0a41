/* SPDX-License-Identifier: Apache-2.0 */
/* door_mount.c: resolves, decodes and compares. */

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

/* The dots of an encoded dot segment. 0: it is another one. */
static int count_dots(const char *segment, size_t len)
{
    int dots = 0;
    for (size_t i = 0; i < len; dots++)
        if (segment[i] == '.')
            i++;
        else if (len - i > 2 && strncasecmp(segment + i, "%2e", 3) == 0)
            i += 3;
        else
            return 0;
    return dots <= 2 ? dots : 0;
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
        int dots = count_dots(at, len);
        if (dots == 2) {
            if (to == path + 1)
                return -1;
            for (to--; to[-1] != '/';)
                to--;
        } else if (len > 0 && dots == 0) {
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

/* Decodes a segment, maybe in its place. Returns its length, or -1 for a wrong
 * escape, or for that of a NUL. */
static int decode(char *to, const char *segment, size_t len)
{
    const char *begin = to;
    for (size_t i = 0; i < len; i++, to++) {
        *to = segment[i];
        if (*to == '%') {
            int high = digit(segment[i + 1]);
            int low = high < 0 ? -1 : digit(segment[i + 2]);
            if (low < 0 || high + low == 0)
                return -1;
            *to = (char)(high * 16 + low);
            i += 2;
        }
    }
    return (int)(to - begin);
}

/* True for a decoded segment whose encoded slashes divide it into parts that
 * would be resolved, if they were divided by slashes. */
static int hides_dots(const char *segment, size_t len)
{
    const char *end = segment + len, *part = segment;
    if (!memchr(segment, '/', len))
        return 0;
    for (;; part++) {
        const char *slash = memchr(part, '/', (size_t)(end - part));
        size_t size = (size_t)((slash ? slash : end) - part);
        if (size == 0 || is_dots(part, size))
            return 1;
        if (!slash)
            return 0;
        part = slash;
    }
}

/* Returns 0, or -1 if a segment has no meaning that is the same to all. */
static int decode_segments(char *path)
{
    char *to = path;
    for (size_t len; *path; path += len) {
        for (; *path == '/'; path++)
            *to++ = '/';
        len = strcspn(path, "/");
        int size = decode(to, path, len);
        if (size < 0 || hides_dots(to, (size_t)size))
            return -1;
        to += size;
    }
    *to = '\0';
    return 0;
}

/* Dots are resolved first: a segment with an encoded slash is one segment. */
static const char *path_of(const char *uri)
{
    char *path = door_print("%.*s", (int)strcspn(uri, "?#"), uri);
    return *path == '/' && resolve(path) == 0 && decode_segments(path) == 0
               ? path
               : NULL;
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
    const char *path = path_of(uri);
    return path ? door_mount_split_path(split, mount, script, path) : -1;
}
