/* SPDX-License-Identifier: Apache-2.0 */
/* persist_runtime.h: PersistRuntimeDir: made, or checked to be tight. */

#ifndef PERSIST_RUNTIME_H
#define PERSIST_RUNTIME_H

#include <apr_pools.h>
#include <sys/types.h>

/* httpd's parent: makes the directory (0755) and gives it to uid and gid when
 * it runs as root; one that is there must be uid's, a directory and no link,
 * and writable by nobody else. Directory and parent are held by descriptors,
 * so that what was checked is what is changed. The parent must belong to root
 * or to us, and be writable by nobody else unless it is sticky. Returns NULL,
 * or why not, in p. */
const char *persist_runtime_make(const char *path, uid_t uid, gid_t gid,
                                 apr_pool_t *p);

/* Anyone, with the rights he has: would it be taken, or could it be made?
 * Changes nothing. Returns NULL, or why not, in p. */
const char *persist_runtime_check(const char *path, uid_t uid, apr_pool_t *p);

#endif /* PERSIST_RUNTIME_H */
