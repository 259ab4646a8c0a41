/* SPDX-License-Identifier: Apache-2.0 */
/* pw_threads.c: counts the threads of this process by /proc: those that a
 * language's runtime has started, too. */

#include "pw_threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXITING 4u    /* PF_EXITING of the kernel's flags */
#define FLAGS_FIELD 7 /* behind the name: proc_pid_stat(5), field 9 */

/* The name of a thread may have spaces and brackets; the last one ends it. */
static unsigned flags_of(char *stat)
{
    char *rest = strrchr(stat, ')');
    for (int field = 0; rest && field < FLAGS_FIELD; field++)
        rest = strchr(rest + 1, ' ');
    return rest ? (unsigned)strtoul(rest, NULL, 10) : 0;
}

/* A thread whose file can't be read has gone meanwhile. */
static int runs(int threads, const char *id)
{
    char path[80], stat[512];
    snprintf(path, sizeof(path), "%s/stat", id);
    int fd = openat(threads, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, stat, sizeof(stat) - 1);
    close(fd);
    if (n <= 0)
        return 0;
    stat[n] = '\0';
    return !(flags_of(stat) & EXITING);
}

unsigned pw_threads_count(void)
{
    unsigned count = 0;
    DIR *threads = opendir("/proc/self/task");
    if (!threads)
        return 0;
    for (struct dirent *entry; (entry = readdir(threads)) != NULL;)
        if (entry->d_name[0] != '.')
            count += (unsigned)runs(dirfd(threads), entry->d_name);
    closedir(threads);
    return count;
}
