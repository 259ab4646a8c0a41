/* SPDX-License-Identifier: Apache-2.0 */
/* guard_posix.c: guard.h where no call is known for it. */

#ifndef __linux__

#include "os/guard.h"

int guard_self(void)
{
    return 0;
}

#endif /* not __linux__ */
