/* SPDX-License-Identifier: Apache-2.0 */
/* door_place.c: the folder of the program, and the files in it. */

#include "door_place.h"
#include "door_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SELF "/proc/self/exe"

/* Splits a canonical path, which stands in place->folder, into folder and
 * stem. */
static int split(door_place_t *place)
{
    char *name = strrchr(place->folder, '/');
    errno = ENAMETOOLONG;
    if (!name || strlen(name) > NAME_MAX)
        return -1;
    *name++ = '\0';
    size_t len = strlen(name);
    size_t stem = len > 0 ? strcspn(name + 1, ".") + 1 : 0;
    memcpy(place->stem, name, stem < len ? stem : len);
    return 0;
}

static int find_program(door_place_t *place)
{
    ssize_t len = readlink(SELF, place->folder, sizeof(place->folder) - 1);
    if (len <= 0)
        return -1;
    place->folder[len] = '\0';
    return split(place);
}

/* In a folder that others can write to, they can replace every file. */
static const char *judge_folder(const door_place_t *place)
{
    struct stat info;
    const char *why = strerror(EIO);
    if (fstat(place->fd, &info) == 0)
        why = door_trust_fault(&place->trust, &info);
    return why ? door_print("%s %s", place->folder, why) : NULL;
}

static const char *open_folder(door_place_t *place)
{
    place->fd = open(*place->folder ? place->folder : "/",
                     O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return place->fd < 0 ? door_print("%s: %s", place->folder, strerror(errno))
                         : judge_folder(place);
}

const char *door_place_find(door_place_t *place)
{
    struct stat program;
    memset(place, 0, sizeof(*place));
    if (stat(SELF, &program) != 0 || find_program(place) != 0)
        return door_print("%s: %s", SELF, strerror(errno));
    place->trust = (door_trust_t){geteuid(), program.st_uid};
    const char *why = door_trust_fault(&place->trust, &program);
    return why ? door_print("%s/%s.cgi %s", place->folder, place->stem, why)
               : open_folder(place);
}

const char *door_place_of(door_place_t *place, const char *script)
{
    memset(place, 0, sizeof(*place));
    if (!realpath(script, place->folder) || split(place) != 0)
        return door_print("%s: %s", script, strerror(errno));
    place->trust = (door_trust_t){geteuid(), geteuid()};
    return open_folder(place);
}

static const char *judge_file(const door_place_t *place, int fd,
                              struct stat *info)
{
    if (fstat(fd, info) != 0)
        return strerror(errno);
    if (!S_ISREG(info->st_mode))
        return "is not a regular file";
    return door_trust_fault(&place->trust, info);
}

/* Judges the folders in a name: who can write to one can replace the file. One
 * that is missing is left to the look at the file. */
static const char *judge_way(const door_place_t *place, const char *name)
{
    const char *slash = name;
    while ((slash = strchr(slash, '/')) != NULL) {
        char *folder = door_print("%.*s", (int)(slash++ - name), name);
        struct stat info;
        if (fstatat(place->fd, folder, &info, AT_SYMLINK_NOFOLLOW) != 0)
            return NULL;
        const char *fault = S_ISDIR(info.st_mode)
                                ? door_trust_fault(&place->trust, &info)
                                : "is not a directory";
        if (fault)
            return door_print("%s/%s %s", place->folder, folder, fault);
    }
    return NULL;
}

int door_place_open(const door_place_t *place, const char *name,
                    struct stat *info, const char **why)
{
    *why = judge_way(place, name);
    if (*why)
        return -1;
    int fd =
        openat(place->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno != ENOENT && errno != ENOTDIR)
        *why = door_print("%s/%s: %s", place->folder, name,
                          errno == ELOOP ? DOOR_PLACE_LINK : strerror(errno));
    if (fd < 0)
        return -1;
    const char *fault = judge_file(place, fd, info);
    if (!fault)
        return fd;
    *why = door_print("%s/%s %s", place->folder, name, fault);
    close(fd);
    return -1;
}
