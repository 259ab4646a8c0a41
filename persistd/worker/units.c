/* SPDX-License-Identifier: Apache-2.0 */
/* units.c: a unit is asked for, not announced (docs/decisions). Also the
 * last resort against a request that nobody ends. */

#include "worker/units.h"

#include "base/log.h"
#include "pool/pool.h"
#include "slots_claim.h"
#include "state/agenda.h"

#include "wire_fault.h"

#define BROKEN_GRACE_US 20000
#define LEASE_GRACE_US 2000000

/* One question at a time: so it is known which one an IDLE answers, although
 * it does not say. Sent and read in order, it comes again only on another
 * control connection. */
static void probe(worker_t *worker, uint32_t unit)
{
    const wire_probe_t message = {.unit = unit};
    worker_unit_t *seen = &worker->units[unit];
    if (seen->asked || !worker->control)
        return;
    seen->asked = seen->word;
    conn_send(worker->control, WIRE_PROBE, &message);
}

void finishing_forget(worker_t *worker)
{
    for (uint32_t unit = 0; unit < SLOTS_UNITS; unit++)
        worker->units[unit].asked = 0;
}

static void recycle(worker_t *worker, int fault, const char *why)
{
    log_say(LOG_ERROR, "PERSIST%04d: pool %s: pid %ld is killed: %s", fault,
            worker->pool ? worker->pool->definition.script : "-",
            (long)worker->pid, why);
    worker_kill(worker, fault);
}

/* The time that a finishing unit still has; 0: no end. */
static int64_t hard_deadline(const worker_t *worker, int64_t since)
{
    int64_t hard = worker->pool ? worker->pool->definition.hard_us
                                : worker->pd->settings.stop_us;
    return hard ? since + hard : 0;
}

static void look_finishing(worker_t *worker, uint32_t unit, int64_t now)
{
    worker_unit_t *seen = &worker->units[unit];
    int64_t deadline = hard_deadline(worker, seen->since);
    if (deadline && now >= deadline) {
        recycle(worker, WIRE_FAULT_DEADLINE,
                "it was still busy with a request that is over");
        return;
    }
    probe(worker, unit);
    if (deadline)
        agenda_at(worker->pd, deadline);
}

/* A request that overruns is ended by httpd itself, but not while its thread
 * waits for a client that does not read. The clock's looks are enough here. */
static void look_leased(worker_t *worker, uint32_t unit, int64_t now)
{
    int64_t hard = worker->pool ? worker->pool->definition.hard_us : 0;
    if (hard && now >= worker->units[unit].since + hard + LEASE_GRACE_US)
        recycle(worker, WIRE_FAULT_DEADLINE,
                "its request has outlasted the hard deadline");
}

/* httpd gives a worker up that fell silent, ran out of time or broke the rules,
 * and has said which. One that has died is given up at the same moment: its
 * own end, about to be seen, tells more than our kill would. Its free units are
 * nobody's any more, and are not planned with. */
static void look_broken(worker_t *worker, uint32_t unit, int64_t now)
{
    int64_t kill_at = worker->units[unit].since + BROKEN_GRACE_US;
    slots_slot_leave(worker->pd->table, worker->slot);
    if (now >= kill_at)
        recycle(worker, WIRE_FAULT_WORKER_DIED, "httpd has given it up");
    else
        agenda_at(worker->pd, kill_at);
}

static void note_word(worker_unit_t *seen, uint64_t word, int64_t now)
{
    if (seen->word == word)
        return;
    seen->word = word;
    seen->since = now;
}

void finishing_look(worker_t *worker, int64_t now)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    for (uint32_t unit = 0;
         unit < SLOTS_UNITS && worker->state != WORKER_KILLING; unit++) {
        uint64_t word = atomic_load(&slot->units[unit]);
        note_word(&worker->units[unit], word, now);
        switch (slots_unit_state(word)) {
        case SLOTS_LEASED:
            look_leased(worker, unit, now);
            break;
        case SLOTS_FINISHING: /* the table may say so of any */
            if (unit < worker->capacity)
                look_finishing(worker, unit, now);
            break;
        case SLOTS_BROKEN:
            look_broken(worker, unit, now);
            break;
        default:
            break;
        }
    }
}

/* Only what we have asked for counts, and only for the word that we have asked
 * about: when the unit has another one by now, it is asked for anew. */
void finishing_idle(worker_t *worker, uint64_t unit)
{
    if (unit >= SLOTS_UNITS || !worker->seated)
        return;
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    worker_unit_t *seen = &worker->units[unit];
    uint64_t asked = seen->asked;
    seen->asked = 0;
    if (asked && atomic_load(&slot->units[unit]) == asked)
        slots_unit_finished(worker->pd->table, worker->slot, (uint32_t)unit);
    worker_look(worker, slots_now_us());
}
