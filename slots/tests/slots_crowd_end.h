/* SPDX-License-Identifier: Apache-2.0 */
/* slots_crowd_end.h: checks a crowd that has come to rest. */

#ifndef SLOTS_TESTS_CROWD_END_H
#define SLOTS_TESTS_CROWD_END_H

#include "slots_crowd.h"

#include "tap.h"

/* The longest wait that does not count as a stall, on a very busy machine. */
#define CROWD_STALL_US 60000000

static inline void crowd_check_end(crowd_t *crowd)
{
    crowd_shared_t *shared = crowd->shared;
    slots_lease_t lease;
    uint32_t claimed = 0;
    is_int(atomic_load(&shared->violations), 0,
           "no unit was given twice or taken from its holder");
    ok(crowd_quiet(crowd), "all units are FREE again and nobody waits");
    while (claimed <= crowd_units() &&
           slots_claim(&crowd->table, crowd->pool, crowd->generation, 1, 1,
                       &lease))
        claimed++;
    is_int(claimed, crowd_units(), "and can all be claimed");
    ok(atomic_load(&shared->longest_wait) < CROWD_STALL_US, "nobody stalled");
    printf("# longest wait %" PRId64 " us, %" PRIu64 " claims, %" PRIu64
           " hand-overs, %" PRIu64 " workers recycled\n",
           atomic_load(&shared->longest_wait), atomic_load(&shared->claims),
           atomic_load(&shared->hand_overs), atomic_load(&shared->recycled));
}

#endif /* SLOTS_TESTS_CROWD_END_H */
