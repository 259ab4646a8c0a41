/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_family.c: walks down /proc/PID/task/TID/children. Where the kernel has no
 * such file, the process that was started is all that is seen. */

#include "cgi_family.h"

#include "common_memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MEMBERS_MAX 64u
#define CHILDREN_SIZE 1024u /* the text of so many numbers, and more */

typedef struct family {
    pid_t group;
    pid_t pids[MEMBERS_MAX];
    unsigned count;
} family_t;

/* What has left the group goes on when the program is killed, so it does not
 * count either. */
static void add(family_t *family, long pid)
{
    if (family->count < MEMBERS_MAX && getpgid((pid_t)pid) == family->group)
        family->pids[family->count++] = (pid_t)pid;
}

/* children: the numbers, with a space behind each. */
static void add_all(family_t *family, const char *children)
{
    char *end;
    long pid;
    for (; (pid = strtol(children, &end, 10)) > 0; children = end)
        add(family, pid);
}

static void add_of_thread(family_t *family, int tasks, const char *thread)
{
    char path[NAME_MAX + sizeof("/children")], text[CHILDREN_SIZE];
    snprintf(path, sizeof(path), "%s/children", thread);
    int fd = openat(tasks, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t n = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    add_all(family, text);
}

static void add_children(family_t *family, pid_t pid)
{
    char path[64];
    const struct dirent *thread;
    snprintf(path, sizeof(path), "/proc/%ld/task", (long)pid);
    DIR *tasks = opendir(path);
    if (!tasks)
        return;
    while (family->count < MEMBERS_MAX && (thread = readdir(tasks)) != NULL)
        if (thread->d_name[0] != '.')
            add_of_thread(family, dirfd(tasks), thread->d_name);
    closedir(tasks);
}

uint64_t cgi_family_largest(pid_t program)
{
    family_t family = {.group = program, .pids = {program}, .count = 1};
    uint64_t largest = 0;
    for (unsigned i = 0; i < family.count; i++) {
        uint64_t bytes;
        if (common_memory(family.pids[i], &bytes) == 0 && bytes > largest)
            largest = bytes;
        add_children(&family, family.pids[i]);
    }
    return largest;
}
