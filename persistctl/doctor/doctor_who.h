/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_who.h: httpd's User, as whom scripts and applications run. */

#ifndef DOCTOR_WHO_H
#define DOCTOR_WHO_H

#include <sys/types.h>

enum { DOCTOR_GROUPS_MAX = 64 };

typedef struct doctor_who {
    char name[64];
    uid_t uid;
    gid_t gid;
    gid_t groups[DOCTOR_GROUPS_MAX];
    int group_count;
} doctor_who_t;

/* Finds the user: the owner of the runtime directory, which httpd makes for its
 * User, unless that is root, who may have made another one; else the one that
 * httpd's configuration names (NULL: not known); else the first of the names
 * that distributions use. Returns 0, or -1 if there is none of these. */
int doctor_who_find(doctor_who_t *who, const char *runtime_dir,
                    const char *configured);

/* Makes this process, which must be root's, one of that user. Does nothing if
 * it is not root's. Returns 0, or -1 with errno. */
int doctor_who_become(const doctor_who_t *who);

#endif /* DOCTOR_WHO_H */
