/* SPDX-License-Identifier: Apache-2.0 */
/* persist_exec.c: persist-exec PERSISTD FILES UMASK DIRECTORY PROGRAM
 * ARGUMENT…: runs in the worker's process before the script's interpreter.
 * PERSISTD is the pid of the persistd that has started it, UMASK is octal.
 * persistd has set up the process group, signals and descriptors 0 to 3. */

#include "common_descriptors.h"
#include "common_exec_error.h"
#include "common_locale.h"

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

/* From now on SO_PEERCRED shows this process to those that connect. If persistd
 * died before, its successor may have connected already, and can't know which
 * process this is. So the process must end, or nobody would ever end it.
 * Returns 0, or -1 after a message. */
static int show_process(const char *persistd)
{
    if (listen(LISTEN_FD, BACKLOG) != 0) {
        perror("persist-exec: listen");
        return -1;
    }
    if (getppid() == (pid_t)strtol(persistd, NULL, 10))
        return 0;
    fputs("persist-exec: persistd has ended, and so does this worker\n",
          stderr);
    return -1;
}

static int run(char **command, const char *directory)
{
    if (chdir(directory) != 0)
        return fail(directory, errno);
    if (common_exec_error_is_certain(command[0]))
        return fail(command[0], ENOENT);
    /* not execvp(), which runs a file without a #! line by /bin/sh */
    execv(command[0], command);
    return fail(command[0], errno);
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fputs("usage: persist-exec PERSISTD FILES UMASK DIRECTORY PROGRAM "
              "[ARGUMENT...]\n",
              stderr);
        return EXEC_STATUS;
    }
    umask((mode_t)strtoul(argv[3], NULL, 8));
    common_close_above(LISTEN_FD);
    set_limit(argv[2]);
    common_locale_prefer_utf8();
    return show_process(argv[1]) == 0 ? run(argv + 5, argv[4]) : EXEC_STATUS;
}
