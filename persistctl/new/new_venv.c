/* SPDX-License-Identifier: Apache-2.0 */
/* new_venv.c: runs python3 and pip, whose output is the user's. */

#include "new/new_venv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIST "requirements.txt"

static int run(int folder, const char *const *words)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (fchdir(folder) == 0)
            execvp(words[0], (char *const *)words);
        _exit(127);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
        return 0;
    fprintf(stderr, "persistctl: %s failed\n", words[0]);
    return -1;
}

/* Of what others may write into, they can rename nothing of root's where the
 * sticky bit is set. */
static int is_roots(const struct stat *about)
{
    return about->st_uid == 0 &&
           (!(about->st_mode & 0022) || about->st_mode & S_ISVTX);
}

/* Looks at the open folder and at all those above it. */
static int is_safe_for_root(int folder)
{
    struct stat about, above;
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int safe = fd >= 0 && fstat(fd, &about) == 0 && is_roots(&about);
    while (safe) {
        int parent = openat(fd, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        close(fd);
        fd = parent;
        safe = fd >= 0 && fstat(fd, &above) == 0 && is_roots(&above);
        if (safe && above.st_ino == about.st_ino &&
            above.st_dev == about.st_dev)
            break;
        about = above;
    }
    if (fd >= 0)
        close(fd);
    return safe;
}

int new_venv_make(int folder)
{
    static const char *const make[] = {"python3", "-m", "venv", ".venv", NULL};
    static const char *const install[] = {
        ".venv/bin/python3", "-m", "pip", "install", "-r", LIST, NULL};
    if (faccessat(folder, LIST, R_OK, 0) != 0)
        return 0;
    if (geteuid() == 0 && !is_safe_for_root(folder)) {
        fputs("persistctl: --venv: root runs no programs where another user "
              "can replace them: the folder's owner makes .venv, as README "
              "says\n",
              stderr);
        return -1;
    }
    return run(folder, make) == 0 && run(folder, install) == 0 ? 0 : -1;
}
