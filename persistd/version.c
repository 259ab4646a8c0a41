/* SPDX-License-Identifier: Apache-2.0 */
/* version.c: stat, in the unit that httpd's r->finfo has. */

#include "version.h"

#include "slots_table.h"

#include <errno.h>
#include <sys/stat.h>

uint64_t version_look(const char *path, uid_t *owner)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return 0;
    if (!S_ISREG(info.st_mode)) {
        errno = EINVAL;
        return 0;
    }
    if (owner)
        *owner = info.st_uid;
    int64_t mtime =
        (int64_t)info.st_mtim.tv_sec * 1000000 + info.st_mtim.tv_nsec / 1000;
    return slots_version(mtime, (uint64_t)info.st_ino, (uint64_t)info.st_size);
}
