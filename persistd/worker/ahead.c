/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.c: opens and withdraws units. Which of them a worker offers is of no
 * importance: the others are VOID. */

#include "worker/ahead.h"

#include "slots_slot.h"
#include "wire_message.h"

_Static_assert(SLOTS_AHEAD == WIRE_FEATURE_AHEAD &&
                   SLOTS_AHEAD_UNITS == WIRE_AHEAD_UNITS,
               "the table knows a feature of the protocol");

/* persist-cgi, to which a persistd of --own belongs, makes no tokens, and so it
 * could not take a request back. */
uint32_t ahead_units(const worker_t *worker)
{
    int has = worker->features & WIRE_FEATURE_AHEAD && worker->capacity == 1 &&
              !worker->is_host && !worker->pd->options.own;
    return has ? SLOTS_AHEAD_UNITS : worker->capacity;
}

/* An adopted worker has the run that the table shows, whatever that is: a host
 * may have as many units, too, and a worker with threads more than it takes. */
int ahead_has_units(const worker_t *worker)
{
    return worker->run.count == SLOTS_AHEAD_UNITS && worker->capacity == 1 &&
           !worker->is_host;
}

/* A claim may be faster; then the unit stays. */
static void withdraw(worker_t *worker, uint32_t wanted)
{
    slots_table_t *table = worker->pd->table;
    for (uint32_t unit = 0; worker->ahead > wanted && unit < worker->run.count;
         unit++) {
        uint32_t at = worker->run.first + unit;
        if (slots_unit_withdraw(table, at, atomic_load(&table->units[at])))
            worker->ahead--;
    }
}

void ahead_set(worker_t *worker, uint32_t wanted)
{
    if (worker->state != WORKER_READY || !ahead_has_units(worker) ||
        worker->broken_since || worker->ahead == wanted)
        return;
    if (worker->ahead > wanted) {
        withdraw(worker, wanted);
        return;
    }
    worker->ahead = wanted;
    slots_slot_offer(worker->pd->table, worker->slot, worker_offered(worker));
}

void ahead_adopt(worker_t *worker)
{
    uint32_t offered = slots_slot_offered(worker->pd->table, worker->run);
    worker->ahead = ahead_has_units(worker) && offered > worker->capacity
                        ? offered - worker->capacity
                        : 0;
}
