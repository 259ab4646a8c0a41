/* SPDX-License-Identifier: Apache-2.0 */
/* slots_actors_persistd.c: what persistd and its successors do in the scenes.
 */

#include "slots_actors.h"
#include "slots_world.h"

#include "slots_explore.h"
#include "slots_futex.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_slot.h"
#include "slots_sweep.h"
#include "slots_unit.h"

void second_goes(int actor)
{
    (void)actor;
    slots_slot_clear(&table, 1);
}

void first_goes(int actor)
{
    (void)actor;
    slots_slot_clear(&table, 0);
}

void successor(int died)
{
    (void)died;
    slots_slot_clear(&table, 0);
    if (!slots_pool_may_grow(&table, 0) ||
        atomic_load(&table.pools[0].slot_count) != 0)
        explore_wrong("a worker that is gone is counted for ever");
}

void finisher(int actor)
{
    (void)actor;
    slots_unit_finished(&table, 0, run_of(0, 1).first);
}

void next_persistd(int died)
{
    (void)died;
    slots_slot_mend(&table, 0);
    finisher(0);
}

void undertaker(int died)
{
    slots_sweep(&table, OWNER(died));
    for (uint32_t n = 0; n < 4; n++) {
        uint32_t at = run_of(n / 2, 2).first + n % 2;
        if (!slots_unit_is_over(atomic_load(&table.units[at])))
            continue;
        holders[n / 2 + n % 2] = 0;
        slots_unit_finished(&table, n / 2, at);
    }
}

void leaver(int actor)
{
    for (;;) {
        uint32_t seen = atomic_load(&nudge);
        if (slots_slot_leave(&table, 0) == 0)
            break;
        slots_futex_wait(&nudge, seen, 1000);
    }
    (void)actor;
    if (holders[0] + holders[1] != 0)
        explore_wrong("a unit is used after it was taken out");
}

/* Returns 1 when a request waits, or 0 when the one that there is has been
 * served. */
static int is_wanted(void)
{
    for (;;) {
        uint32_t seen = atomic_load(&nudge);
        if (served)
            return 0;
        if (slots_queue_demand(&table, 0) > 0)
            return 1;
        slots_futex_wait(&nudge, seen, 1000);
    }
}

void withdrawer(int actor)
{
    uint32_t at = run_of(0, 1).first;
    (void)actor;
    if (!slots_unit_withdraw(&table, at, atomic_load(&table.units[at])))
        return;
    if (holders[0] != 0)
        explore_wrong("a unit is used after it was taken out");
    slots_pool_limit(&table, 0, 2);
    if (is_wanted())
        slots_slot_offer(&table, 0, 1);
}

/* Takes out up to `count` units that are FREE, the lowest first. */
static void take_out(uint32_t count)
{
    const slots_run_t run = run_of(0, SLOTS_AHEAD_UNITS);
    for (uint32_t n = 0; n < run.count && count > 0; n++) {
        uint32_t at = run.first + n;
        uint64_t word = atomic_load(&table.units[at]);
        if (!slots_unit_withdraw(&table, at, word))
            continue;
        count--;
        if (holders[n] != 0)
            explore_wrong("a unit is used after it was taken out");
    }
}

void changer(int actor)
{
    (void)actor;
    slots_slot_offer(&table, 0, 2);
    take_out(1);
}

void closer(int actor)
{
    (void)actor;
    slots_pool_ahead(&table, 0, 0);
    take_out(2);
}

void renewer(int actor)
{
    uint32_t incarnation;
    leaver(actor);
    slots_slot_clear(&table, 0);
    if (!is_wanted())
        return;
    slots_slot_start(&table, 0, VERSION, &incarnation);
    slots_slot_open(&table, 0, run_of(0, 1), 0, 0);
}

/* As persistd when it reads the slot: a worker that is BROKEN, or that a
 * predecessor had half replaced, is replaced once its units are not used. */
int world_recycle(void)
{
    const slots_slot_t *slot = &table.slots[0];
    uint32_t incarnation;
    if ((atomic_load(&slot->sound) && atomic_load(&slot->run)) ||
        slots_slot_leave(&table, 0) != 0)
        return 0;
    slots_slot_clear(&table, 0);
    slots_slot_start(&table, 0, VERSION, &incarnation);
    slots_slot_open(&table, 0, run_of(0, 1), 0, 0);
    return 1;
}

void recycler(int actor)
{
    (void)actor;
    for (;;) {
        uint32_t seen = atomic_load(&nudge);
        if (world_recycle())
            return;
        slots_futex_wait(&nudge, seen, 1000);
    }
}

void recycling_undertaker(int died)
{
    undertaker(died);
    if (!world_recycle())
        slots_slot_open(&table, 0, run_of(0, 1), 0, 0);
}

/* The first incarnation has no features and ends condemned. The second has some
 * features and is condemned at once, for another fault. */
static void reuse(uint32_t pool)
{
    uint32_t incarnation;
    slots_slot_condemn(&table, 0, FAULT(1));
    slots_slot_clear(&table, 0);
    if (slots_slot_start(&table, pool, VERSION, &incarnation) != 0 ||
        slots_slot_open(&table, 0, run_of(0, 1), FEATURES(2), 0) != 0)
        explore_wrong("the slot cannot be used again");
    slots_slot_condemn(&table, 0, FAULT(2));
}

void replacer(int actor)
{
    uint64_t other;
    (void)actor;
    if (slots_pool_add(&table, 2, 2, VERSION, 1, &other) != 1)
        explore_wrong("there is no other pool");
    reuse(1);
}

void run_passer(int actor)
{
    uint64_t other;
    uint32_t incarnation;
    (void)actor;
    slots_slot_clear(&table, 0);
    if (slots_pool_add(&table, 2, 2, VERSION, 1, &other) != 1 ||
        slots_slot_start(&table, 0, VERSION, &incarnation) != 0 ||
        slots_slot_start(&table, 1, VERSION, &incarnation) != 1 ||
        slots_slot_open(&table, 1, run_of(0, 1), 0, 0) != 0)
        explore_wrong("the units cannot be used again");
}

void restarter(int actor)
{
    (void)actor;
    reuse(0);
}
