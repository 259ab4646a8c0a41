/* SPDX-License-Identifier: Apache-2.0 */
/* new_venv.c: runs python3 and pip, whose output is the user's. */

#include "new/new_venv.h"
#include "ctl_trust.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIST "requirements.txt"
#ifndef O_PATH
#define O_PATH O_RDONLY /* which cannot open a folder that is closed to us */
#endif

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

/* Looks at the open folder and at all those above it. */
static int is_safe(int folder)
{
    struct stat about, above;
    int fd = openat(folder, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int safe = fd >= 0 && fstat(fd, &about) == 0 && ctl_trust_open(fd, 0);
    while (safe) {
        int parent = openat(fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
        close(fd);
        fd = parent;
        safe = fd >= 0 && fstat(fd, &above) == 0 && ctl_trust_open(fd, 1);
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
    if (!is_safe(folder)) {
        fprintf(stderr,
                "persistctl: --venv: %s runs no programs where another user "
                "can replace them: the folder's owner makes .venv, as README "
                "says\n",
                geteuid() == 0 ? "root" : "this command");
        return -1;
    }
    return run(folder, make) == 0 && run(folder, install) == 0 ? 0 : -1;
}
