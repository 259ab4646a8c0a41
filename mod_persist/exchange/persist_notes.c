/* SPDX-License-Identifier: Apache-2.0 */
/* persist_notes.c: where a request's time went. */

#include "exchange/persist_notes.h"
#include "common_clock.h"
#include "exchange/persist_times.h"

#include <apr_strings.h>
#include <stdatomic.h>

static void note(request_rec *r, const char *name, int64_t number)
{
    apr_table_setn(r->notes, name, apr_off_t_toa(r->pool, (apr_off_t)number));
}

static int64_t queue_time(const persist_call_t *call, int64_t now)
{
    return call->entered ? now - call->entered : 0;
}

/* Returns the part of the time in the queue in which the worker started. The
 * slot's times come from shared memory, so they are cut to the time in the
 * queue. */
static int64_t boot_time(const persist_call_t *call)
{
    const slots_slot_t *slot = &call->child->table.slots[call->lease.slot];
    if (!call->entered)
        return 0;
    return persist_times_overlap(call->entered, call->claimed,
                                 atomic_load(&slot->started),
                                 atomic_load(&slot->opened));
}

void persist_notes_lease(persist_call_t *call, int leased)
{
    request_rec *r = call->r;
    note(r, "persist-pool", call->pool);
    note(r, "persist-queue",
         queue_time(call, leased ? call->claimed : common_now_us()));
    if (!leased)
        return;
    call->boot = boot_time(call);
    note(r, "persist-boot", call->boot);
    note(r, "persist-worker",
         atomic_load(&call->child->table.slots[call->lease.slot].pid));
}

/* No worker has had the request. */
static void forget_lease(request_rec *r)
{
    apr_table_unset(r->notes, "persist-worker");
    apr_table_unset(r->notes, "persist-boot");
}

void persist_notes_service(persist_call_t *call)
{
    if (call->put_off) {
        forget_lease(call->r);
        return;
    }
    if (call->entered)
        note(call->r, "persist-queue", queue_time(call, call->claimed));
    note(call->r, "persist-service", call->took);
}

void persist_notes_timing(persist_call_t *call)
{
    request_rec *r = call->r;
    if (!call->config.server_timing)
        return;
    int64_t app = common_now_us() - call->claimed;
    int64_t wait = queue_time(call, call->claimed) - call->boot;
    apr_table_mergen(
        r->headers_out, "Server-Timing",
        apr_psprintf(r->pool, "queue;dur=%.3f, boot;dur=%.3f, app;dur=%.3f",
                     (double)wait / 1000, (double)call->boot / 1000,
                     (double)app / 1000));
}
