/* SPDX-License-Identifier: Apache-2.0 */
/* seats.c: gives out slots of the table, and the numbers for sockets. */

#include "state/seats.h"

#include "base/heap.h"
#include "slots_slot.h"
#include "state/pool.h"
#include "state/worker.h"

/* The numbers that name the sockets are kept here. If they were taken from the
 * table, someone who writes into it could make a new worker's name equal that
 * of a live one. The table only supplies the first number. */
static void make_incarnations(persistd_t *pd)
{
    uint32_t slots = pd->table->sizes.slots;
    if (pd->incarnations)
        return;
    pd->incarnations = heap_make(slots, sizeof(*pd->incarnations));
    for (uint32_t i = 0; i < slots; i++)
        pd->incarnations[i] = atomic_load(&pd->table->slots[i].incarnation);
}

void seats_note(persistd_t *pd, uint32_t slot, uint32_t incarnation)
{
    make_incarnations(pd);
    if (slot < pd->table->sizes.slots && incarnation > pd->incarnations[slot])
        pd->incarnations[slot] = incarnation;
}

static uint32_t next_incarnation(persistd_t *pd, uint32_t slot)
{
    uint32_t *last = &pd->incarnations[slot];
    return ++*last ? *last : ++*last;
}

static worker_t *find_seated(const persistd_t *pd, uint32_t slot)
{
    worker_t *worker = pd->workers;
    while (worker && !(worker->seated && worker->slot == slot))
        worker = worker->next;
    return worker;
}

int seats_take(const struct pool *pool, uint32_t *incarnation,
               worker_t **occupant)
{
    persistd_t *pd = pool->pd;
    uint32_t ignored;
    *occupant = NULL;
    make_incarnations(pd); /* before slots_slot_start() adds one in the table */
    int slot = slots_slot_start(pd->table, pool->index, pool->wanted, &ignored);
    if (slot < 0)
        return -1;
    *occupant = find_seated(pd, (uint32_t)slot);
    if (*occupant)
        return -1;
    *incarnation = next_incarnation(pd, (uint32_t)slot);
    slots_slot_name(pd->table, (uint32_t)slot, *incarnation);
    return slot;
}
