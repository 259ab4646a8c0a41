/* SPDX-License-Identifier: Apache-2.0 */
/* slots_crowd.h: clients that claim, wait, use and release, and the manager
 * that acts as persistd, for kill_test and race_test.
 *
 * Beside the table there is a witness for each unit. A client that was given
 * the unit writes a token of its own there, and removes it before it releases
 * the unit. A unit that is given twice shows as a token in a place that should
 * be empty. */

#ifndef SLOTS_TESTS_CROWD_H
#define SLOTS_TESTS_CROWD_H

#include "slots_claim.h"
#include "slots_run.h"

#define CROWD_SLOTS 4u
#define CROWD_OWNERS 70u
/* Units that are ever used: the homes, and four shared blocks. */
#define CROWD_UNITS (CROWD_SLOTS * SLOTS_HOME + 4 * SLOTS_BLOCK)
#define CROWD_NONE 0u

/* Shared by all processes of a test. */
typedef struct crowd_shared {
    _Atomic uint32_t stop;       /* clients end after what they are doing */
    _Atomic uint32_t quit;       /* the manager ends */
    _Atomic uint32_t nudge;      /* the manager sleeps on it */
    _Atomic uint32_t deaths;     /* their number; a change starts a sweep */
    _Atomic uint32_t active;     /* threads of each child that want a unit */
    _Atomic uint64_t tokens;     /* the last one given out */
    _Atomic uint64_t claims;     /* leases got */
    _Atomic uint64_t hand_overs; /* those of them that had to wait */
    _Atomic uint64_t recycled;   /* workers */
    _Atomic uint64_t violations;
    _Atomic int64_t longest_wait; /* microseconds */
    _Atomic uint64_t witness[CROWD_UNITS];
} crowd_shared_t;

typedef struct crowd {
    slots_table_t table;
    crowd_shared_t *shared;
    uint32_t pool;
    uint64_t generation;
} crowd_t;

/* The private data of one thread. */
typedef struct crowd_client {
    crowd_t *crowd;
    uint32_t owner;
    uint32_t number; /* among the threads of its child */
    uint64_t random; /* state, not 0 */
    uint64_t token;
} crowd_client_t;

/* Makes a table in memory that children share, with one pool and all workers
 * started. Ends the test when that fails. */
void crowd_open(crowd_t *crowd);

/* Returns the units that all workers together offer. */
uint32_t crowd_units(void);

uint64_t crowd_random(uint64_t *state);

/* Gets a lease, and waits for it if necessary. Returns 0 when the request is
 * refused, when the client loses patience, or at the end. */
int crowd_acquire(crowd_client_t *client, slots_lease_t *lease);

/* Holds the unit for a moment and checks that no other client does. */
void crowd_use(crowd_client_t *client, const slots_lease_t *lease);

/* Releases the unit, or gives it up as busy or as broken. */
void crowd_let_go(crowd_client_t *client, const slots_lease_t *lease);

/* Manager, at its start: completes what a killed one left half done. */
void crowd_adopt(crowd_t *crowd);

/* Manager: frees FINISHING units, recycles broken workers and offers all units.
 * When `roll` is set, it takes out one unit instead, and now and then
 * replaces good workers. */
void crowd_manage(crowd_t *crowd, int roll);

void crowd_nudge(crowd_t *crowd);

/* True when all units are FREE, claims may use the second ones, no request
 * waits and no token is left. */
int crowd_quiet(const crowd_t *crowd);

#endif /* SLOTS_TESTS_CROWD_H */
