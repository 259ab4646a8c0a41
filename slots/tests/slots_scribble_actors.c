/* SPDX-License-Identifier: Apache-2.0 */
/* slots_scribble_actors.c: see slots_scribble_actors.h. */

#include "slots_scribble_actors.h"

#include "common_clock.h"
#include "slots_affinity.h"
#include "slots_crowd.h"
#include "slots_free.h"
#include "slots_histogram.h"
#include "slots_index.h"
#include "slots_pool.h"
#include "slots_rate.h"
#include "slots_slot.h"
#include "slots_stats.h"
#include "slots_sweep.h"
#include "slots_unit.h"
#include "slots_wake.h"

#define VERSION 7u

_Atomic uint32_t actors_wrong;
int actors_owners_fd;

static uint32_t dice(actor_t *actor, uint32_t sides)
{
    return (uint32_t)(crowd_random(&actor->random) % sides);
}

static void check(int good)
{
    if (!good)
        atomic_fetch_add_explicit(&actors_wrong, 1, memory_order_relaxed);
}

static void keep(actor_t *actor, const slots_lease_t *lease)
{
    check(lease->slot < actor->table.sizes.slots && lease->unit < SLOTS_UNITS &&
          lease->at < actor->table.unit_count &&
          lease->pool < actor->table.sizes.pools);
    if (actor->leased < HELD)
        actor->leases[actor->leased++] = *lease;
}

static void find(actor_t *actor)
{
    uint64_t generation;
    int pool = slots_index_find(&actor->table, dice(actor, 3), dice(actor, 3),
                                &generation);
    check(pool < (int)actor->table.sizes.pools);
    if (pool < 0)
        return;
    actor->pool = (uint32_t)pool;
    actor->generation = generation;
}

static void arrive(actor_t *actor)
{
    slots_table_t *table = &actor->table;
    uint32_t aim =
        slots_affinity_aim(table, actor->pool, VERSION, dice(actor, 9));
    slots_lease_t lease;
    check(aim <= SLOTS_POOL_SLOTS);
    if (slots_queue_arrive(table, actor->pool, actor->generation, VERSION,
                           actor->owner, dice(actor, 2) ? aim : 0, 1, &lease))
        keep(actor, &lease);
}

static void stand(actor_t *actor)
{
    if (actor->waits)
        return;
    actor->waits =
        slots_queue_enter_aimed(&actor->table, actor->pool, actor->owner,
                                dice(actor, SLOTS_CELLS + 9), UINT32_MAX,
                                dice(actor, SLOTS_POOL_SLOTS + 1),
                                &actor->place) == SLOTS_ENTERED;
    check(!actor->waits || actor->place.cell < SLOTS_CELLS);
}

static void come_back(actor_t *actor)
{
    if (actor->waits)
        return;
    actor->place = slots_queue_arrived(&actor->table, actor->pool, actor->owner,
                                       dice(actor, SLOTS_POOL_SLOTS + 1));
    actor->waits = slots_queue_return(&actor->table, &actor->place);
    check(!actor->waits || actor->place.cell < SLOTS_CELLS);
}

static void wait_on(actor_t *actor)
{
    slots_lease_t lease;
    if (!actor->waits)
        return;
    if (slots_queue_try(&actor->table, &actor->place, actor->generation,
                        VERSION, &lease)) {
        keep(actor, &lease);
        actor->waits = 0;
    } else if (dice(actor, 4) == 0) {
        slots_queue_leave(&actor->table, &actor->place);
        actor->waits = 0;
    } else {
        slots_queue_pause(&actor->table, &actor->place, 1);
    }
}

static void let_go(actor_t *actor)
{
    const slots_lease_t *lease;
    if (actor->leased == 0)
        return;
    lease = &actor->leases[--actor->leased];
    slots_lease_holds(&actor->table, lease);
    slots_others_t others;
    slots_others_look(&actor->table, lease, &others);
    slots_others_stay(&actor->table, lease, &others);
    slots_lease_fault(&actor->table, lease);
    slots_stats_served(&actor->table, lease->slot,
                       crowd_random(&actor->random));
    if (dice(actor, 3))
        slots_release(&actor->table, lease);
    else if (dice(actor, 3) == 0)
        slots_give_up(&actor->table, lease);
    else if (dice(actor, 2))
        slots_drop(&actor->table, lease);
    else
        slots_break(&actor->table, lease);
}

static void look(actor_t *actor)
{
    slots_table_t *table = &actor->table;
    uint32_t length = slots_queue_length(table, actor->pool), dropped;
    slots_tally_t tally;
    check(length <= SLOTS_CELLS &&
          slots_queue_demand(table, actor->pool) <= SLOTS_CELLS);
    slots_queue_waiting(table, actor->pool);
    slots_pool_may_grow(table, actor->pool);
    slots_stats_claimed(table, actor->pool, common_now_us());
    slots_stats_queued(table, actor->pool, dice(actor, 1000));
    slots_stats_refused(table, actor->pool);
    slots_stats_failed(table, actor->pool);
    slots_stats_wait(table, actor->pool, &tally);
    slots_stats_service(table, actor->pool, &tally);
    check(slots_stats_retry_after(length, dice(actor, 3),
                                  slots_stats_mean_us(table, actor->pool)) <=
          SLOTS_RETRY_MAX);
    slots_rate_take(&table->pools[actor->pool].log, common_now_us(),
                    dice(actor, 1000), &dropped);
    slots_rate_lost(&table->pools[actor->pool].copied, 1);
}

static void manage_pools(actor_t *actor)
{
    slots_table_t *table = &actor->table;
    uint32_t pool = dice(actor, table->sizes.pools);
    uint64_t generation;
    switch (dice(actor, 6)) {
    case 0:
        slots_pool_remove(table, pool);
        break;
    case 1:
        slots_pool_fail(table, pool, dice(actor, 9), common_now_us());
        break;
    case 2:
        slots_pool_recover(table, pool);
        break;
    case 3:
        slots_wake_all(table, pool);
        break;
    default:
        check(slots_pool_add(table, dice(actor, 3), dice(actor, 3), VERSION,
                             dice(actor, 9),
                             &generation) < (int)table->sizes.pools);
    }
}

/* As persistd chooses one, or anything. */
static slots_run_t some_run(actor_t *actor, uint32_t slot)
{
    const slots_table_t *table = &actor->table;
    uint32_t blocks = (table->unit_count - table->shared) / SLOTS_BLOCK;
    switch (dice(actor, 4)) {
    case 0:
        return (slots_run_t){dice(actor, table->unit_count + 9),
                             dice(actor, SLOTS_UNITS + 2)};
    case 1:
        return slots_run_home(slot, 1 + dice(actor, SLOTS_HOME));
    default:
        return (slots_run_t){table->shared + dice(actor, blocks) * SLOTS_BLOCK,
                             1 + dice(actor, 3 * SLOTS_BLOCK)};
    }
}

static void manage_slots(actor_t *actor)
{
    slots_table_t *table = &actor->table;
    uint32_t slot = dice(actor, table->sizes.slots), incarnation;
    int started;
    switch (dice(actor, 9)) {
    case 0:
        slots_slot_leave(table, slot);
        break;
    case 1:
        slots_slot_condemn(table, slot, dice(actor, 9));
        break;
    case 2:
        slots_slot_clear(table, slot);
        break;
    case 3:
        slots_unit_finished(table, slot, dice(actor, table->unit_count));
        break;
    case 4:
        slots_slot_open(table, slot, some_run(actor, slot), 0, 0);
        break;
    case 5:
        slots_slot_mend(table, slot);
        slots_slot_regain(table, slots_run_of(table, &table->slots[slot]),
                          dice(actor, SLOTS_UNITS));
        slots_slot_recount(table, dice(actor, table->sizes.pools));
        slots_free_census(table, slots_run_of(table, &table->slots[slot]));
        break;
    default:
        started = slots_slot_start(table, dice(actor, table->sizes.pools),
                                   VERSION, &incarnation);
        check(started < (int)table->sizes.slots);
        if (started >= 0)
            slots_slot_open(table, (uint32_t)started,
                            some_run(actor, (uint32_t)started), 1, 1);
    }
}

/* Any child could start, or persistd restart, at any moment. */
static void sweep(actor_t *actor)
{
    uint32_t owner = 1 + dice(actor, actor->table.sizes.owners);
    if (dice(actor, 8))
        return;
    if (dice(actor, 2))
        slots_sweep(&actor->table, owner);
    else
        slots_sweep_dead(&actor->table, actors_owners_fd, owner);
}

void actor_act(actor_t *actor)
{
    static void (*const manager[])(actor_t *) = {
        manage_pools, manage_slots, manage_slots, manage_slots, sweep};
    static void (*const client[])(actor_t *) = {
        find, arrive, arrive, stand, come_back, wait_on, wait_on, let_go, look};
    if (actor->owner == 0)
        manager[dice(actor, sizeof(manager) / sizeof(manager[0]))](actor);
    else
        client[dice(actor, sizeof(client) / sizeof(client[0]))](actor);
    actor->calls++;
}
