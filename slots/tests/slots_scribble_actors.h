/* SPDX-License-Identifier: Apache-2.0 */
/* slots_scribble_actors.h: threads of httpd and persistd that make one call
 * after the other on a table that they can't trust. */

#ifndef SLOTS_TESTS_SCRIBBLE_ACTORS_H
#define SLOTS_TESTS_SCRIBBLE_ACTORS_H

#include "slots_claim.h"
#include "slots_queue.h"

#define HELD 4u

/* One thread. It keeps what its calls returned, and makes the next one with it:
 * a plain value, out of reach for who scribbles. */
typedef struct actor {
    slots_table_t table;
    uint64_t random;
    uint32_t owner;
    uint32_t chance; /* of slots_scribble.h */
    uint32_t pool;
    uint64_t generation;
    slots_lease_t leases[HELD];
    uint32_t leased; /* how many */
    slots_place_t place;
    int waits; /* in that */
    uint64_t calls;
} actor_t;

/* Results that led outside of the table, of all threads. */
extern _Atomic uint32_t actors_wrong;

/* Of owners.lock, for persistd. */
extern int actors_owners_fd;

/* One call, or a few that belong together: persistd's for owner 0. */
void actor_act(actor_t *actor);

#endif /* SLOTS_TESTS_SCRIBBLE_ACTORS_H */
