/* SPDX-License-Identifier: Apache-2.0 */
/* mount_posix.c: mount.h for systems whose list of mounts cannot be read
 * without asking the file systems. */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "os/mount.h"

uint64_t mount_of(const char *path)
{
    (void)path;
    return 0;
}

#endif /* not COMMON_LINUX */
