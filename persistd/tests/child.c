/* SPDX-License-Identifier: Apache-2.0 */
/* child.c: plays an httpd child for the tests: attaches the instance's table,
 * takes an owner's byte, and does the steps that it is told on stdin, one word
 * and one number a line; answers each with one line. */

#include "common_names.h"
#include "slots_claim.h"
#include "slots_owners.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_run.h"
#include "slots_shm.h"
#include "slots_stats.h"

#include <apr_general.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct child {
    slots_shm_t shm;
    slots_table_t *table;
    uint32_t owner;
    slots_lease_t lease;
    slots_place_t place;
    int waits; /* at `place` */
} child_t;

static int child_attach(child_t *child, const char *instance)
{
    char path[COMMON_PATH_SIZE];
    apr_pool_t *p;
    apr_initialize();
    apr_pool_create(&p, NULL);
    common_name_path(path, instance, COMMON_NAME_TABLE);
    if (slots_shm_attach(&child->shm, path, p) != APR_SUCCESS)
        return -1;
    child->table = &child->shm.table;
    common_name_path(path, instance, COMMON_NAME_OWNERS);
    child->owner = slots_owners_take(slots_owners_open(path, child->shm.id),
                                     child->table->sizes.owners);
    return child->owner ? 0 : -1;
}

static uint64_t generation(child_t *child, uint32_t pool)
{
    return atomic_load(&child->table->pools[pool].state) >> 8;
}

static int claim(child_t *child, uint32_t pool)
{
    return slots_claim(child->table, pool, generation(child, pool),
                       atomic_load(&child->table->pools[pool].version),
                       child->owner, &child->lease);
}

/* As an arriving request claims, which may join others. */
static int join(child_t *child, uint32_t pool)
{
    return slots_claim_join(child->table, pool, generation(child, pool),
                            atomic_load(&child->table->pools[pool].version),
                            child->owner, &child->lease) ||
           claim(child, pool);
}

/* The n-th unit of the worker that was claimed last. */
static slots_unit_t *unit_of(const child_t *child, uint32_t n)
{
    const slots_lease_t *lease = &child->lease;
    return &child->table->units[lease->at - lease->unit + n];
}

static long long step(child_t *child, const char *verb, uint64_t number)
{
    slots_table_t *table = child->table;
    uint32_t n = (uint32_t)number;
    if (strcmp(verb, "owner") == 0)
        return child->owner;
    if (strcmp(verb, "claim") == 0)
        return claim(child, n);
    if (strcmp(verb, "join") == 0)
        return join(child, n);
    if (strcmp(verb, "pid") == 0)
        return atomic_load(&table->slots[child->lease.slot].pid);
    if (strcmp(verb, "slot") == 0)
        return child->lease.slot;
    if (strcmp(verb, "incarnation") == 0)
        return child->lease.incarnation;
    if (strcmp(verb, "release") == 0)
        return slots_release(table, &child->lease);
    if (strcmp(verb, "served") == 0) { /* a request that took so many µs */
        slots_stats_served(table, child->lease.slot, number);
        return 0;
    }
    if (strcmp(verb, "told") == 0) { /* whether its worker slept */
        slots_stats_told(table, child->lease.slot, n != 0, 1000);
        return 0;
    }
    if (strcmp(verb, "finishing") == 0)
        return slots_give_up(table, &child->lease);
    if (strcmp(verb, "drop") == 0)
        return slots_drop(table, &child->lease);
    if (strcmp(verb, "look") == 0) /* µs until a request looks */
        return slots_pool_look_us(table, n);
    if (strcmp(verb, "broken") == 0)
        return slots_break(table, &child->lease);
    if (strcmp(verb, "holds") == 0)
        return slots_lease_holds(table, &child->lease);
    if (strcmp(verb, "unit") == 0) /* of the slot last claimed */
        return slots_unit_state(atomic_load(unit_of(child, n)));
    if (strcmp(verb, "enter") == 0) {
        int entered =
            slots_queue_enter(table, n, child->owner, 100, 100, &child->place);
        child->waits = entered == SLOTS_ENTERED;
        return entered;
    }
    if (strcmp(verb, "leave") == 0) {
        child->waits = 0;
        slots_queue_leave(table, &child->place);
        return 0;
    }
    if (strcmp(verb, "waiting") == 0)
        return slots_queue_length(table, n);
    if (strcmp(verb, "failures") == 0)
        return atomic_load(&table->pools[n].failures);
    if (strcmp(verb, "fault") == 0)
        return atomic_load(&table->pools[n].fault);
    if (strcmp(verb, "spoil") == 0) { /* the fault of the first pool */
        atomic_store(&table->pools[0].fault, (uint32_t)number);
        return 0;
    }
    if (strcmp(verb, "phase") == 0)
        return atomic_load(&table->header->phase);
    if (strcmp(verb, "beat") == 0) /* when persistd last looked at all */
        return atomic_load(&table->header->beat);
    if (strcmp(verb, "version") == 0) { /* of the first pool */
        atomic_store(&table->pools[0].version, number);
        return 0;
    }
    if (strcmp(verb, "void") == 0) { /* another one: no worker is here */
        const slots_run_t home = slots_run_home(n, SLOTS_HOME);
        for (uint32_t i = 0; i < home.count; i++)
            atomic_store(&table->units[home.first + i], 0);
        atomic_store(&table->slots[n].state, SLOTS_SLOT_EMPTY);
        atomic_store(&table->slots[n].incarnation, 0);
        return 0;
    }
    if (strcmp(verb, "empty") == 0) { /* no worker is in this slot */
        atomic_store(&table->slots[n].state, SLOTS_SLOT_EMPTY);
        return 0;
    }
    if (strcmp(verb, "finish") == 0) { /* one that nobody has claimed */
        atomic_store(unit_of(child, n), slots_unit_pack(SLOTS_FINISHING, 0, 1));
        return 0;
    }
    if (strcmp(verb, "scribble") == 0) { /* a hostile worker */
        memset(table->slots, 0xff, sizeof(*table->slots) * n);
        return 0;
    }
    return -100;
}

/* Goes to sleep on its place, as a request that waits does. */
static void doze(child_t *child)
{
    slots_place_t *place = &child->place;
    slots_pool_t *pool = &child->table->pools[place->pool];
    place->seen = atomic_load(&pool->futexes[place->cell]);
    slots_queue_pause(child->table, place, 0);
}

static void wait_for_word(child_t *child)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (child->waits && poll(&input, 1, SLOTS_SLICE_MS) == 0)
        doze(child);
}

int main(int argc, char **argv)
{
    static child_t child;
    char verb[32];
    unsigned long long n;
    if (argc != 2 || child_attach(&child, argv[1]) != 0) {
        fputs("child: can't attach\n", stderr);
        return 1;
    }
    while (wait_for_word(&child), scanf("%31s %llu", verb, &n) == 2) {
        printf("%lld\n", step(&child, verb, n));
        fflush(stdout);
    }
    return 0;
}
