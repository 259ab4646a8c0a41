/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_pools.h: what the running persistds report of an application. */

#ifndef DOCTOR_POOLS_H
#define DOCTOR_POOLS_H

#include <stdint.h>

typedef struct doctor_pools {
    int servers;      /* persistds that answered */
    int error;        /* errno, if the runtime directory can't be read */
    int fault;        /* the number of a start that failed, or 0 */
    int64_t requests; /* that reached one of them */
    const char *folder;
} doctor_pools_t;

/* Asks them. The application is every script in the folder, or at its path. */
void doctor_pools_ask(doctor_pools_t *pools, const char *runtime_dir,
                      const char *folder);

#endif /* DOCTOR_POOLS_H */
