/* SPDX-License-Identifier: Apache-2.0 */
/* common_descriptors.c: one system call where the kernel has one (Linux 5.9,
 * which not every C library wraps). Older kernels list the open descriptors in
 * /proc, and so do containers whose filter of system calls refuses it. Without
 * /proc every number up to the limit is tried. That limit is 2^30 in some
 * containers, which would take minutes. */

#include "common_descriptors.h"

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef SYS_getdents64
/* An entry as getdents64(2) writes it. */
struct entry {
    uint64_t inode;
    int64_t next;
    uint16_t size;
    uint8_t type;
    char name[];
};

/* Closes the descriptors that `size` bytes of entries name. "." and ".." read
 * as 0. */
static void close_entries(const char *entries, size_t size, int last, int list)
{
    uint16_t length;
    for (size_t at = 0; at < size; at += length) {
        const char *entry = entries + at;
        memcpy(&length, entry + offsetof(struct entry, size), sizeof(length));
        int fd = atoi(entry + offsetof(struct entry, name));
        if (fd > last && fd != list)
            close(fd);
    }
}

/* Does not use opendir(), because malloc() may be locked after fork(). A place
 * in this directory is a descriptor's number, so a close skips none. */
static int close_listed(int last)
{
    char entries[4096];
    int list = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long size;
    if (list < 0)
        return -1;
    while ((size = syscall(SYS_getdents64, list, entries, sizeof(entries))) > 0)
        close_entries(entries, (size_t)size, last, list);
    close(list);
    return size < 0 ? -1 : 0;
}
#else
static int close_listed(int last)
{
    (void)last;
    return -1;
}
#endif

void common_close_above(int last)
{
    int most = (int)sysconf(_SC_OPEN_MAX);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)last + 1, ~0u, 0) == 0)
        return;
#endif
    if (close_listed(last) == 0)
        return;
    for (int fd = last + 1; fd < most; fd++)
        close(fd);
}

int common_descriptors_count(pid_t pid)
{
    char path[64];
    int count = 0;
    snprintf(path, sizeof(path), "/proc/%ld/fd", (long)pid);
    DIR *directory = opendir(path);
    if (!directory)
        return -1;
    while (readdir(directory))
        count++;
    closedir(directory);
    return count - 2; /* "." and ".." */
}
