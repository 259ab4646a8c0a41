/* SPDX-License-Identifier: Apache-2.0 */
/* far_away.h: a directory, and lookers that are this program: a file there
 * whose name begins with "far" is on a file system that answers or does not, as
 * the test likes. One that has "die" in it ends the looker, once; one that
 * begins with "say" has it say a byte too much, once. */

#ifndef PERSISTD_TESTS_FAR_AWAY_H
#define PERSISTD_TESTS_FAR_AWAY_H

#include "os/look.h"

#include "tap.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char far_directory[] = "/tmp/farawayXXXXXX";
static int far_lock = -1;

static inline const char *far_path(const char *name)
{
    static char path[256];
    snprintf(path, sizeof(path), "%s/%s", far_directory, name);
    return path;
}

/* In a looker: as long as the test has the lock that lies beside the file. */
static inline void far_wait(const char *path, const char *name)
{
    char lock[256];
    snprintf(lock, sizeof(lock), "%.*s/lock", (int)(name - path), path);
    int fd = open(lock, O_RDONLY | O_CLOEXEC);
    flock(fd, LOCK_SH);
    close(fd);
}

/* In place of libc's, for lookers. */
int stat(const char *path, struct stat *info)
{
    const char *name = strrchr(path, '/');
    if (name && strncmp(name, "/far", 4) == 0)
        far_wait(path, name);
    if (name && strstr(name, "die") && unlink(path) == 0)
        _exit(1);
    if (name && strncmp(name, "/say", 4) == 0 && unlink(path) == 0 &&
        write(STDIN_FILENO, "", 1) != 1)
        _exit(1);
    return fstatat(AT_FDCWD, path, info, 0);
}

static inline void far_stop_answering(void)
{
    if (flock(far_lock, LOCK_EX) != 0)
        bail_out("no lock");
}

static inline void far_answer(void)
{
    flock(far_lock, LOCK_UN);
}

/* One wait of a test begins: a loop that waits for ever ends. */
static inline void far_begin_wait(void)
{
    alarm(60);
}

/* First of all in main(). In a looker it does not return. */
static inline void far_open(uv_loop_t *loop, char **argv)
{
    if (strcmp(argv[0], LOOKER_PROGRAM) == 0)
        _exit(looker_serve(STDIN_FILENO, STDOUT_FILENO));
    if (!mkdtemp(far_directory))
        bail_out("no directory");
    far_lock = open(far_path("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (far_lock < 0 || look_prepare(loop, "/proc/self/exe", "") != 0)
        bail_out("no lookers");
    far_begin_wait();
}

/* The directory is to be empty again. */
static inline void far_close(void)
{
    unlink(far_path("lock"));
    rmdir(far_directory);
}

#endif /* PERSISTD_TESTS_FAR_AWAY_H */
