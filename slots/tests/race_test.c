/* SPDX-License-Identifier: Apache-2.0 */
/* race_test.c: the crowd as threads of one process, for ThreadSanitizer. Built
 * with a slice of minutes. All threads meet after every few leases, so a
 * lost wake-up leaves a thread asleep that no other thread wakes by chance, and
 * the test sees a stall. In the second half clients "die": they abandon a lease
 * or a cell, which the manager sweeps. */

#include "common_clock.h"
#include "slots_claim.h"
#include "slots_crowd_end.h"
#include "slots_futex.h"
#include "slots_queue.h"
#include "slots_sweep.h"

#include <pthread.h>
#include <unistd.h>

#define CLIENTS 12u
#define ROUNDS 4000u
#define LEASES 16u
#define ALARM_S 300 /* ends the test if a round hangs */

_Static_assert(SLOTS_SLICE_MS * 1000ll > 2 * CROWD_STALL_US,
               "built with a slice that is longer than a stall");

static crowd_t crowd;
static crowd_t views[CLIENTS]; /* each client is a child of its own */
static pthread_barrier_t meeting;
static _Atomic uint32_t dead[CLIENTS + 1];
static _Atomic uint32_t buried; /* futex: a sweep was made */

/* Waits until the manager has swept this owner, as a new child would. */
static void lie_dead(const crowd_client_t *client)
{
    atomic_store(&dead[client->owner], 1);
    crowd_nudge(&crowd);
    for (;;) {
        uint32_t seen = atomic_load(&buried);
        if (!atomic_load(&dead[client->owner]))
            return;
        slots_futex_wait(&buried, seen, 1000);
    }
}

/* Dies in the queue, before or after a try, or in the middle of a lease. */
static void die(crowd_client_t *client)
{
    slots_place_t place;
    slots_lease_t lease;
    slots_table_t *table = &client->crowd->table;
    uint64_t dice = crowd_random(&client->random) % 3;
    if (dice == 0 && crowd_acquire(client, &lease))
        crowd_use(client, &lease);
    else if (slots_queue_enter(table, crowd.pool, client->owner, CLIENTS,
                               CLIENTS, &place) == SLOTS_ENTERED &&
             dice == 1 &&
             slots_queue_try(table, &place, crowd.generation, 1, &lease))
        crowd_use(client, &lease);
    lie_dead(client);
    table->waiting = 0; /* the next child of this number */
}

static void client_round(crowd_client_t *client, int may_die)
{
    slots_lease_t lease;
    uint64_t leases = crowd_random(&client->random) % LEASES;
    if (may_die && crowd_random(&client->random) % 16 == 0)
        die(client);
    while (leases-- > 0) {
        if (!crowd_acquire(client, &lease))
            continue;
        crowd_use(client, &lease);
        crowd_let_go(client, &lease);
    }
}

static void *client_run(void *argument)
{
    crowd_client_t *client = argument;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        client_round(client, round >= ROUNDS / 2);
        /* One of them begins it anew, as long as all is well. */
        if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD &&
            atomic_load(&crowd.shared->longest_wait) < CROWD_STALL_US)
            alarm(ALARM_S);
    }
    return NULL;
}

static void bury(void)
{
    for (uint32_t owner = 1; owner <= CLIENTS; owner++) {
        if (!atomic_load(&dead[owner]))
            continue;
        slots_sweep(&crowd.table, owner);
        atomic_store(&dead[owner], 0);
        slots_futex_wake(&buried);
    }
}

static void *manager_run(void *argument)
{
    uint64_t random = 88172645463325252u;
    while (!atomic_load(&crowd.shared->quit)) {
        uint32_t seen = atomic_load(&crowd.shared->nudge);
        bury();
        crowd_manage(&crowd, crowd_random(&random) % 16 == 0);
        slots_futex_wait(&crowd.shared->nudge, seen, 20);
    }
    return argument;
}

static void run(void)
{
    crowd_client_t clients[CLIENTS];
    pthread_t threads[CLIENTS], manager;
    pthread_barrier_init(&meeting, NULL, CLIENTS);
    if (pthread_create(&manager, NULL, manager_run, NULL) != 0)
        bail_out("no thread");
    for (uint32_t i = 0; i < CLIENTS; i++) {
        views[i] = crowd;
        clients[i] = (crowd_client_t){.crowd = &views[i],
                                      .owner = i + 1,
                                      .random = (uint64_t)common_now_us() + i};
        if (pthread_create(&threads[i], NULL, client_run, &clients[i]) != 0)
            bail_out("no thread");
    }
    for (uint32_t i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    atomic_store(&crowd.shared->quit, 1);
    crowd_nudge(&crowd);
    pthread_join(manager, NULL);
    pthread_barrier_destroy(&meeting);
}

int main(void)
{
    alarm(ALARM_S);
    crowd_open(&crowd);
    run();
    /* Handles units that were given up after its last run. */
    crowd_manage(&crowd, 0);
    crowd_check_end(&crowd);
    return done_testing();
}
