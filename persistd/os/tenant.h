/* SPDX-License-Identifier: Apache-2.0 */
/* tenant.h: the user against whose share of workers a script counts: the one
 * who put the file under this path. */

#ifndef TENANT_H
#define TENANT_H

#include <sys/stat.h>

/* Returns the file's owner, since nobody can give a file away to another user.
 * If the path leads through a symbolic link, returns the owner of the first
 * link that is not root's. If the file has several names (hard links), returns
 * the owner of its directory. file: the result of stat() for the path. */
uid_t tenant_of(const char *path, const struct stat *file);

#endif /* TENANT_H */
