/* SPDX-License-Identifier: Apache-2.0 */
/* fork_survey.c: counts what /proc lists. */

#include "fork/fork_survey.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <errno.h>
#include <stddef.h>

/* An entry as getdents64(2) writes it. */
struct entry {
    uint64_t inode;
    int64_t next;
    uint16_t size;
    uint8_t type;
    char name[];
};

/* "." and ".." are no numbers. */
static long count_in(const char *entries, long size, long above, long except)
{
    long count = 0;
    for (long at = 0; at < size;) {
        const struct entry *entry = (const struct entry *)(entries + at);
        long number = fork_text_number(entry->name);
        count += number > above && number != except;
        at += entry->size;
    }
    return count;
}

/* Counts the numbers above one, except for another, that a directory lists. */
static long count(const char *directory, long above, long except)
{
    _Alignas(struct entry) char entries[1024];
    long found = 0, size;
    long fd = fork_system_open(directory, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return fd;
    while ((size = fork_system_list((int)fd, entries, sizeof(entries))) > 0)
        found += count_in(entries, size, above, except);
    fork_system_close((int)fd);
    return size < 0 ? size : found;
}

long fork_survey_threads(void)
{
    long threads = count("/proc/self/task", 0, -1);
    if (threads < 0)
        return threads;
    return threads == 1 ? 0 : -EBUSY;
}

/* The list of descriptors has one number more: its own. */
long fork_survey(int socket)
{
    long result = fork_survey_threads();
    long open = count("/proc/self/fd", 2, socket);
    if (result < 0 || open < 0)
        return result < 0 ? result : open;
    return open <= 1 ? 0 : -EBUSY;
}

#endif /* FORK_SUPPORTED */
