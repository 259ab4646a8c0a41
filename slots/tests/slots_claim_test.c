/* SPDX-License-Identifier: Apache-2.0 */
/* slots_claim_test.c: httpd's steps of a unit's word. */

#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_free.h"
#include "slots_hints.h"
#include "slots_pin.h"
#include "slots_slot.h"
#include "slots_sweep.h"
#include "slots_unit.h"

static const slots_sizes_t sizes = {.owners = 4, .slots = 4, .pools = 2};

static void test_order(void)
{
    fixture_t f;
    slots_lease_t lease[4];
    fixture_open(&f, sizes);
    is_int(fixture_claim(&f, 1, &lease[0]), 0, "no worker, no lease");
    fixture_worker(&f, 2);
    fixture_worker(&f, 1);
    for (int i = 0; i < 3; i++)
        if (!fixture_claim(&f, 1, &lease[i]))
            bail_out("no lease");
    ok(lease[0].slot == 0 && lease[0].unit == 0 && lease[1].slot == 0 &&
           lease[1].unit == 1 && lease[2].slot == 1 && lease[2].unit == 0,
       "units are taken in slot order");
    is_int(fixture_claim(&f, 2, &lease[3]), 0, "not more than there are");
    is_int(lease[0].incarnation, 1, "a lease knows the incarnation");
    is_int(lease[0].features, 5, "and the features");
    is_int(slots_release(&f.table, &lease[1]), 0, "a release needs no nudge");
    is_int(fixture_claim(&f, 2, &lease[3]), 1, "it is claimed again");
    ok(lease[3].slot == 0 && lease[3].unit == 1, "the hot one first");
    fixture_close(&f);
}

static void note_cpu(fixture_t *f, uint32_t slot, uint32_t cpu)
{
    atomic_store(&f->table.slots[slot].cpu, cpu);
}

static uint32_t claimed_slot(fixture_t *f)
{
    slots_lease_t lease;
    return fixture_claim(f, 1, &lease) ? lease.slot : UINT32_MAX;
}

static void test_near(void)
{
    fixture_t f;
    slots_lease_t lease;
    uint32_t here = slots_pin();
    if (here == 0) {
        ok(1, "no worker is near # SKIP no CPU to stay on");
        return;
    }
    fixture_open(&f, (slots_sizes_t){.owners = 4, .slots = 6, .pools = 2});
    for (int i = 0; i < 6; i++)
        fixture_worker(&f, 1);
    fixture_claim(&f, 1, &lease);
    is_int(atomic_load(&f.table.slots[0].cpu), here, "a claim notes its CPU");
    slots_release(&f.table, &lease);
    is_int(claimed_slot(&f), 0, "and the same worker goes first there");
    note_cpu(&f, 1, here + 1);
    is_int(claimed_slot(&f), 2, "then one that was never claimed");
    note_cpu(&f, 3, here);
    is_int(claimed_slot(&f), 3, "the worker of this CPU goes first");
    note_cpu(&f, 4, UINT32_MAX);
    note_cpu(&f, 5, here);
    is_int(claimed_slot(&f), 1, "a worker too far behind can idle out");
    is_int(claimed_slot(&f), 5, "a hostile note is one of another CPU");
    slots_slot_clear(&f.table, 2);
    fixture_worker(&f, 1);
    slots_slot_clear(&f.table, 3);
    fixture_worker(&f, 1);
    note_cpu(&f, 2, here + 1);
    atomic_store(&f.table.header->lacking, 1);
    is_int(claimed_slot(&f), 2, "the first one where another pool lacks one");
    is_int(atomic_load(&f.table.slots[3].cpu), 0, "a new worker has no note");
    fixture_close(&f);
}

static void test_stale_leases(void)
{
    fixture_t f;
    slots_lease_t old, lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &old);
    ok(slots_lease_holds(&f.table, &old), "a lease stands");
    is_int(slots_release(&f.table, &old), 0, "and is released");
    ok(!slots_lease_holds(&f.table, &old), "then it does not stand");
    is_int(slots_release(&f.table, &old), -1, "a second release does nothing");
    fixture_claim(&f, 1, &lease);
    ok(old.word != lease.word, "the same owner's next lease differs");
    is_int(slots_release(&f.table, &old), -1, "the old one cannot end it");
    is_int(slots_give_up(&f.table, &old), -1, "nor give it up");
    ok(slots_lease_holds(&f.table, &lease), "it still stands");
    fixture_close(&f);
}

static void test_give_up(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 2);
    fixture_claim(&f, 1, &lease);
    is_int(slots_give_up(&f.table, &lease), 0, "a busy unit is given up");
    is_int(fixture_state(&f, 0, 0), SLOTS_FINISHING, "to FINISHING");
    fixture_claim(&f, 1, &lease);
    is_int(lease.unit, 1, "it is not claimed again");
    fixture_close(&f);
}

/* If only the unit were given up, one request after the other would try the
 * same dead worker. */
static void test_broken(void)
{
    fixture_t f;
    slots_lease_t old, other, lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 3);
    fixture_claim(&f, 1, &old);
    fixture_claim(&f, 1, &other);
    is_int(slots_break(&f.table, &old), 0, "a bad worker is given up");
    is_int(fixture_state(&f, 0, 0), SLOTS_DRAINING, "the unit is taken out");
    is_int(fixture_claim(&f, 1, &lease), 0, "none of its units is claimed");
    ok(slots_lease_holds(&f.table, &other), "another's lease stands");
    fixture_worker(&f, 1);
    is_int(fixture_claim(&f, 1, &lease), 1, "that of another worker is");
    is_int(lease.slot, 1, "and only that");
    slots_slot_clear(&f.table, 0);
    fixture_worker(&f, 1);
    is_int(fixture_claim(&f, 1, &lease), 1, "its next worker is not blamed");
    slots_release(&f.table, &lease);
    is_int(slots_break(&f.table, &other), -1, "an old lease stands no more");
    is_int(fixture_claim(&f, 1, &lease), 1, "and breaks no later worker");
    is_int(lease.slot, 0, "in the same slot");
    fixture_close(&f);
}

/* Claims this many units and returns how many were not given twice. */
static uint32_t claim_many(fixture_t *f, uint32_t wanted, slots_lease_t *leases)
{
    static uint8_t seen[SLOTS_UNITS];
    uint32_t good = 0;
    memset(seen, 0, sizeof(seen));
    for (uint32_t n = 0; n < wanted; n++)
        if (fixture_claim(f, 1, &leases[n]) && leases[n].unit < SLOTS_UNITS)
            good += !seen[leases[n].unit]++;
    return good;
}

static void test_hundreds(uint32_t capacity)
{
    static slots_lease_t leases[SLOTS_UNITS];
    fixture_t f;
    slots_lease_t lease;
    uint32_t released = 0;
    fixture_open(&f, sizes);
    fixture_worker(&f, capacity);
    is_int(claim_many(&f, capacity, leases), capacity,
           "each of hundreds of units is claimed");
    is_int(fixture_claim(&f, 1, &lease), 0, "and no other");
    ok(slots_run_is_shared(&f.table, leases[0].at), "they are shared ones");
    slots_release(&f.table, &leases[capacity / 2]);
    is_int(fixture_claim(&f, 1, &lease), 1, "one that is released is found");
    is_int(lease.unit, leases[capacity / 2].unit, "wherever it is");
    slots_release(&f.table, &lease);
    for (uint32_t n = 0; n < capacity; n++)
        released += slots_release(&f.table, &leases[n]) == 0;
    is_int(released, capacity - 1, "all are released");
    is_int(slots_free_used(&f.table, fixture_run(&f, 0, capacity)), 0,
           "and counted by their hints");
    fixture_close(&f);
}

#define CHILDREN 16u
#define THREADS 25u
#define TURNS 2000u

/* Each child keeps a connection to each unit that it has used. */
typedef struct children {
    slots_lease_t leases[CHILDREN][THREADS];
    uint8_t leased[CHILDREN][THREADS];
    uint8_t used[CHILDREN][SLOTS_UNITS];
} children_t;

/* A thread of some child begins a request, or ends the one that it has. */
static void children_turn(fixture_t *f, children_t *all, uint32_t dice)
{
    uint32_t child = dice % CHILDREN, thread = dice / CHILDREN % THREADS;
    slots_lease_t *lease = &all->leases[child][thread];
    uint8_t *leased = &all->leased[child][thread];
    if (*leased)
        slots_release(&f->table, lease);
    else if (fixture_claim(f, child + 1, lease))
        all->used[child][lease->unit] = 1;
    *leased = !*leased;
}

/* So few units are taken that each child can keep to its own. */
static void test_own_units(void)
{
    static children_t all;
    fixture_t f;
    uint32_t used = 0, random = 1;
    fixture_open(&f, (slots_sizes_t){CHILDREN, 4, 2});
    fixture_worker(&f, SLOTS_UNITS);
    for (uint32_t n = 0; n < TURNS * CHILDREN; n++) {
        random = random * 1664525u + 1013904223u;
        children_turn(&f, &all, random >> 8);
    }
    for (uint32_t child = 0; child < CHILDREN; child++)
        for (uint32_t unit = 0; unit < SLOTS_UNITS; unit++)
            used += all.used[child][unit];
    ok(used <= CHILDREN * THREADS, "children use as many units as threads");
    fixture_close(&f);
}

/* A thread that died has taken the hint of a unit along; another died before it
 * had set one. */
static void test_mend(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    uint32_t slot = fixture_worker(&f, 17);
    slots_hints_clear(&f.table, fixture_run(&f, slot, 17));
    is_int(fixture_claim(&f, 1, &lease), 0, "units without hints are not seen");
    slots_sweep(&f.table, 1);
    is_int(fixture_claim(&f, 1, &lease), 1, "a sweep shows them");
    slots_hints_clear(&f.table, fixture_run(&f, slot, 17));
    slots_slot_mend(&f.table, slot);
    is_int(fixture_claim(&f, 1, &lease), 1, "so does the next persistd");
    slots_hints_set(&f.table, lease.at);
    is_int(slots_free_used(&f.table, fixture_run(&f, slot, 17)), 1,
           "a hint may be wrong");
    is_int(fixture_claim(&f, 1, &lease), 1, "which misleads nobody");
    is_int(slots_free_used(&f.table, fixture_run(&f, slot, 17)), 3,
           "and is corrected");
    fixture_close(&f);
}

/* The words of runs that do not lie within the table. */
static void test_hostile_runs(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 20);
    const uint32_t shared = f.table.shared, units = f.table.unit_count;
    const slots_run_t bad[] = {{units, 1},        {UINT32_MAX, 1},
                               {units - 64, 65},  {shared, 1025},
                               {shared + 1, 2},   {shared, 0},
                               {0, 17},           {1, 1},
                               {0, UINT32_MAX},   {units - 1, UINT32_MAX},
                               {shared - 16, 17}, {shared + 63, 1}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        atomic_store(&f.table.slots[0].run, slots_run_pack(bad[i]));
        if (fixture_claim(&f, 1, &lease) ||
            slots_free_in_slot(&f.table, &f.table.slots[0]) ||
            slots_slot_leave(&f.table, 0) != 0 ||
            slots_slot_open(&f.table, 0, bad[i], 0, 1) == 0)
            ok(0, "a run that is not good");
        atomic_store(&f.table.slots[0].leaving, 0);
    }
    atomic_store(&f.table.slots[0].run,
                 slots_run_pack((slots_run_t){shared, 20}));
    is_int(fixture_claim(&f, 1, &lease), 1, "runs outside the table are none");
    fixture_close(&f);
}

static void test_version_and_leaving(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    is_int(slots_claim(&f.table, f.pool, f.generation, VERSION + 1, 1, &lease),
           0, "a worker of another version is passed by");
    fixture_claim(&f, 1, &lease);
    is_int(slots_slot_leave(&f.table, 0), 1, "a leased unit is waited for");
    is_int(slots_release(&f.table, &lease), 1, "its release asks for a nudge");
    is_int(fixture_state(&f, 0, 0), SLOTS_DRAINING, "and gives it to persistd");
    is_int(slots_slot_leave(&f.table, 0), 0, "then none is left");
    is_int(fixture_claim(&f, 1, &lease), 0, "and none can be claimed");
    fixture_close(&f);
}

static void test_worn(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    atomic_store(&f.table.slots[0].requests_max, 2);
    fixture_claim(&f, 1, &lease);
    is_int(slots_release(&f.table, &lease), 0, "one request of two");
    fixture_claim(&f, 1, &lease);
    is_int(slots_release(&f.table, &lease), 1, "the last asks for a nudge");
    fixture_claim(&f, 1, &lease);
    is_int(slots_release(&f.table, &lease), 0, "one nudge is enough");
    fixture_close(&f);
}

static void test_condemned(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &lease);
    is_int(slots_lease_fault(&f.table, &lease), 0, "a worker is not to blame");
    slots_slot_condemn(&f.table, 0, 4011);
    slots_slot_clear(&f.table, 0);
    fixture_worker(&f, 1);
    is_int(slots_lease_fault(&f.table, &lease), 4011,
           "why it was killed is known when the slot has the next one");
    fixture_claim(&f, 1, &lease);
    is_int(slots_lease_fault(&f.table, &lease), 0, "which is not to blame");
    fixture_close(&f);
}

/* Counts and indexes that point out of the table. */
static void test_hostile(void)
{
    fixture_t f;
    slots_lease_t lease;
    slots_pool_t *pool;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    pool = &f.table.pools[f.pool];
    fixture_claim(&f, 1, &lease);
    atomic_store(&pool->slot_count, UINT32_MAX);
    atomic_store(&f.table.slots[0].sound, UINT32_MAX);
    for (uint32_t n = 1; n < SLOTS_POOL_SLOTS; n++)
        atomic_store(&pool->slots[n], n % 2 ? UINT32_MAX : sizes.slots + 1);
    is_int(fixture_claim(&f, 1, &lease), 0, "hostile counts give no lease");
    atomic_store(&f.table.slots[0].pool, UINT32_MAX);
    is_int(fixture_claim(&f, 1, &lease), 0, "nor does a hostile slot");
    is_int(slots_claim(&f.table, UINT32_MAX, 1, VERSION, 1, &lease), 0,
           "nor a pool out of range");
    is_int(slots_slot_leave(&f.table, 0), 1, "persistd survives it");
    slots_slot_clear(&f.table, 0);
    is_int(fixture_state(&f, 0, 0), SLOTS_VOID, "and clears it");
    fixture_worker(&f, 1);
    is_int(fixture_claim(&f, 1, &lease), 1, "then all is well again");
    fixture_close(&f);
}

int main(void)
{
    slots_pin(); /* so that no claim is on another CPU than the one before */
    test_order();
    test_near();
    test_stale_leases();
    test_give_up();
    test_broken();
    test_hundreds(17);
    test_hundreds(100);
    test_hundreds(SLOTS_UNITS);
    test_own_units();
    test_mend();
    test_hostile_runs();
    test_version_and_leaving();
    test_worn();
    test_condemned();
    test_hostile();
    return done_testing();
}
