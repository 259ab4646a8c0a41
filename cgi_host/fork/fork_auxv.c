/* SPDX-License-Identifier: Apache-2.0 */
/* fork_auxv.c: reads it from /proc. */

#include "fork/fork_auxv.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"

#include <errno.h>

long fork_auxv_read(fork_auxv_t *auxv)
{
    long fd = fork_system_open("/proc/self/auxv", O_RDONLY);
    if (fd < 0)
        return fd;
    long got = fork_system_read((int)fd, auxv->entries, sizeof(auxv->entries));
    fork_system_close((int)fd);
    auxv->size = got > 0 ? (size_t)got : 0;
    if (got < 0)
        return got;
    return auxv->size < sizeof(auxv->entries) ? 0 : -E2BIG;
}

unsigned long fork_auxv_value(const fork_auxv_t *auxv, unsigned long type)
{
    size_t count = auxv->size / sizeof(*auxv->entries);
    for (size_t i = 0; i + 1 < count; i += 2)
        if (auxv->entries[i] == type)
            return auxv->entries[i + 1];
    return 0;
}

#endif /* FORK_SUPPORTED */
