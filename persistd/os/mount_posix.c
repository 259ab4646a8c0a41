/* SPDX-License-Identifier: Apache-2.0 */
/* mount_posix.c: mount.h where there is no list of mounts that can be read
 * without asking their file systems. */

#ifndef __linux__

#include "os/mount.h"

uint64_t mount_of(const char *path)
{
    (void)path;
    return 0;
}

#endif /* not __linux__ */
