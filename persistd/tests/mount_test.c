/* SPDX-License-Identifier: Apache-2.0 */
/* mount_test.c: paths of one mount have one number. */

#include "common_system.h"
#include "os/mount.h"
#include "tap.h"

int main(void)
{
#ifdef COMMON_LINUX
    ok(mount_of("/proc/self/stat") == mount_of("/proc"),
       "what is below a mount point is of its mount");
    ok(mount_of("/proc/self/stat") != mount_of("/"), "which is its own");
    ok(mount_of("/process") == mount_of("/"),
       "a name that only begins like it is not below it");
    ok(mount_of("/no/such/file") == mount_of("/"),
       "nobody asks whether a file is there");
#else
    is_int((long)mount_of("/"), 0, "nothing is known");
#endif
    return done_testing();
}
