/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm.h: the block in APR shared memory. persistd creates it, httpd's
 * children attach by name, and the root parent never maps it. */

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

/* persistd: makes and formats the table with all its pages allocated. A name
 * left over from a killed persistd of the same instance is not removed but
 * gives APR_EEXIST. Without room the result is APR_ENOSPC, and *room reports
 * how much. */
apr_status_t slots_shm_create(slots_shm_t *shm, const char *path,
                              const slots_sizes_t *sizes, slots_room_t *room,
                              apr_pool_t *p);

/* Any process: checks the object, attaches, and checks it again. APR_ENOENT:
 * there is none (yet); APR_EINVAL: it is not a whole table of this version;
 * APR_EACCES: it belongs to another user, or a process has a lease on it. A
 * process that shortens the object after the last check causes SIGBUS, now as
 * at any later time. */
apr_status_t slots_shm_attach(slots_shm_t *shm, const char *path,
                              apr_pool_t *p);

/* Checks whether the name still leads to this table, without touching a shared
 * page. APR_SUCCESS: yes. APR_EOF: yes, but it has been shortened, and pages
 * that are mapped here are gone. APR_ENOENT: the name is gone. APR_EINVAL: the
 * name leads to another table, or to no table. Other results: it could not be
 * checked; APR_EACCES because it belongs to another user, or a process has a
 * lease on it. */
apr_status_t slots_shm_check(const slots_shm_t *shm, const char *path);

/* Removes the name. Processes that have the table mapped keep it. */
apr_status_t slots_shm_remove(const char *path, apr_pool_t *p);

#endif /* SLOTS_SHM_H */
