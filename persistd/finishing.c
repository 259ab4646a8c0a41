/* SPDX-License-Identifier: Apache-2.0 */
/* finishing.c: a unit is asked for, not announced (docs/decisions). Also the
 * last resort against a request that nobody ends. */

#include "finishing.h"

#include "clock.h"
#include "log.h"
#include "pool.h"
#include "slots_claim.h"

#include "wire_fault.h"

#define BROKEN_GRACE_US 20000
#define LEASE_GRACE_US 2000000

/* A worker that does not read gets no more questions than fit its socket. */
static void probe(worker_t *worker, uint32_t unit, int64_t now)
{
    const wire_probe_t message = {.unit = unit};
    worker_unit_t *seen = &worker->units[unit];
    if (now < seen->probe_at)
        return;
    seen->probe_at = now + CLOCK_PERIOD_US;
    if (worker->control && conn_pending(worker->control) == 0)
        conn_send(worker->control, WIRE_PROBE, &message);
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
    probe(worker, unit, now);
    clock_due(worker->pd, deadline && deadline < seen->probe_at
                              ? deadline
                              : seen->probe_at);
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
        clock_due(worker->pd, kill_at);
}

static void note_word(worker_unit_t *seen, uint64_t word, int64_t now)
{
    if (seen->word != word)
        *seen = (worker_unit_t){.word = word, .since = now};
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
        case SLOTS_FINISHING:
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

/* Only what we have asked for counts: an answer to an older question is one
 * too many, and the next question brings the truth. */
void finishing_idle(worker_t *worker, uint64_t unit)
{
    if (unit >= SLOTS_UNITS || !worker->seated)
        return;
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    worker_unit_t *seen = &worker->units[unit];
    if (slots_unit_state(seen->word) != SLOTS_FINISHING ||
        atomic_load(&slot->units[unit]) != seen->word)
        return;
    slots_unit_finished(worker->pd->table, worker->slot, (uint32_t)unit);
    worker_look(worker, slots_now_us());
}
