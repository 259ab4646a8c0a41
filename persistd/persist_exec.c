/* SPDX-License-Identifier: Apache-2.0 */
/* persist_exec.c: persist-exec FILES DIRECTORY PROGRAM ARGUMENT…: runs in the
 * worker's process before the script's interpreter. persistd has set up the
 * process group, signals and descriptors 0 to 3. */

#include "common_descriptors.h"
#include "common_exec_error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define LISTEN_FD 3 /* WIRE_LISTEN_FD */
#define BACKLOG 511
#define EXEC_STATUS 126 /* BOOT_EXEC_STATUS */

/* Sets the soft limit of open files that persistd has decided on, which undoes
 * persistd's own raise. The hard limit bounds it. */
static void set_limit(const char *text)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = strtoull(text, NULL, 10);
    if (files.rlim_cur > files.rlim_max)
        files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static int fail(const char *path, int error)
{
    common_exec_error_print(path, error);
    return EXEC_STATUS;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: persist-exec FILES DIRECTORY PROGRAM [ARGUMENT...]\n",
              stderr);
        return EXEC_STATUS;
    }
    umask(022);
    common_close_above(LISTEN_FD);
    set_limit(argv[1]);
    /* From now on SO_PEERCRED shows this process to those that connect. */
    if (listen(LISTEN_FD, BACKLOG) != 0) {
        perror("persist-exec: listen");
        return EXEC_STATUS;
    }
    if (chdir(argv[2]) != 0)
        return fail(argv[2], errno);
    if (common_exec_error_is_certain(argv[3]))
        return fail(argv[3], ENOENT);
    /* not execvp(), which runs a file without a #! line by /bin/sh */
    execv(argv[3], argv + 3);
    return fail(argv[3], errno);
}
