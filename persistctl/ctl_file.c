/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_file.c: a child process looks at the file and writes the result to a
 * pipe. A child that hangs in a file system is killed but not waited for,
 * because it ends only when the kernel lets it. */

#include "ctl_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MS 1000

typedef struct look {
    const char *name, *other; /* other NULL: resolve the name */
} look_t;

static int given_up;

/* Runs in the child process. Writes the result to the pipe, or nothing. The
 * exit status is realpath()'s errno. */
static void look(const look_t *at, int fd)
{
    struct stat a, b;
    char *path = at->other ? NULL : realpath(at->name, NULL);
    int error = at->other || path ? 0 : errno;
    ssize_t done = 0;
    if (path)
        done = write(fd, path, strlen(path));
    else if (at->other && stat(at->name, &a) == 0 && stat(at->other, &b) == 0 &&
             a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        done = write(fd, "=", 1);
    _exit(done < 0 ? EIO : error);
}

static void give_up(const look_t *at, pid_t child)
{
    kill(child, SIGKILL);
    given_up = 1;
    fprintf(stderr,
            "persistctl: %s%s%s: the file system does not answer; names are "
            "taken as they are\n",
            at->name, at->other ? " or " : "", at->other ? at->other : "");
}

/* Reads all that the child process writes. Returns its length, or -1. */
static ssize_t listen_to(int fd, char *text, size_t size)
{
    struct pollfd pipe = {.fd = fd, .events = POLLIN};
    size_t len = 0;
    for (;;) {
        if (poll(&pipe, 1, PATIENCE_MS) <= 0)
            return -1;
        ssize_t got = read(fd, text + len, size - len);
        if (got <= 0)
            return got < 0 ? -1 : (ssize_t)len;
        len += (size_t)got;
    }
}

/* Starts the child process. It keeps only the writing end of the pipe, and
 * closes both outputs: a reader of persistctl's output must not have to wait
 * for a child that hangs. */
static pid_t begin(const look_t *at, int fds[2])
{
    if (pipe(fds) != 0)
        return -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(fds[0]);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        look(at, fds[1]);
    }
    close(fds[1]);
    if (child < 0)
        close(fds[0]);
    return child;
}

/* Puts the result into text, with a NUL after it; "" if there is none. Returns
 * the child's exit status, or why there is none. */
static int ask(const look_t *at, char *text, size_t size)
{
    int fds[2], status;
    text[0] = '\0';
    pid_t child = given_up ? -1 : begin(at, fds);
    if (child < 0)
        return ETIMEDOUT;
    ssize_t len = listen_to(fds[0], text, size - 1);
    close(fds[0]);
    text[len > 0 ? len : 0] = '\0';
    if (len < 0) {
        give_up(at, child);
        return ETIMEDOUT;
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status)
               ? WEXITSTATUS(status)
               : EIO;
}

int ctl_file_is(const char *name, const char *other)
{
    const look_t at = {name, other};
    char text[2];
    ask(&at, text, sizeof(text));
    return text[0] == '=';
}

char *ctl_file_path(const char *name)
{
    const look_t at = {name, NULL};
    char text[PATH_MAX + 1];
    errno = ask(&at, text, sizeof(text));
    return text[0] ? strdup(text) : NULL;
}
