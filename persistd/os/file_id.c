/* SPDX-License-Identifier: Apache-2.0 */
/* file_id.c: compares device and inode. While a file is open or listened on, no
 * other file has the same ones. */

#include "os/file_id.h"

#include <errno.h>
#include <sys/stat.h>

int file_id_take(file_id_t *id, const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return -1;
    *id = (file_id_t){info.st_dev, info.st_ino};
    return 0;
}

int file_id_is_lost(const file_id_t *id, const char *path)
{
    file_id_t now;
    if (file_id_take(&now, path) != 0)
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    return now.dev != id->dev || now.ino != id->ino;
}
