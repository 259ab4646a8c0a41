/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.c: the lock in owners.lock decides whether a child process lives; its
 * connections are only hints. */

#include "serve/sweep.h"

#include "base/log.h"
#include "common_clock.h"
#include "slots_sweep.h"
#include "slots_unit.h"
#include "state/agenda.h"
#include "state/worker.h"

#define SWEEP_AGAIN_US 50000

/* Returns 1 if the child process was dead. */
static int sweep_owner(persistd_t *pd, uint32_t owner)
{
    if (slots_sweep_dead(pd->table, pd->owners_fd, owner) != 1)
        return 0;
    log_debug("child %u of httpd has died: its leases are given back", owner);
    agenda_at(pd,
              common_now_us()); /* units and waiting requests have changed */
    return 1;
}

/* A dying process closes its connection a moment before its lock is released. A
 * process that lives has only closed its connection. So there are some checks
 * soon, and later those of each second. */
static void sweep_try(persistd_t *pd, uint32_t owner)
{
    if (sweep_owner(pd, owner))
        pd->suspects[owner] = 0;
    else if (--pd->suspects[owner] > 0)
        agenda_at(pd, common_now_us() + SWEEP_AGAIN_US);
}

void sweep_suspect(persistd_t *pd, uint32_t owner)
{
    pd->suspects[owner] = 10;
    sweep_try(pd, owner);
}

static void sweep_leases(persistd_t *pd)
{
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        for (uint32_t unit = 0; worker->seated && unit < worker->run.count;
             unit++) {
            uint64_t word =
                atomic_load(&pd->table->units[worker->run.first + unit]);
            uint32_t owner = slots_unit_owner(word);
            if (slots_unit_state(word) == SLOTS_LEASED && owner > 0 &&
                owner <= pd->table->sizes.owners)
                sweep_owner(pd, owner);
        }
}

void sweep_tick(persistd_t *pd)
{
    for (uint32_t owner = 1; owner <= pd->table->sizes.owners; owner++) {
        if (pd->suspects[owner] > 0)
            sweep_try(pd, owner);
        else if (atomic_load(&pd->table->owners[owner].waiting) > 0)
            sweep_owner(pd, owner);
    }
    sweep_leases(pd);
}
