/* SPDX-License-Identifier: Apache-2.0 */
/* guard_posix.c: guard.h for systems where we know of no such call. */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "os/guard.h"

int guard_self(void)
{
    return 0;
}

#endif /* not COMMON_LINUX */
