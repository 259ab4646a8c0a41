/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.c: opens and withdraws units. Which of them a worker offers is of no
 * importance: the others are VOID. */

#include "worker/ahead.h"

#include "decide/ahead.h"
#include "slots_free.h"
#include "slots_slot.h"
#include "wire_message.h"

_Static_assert(SLOTS_AHEAD == WIRE_FEATURE_AHEAD &&
                   SLOTS_AHEAD_UNITS == WIRE_AHEAD_UNITS,
               "the table knows a feature of the protocol");
_Static_assert(AHEAD_MOST == SLOTS_AHEAD_UNITS - 1,
               "no more units are wanted than there are");

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

/* A claim may be faster; then the unit stays. Claims begin with the lowest. */
static void withdraw(worker_t *worker, uint32_t wanted)
{
    slots_table_t *table = worker->pd->table;
    for (uint32_t unit = worker->run.count;
         worker->ahead > wanted && unit-- > 0;) {
        uint32_t at = worker->run.first + unit;
        if (slots_unit_withdraw(table, at, atomic_load(&table->units[at])))
            worker->ahead--;
    }
}

/* The time of a request that was given up counts from the last change of the
 * other units' words (since_of() in units.c), which must not be one of ours. */
static int may_change(const worker_t *worker)
{
    return worker->state == WORKER_READY && ahead_has_units(worker) &&
           !worker->broken_since &&
           slots_free_census(worker->pd->table, worker->run).finishing == 0;
}

void ahead_set(worker_t *worker, uint32_t wanted)
{
    if (worker->ahead == wanted || !may_change(worker))
        return;
    if (worker->ahead > wanted) {
        withdraw(worker, wanted);
        return;
    }
    worker->ahead = wanted;
    slots_slot_offer(worker->pd->table, worker_own_slot(worker),
                     worker_offered(worker));
}

void ahead_adopt(worker_t *worker)
{
    uint32_t offered = slots_slot_offered(worker->pd->table, worker->run);
    worker->ahead = ahead_has_units(worker) && offered > worker->capacity
                        ? offered - worker->capacity
                        : 0;
}
