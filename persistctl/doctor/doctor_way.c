/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_way.c: tries a file, and all folders on the way to it. */

#include "ctl_way.h"
#include "doctor/doctor_access.h"

#include "common_system.h"

#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef COMMON_LINUX
#include <sys/xattr.h>
#endif

/* Version 2 of the attribute: a number of 32 bits, then entries of 64, all
 * little-endian. */
static size_t read_acl(const char *path, doctor_acl_t *acl)
{
    unsigned char bytes[4 + DOCTOR_ACL_MAX * 8];
    ssize_t len = -1;
    size_t count = 0;
#ifdef COMMON_LINUX
    len = getxattr(path, "system.posix_acl_access", bytes, sizeof(bytes));
#else
    (void)path;
#endif
    for (ssize_t at = 4; at + 8 <= len; at += 8) {
        doctor_acl_t entry;
        memcpy(&entry, bytes + at, sizeof(entry));
        acl[count++] = (doctor_acl_t){
            le16toh(entry.tag), le16toh(entry.permissions), le32toh(entry.id)};
    }
    return count;
}

static int decide(const char *path, const doctor_who_t *who, int want)
{
    struct stat about;
    doctor_node_t node;
    if (stat(path, &about) != 0)
        return -1;
    node.owner = about.st_uid;
    node.group = about.st_gid;
    node.mode = about.st_mode;
    node.acl_count = read_acl(path, node.acl);
    return doctor_access_allows(&node, who, want);
}

/* Runs in a process of its own. The exit status is errno. */
static void try_as(const char *path, const doctor_who_t *who, int want)
{
    int mode = (want & DOCTOR_READ ? R_OK : 0) |
               (want & DOCTOR_WRITE ? W_OK : 0) |
               (want & DOCTOR_SEARCH ? X_OK : 0);
    if (doctor_who_become(who) != 0)
        _exit(EPERM);
    _exit(access(path, mode) == 0 ? 0 : errno);
}

int doctor_access_try(const char *path, const doctor_who_t *who, int want)
{
    int status;
    if (geteuid() != 0 || who->uid == 0)
        return decide(path, who, want);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        try_as(path, who, want);
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    errno = WEXITSTATUS(status);
    return errno == 0 ? 1 : errno == EACCES ? 0 : -1;
}

typedef struct way {
    const doctor_who_t *who;
    int want;
    doctor_obstacle_t *obstacle;
} way_t;

static int try_step(void *context, const char *path, const struct stat *about)
{
    const way_t *way = context;
    doctor_obstacle_t *obstacle = way->obstacle;
    snprintf(S_ISLNK(about->st_mode) && !obstacle->link[0] ? obstacle->link
                                                           : obstacle->where,
             PATH_MAX, "%s", path);
    return S_ISDIR(about->st_mode) &&
           doctor_access_try(path, way->who, DOCTOR_SEARCH) == 0;
}

int doctor_access_obstacle(const char *path, const doctor_who_t *who, int want,
                           doctor_obstacle_t *obstacle)
{
    way_t way = {who, want, obstacle};
    *obstacle = (doctor_obstacle_t){.lacking = DOCTOR_SEARCH};
    int met = ctl_way_go(path, try_step, &way);
    if (met != 0)
        return met > 0;
    obstacle->lacking = want;
    return doctor_access_try(obstacle->where, who, want) == 0;
}
