/* SPDX-License-Identifier: Apache-2.0 */
/* slots_claim_test.c: httpd's steps of a unit's word. */

#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_pin.h"
#include "slots_slot.h"
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
    is_int(slots_give_up(&f.table, &old, SLOTS_BROKEN), -1, "nor break it");
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
    is_int(slots_give_up(&f.table, &lease, SLOTS_FINISHING), 0,
           "a busy unit is given up");
    is_int(fixture_state(&f, 0, 0), SLOTS_FINISHING, "to FINISHING");
    fixture_claim(&f, 1, &lease);
    is_int(slots_give_up(&f.table, &lease, SLOTS_BROKEN), 0,
           "a bad one is given up");
    is_int(fixture_state(&f, 0, 1), SLOTS_BROKEN, "to BROKEN");
    is_int(fixture_claim(&f, 1, &lease), 0, "nobody can claim them");
    fixture_close(&f);
}

/* Without this rule one request after the other would try the same dead worker.
 */
static void test_broken_neighbour(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 3);
    fixture_claim(&f, 1, &lease);
    slots_give_up(&f.table, &lease, SLOTS_BROKEN);
    is_int(fixture_claim(&f, 1, &lease), 0,
           "no unit of a worker with a broken one is claimed");
    fixture_worker(&f, 1);
    is_int(fixture_claim(&f, 1, &lease), 1, "that of another worker is");
    is_int(lease.slot, 1, "and only that");
    slots_slot_clear(&f.table, 0);
    fixture_worker(&f, 1);
    is_int(fixture_claim(&f, 1, &lease), 1, "its next worker is not blamed");
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
    atomic_store(&f.table.slots[0].capacity, UINT32_MAX);
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
    test_order();
    test_near();
    test_stale_leases();
    test_give_up();
    test_broken_neighbour();
    test_version_and_leaving();
    test_worn();
    test_condemned();
    test_hostile();
    return done_testing();
}
