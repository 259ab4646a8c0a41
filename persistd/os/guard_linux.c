/* SPDX-License-Identifier: Apache-2.0 */
/* guard_linux.c: clears the dumpable flag, which exec sets again for the
 * programs that we start, and drops all capabilities, because httpd's service
 * may have ambient ones. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "os/guard.h"

#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Drops the ambient capabilities as well. The C library has no capset(). The
 * call is left out when there is nothing to drop, because a service's system
 * call filter may refuse it. */
static int drop_capabilities(void)
{
    struct __user_cap_header_struct header = {.version =
                                                  _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    struct __user_cap_data_struct ours[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, ours) == 0 &&
        memcmp(ours, none, sizeof(none)) == 0)
        return 0;
    return (int)syscall(SYS_capset, &header, none);
}

int guard_self(void)
{
    if (!getenv(GUARD_DUMPABLE) && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
        return -1;
    return drop_capabilities();
}

#endif /* COMMON_LINUX */
