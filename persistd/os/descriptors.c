/* SPDX-License-Identifier: Apache-2.0 */
/* descriptors.c: closes descriptors, with one system call where there is
 * one. */

#include "os/descriptors.h"

#include <unistd.h>

void descriptors_close_above(int last)
{
    int most = (int)sysconf(_SC_OPEN_MAX);
#ifdef __linux__
    if (close_range((unsigned)last + 1, ~0u, 0) == 0)
        return;
#endif
    for (int fd = last + 1; fd < most; fd++)
        close(fd);
}
