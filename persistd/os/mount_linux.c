/* SPDX-License-Identifier: Apache-2.0 */
/* mount_linux.c: finds the longest mount point that the path begins with. The
 * kernel makes mountinfo without asking any file system. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "os/mount.h"

#include "base/heap.h"
#include "common_clock.h"
#include "slots_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READ_US 1000000 /* mountinfo is read again after this time */
#define POINT_FIELD 5

static struct {
    char **points;
    size_t count;
    int64_t read_at;
} mounts;

static void forget_all(void)
{
    for (size_t i = 0; i < mounts.count; i++)
        free(mounts.points[i]);
    free(mounts.points);
    mounts.points = NULL;
    mounts.count = 0;
}

/* In mountinfo, blanks and a few other bytes are written as three octal
 * digits. */
static void unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++) {
        char digits[4] = {0};
        if (*from == '\\' && strspn(from + 1, "01234567") >= 3) {
            memcpy(digits, from + 1, 3);
            *to = (char)strtol(digits, NULL, 8);
            from += 4;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

static void add_line(char *line)
{
    char *rest = line, *point = NULL;
    for (int field = 0; field < POINT_FIELD && rest; field++)
        point = strsep(&rest, " ");
    if (!point || !rest)
        return;
    unescape(point);
    mounts.points =
        heap_grow(mounts.points, mounts.count + 1, sizeof(*mounts.points));
    mounts.points[mounts.count++] = heap_text(point, strlen(point));
}

static void read_all(void)
{
    char *line = NULL;
    size_t size = 0;
    int64_t now = common_now_us();
    if (mounts.points && now - mounts.read_at < READ_US)
        return;
    mounts.read_at = now;
    forget_all();
    FILE *file = fopen("/proc/self/mountinfo", "re");
    if (!file)
        return;
    while (getline(&line, &size, file) > 0)
        add_line(line);
    free(line);
    fclose(file);
}

static int is_below(const char *path, const char *point, size_t len)
{
    return strncmp(path, point, len) == 0 &&
           (len == 1 || path[len] == '/' || path[len] == '\0');
}

/* FNV-1a. Different mounts should get different numbers; a rare collision does
 * no harm. */
static uint64_t number_of(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return hash;
}

uint64_t mount_of(const char *path)
{
    const char *found = "";
    size_t longest = 0;
    read_all();
    for (size_t i = 0; i < mounts.count; i++) {
        size_t len = strlen(mounts.points[i]);
        if (len > longest && is_below(path, mounts.points[i], len)) {
            found = mounts.points[i];
            longest = len;
        }
    }
    return number_of(found);
}

#endif /* COMMON_LINUX */
