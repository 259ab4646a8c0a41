/* SPDX-License-Identifier: Apache-2.0 */
/* persist_runtime.c: makes PersistRuntimeDir, or checks that only its owner can
 * change it.
 *
 * httpd's parent may be root here, and the user of the scripts owns what is
 * below. So no link is followed, and only a directory that was just made
 * changes its owner (PersistRuntimeDir /run must not give /run to User). */

#include "lifecycle/persist_runtime.h"

#include <apr_strings.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *failed(apr_pool_t *p, const char *what)
{
    return apr_psprintf(p, "%s: %s", what, strerror(errno));
}

/* A user who can write to the parent directory could replace this one, and the
 * parent's owner could do so whatever its mode is. */
static const char *check_parent(const char *path, const struct stat *parent,
                                apr_pool_t *p)
{
    if (parent->st_uid != 0 && parent->st_uid != geteuid())
        return apr_psprintf(p,
                            "%s belongs to user %lu, who could put another "
                            "directory in its place: name one below a "
                            "directory of root",
                            path, (unsigned long)parent->st_uid);
    if ((parent->st_mode & (S_IWGRP | S_IWOTH)) && !(parent->st_mode & S_ISVTX))
        return apr_psprintf(p, "%s is writable by others (mode %04o)", path,
                            (unsigned)parent->st_mode & 07777);
    return NULL;
}

/* Splits the path, without trailing slashes, into its parent and the name of
 * the last component. */
static const char *split(const char *path, const char **name, apr_pool_t *p)
{
    char *parent = apr_pstrdup(p, path);
    size_t len = strlen(parent);
    char *slash;
    while (len > 1 && parent[len - 1] == '/')
        parent[--len] = '\0';
    slash = strrchr(parent, '/');
    *name = apr_pstrdup(p, slash + 1);
    slash[slash == parent] = '\0';
    return parent;
}

static const char *open_parent(const char *path, int *fd, apr_pool_t *p)
{
    struct stat status;
    *fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*fd < 0)
        return failed(p, path);
    if (fstat(*fd, &status) != 0)
        return failed(p, path);
    return check_parent(path, &status, p);
}

/* The directory that mkdir() made may have been exchanged before it was opened.
 * Then it belongs to another user, or is not empty. */
static int is_fresh(int fd)
{
    struct stat status;
    int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = copy >= 0 ? fdopendir(copy) : NULL;
    int entries = 0;
    if (!directory) {
        if (copy >= 0)
            close(copy);
        return 0;
    }
    while (entries <= 2 && readdir(directory)) /* "." and ".." */
        entries++;
    closedir(directory);
    return entries == 2 && fstat(fd, &status) == 0 &&
           status.st_uid == geteuid();
}

/* Sets the mode (past any umask) and the owner of the directory that was just
 * made. Owners of scripts may read it, to find the instances (persistctl). */
static const char *give(int fd, uid_t uid, gid_t gid, apr_pool_t *p)
{
    if (!is_fresh(fd))
        return "it is not the directory that was made a moment ago";
    if (fchmod(fd, 0755) != 0)
        return failed(p, "fchmod");
    if (geteuid() == 0 && fchown(fd, uid, gid) != 0)
        return failed(p, "fchown");
    return NULL;
}

static const char *check(int fd, uid_t uid, apr_pool_t *p)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return failed(p, "fstat");
    if (status.st_uid != uid)
        return apr_psprintf(p,
                            "it belongs to user %lu, not to httpd's User "
                            "(%lu): remove it, or give it to that user",
                            (unsigned long)status.st_uid, (unsigned long)uid);
    if (status.st_mode & (S_IWGRP | S_IWOTH))
        return apr_psprintf(p,
                            "it is writable by others (mode %04o): make it "
                            "0755",
                            (unsigned)status.st_mode & 07777);
    return NULL;
}

static const char *open_in(int parent, const char *name, int *fd, apr_pool_t *p)
{
    *fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return *fd < 0 ? failed(p, "it is no directory of its own") : NULL;
}

static const char *make_in(int parent, const char *name, uid_t uid, gid_t gid,
                           apr_pool_t *p)
{
    int made = mkdirat(parent, name, 0700) == 0;
    const char *why;
    int fd;
    if (!made && errno != EEXIST)
        return failed(p, "mkdir");
    why = open_in(parent, name, &fd, p);
    if (why)
        return why;
    if (made)
        why = give(fd, uid, gid, p);
    if (!why)
        why = check(fd, uid, p);
    close(fd);
    return why;
}

const char *persist_runtime_make(const char *path, uid_t uid, gid_t gid,
                                 apr_pool_t *p)
{
    const char *name;
    const char *above = split(path, &name, p);
    int parent;
    const char *why = open_parent(above, &parent, p);
    if (!why)
        why = make_in(parent, name, uid, gid, p);
    if (parent >= 0)
        close(parent);
    return why;
}

static const char *check_in(int parent, const char *name, uid_t uid,
                            apr_pool_t *p)
{
    const char *why;
    int fd;
    if (faccessat(parent, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 &&
        errno == ENOENT)
        return faccessat(parent, ".", W_OK | X_OK, AT_EACCESS) == 0
                   ? NULL
                   : failed(p, "mkdir");
    why = open_in(parent, name, &fd, p);
    if (why)
        return why;
    why = check(fd, uid, p);
    close(fd);
    return why;
}

const char *persist_runtime_check(const char *path, uid_t uid, apr_pool_t *p)
{
    const char *name;
    const char *above = split(path, &name, p);
    int parent;
    const char *why = open_parent(above, &parent, p);
    if (!why)
        why = check_in(parent, name, uid, p);
    if (parent >= 0)
        close(parent);
    return why;
}
