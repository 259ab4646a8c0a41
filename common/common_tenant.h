/* SPDX-License-Identifier: Apache-2.0 */
/* common_tenant.h: the user against whose share of workers and of temporary
 * bytes a script counts: the one who put the file under this path. */

#ifndef COMMON_TENANT_H
#define COMMON_TENANT_H

#include <sys/stat.h>

/* Returns the file's owner, since nobody can give a file away to another user.
 * If the path leads through a symbolic link, returns the owner of the first
 * link that is not root's. If the file has several names (hard links), returns
 * the owner of its directory. file: the result of stat() for the path. */
uid_t common_tenant_of(const char *path, const struct stat *file);

#endif /* COMMON_TENANT_H */
