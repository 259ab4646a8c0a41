/* SPDX-License-Identifier: Apache-2.0 */
/* surplus.c: ranks READY workers by how easily they can be spared. */

#include "decide/surplus.h"

static int rank(const surplus_worker_t *worker)
{
    if (worker->idle == 0)
        return 0;
    return worker->others >= worker->min ? 2 : 1;
}

int surplus_before(const surplus_worker_t *a, const surplus_worker_t *b)
{
    if (rank(a) != rank(b))
        return rank(a) > rank(b);
    if (a->others != b->others)
        return a->others > b->others;
    return a->idle != b->idle ? a->idle > b->idle : a->served > b->served;
}

uint32_t surplus_count(uint32_t ready, uint32_t most)
{
    return ready > most ? ready - most : 0;
}
