/* SPDX-License-Identifier: Apache-2.0 */
/* units.c: asks workers about units whose request is over for httpd (PROBE),
 * because workers do not report that themselves. Also kills a worker whose
 * request does not end.
 * Why: docs/decisions/finishing-by-probe.md */

#include "worker/units.h"

#include "decide/unit.h"
#include "slots_slot.h"
#include "slots_unit.h"
#include "state/agenda.h"
#include "state/pool.h"
#include "state/say.h"
#include "state/table.h"
#include "worker/ahead.h"
#include "worker/leave.h"

#include "wire_fault.h"

/* At most one question per unit is open, because IDLE does not say which
 * question it answers. Messages stay in order and are not lost, so the question
 * is repeated only on a new control connection. */
static void probe(worker_t *worker, uint32_t unit)
{
    const wire_probe_t message = {.unit = unit};
    worker_unit_t *seen = &worker->units[unit];
    if (seen->probed || !worker->control)
        return;
    seen->probed = seen->word;
    conn_send(worker->control, WIRE_PROBE, &message);
}

void units_forget(worker_t *worker)
{
    for (uint32_t unit = 0; unit < worker->run.count; unit++)
        worker->units[unit].probed = 0;
}

static void recycle(worker_t *worker, int fault, const char *why)
{
    say_pool(worker->pool, LOG_ERROR, RECENT_FAULT, worker->pid,
             "PERSIST%04d: pool %s: pid %ld is killed: %s", fault,
             worker_script(worker), (long)worker->pid, why);
    worker_kill(worker, fault);
}

static unit_kind_t kind_of(uint64_t word)
{
    if (slots_unit_state(word) == SLOTS_LEASED)
        return UNIT_LEASED;
    return slots_unit_is_over(word) ? UNIT_FINISHING : UNIT_QUIET;
}

/* A straggler has no pool; its requests may take as long as those of a stopping
 * httpd. */
static int64_t hard_of(const worker_t *worker, unit_kind_t kind)
{
    if (worker->pool)
        return worker->pool->definition.hard_us;
    return kind == UNIT_FINISHING ? worker->pd->settings.stop_us : 0;
}

static void act(worker_t *worker, uint32_t unit, unit_step_t step)
{
    switch (step) {
    case UNIT_NONE:
        break;
    case UNIT_PROBE:
        probe(worker, unit);
        break;
    case UNIT_KILL_FINISHING:
        recycle(worker, WIRE_FAULT_DEADLINE,
                "it was still busy with a request that is over");
        break;
    case UNIT_KILL_LEASED:
        recycle(worker, WIRE_FAULT_DEADLINE,
                "its request has outlasted the hard deadline");
        break;
    case UNIT_TAKE_OUT:
        worker_take_out(worker);
        break;
    case UNIT_TAKE_OUT_AND_KILL:
        recycle(worker, WIRE_FAULT_WORKER_DIED, "httpd has given it up");
        break;
    }
}

static int64_t since_of(const worker_t *worker, uint32_t unit, int64_t now)
{
    int64_t since = worker->units[unit].since;
    if (kind_of(worker->units[unit].word) != UNIT_FINISHING ||
        !ahead_has_units(worker))
        return since;
    for (uint32_t n = 0; n < worker->run.count; n++) {
        const worker_unit_t *other = &worker->units[n];
        if (n != unit)
            since =
                unit_over_since(since, kind_of(other->word), other->since, now);
    }
    return since;
}

static void tick(worker_t *worker, uint32_t unit, int64_t now)
{
    unit_kind_t kind = kind_of(worker->units[unit].word);
    int64_t again;
    act(worker, unit,
        unit_step(kind, since_of(worker, unit, now), hard_of(worker, kind), now,
                  &again));
    if (again)
        agenda_at(worker->pd, again);
}

/* Notes all words before one of them is judged: a unit's time may depend on the
 * other units. */
static void look(worker_t *worker, int64_t now)
{
    const slots_unit_t *words = worker->pd->table->units + worker->run.first;
    for (uint32_t unit = 0; unit < worker->run.count; unit++) {
        worker_unit_t *seen = &worker->units[unit];
        uint64_t word = atomic_load(&words[unit]);
        if (seen->word == word)
            continue;
        seen->word = word;
        seen->since = now;
    }
}

/* httpd gives up a worker as a whole. */
static void tick_broken(worker_t *worker, int64_t now)
{
    int64_t again;
    if (atomic_load(&worker->pd->table->slots[worker->slot].sound)) {
        worker->broken_since = 0;
        return;
    }
    if (!worker->broken_since)
        worker->broken_since = now;
    act(worker, 0,
        unit_step(UNIT_BROKEN, worker->broken_since, 0, now, &again));
    if (again)
        agenda_at(worker->pd, again);
}

/* Somebody may have written into the table. While that is `leaving`, units that
 * are given back drain at once. */
static void regain(const worker_t *worker)
{
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    if (worker->state != WORKER_READY || worker->broken_since ||
        atomic_load(&slot->leaving))
        return;
    if (slots_slot_regain(worker->pd->table, worker->run,
                          worker_offered(worker)) > 0)
        table_damaged(worker->pd, "units");
}

/* The place of the units is private: what the table says about it is not read
 * again. */
void units_tick(worker_t *worker, int64_t now)
{
    if (worker->run.count == 0 || worker->state == WORKER_KILLING)
        return;
    tick_broken(worker, now);
    regain(worker);
    look(worker, now);
    for (uint32_t unit = 0;
         unit < worker->run.count && worker->state != WORKER_KILLING; unit++)
        tick(worker, unit, now);
}

/* IDLE counts only as the answer to a question, and only for the word that the
 * question was about. If the unit has another word by now, the next tick asks
 * again. */
void units_idle(worker_t *worker, uint64_t unit)
{
    if (unit >= worker->run.count || !worker->seated)
        return;
    uint32_t at = worker->run.first + (uint32_t)unit;
    worker_unit_t *seen = &worker->units[unit];
    uint64_t probed = seen->probed;
    seen->probed = 0;
    if (probed && atomic_load(&worker->pd->table->units[at]) == probed)
        slots_unit_finished(worker->pd->table, worker->slot, at);
    agenda_worker(worker);
}
