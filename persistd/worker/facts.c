/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: reads the record, its slot of the table, and its output. */

#include "worker/facts.h"

#include "base/heap.h"
#include "slots_free.h"

#include "common_clock.h"
#include "wire_fault.h"

life_facts_t facts_of_life(const worker_t *worker)
{
    return (life_facts_t){
        .state = worker->state,
        .ready = worker->ready_at != 0,
        .deadline = worker->deadline,
        .copied_by = worker->source ? worker->clone_by : 0,
        .watched = worker->watch != NULL,
    };
}

/* A request in which the worker died is still LEASED, or httpd has given up the
 * worker for it. */
int facts_has_served(const worker_t *worker)
{
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    if (atomic_load(&slot->requests) > 0)
        return 1;
    return worker->run.count > 0 &&
           (!atomic_load(&slot->sound) ||
            slots_free_census(worker->pd->table, worker->run).leased > 0);
}

char *facts_last_words(const worker_t *worker)
{
    size_t len;
    const char *words = output_tail(worker->output, &len);
    char *text = heap_text(words, len);
    for (size_t i = 0; i < len; i++)
        if (text[i] == '\0') /* it would hide what follows */
            text[i] = ' ';
    return text;
}

/* Returns NULL if we have not killed the worker. */
static const char *why_killed(const worker_t *worker)
{
    switch (worker->fault) {
    case 0:
        return NULL;
    case WIRE_FAULT_BOOT_TIMEOUT:
        return "killed after PersistBootTimeout: it loads slowly, hangs, or "
               "runs a server of its own, such as app.run()";
    case WIRE_FAULT_BOOT_EXIT:
        return "killed: it had closed its listening socket";
    case WIRE_FAULT_WORKER_VERSION:
        return "killed: its SDK is of another release than mod_persist";
    case WIRE_FAULT_MEMORY:
        return "killed above PersistMemoryLimit";
    default:
        return "killed";
    }
}

worker_end_t facts_of_end(const worker_t *worker, const char *words)
{
    const life_facts_t life = facts_of_life(worker);
    return (worker_end_t){
        .outcome = life_outcome(&life, worker->fault, worker->cloned),
        .fault = worker->fault,
        .cloned = worker->cloned,
        .is_app = worker->pool && definition_is_app(&worker->pool->definition),
        .served = worker->pool && facts_has_served(worker),
        .pid = worker->pid,
        .began = worker->began,
        .age = common_now_us() - worker->since,
        .what = why_killed(worker),
        .offence = worker->offence,
        .words = words,
    };
}
