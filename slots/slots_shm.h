/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm.h: the block in APR shared memory: persistd creates, httpd's
 * children attach by name, the root parent never maps it. */

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

/* persistd: makes and formats the table, all pages of it there. A name left
 * over from a killed persistd of the same instance is not removed but gives
 * APR_EEXIST; without room it is APR_ENOSPC, and *room says how much. */
apr_status_t slots_shm_create(slots_shm_t *shm, const char *path,
                              const slots_sizes_t *sizes, slots_room_t *room,
                              apr_pool_t *p);

/* Anyone: looks at the object, attaches, and looks again. APR_ENOENT: there is
 * none (yet); APR_EINVAL: it is not a whole table of this version; APR_EACCES:
 * it is another user's, or somebody has a lease on it. Who shortens it after
 * the last look causes SIGBUS, now as at any later time. */
apr_status_t slots_shm_attach(slots_shm_t *shm, const char *path,
                              apr_pool_t *p);

/* Does the name still lead to this table? Touches no shared page. APR_SUCCESS:
 * yes. APR_EOF: yes, but it has been shortened, and pages that are mapped here
 * are gone. APR_ENOENT: the name is gone; APR_EINVAL: it is another table's, or
 * no table's. Others: it could not be looked at, APR_EACCES because it is
 * another user's, or somebody has a lease on it. */
apr_status_t slots_shm_check(const slots_shm_t *shm, const char *path);

/* Takes the name away; who has it mapped keeps it. */
apr_status_t slots_shm_remove(const char *path, apr_pool_t *p);

#endif /* SLOTS_SHM_H */
