/* SPDX-License-Identifier: Apache-2.0 */
/* door_folder.c: each of our programs loads what lies beside it, and a worker
 * the SDK that was copied there. So no file is known to be harmless. */

#include "door_folder.h"
#include "door_memory.h"
#include "door_place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Judges what is in the folder. */
static const char *judge_entries(const door_trust_t *trust, DIR *folder,
                                 const char *path)
{
    const struct dirent *entry;
    const char *why = NULL;
    while (!why && (entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            why = door_folder_fault(trust, dirfd(folder), path, entry->d_name);
    return why;
}

static const char *judge_folder(const door_trust_t *trust, int fd,
                                const char *path)
{
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder) {
        const char *why = door_print("%s: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return why;
    }
    const char *why = judge_entries(trust, folder, path);
    closedir(folder);
    return why;
}

/* A file may have gone since its folder was read. */
const char *door_folder_fault(const door_trust_t *trust, int fd,
                              const char *above, const char *name)
{
    struct stat info;
    if (fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT
                   ? NULL
                   : door_print("%s/%s: %s", above, name, strerror(errno));
    const char *why = S_ISLNK(info.st_mode) ? DOOR_PLACE_LINK
                                            : door_trust_fault(trust, &info);
    if (why)
        return door_print("%s/%s %s", above, name, why);
    if (!S_ISDIR(info.st_mode))
        return NULL;
    int inside =
        openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return judge_folder(trust, inside, door_print("%s/%s", above, name));
}
