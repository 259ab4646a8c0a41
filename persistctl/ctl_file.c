/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_file.c: a child process looks at the files and writes the results to a
 * pipe. A child that hangs in a file system is killed but not waited for,
 * because it ends only when the kernel lets it. */

#include "ctl_file.h"

#include "common_clock.h"

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

#define PATIENCE_US 1000000 /* for one name */
#define LIMIT_US 5000000    /* for all names of a call */
#define YES '='
#define NO '.'

typedef int compare_fn(const char *name, const char *other);

typedef struct look {
    const char *name;
    compare_fn *compare;       /* with each of the others; NULL: resolve name */
    const char *const *others; /* they come from a report of any length */
    size_t count;
} look_t;

static int given_up;

/* ---- in the child process ---- */

static int is_same_file(const char *name, const char *other)
{
    struct stat a, b;
    return stat(name, &a) == 0 && stat(other, &b) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* All is within "/", and nothing within an empty name. */
static int is_within(const char *folder, const char *path)
{
    size_t len = strlen(folder);
    if (len > 0 && folder[len - 1] == '/')
        len--;
    return *folder && strncmp(path, folder, len) == 0 &&
           (path[len] == '/' || path[len] == '\0');
}

static int leads_into(const char *folder, const char *name)
{
    char path[PATH_MAX];
    return realpath(name, path) && is_within(folder, path);
}

/* Writes each answer at once, so that the parent sees the child get on. */
static void compare_all(const look_t *at, int fd)
{
    for (size_t i = 0; i < at->count; i++) {
        char answer = at->compare(at->name, at->others[i]) ? YES : NO;
        if (write(fd, &answer, 1) != 1)
            _exit(EIO);
    }
    _exit(0);
}

/* Writes the path, or nothing. The exit status is realpath()'s errno. */
static void resolve(const look_t *at, int fd)
{
    char *path = realpath(at->name, NULL);
    int error = path ? 0 : errno;
    if (path && write(fd, path, strlen(path)) < 0)
        error = EIO;
    _exit(error);
}

/* ---- in the parent ---- */

static void give_up(const look_t *at, pid_t child, size_t done)
{
    const char *other = done < at->count ? at->others[done] : NULL;
    kill(child, SIGKILL);
    given_up = 1;
    fprintf(stderr,
            "persistctl: %s%s%s: the file system does not answer in time; "
            "names are taken as they are\n",
            at->name, other ? " or " : "", other ? other : "");
}

/* Reads all that the child process writes, up to size bytes. Returns 0 at the
 * end, or -1 if it takes too long. */
static int listen_to(int fd, char *text, size_t size, size_t *len)
{
    struct pollfd pipe = {.fd = fd, .events = POLLIN};
    int64_t until = common_now_us() + LIMIT_US;
    for (*len = 0;;) {
        int64_t left = until - common_now_us();
        left = left < PATIENCE_US ? left : PATIENCE_US;
        if (left <= 0 || poll(&pipe, 1, (int)(left / 1000)) <= 0)
            return -1;
        ssize_t got = read(fd, text + *len, size - *len);
        if (got <= 0)
            return (int)got;
        *len += (size_t)got;
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
        if (at->compare)
            compare_all(at, fds[1]);
        resolve(at, fds[1]);
    }
    close(fds[1]);
    if (child < 0)
        close(fds[0]);
    return child;
}

/* Puts what the child writes into text, and its length into *len. Returns the
 * child's exit status, or why there is none. */
static int ask(const look_t *at, char *text, size_t size, size_t *len)
{
    int fds[2], status;
    *len = 0;
    pid_t child = given_up ? -1 : begin(at, fds);
    if (child < 0)
        return ETIMEDOUT;
    int heard = listen_to(fds[0], text, size, len);
    close(fds[0]);
    if (heard != 0) {
        give_up(at, child, *len);
        return ETIMEDOUT;
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status)
               ? WEXITSTATUS(status)
               : EIO;
}

/* Also what was found before the child was given up counts. */
static void ask_of_all(const look_t *at, char *found)
{
    size_t len = 0;
    if (at->count > 0)
        ask(at, found, at->count, &len);
    for (size_t i = 0; i < at->count; i++)
        found[i] = i < len && found[i] == YES;
}

void ctl_file_same(const char *name, const char *const *others, size_t count,
                   char *found)
{
    const look_t at = {name, is_same_file, others, count};
    ask_of_all(&at, found);
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, others[i]) == 0)
            found[i] = 1;
}

void ctl_file_within(const char *folder, const char *const *names, size_t count,
                     char *found)
{
    const look_t at = {folder, leads_into, names, count};
    ask_of_all(&at, found);
    for (size_t i = 0; i < count; i++)
        if (is_within(folder, names[i]))
            found[i] = 1;
}

char *ctl_file_path(const char *name)
{
    const look_t at = {name, NULL, NULL, 0};
    char text[PATH_MAX + 1];
    size_t len;
    errno = ask(&at, text, PATH_MAX, &len);
    text[len] = '\0';
    return len > 0 ? strdup(text) : NULL;
}

/* "NAME/." is there for folders alone. */
char *ctl_file_folder(const char *name)
{
    char *inside = NULL;
    if (!*name || asprintf(&inside, "%s/.", name) < 0)
        return NULL;
    char *path = ctl_file_path(inside);
    free(inside);
    return path;
}
