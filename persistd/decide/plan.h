/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h: how many workers a pool should start and retire. Pure. */

#ifndef PLAN_H
#define PLAN_H

#include <stdint.h>

typedef struct plan_facts {
    uint32_t waiting;  /* requests in the queue */
    uint32_t free;     /* free units whose waiters have already been woken */
    uint32_t starting; /* workers of the current version, not READY yet */
    uint32_t ready;    /* workers of the current version that serve */
    uint32_t expired;  /* READY ones that were idle for too long */
    uint32_t min, max;
    uint32_t capacity; /* units of one worker, at least 1 */
    uint32_t room;     /* workers that all pools together may still start */
    uint32_t seats;    /* workers that fit into the pool's list */
    /* Places that may become free soon (capacity_unsettled()). */
    uint32_t leaving;
    uint32_t pace;         /* workers that the pool may start now */
    uint32_t worn;         /* READY workers that have to be replaced */
    uint32_t replacements; /* starting workers that replace a worn one */
    int proven;            /* a worker of this version has become READY */
    int held;              /* back-off: no start now */
    /* Another pool has replaced this one, or the script is gone. */
    int superseded;
    /* No plan is made: persistd stops, the pool is stopped by order, or
     * SETTINGS have not come yet. */
    int suspended;
} plan_facts_t;

typedef struct plan {
    uint32_t start;
    uint32_t retire;   /* workers that leave, the longest idle first */
    uint32_t shortage; /* workers that are needed but have no place */
    int paced;         /* there is a place for more, but the pace delays them */
    uint32_t replace;  /* workers to start as replacements for worn ones */
    /* Worn workers that leave first, since there is no place. */
    uint32_t retire_worn;
} plan_t;

plan_t plan_make(const plan_facts_t *facts);

#endif /* PLAN_H */
