/* SPDX-License-Identifier: Apache-2.0 */
/* persist_local_posix.c: persist_local.h where nothing tells file systems from
 * each other: no file is kept. */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "htaccess/persist_local.h"

int persist_local_is(const char *dir)
{
    (void)dir;
    return 0;
}

int persist_local_is_open(int fd)
{
    (void)fd;
    return 0;
}

#endif /* not COMMON_LINUX */
