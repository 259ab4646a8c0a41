/* SPDX-License-Identifier: Apache-2.0 */
/* slots_crowd.c: see slots_crowd.h. */

#include "slots_crowd.h"
#include "common_clock.h"
#include "slots_futex.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_slot.h"
#include "slots_unit.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define VERSION 1u
#define QUEUE_TOTAL 56u

/* Workers that offer one unit may be reported BROKEN, because recycling them
 * takes no other lease away. The others are only replaced. Those in the odd
 * slots have shared units. The third one runs one request at a time, and one of
 * its other units comes and goes. */
static const uint32_t capacities[CROWD_SLOTS] = {1, 1, SLOTS_AHEAD_UNITS, 2};
static const uint32_t features[CROWD_SLOTS] = {0, 0, SLOTS_AHEAD, 0};

uint32_t crowd_units(void)
{
    uint32_t units = 0;
    for (uint32_t slot = 0; slot < CROWD_SLOTS; slot++)
        units += capacities[slot];
    return units;
}

/* xorshift64 */
uint64_t crowd_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void violation(crowd_shared_t *shared, const char *what, uint32_t slot,
                      uint32_t unit)
{
    if (atomic_fetch_add(&shared->violations, 1) < 10)
        fprintf(stderr, "# %s: slot %u unit %u\n", what, slot, unit);
}

static void *memory_share(size_t bytes)
{
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
        perror("mmap");
        exit(255);
    }
    return block;
}

static slots_run_t run_of(const crowd_t *crowd, uint32_t slot)
{
    return slots_run_of(&crowd->table, &crowd->table.slots[slot]);
}

/* Returns units for a new worker. A shared block is neither that of the slot's
 * last worker nor one in use, so that the blocks go from slot to slot. */
static slots_run_t choose_run(const crowd_t *crowd, uint32_t slot,
                              slots_run_t last)
{
    slots_run_t run = {crowd->table.shared, capacities[slot]};
    if (slot % 2 == 0)
        return slots_run_home(slot, capacities[slot]);
    while (run.first == last.first || run.first == run_of(crowd, 1).first ||
           run.first == run_of(crowd, 3).first)
        run.first += SLOTS_BLOCK;
    return run;
}

/* `last` is the run of the worker before. */
static int worker_start(crowd_t *crowd, slots_run_t last)
{
    uint32_t incarnation;
    int slot =
        slots_slot_start(&crowd->table, crowd->pool, VERSION, &incarnation);
    if (slot < 0)
        return -1;
    return slots_slot_open(&crowd->table, (uint32_t)slot,
                           choose_run(crowd, (uint32_t)slot, last),
                           features[slot], 0);
}

void crowd_open(crowd_t *crowd)
{
    slots_sizes_t sizes = {CROWD_OWNERS, CROWD_SLOTS, 1};
    size_t bytes = slots_table_bytes(&sizes);
    void *block = memory_share(bytes);
    int pool;
    crowd->shared = memory_share(sizeof(*crowd->shared));
    if (slots_table_format(&crowd->table, block, bytes, &sizes) != 0)
        exit(255);
    pool = slots_pool_add(&crowd->table, 1, 2, VERSION, CROWD_SLOTS,
                          &crowd->generation);
    if (pool < 0)
        exit(255);
    crowd->pool = (uint32_t)pool;
    for (uint32_t slot = 0; slot < CROWD_SLOTS; slot++)
        if (worker_start(crowd, (slots_run_t){0, 0}) != 0)
            exit(255);
}

void crowd_nudge(crowd_t *crowd)
{
    slots_futex_wake(&crowd->shared->nudge);
}

static void note_wait(crowd_shared_t *shared, int64_t us)
{
    int64_t longest = atomic_load(&shared->longest_wait);
    while (us > longest &&
           !atomic_compare_exchange_weak(&shared->longest_wait, &longest, us))
        ;
}

/* Waits in the queue. One in 64 clients leaves after its first sleep. */
static int crowd_wait(crowd_client_t *client, slots_place_t *place,
                      slots_lease_t *lease)
{
    crowd_t *crowd = client->crowd;
    int impatient = crowd_random(&client->random) % 64 == 0;
    int64_t since = common_now_us();
    while (!slots_queue_try(&crowd->table, place, crowd->generation, VERSION,
                            lease)) {
        if (atomic_load(&crowd->shared->stop)) {
            slots_queue_leave(&crowd->table, place);
            return 0;
        }
        slots_queue_pause(&crowd->table, place, SLOTS_SLICE_MS);
        note_wait(crowd->shared, common_now_us() - since);
        if (impatient) {
            slots_queue_leave(&crowd->table, place);
            return 0;
        }
    }
    atomic_fetch_add(&crowd->shared->hand_overs, 1);
    return 1;
}

/* Half of the requests aim at one of the first entries, whether it has a worker
 * or not. */
static uint32_t choose_aim(crowd_client_t *client)
{
    uint32_t dice = (uint32_t)(crowd_random(&client->random) % 8);
    return dice < 4 ? dice + 1 : 0;
}

static int claim(crowd_client_t *client, uint32_t aim, slots_lease_t *lease)
{
    crowd_t *crowd = client->crowd;
    return slots_queue_arrive(&crowd->table, crowd->pool, crowd->generation,
                              VERSION, client->owner, aim, 1, lease);
}

/* One in 32 leases is taken back from its worker: its client waits after all,
 * in the place of its arrival. */
static int come_back(crowd_client_t *client, slots_place_t *place,
                     slots_lease_t *lease)
{
    crowd_t *crowd = client->crowd;
    if (crowd_random(&client->random) % 32 != 0 ||
        !slots_queue_return(&crowd->table, place))
        return 1;
    if (slots_drop(&crowd->table, lease) != 0)
        violation(crowd->shared, "dropped by others", lease->slot, lease->unit);
    crowd_nudge(crowd);
    return crowd_wait(client, place, lease);
}

int crowd_acquire(crowd_client_t *client, slots_lease_t *lease)
{
    crowd_t *crowd = client->crowd;
    uint32_t aim = choose_aim(client);
    uint32_t length = 32 + (uint32_t)(crowd_random(&client->random) % 64);
    slots_place_t place =
        slots_queue_arrived(&crowd->table, crowd->pool, client->owner, aim);
    if (claim(client, aim, lease))
        return come_back(client, &place, lease);
    if (slots_queue_enter_aimed(&crowd->table, crowd->pool, client->owner,
                                length, QUEUE_TOTAL, aim,
                                &place) != SLOTS_ENTERED) {
        sched_yield();
        return 0;
    }
    return crowd_wait(client, &place, lease);
}

static _Atomic uint64_t *witness_of(crowd_client_t *client,
                                    const slots_lease_t *lease)
{
    return &client->crowd->shared->witness[lease->at];
}

void crowd_use(crowd_client_t *client, const slots_lease_t *lease)
{
    crowd_shared_t *shared = client->crowd->shared;
    uint64_t empty = CROWD_NONE;
    client->token = atomic_fetch_add(&shared->tokens, 1) + 1;
    atomic_fetch_add(&shared->claims, 1);
    if (!atomic_compare_exchange_strong(witness_of(client, lease), &empty,
                                        client->token))
        violation(shared, "given twice", lease->slot, lease->unit);
    if (crowd_random(&client->random) % 4 == 0)
        sched_yield(); /* so that the others find no unit */
    if (!slots_lease_holds(&client->crowd->table, lease))
        violation(shared, "taken away", lease->slot, lease->unit);
}

/* Returns 1 when the manager should be nudged, -1 when the lease stood no
 * more. */
static int end_lease(crowd_client_t *client, const slots_lease_t *lease)
{
    slots_table_t *table = &client->crowd->table;
    uint64_t dice = crowd_random(&client->random) % 256;
    if (dice == 0 && capacities[lease->slot] == 1)
        return slots_break(table, lease) == 0 ? 1 : -1;
    if (dice < 8)
        return slots_give_up(table, lease) == 0 ? 1 : -1;
    return slots_release(table, lease);
}

void crowd_let_go(crowd_client_t *client, const slots_lease_t *lease)
{
    crowd_t *crowd = client->crowd;
    uint64_t mine = client->token;
    int nudge;
    if (!atomic_compare_exchange_strong(witness_of(client, lease), &mine,
                                        CROWD_NONE))
        violation(crowd->shared, "overwritten", lease->slot, lease->unit);
    nudge = end_lease(client, lease);
    if (nudge < 0)
        violation(crowd->shared, "no more ours", lease->slot, lease->unit);
    if (nudge > 0)
        crowd_nudge(crowd);
}

/* A killed holder leaves its token. The holder is certainly dead, because its
 * lease was swept, so the token is removed before the unit can be given again.
 */
static void units_finish(crowd_t *crowd, uint32_t slot)
{
    const slots_run_t run = run_of(crowd, slot);
    for (uint32_t at = run.first; at < run.first + run.count; at++) {
        uint64_t word = atomic_load(&crowd->table.units[at]);
        if (!slots_unit_is_over(word))
            continue;
        atomic_store(&crowd->shared->witness[at], CROWD_NONE);
        slots_unit_finished(&crowd->table, slot, at);
    }
}

/* True when the worker no longer serves, or a killed manager left it half done.
 */
static int slot_ended(crowd_t *crowd, uint32_t slot)
{
    const slots_slot_t *entry = &crowd->table.slots[slot];
    return atomic_load(&entry->leaving) || atomic_load(&entry->pool) == 0 ||
           !atomic_load(&entry->sound) ||
           atomic_load(&entry->state) != SLOTS_SLOT_OPEN;
}

void crowd_adopt(crowd_t *crowd)
{
    for (uint32_t slot = 0; slot < CROWD_SLOTS; slot++)
        slots_slot_mend(&crowd->table, slot);
}

/* Takes out the first unit that is FREE. */
static void withdraw_one(crowd_t *crowd, slots_run_t run)
{
    for (uint32_t at = run.first; at < run.first + run.count; at++)
        if (slots_unit_withdraw(&crowd->table, at,
                                atomic_load(&crowd->table.units[at])))
            return;
}

static void set_ahead(crowd_t *crowd, uint32_t slot, int wanted)
{
    const slots_run_t run = run_of(crowd, slot);
    if (!(features[slot] & SLOTS_AHEAD))
        return;
    slots_pool_ahead(&crowd->table, crowd->pool,
                     wanted ? SLOTS_AHEAD_UNITS - 1 : 0);
    slots_pool_together(&crowd->table, crowd->pool, (uint32_t)wanted);
    if (wanted)
        slots_slot_offer(&crowd->table, slot, run.count);
    else if (slots_slot_offered(&crowd->table, run) == run.count)
        withdraw_one(crowd, run);
}

void crowd_manage(crowd_t *crowd, int roll)
{
    uint64_t hand_overs = atomic_load(&crowd->shared->hand_overs);
    uint32_t rolled = (uint32_t)(hand_overs / 64 % (CROWD_SLOTS * 4));
    for (uint32_t slot = 0; slot < CROWD_SLOTS; slot++) {
        const slots_run_t run = run_of(crowd, slot);
        units_finish(crowd, slot);
        if (!slot_ended(crowd, slot) && !(roll && rolled == slot)) {
            set_ahead(crowd, slot, !roll);
            continue;
        }
        if (slots_slot_leave(&crowd->table, slot) != 0)
            continue;
        slots_slot_clear(&crowd->table, slot);
        if (worker_start(crowd, run) != 0)
            violation(crowd->shared, "slot lost", slot, 0);
        atomic_fetch_add(&crowd->shared->recycled, 1);
    }
}

int crowd_quiet(const crowd_t *crowd)
{
    uint32_t units = 0;
    for (uint32_t at = 0; at < CROWD_UNITS; at++) {
        units += slots_unit_state(atomic_load(&crowd->table.units[at])) ==
                 SLOTS_FREE;
        if (atomic_load(&crowd->shared->witness[at]) != CROWD_NONE)
            return 0;
    }
    if (units != crowd_units() ||
        !atomic_load(&crowd->table.pools[crowd->pool].ahead))
        return 0;
    for (uint32_t owner = 1; owner <= CROWD_OWNERS; owner++)
        if (atomic_load(&crowd->table.owners[owner].waiting) != 0)
            return 0;
    return slots_queue_length(&crowd->table, crowd->pool) == 0;
}
