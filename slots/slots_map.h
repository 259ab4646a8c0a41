/* SPDX-License-Identifier: Apache-2.0 */
/* slots_map.h: maps the table of an instance without APR, for a process that
 * serves one request and ends (persist-cgi). */

#ifndef SLOTS_MAP_H
#define SLOTS_MAP_H

#include "slots_table.h"

typedef struct slots_map {
    slots_table_t table;
    uint64_t id; /* private copy of the header's; names its owners.lock */
} slots_map_t;

/* Checks the object behind the name (as slots_shm_attach() does) and maps it
 * until the process ends. Returns 0, or -1 with errno: ENOENT, there is none;
 * EACCES, another user's; EINVAL, no whole table of this version; ENOMEM. A
 * process that shortens the object later causes SIGBUS. */
int slots_map_open(slots_map_t *map, const char *path);

#endif /* SLOTS_MAP_H */
