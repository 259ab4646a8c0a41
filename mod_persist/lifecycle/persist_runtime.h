/* SPDX-License-Identifier: Apache-2.0 */
/* persist_runtime.h: makes PersistRuntimeDir, or checks that only its owner can
 * change it. */

#ifndef PERSIST_RUNTIME_H
#define PERSIST_RUNTIME_H

#include <apr_pools.h>
#include <sys/types.h>

/* httpd's parent: makes the directory (0755) and gives it to uid and gid if the
 * parent runs as root. A directory that exists must belong to uid, be no link,
 * and be writable only by its owner. Directory and parent directory are held by
 * descriptors, so that what was checked is what is changed. The parent
 * directory must belong to root or to httpd's user, and be writable only by its
 * owner unless it is sticky. Returns NULL, or why not, in p. */
const char *persist_runtime_make(const char *path, uid_t uid, gid_t gid,
                                 apr_pool_t *p);

/* Any process, with its own rights: would the directory be accepted, or could
 * it be made? Changes nothing. Returns NULL, or why not, in p. */
const char *persist_runtime_check(const char *path, uid_t uid, apr_pool_t *p);

#endif /* PERSIST_RUNTIME_H */
