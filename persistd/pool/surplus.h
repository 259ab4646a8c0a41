/* SPDX-License-Identifier: Apache-2.0 */
/* surplus.h: which workers leave when there are more than PersistMaxWorkers,
 * because it was lowered. Pure but for trim_tick(): times in µs. */

#ifndef SURPLUS_H
#define SURPLUS_H

#include <stdint.h>

struct persistd;

/* A READY worker. */
typedef struct surplus_worker {
    int64_t idle;    /* for so long; 0: it is busy */
    int64_t served;  /* since READY */
    uint32_t others; /* workers of its pool without it */
    uint32_t min;    /* of its pool */
} surplus_worker_t;

/* True when a leaves rather than b: an idle one that its pool can spare, any
 * idle one (MIN stands back), a busy one; then that of the larger pool, then
 * the one that has been idle, or has served, for longer. */
int surplus_before(const surplus_worker_t *a, const surplus_worker_t *b);

/* How many of those that are READY are to leave. One that starts is no reason
 * for a busy one to leave: it is idle when its own turn has come. */
uint32_t surplus_count(uint32_t ready, uint32_t most);

/* Tells them to leave: idle ones end at once, busy ones behind the requests
 * that they have. */
void trim_tick(struct persistd *pd);

#endif /* SURPLUS_H */
