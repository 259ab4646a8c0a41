/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_access.h: may a user, who need not be the caller, use a file? */

#ifndef DOCTOR_ACCESS_H
#define DOCTOR_ACCESS_H

#include "doctor/doctor_who.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { DOCTOR_READ = 4, DOCTOR_WRITE = 2, DOCTOR_SEARCH = 1 };
enum { DOCTOR_ACL_MAX = 64 };

/* An entry of an access control list, by the numbers of Linux's extended
 * attribute system.posix_acl_access. */
typedef struct doctor_acl {
    uint16_t tag, permissions;
    uint32_t id;
} doctor_acl_t;
enum {
    DOCTOR_ACL_OWNER = 0x01,
    DOCTOR_ACL_USER = 0x02,
    DOCTOR_ACL_OWNING_GROUP = 0x04,
    DOCTOR_ACL_GROUP = 0x08,
    DOCTOR_ACL_MASK = 0x10,
    DOCTOR_ACL_OTHER = 0x20
};

typedef struct doctor_node {
    uid_t owner;
    gid_t group;
    mode_t mode;
    doctor_acl_t acl[DOCTOR_ACL_MAX];
    size_t acl_count; /* 0: the mode alone decides */
} doctor_node_t;

/* Decides as the kernel does (POSIX.1e draft 17, 23.1.5). `want` is a sum of
 * DOCTOR_READ, _WRITE and _SEARCH. */
int doctor_access_allows(const doctor_node_t *node, const doctor_who_t *who,
                         int want);

/* Returns 1 if the user may do this with the file, 0 if not, and -1 with errno
 * when the caller can't see it. As root, a process of that user tries it; else
 * mode and access control list decide. */
int doctor_access_try(const char *path, const doctor_who_t *who, int want);

/* What keeps a user from a file. */
typedef struct doctor_obstacle {
    int lacking;          /* DOCTOR_SEARCH, or what was wanted */
    char where[PATH_MAX]; /* without links */
    char link[PATH_MAX];  /* the first symbolic link on the way there, or "" */
} doctor_obstacle_t;

/* Finds the first obstacle on the way to a file, for a user who searches all
 * folders on the way and does `want` with the file. Returns 1, or 0: there is
 * none. */
int doctor_access_obstacle(const char *path, const doctor_who_t *who, int want,
                           doctor_obstacle_t *obstacle);

#endif /* DOCTOR_ACCESS_H */
