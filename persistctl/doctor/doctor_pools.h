/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_pools.h: what the running persistds report of an application. */

#ifndef DOCTOR_POOLS_H
#define DOCTOR_POOLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct doctor_pool {
    char *key;        /* its persistd and its number there */
    char *script;     /* as httpd names it */
    int64_t requests; /* that reached it */
    int64_t used_us;  /* when one did last, or asked for a worker */
    int fault;        /* the number of a start that failed, or 0 */
} doctor_pool_t;

typedef struct doctor_pools {
    int servers; /* persistds that answered */
    int error;   /* errno, if the runtime directory can't be read */
    doctor_pool_t *list;
    size_t count;
    const char *folder, *entry;
} doctor_pools_t;

/* Asks them for the pools of this script, or if `entry` is "", for those of all
 * scripts in the folder. httpd's path may lead over symbolic links. */
void doctor_pools_ask(doctor_pools_t *pools, const char *runtime_dir,
                      const char *folder, const char *entry);

/* Returns the pool that a request has met between the two reports, or NULL. One
 * that fails since no worker starts is not counted. */
const doctor_pool_t *doctor_pools_met(const doctor_pools_t *before,
                                      const doctor_pools_t *after);

void doctor_pools_clear(doctor_pools_t *pools);

#endif /* DOCTOR_POOLS_H */
