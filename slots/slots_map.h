/* SPDX-License-Identifier: Apache-2.0 */
/* slots_map.h: the table of an instance without APR: persistd makes it,
 * persist-cgi opens it. httpd's children map the same object by slots_shm.h. */

#ifndef SLOTS_MAP_H
#define SLOTS_MAP_H

#include "slots_object.h"
#include "slots_table.h"

typedef struct slots_map {
    slots_table_t table;
    slots_object_t object; /* what was mapped */
    uint64_t id; /* private copy of the header's; names its owners.lock */
    /* private copy of what the header says for good */
    char head[offsetof(slots_header_t, phase)];
    void *start; /* of the object's mapping */
} slots_map_t;

/* persistd: makes, formats and maps the table, with all its pages allocated.
 * Returns 0, or -1 with errno and no object: EEXIST, the name is taken (also by
 * what a killed persistd of the same instance has left); ENOSPC or ENOMEM, no
 * room, *room says how much; EINVAL, there is no table of these sizes. */
int slots_map_make(slots_map_t *map, const char *path,
                   const slots_sizes_t *sizes, slots_room_t *room);

/* Checks the object behind the name (as slots_shm_attach() does) and maps it.
 * Returns 0, or -1 with errno: ENOENT, there is none; EACCES, another user's;
 * EINVAL, no whole table of this version; ENOMEM. A process that shortens the
 * object later causes SIGBUS. */
int slots_map_open(slots_map_t *map, const char *path);

/* Checks whether the name still leads to this table, without touching a shared
 * page. Returns 0, or -1 with errno. EFAULT: it does, but the table has been
 * shortened, and pages that are mapped here are gone. ENOENT: the name is gone.
 * EINVAL: it leads to another object, or this one is longer. EACCES: it belongs
 * to another user, or a process has a lease on it. Another error: it could not
 * be checked. */
int slots_map_check(const slots_map_t *map, const char *path);

/* persistd, after slots_map_check(): writes anew what makes the object a table,
 * without which no other process maps it. Returns 1 if somebody has written
 * there, else 0. */
int slots_map_mend(slots_map_t *map);

/* Unmaps the table. */
void slots_map_close(slots_map_t *map);

#endif /* SLOTS_MAP_H */
