/* SPDX-License-Identifier: Apache-2.0 */
/* common_own.h: the places of a user's own persistd: the one that persist-cgi
 * starts and persistctl finds. The environment has no say. For processes of one
 * thread and one user. */

#ifndef COMMON_OWN_H
#define COMMON_OWN_H

#include <stddef.h>

/* Writes the path of the user's home. Returns 0, or -1 if he has none that only
 * he can write to, or the path is longer than size. */
int common_own_home(char *path, size_t size);

/* Where a user without such a home has the directory persist-UID. */
#define COMMON_OWN_SERVICES "/var/lib" /* if root has made it for him */
#define COMMON_OWN_ANYBODYS "/tmp"

/* Writes the path of the runtime directory: .persistd in the home, or
 * persist-UID in one of the places above. The last one need not exist, and may
 * be another user's. Returns 0, or -1 if the path is longer than size. */
int common_own_directory(char *path, size_t size);

#endif /* COMMON_OWN_H */
