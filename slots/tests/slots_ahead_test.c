/* SPDX-License-Identifier: Apache-2.0 */
/* slots_ahead_test.c: workers that get a request while they are busy with
 * another one. */

#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_free.h"
#include "slots_hints.h"
#include "slots_slot.h"
#include "slots_unit.h"

#define NO_SLOT UINT32_MAX

static const slots_sizes_t sizes = {.owners = 4, .slots = 4, .pools = 2};

static slots_run_t run_of(const fixture_t *f, uint32_t slot)
{
    return slots_run_of(&f->table, &f->table.slots[slot]);
}

static void open_offering(fixture_t *f, int count, uint32_t offered)
{
    fixture_open(f, sizes);
    while (count-- > 0)
        fixture_ahead_worker(f, offered);
}

/* Workers with two units each. */
static void open_workers(fixture_t *f, int count)
{
    open_offering(f, count, 2);
}

static uint32_t claimed_slot(fixture_t *f, slots_lease_t *lease)
{
    return fixture_claim(f, 1, lease) ? lease->slot : NO_SLOT;
}

static int claim_aimed(fixture_t *f, uint32_t aim, slots_lease_t *lease)
{
    return slots_claim_aimed(&f->table, f->pool, f->generation, VERSION, 1, aim,
                             lease);
}

static void test_order(void)
{
    fixture_t f;
    slots_lease_t leases[6], lease;
    open_workers(&f, 3);
    for (uint32_t n = 0; n < 3; n++)
        is_int(claimed_slot(&f, &leases[n]), n, "idle workers come first");
    for (uint32_t n = 0; n < 3; n++)
        is_int(claimed_slot(&f, &leases[3 + n]), n, "then the busy ones");
    is_int(leases[0].unit, 0, "the first unit of an idle worker");
    is_int(leases[3].unit, 1, "and then the other one");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "no worker gets a third request");
    slots_release(&f.table, &leases[0]);
    slots_release(&f.table, &leases[2]);
    slots_release(&f.table, &leases[5]);
    is_int(claimed_slot(&f, &lease), 2,
           "one that turns idle comes first again");
    is_int(claimed_slot(&f, &lease), 0, "before second units");
    is_int(claimed_slot(&f, &lease), 2, "in the order of the slots");
    fixture_close(&f);
}

/* Its worker may still be busy with a request whose client has gone. */
static void test_finishing(void)
{
    fixture_t f;
    slots_lease_t lease, next;
    open_workers(&f, 2);
    fixture_claim(&f, 1, &lease);
    slots_give_up(&f.table, &lease);
    is_int(claimed_slot(&f, &next), 1, "a FINISHING worker is not idle");
    is_int(claimed_slot(&f, &next), 0, "but takes a request ahead");
    slots_unit_finished(&f.table, 0, lease.at);
    is_int(claimed_slot(&f, &next), 0, "and one more when it has finished");
    fixture_close(&f);
}

static void test_withdrawn(void)
{
    fixture_t f;
    slots_lease_t lease;
    open_workers(&f, 1);
    is_int(fixture_withdraw(&f, 0, 0), 1, "either of the units is withdrawn");
    is_int(claimed_slot(&f, &lease), 0, "the other one is claimed");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "and that is all");
    slots_slot_offer(&f.table, 0, 2);
    is_int(fixture_withdraw(&f, 0, 1), 0, "one with a request stays");
    is_int(claimed_slot(&f, &lease), 0, "the second one comes back");
    fixture_close(&f);
}

/* One of its requests was given up, and another one may have to wait for it. */
static void test_held_up(int (*give_up)(slots_table_t *, const slots_lease_t *))
{
    fixture_t f;
    slots_lease_t first, second, lease;
    open_offering(&f, 1, 4);
    fixture_claim(&f, 1, &first);
    fixture_claim(&f, 2, &second);
    give_up(&f.table, &second);
    is_int(claimed_slot(&f, &lease), NO_SLOT, "no further one");
    is_int(claim_aimed(&f, 1, &lease), 0, "nor with an aim");
    slots_release(&f.table, &first);
    is_int(claimed_slot(&f, &lease), 0, "one when the other one has ended");
    is_int(claimed_slot(&f, &first), NO_SLOT, "and no more");
    give_up(&f.table, &lease);
    is_int(claimed_slot(&f, &first), NO_SLOT,
           "none when that is given up, too");
    slots_unit_finished(&f.table, 0, second.at);
    is_int(claimed_slot(&f, &first), 0, "one when one has ended");
    slots_unit_finished(&f.table, 0, lease.at);
    for (int n = 0; n < 3; n++)
        is_int(claimed_slot(&f, &lease), 0, "all when both have");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "and no more");
    fixture_close(&f);
}

/* persistd wants fewer of them than are still offered. */
static void test_fewer(void)
{
    fixture_t f;
    slots_lease_t leases[4], lease;
    open_offering(&f, 1, 4);
    for (int n = 0; n < 4; n++)
        fixture_claim(&f, 1, &leases[n]);
    slots_pool_ahead(&f.table, f.pool, 1);
    slots_release(&f.table, &leases[0]);
    slots_release(&f.table, &leases[1]);
    is_int(claimed_slot(&f, &lease), NO_SLOT, "one waits: no further one");
    is_int(claim_aimed(&f, 1, &lease), 0, "nor with an aim");
    slots_release(&f.table, &leases[2]);
    is_int(claimed_slot(&f, &lease), 0, "one after the other");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "and no more");
    fixture_close(&f);
}

/* The worker with the fewest requests is next. */
static void test_least(void)
{
    fixture_t f;
    slots_lease_t leases[12], lease;
    open_offering(&f, 3, 4);
    for (uint32_t n = 0; n < 12; n++)
        is_int(claimed_slot(&f, &leases[n]), n % 3, "each in turn");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "all are used");
    for (uint32_t n = 0; n < 3; n++)
        slots_release(&f.table, &leases[n]);
    slots_release(&f.table, &leases[4]);
    is_int(claimed_slot(&f, &lease), 1, "it has two, the others three");
    for (uint32_t n = 0; n < 3; n++)
        is_int(claimed_slot(&f, &lease), n, "then they are equal");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "and used again");
    fixture_close(&f);
}

static int at_once(const fixture_t *f, uint32_t slot)
{
    return slots_free_at_once(&f->table, &f->table.slots[slot],
                              run_of(f, slot));
}

static uint32_t used(const fixture_t *f, uint32_t slot)
{
    return slots_free_used(&f->table, run_of(f, slot));
}

static void test_free(void)
{
    fixture_t f;
    slots_lease_t first, second;
    open_workers(&f, 1);
    ok(at_once(&f, 0), "an idle worker begins at once");
    is_int(used(&f, 0), 0, "none of its units is used");
    fixture_withdraw(&f, 0, 1);
    ok(at_once(&f, 0), "so does one that offers one unit");
    is_int(used(&f, 0), 0, "a VOID unit is not used");
    slots_slot_offer(&f.table, 0, 2);
    fixture_claim(&f, 1, &first);
    ok(!at_once(&f, 0), "a busy one does not");
    ok(slots_free_in_slot(&f.table, &f.table.slots[0]), "but has a free unit");
    is_int(used(&f, 0), 1, "the LEASED one is used");
    slots_give_up(&f.table, &first);
    ok(!at_once(&f, 0), "nor does one that finishes");
    is_int(used(&f, 0), 1, "a FINISHING one is used");
    fixture_claim(&f, 1, &second);
    ok(!at_once(&f, 0), "nor one without a free unit");
    is_int(used(&f, 0), 2, "both are used");
    fixture_close(&f);
}

static void test_free_others(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 2);
    fixture_claim(&f, 1, &lease);
    ok(at_once(&f, 0), "a worker of two begins two at once");
    fixture_claim(&f, 1, &lease);
    ok(!at_once(&f, 0), "but no third one");
    fixture_worker(&f, 17);
    fixture_claim(&f, 1, &lease);
    ok(at_once(&f, 1), "nor does one with hundreds wait");
    is_int(used(&f, 1), 1, "of shared units hints are counted");
    fixture_close(&f);
}

static void test_aimed(void)
{
    fixture_t f;
    slots_lease_t lease;
    open_workers(&f, 3);
    is_int(claim_aimed(&f, 2, &lease), 1, "an aim gets an idle worker");
    is_int(claim_aimed(&f, 2, &lease), 1, "and also a second unit");
    ok(lease.slot == 1 && lease.unit == 1, "though others are idle");
    is_int(claim_aimed(&f, 2, &lease), 0, "and no more");
    is_int(claimed_slot(&f, &lease), 0, "others get the idle ones");
    fixture_close(&f);
}

/* Only a unit for a request ahead is put off, whatever the features of the
 * others say. */
static void test_mixed(void)
{
    fixture_t f;
    slots_lease_t lease;
    uint32_t of_slot[4] = {0};
    open_workers(&f, 1);
    fixture_features(&f, fixture_worker(&f, 16), SLOTS_AHEAD);
    fixture_features(&f, fixture_worker(&f, 17), SLOTS_AHEAD);
    is_int(claimed_slot(&f, &lease), 0, "the first slot first");
    for (int n = 0; n < 16 + 17; n++)
        if (fixture_claim(&f, 1, &lease))
            of_slot[lease.slot]++;
    is_int(of_slot[0], 0, "not its second unit");
    is_int(of_slot[1], 16, "as long as a home has units");
    is_int(of_slot[2], 17, "or shared blocks");
    is_int(claimed_slot(&f, &lease), 0, "then its second unit");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "and then none");
    fixture_close(&f);
}

/* Claims all that the first slot offers and returns the number. */
static uint32_t claim_all(fixture_t *f)
{
    slots_lease_t lease;
    slots_others_t others;
    uint32_t count = 0;
    while (count <= SLOTS_UNITS && fixture_claim(f, 1, &lease)) {
        count += lease.at < f->table.unit_count;
        slots_others_look(&f->table, &lease, &others);
    }
    return count;
}

/* A run that SLOTS_AHEAD does not fit. The other fields are as they were. */
static void test_hostile(slots_run_t run, uint32_t claims, const char *name)
{
    fixture_t f;
    fixture_open(&f, sizes);
    fixture_worker(&f, 3);
    if (slots_run_is_shared(&f.table, run.first))
        slots_hints_set(&f.table, run.first);
    for (uint32_t n = 0; n < run.count && n < 3; n++)
        if (run.first + n < f.table.unit_count)
            atomic_store(&f.table.units[run.first + n],
                         slots_unit_pack(SLOTS_FREE, 0, 7));
    fixture_features(&f, 0, UINT32_MAX);
    slots_pool_ahead(&f.table, f.pool, 1);
    atomic_store(&f.table.slots[0].run, slots_run_pack(run));
    is_int(claim_all(&f), claims, name);
    fixture_close(&f);
}

static void test_hostile_runs(void)
{
    fixture_t f;
    fixture_open(&f, sizes);
    const uint32_t shared = f.table.shared, units = f.table.unit_count;
    fixture_close(&f);
    test_hostile((slots_run_t){0, 1}, 1, "a run of one is one");
    test_hostile((slots_run_t){0, 3}, 3, "one of three is three");
    test_hostile((slots_run_t){1, 2}, 0, "one that is no home is none");
    test_hostile((slots_run_t){0, 17}, 0, "nor is one beyond its home");
    test_hostile((slots_run_t){units - 1, 2}, 0, "nor one beyond the table");
    const uint32_t ahead = SLOTS_AHEAD_UNITS;
    test_hostile((slots_run_t){shared, ahead}, 1, "shared units have hints");
    test_hostile((slots_run_t){units - SLOTS_BLOCK, ahead}, 1, "also the last");
}

int main(void)
{
    test_order();
    test_finishing();
    test_withdrawn();
    test_held_up(slots_give_up);
    test_held_up(slots_drop);
    test_fewer();
    test_least();
    test_free();
    test_free_others();
    test_aimed();
    test_mixed();
    test_hostile_runs();
    return done_testing();
}
