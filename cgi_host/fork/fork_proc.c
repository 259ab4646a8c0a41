/* SPDX-License-Identifier: Apache-2.0 */
/* fork_proc.c: doubles the memory while the file goes on. */

#include "fork/fork_proc.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"

#include <errno.h>

#define FIRST_SIZE ((size_t)64 << 10)

/* One byte stays free, so that the text ends. */
static long read_all(int fd, fork_proc_t *file)
{
    while (file->at) {
        long got = fork_system_read(fd, file->at + file->len,
                                    file->size - 1 - file->len);
        if (got <= 0)
            return got;
        file->len += (size_t)got;
        if (file->len == file->size - 1) {
            file->at = fork_system_remap(file->at, file->size, 2 * file->size);
            file->size *= 2;
        }
    }
    return -ENOMEM;
}

long fork_proc_read(const char *path, fork_proc_t *file)
{
    long fd = fork_system_open(path, O_RDONLY);
    if (fd < 0)
        return fd;
    *file =
        (fork_proc_t){.at = fork_system_map(FIRST_SIZE), .size = FIRST_SIZE};
    long result = read_all((int)fd, file);
    fork_system_close((int)fd);
    if (result < 0)
        fork_proc_free(file);
    return result;
}

void fork_proc_free(fork_proc_t *file)
{
    if (file->at)
        fork_system_unmap(file->at, file->size);
}

#endif /* FORK_SUPPORTED */
