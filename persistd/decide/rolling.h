/* SPDX-License-Identifier: Apache-2.0 */
/* rolling.h: PersistReload rolling: old workers serve until new ones are ready.
 * Pure. */

#ifndef ROLLING_H
#define ROLLING_H

#include <stdint.h>

typedef struct rolling_facts {
    uint32_t old; /* READY workers with the code that serves */
    /* READY workers with the new code, which do not serve yet */
    uint32_t ready;
    uint32_t starting; /* starting workers with the new code */
    uint32_t room;     /* workers that all pools together may still start */
    uint32_t seats;    /* workers that fit into the pool's list */
    /* Places that may become free soon (capacity_unsettled()). */
    uint32_t leaving;
    uint32_t pace; /* workers that the pool may start now */
    int proven;    /* a worker with the new code has become READY */
    int held;      /* no start now, but later */
} rolling_facts_t;

typedef struct rolling {
    uint32_t start; /* workers to start with the new code */
    int shortage;   /* the first new worker has no place */
    int retire_old; /* an old worker leaves to make that place */
    int change;     /* the new code serves from now on; old workers leave */
} rolling_t;

rolling_t rolling_make(const rolling_facts_t *facts);

#endif /* ROLLING_H */
