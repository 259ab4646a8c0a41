/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_home.h: whose folder is it, by mod_userdir? */

#ifndef DOCTOR_HOME_H
#define DOCTOR_HOME_H

#include <limits.h>

typedef struct doctor_home {
    char user[64];            /* the name in the URL, behind "~" */
    char directory[PATH_MAX]; /* what /~user/ shows */
} doctor_home_t;

/* Finds the user in whose directory the folder could be by this argument of
 * UserDir: "public_html", "/srv/home", or a path with one "*" for the user.
 * Returns 0, or -1 if it is in none. */
int doctor_home_find(doctor_home_t *home, const char *pattern,
                     const char *folder);

#endif /* DOCTOR_HOME_H */
