/* SPDX-License-Identifier: Apache-2.0 */
/* surplus.h: which workers leave when more are running than PersistMaxWorkers
 * allows, because it was lowered. Pure: times in µs. */

#ifndef SURPLUS_H
#define SURPLUS_H

#include <stdint.h>

/* A READY worker. */
typedef struct surplus_worker {
    int64_t idle;    /* how long it has been idle; 0: it is busy */
    int64_t served;  /* since READY */
    uint32_t others; /* the pool's workers without this one */
    uint32_t min;    /* the pool's MIN */
} surplus_worker_t;

/* True when a leaves rather than b. First go idle workers that their pool can
 * spare, then any idle worker (MIN gives way), then busy ones. Among equals, a
 * worker of the larger pool leaves first, then the one that has been idle, or
 * has served, for longer. */
int surplus_before(const surplus_worker_t *a, const surplus_worker_t *b);

/* How many of the READY workers have to leave. Starting workers do not count:
 * a busy worker need not leave for one of them, because it is idle when it
 * becomes READY and then leaves first. */
uint32_t surplus_count(uint32_t ready, uint32_t most);

#endif /* SURPLUS_H */
