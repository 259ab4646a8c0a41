/* SPDX-License-Identifier: Apache-2.0 */
/* common_temporary.c: opens temporary files without a name. */

#include "common_temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MODE (S_IRUSR | S_IWUSR)

/* For file systems without O_TMPFILE (NFS, some overlays). */
static int open_named(const char *directory)
{
    char name[PATH_MAX];
    int len = snprintf(name, sizeof(name), "%s/mod_persist.XXXXXX", directory);
    errno = ENAMETOOLONG;
    int fd = len < (int)sizeof(name) ? mkostemp(name, O_CLOEXEC) : -1;
    if (fd >= 0)
        unlink(name);
    return fd;
}

int common_temporary_open(const char *directory)
{
    int fd = -1;
    errno = EOPNOTSUPP;
#ifdef O_TMPFILE
    fd = open(directory, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, FILE_MODE);
#endif
    if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR))
        fd = open_named(directory);
    return fd;
}
