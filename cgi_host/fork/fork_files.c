/* SPDX-License-Identifier: Apache-2.0 */
/* fork_files.c: by way of /proc, so that a file which was renamed or removed
 * meanwhile is still the one that was opened. */

#include "fork/fork_files.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_read_from(int fd)
{
    struct stat facts;
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY &&
           fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
}

static int note(fork_files_t *files, int fd)
{
    if (fd <= STDERR_FILENO || !is_read_from(fd))
        return 0;
    if (files->count == FORK_FILES_MAX)
        return -EMFILE;
    files->fds[files->count++] = fd;
    return 0;
}

long fork_files_find(fork_files_t *files)
{
    const struct dirent *entry;
    long result = 0;
    DIR *list = opendir("/proc/self/fd");
    if (!list)
        return -errno;
    while (result == 0 && (entry = readdir(list)))
        result = note(files, atoi(entry->d_name));
    closedir(list);
    return result;
}

static int open_again(int fd)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    off_t offset = lseek(fd, 0, SEEK_CUR);
    int again = open(path, O_RDONLY | O_CLOEXEC);
    if (again < 0)
        return -1;
    int flags = fcntl(fd, F_GETFD) & FD_CLOEXEC ? O_CLOEXEC : 0;
    int result = offset >= 0 && lseek(again, offset, SEEK_SET) == offset &&
                         dup3(again, fd, flags) == fd
                     ? 0
                     : -1;
    close(again);
    return result;
}

int fork_files_open_again(const fork_files_t *files)
{
    for (int i = 0; i < files->count; i++)
        if (open_again(files->fds[i]) != 0)
            return -1;
    return 0;
}

#endif /* FORK_SUPPORTED */
