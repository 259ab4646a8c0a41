/* SPDX-License-Identifier: Apache-2.0 */
/* tenant.h: whose a script is when it is counted what each user has: of who has
 * put the file under this path. */

#ifndef TENANT_H
#define TENANT_H

#include <sys/stat.h>

/* The owner of the file, which nobody can give to another one; but on a way
 * through a symbolic link, that of the first link that is not root's, and for a
 * file of several names (hard links), that of its directory. file: what stat()
 * says of the path. */
uid_t tenant_of(const char *path, const struct stat *file);

#endif /* TENANT_H */
