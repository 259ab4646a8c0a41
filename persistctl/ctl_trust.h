/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_trust.h: who besides root and the caller can change a file that is to be
 * run as the caller? */

#ifndef CTL_TRUST_H
#define CTL_TRUST_H

#include <limits.h>

/* Returns 1 if nobody else can change the open directory. is_above: nor replace
 * what is in it, which a sticky one prevents. */
int ctl_trust_open(int fd, int is_above);

/* Judges a file or directory, and each directory and link on the way to it.
 * Returns 1, or 0 with the path of the first that another user can change, or
 * in which he can replace the next. One that is not there is well. */
int ctl_trust_way(const char *path, char where[PATH_MAX]);

/* Judges in this way all that is in a folder and may be loaded: sources and
 * libraries, and what names these; and whether others can put more of these
 * there.
 */
int ctl_trust_folder(const char *path, char where[PATH_MAX]);

#endif /* CTL_TRUST_H */
