/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm.h: the block as APR's shared memory, which httpd's children attach
 * by its name. persistd makes it (slots_map.h); the root parent never maps it.
 */

#ifndef SLOTS_SHM_H
#define SLOTS_SHM_H

#include "slots_object.h"
#include "slots_table.h"

#include <apr_shm.h>

typedef struct slots_shm {
    apr_shm_t *shm;
    slots_table_t table;
    slots_object_t object; /* what was mapped */
    uint64_t id;           /* private copy of the header's */
} slots_shm_t;

/* Checks the object, attaches, and checks it again. APR_ENOENT:
 * there is none (yet); APR_EINVAL: it is not a whole table of this version;
 * APR_EACCES: it belongs to another user, or a process has a lease on it. A
 * process that shortens the object after the last check causes SIGBUS, now as
 * at any later time. */
apr_status_t slots_shm_attach(slots_shm_t *shm, const char *path,
                              apr_pool_t *p);

#endif /* SLOTS_SHM_H */
