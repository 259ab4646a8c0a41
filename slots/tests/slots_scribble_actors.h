/* SPDX-License-Identifier: Apache-2.0 */
/* slots_scribble_actors.h: threads of httpd and persistd that make one call
 * after the other on a table that they cannot trust. */

#ifndef SLOTS_TESTS_SCRIBBLE_ACTORS_H
#define SLOTS_TESTS_SCRIBBLE_ACTORS_H

#include "slots_claim.h"
#include "slots_queue.h"

#define HELD 4u

/* One thread. It keeps the results of its calls and passes them to the next
 * ones. They are a plain value that scribblers cannot reach. */
typedef struct actor {
    slots_table_t table;
    uint64_t random;
    uint32_t owner;
    uint32_t chance; /* as in slots_scribble.h */
    uint32_t pool;
    uint64_t generation;
    slots_lease_t leases[HELD];
    uint32_t leased; /* number of leases */
    slots_place_t place;
    int waits; /* waits in `place` */
    uint64_t calls;
} actor_t;

/* Results, of all threads, that led outside of the table. */
extern _Atomic uint32_t actors_wrong;

/* The descriptor of owners.lock, for persistd. */
extern int actors_owners_fd;

/* Makes one call, or a few that belong together. The actor with owner 0 makes
 * persistd's calls. */
void actor_act(actor_t *actor);

#endif /* SLOTS_TESTS_SCRIBBLE_ACTORS_H */
