/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_way.c: tries a file, and all folders on the way to it. */

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

int doctor_access_obstacle(const char *path, const doctor_who_t *who, int want,
                           char *where, size_t size)
{
    for (const char *end = path; *end; end++) {
        int len = end > path ? (int)(end - path) : 1;
        if (*end != '/')
            continue;
        snprintf(where, size, "%.*s", len, path);
        if (doctor_access_try(where, who, DOCTOR_SEARCH) == 0)
            return DOCTOR_SEARCH;
    }
    snprintf(where, size, "%s", path);
    return doctor_access_try(path, who, want) == 0 ? want : 0;
}
