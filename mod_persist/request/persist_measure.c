/* SPDX-License-Identifier: Apache-2.0 */
/* persist_measure.c: gathers a body whose length its worker needs. Which
 * workers do is known once one has been claimed, because READY says so. */

#include "request/persist_measure.h"
#include "exchange/persist_cgi_log.h"
#include "exchange/persist_gather.h"
#include "exchange/persist_notes.h"
#include "request/persist_lease.h"
#include "request/persist_variables.h"

/* A slow client may take minutes, and the table that was there before may have
 * been replaced by then. */
static void renew_child(persist_call_t *call)
{
    persist_child_t *child = call->body.spool ? persist_child_get() : NULL;
    if (child)
        call->child = child;
}

void persist_measure_gather(persist_call_t *call)
{
    persist_gather_run(call);
    renew_child(call);
}

int persist_measure_variables(persist_call_t *call)
{
    persist_cgi_log_ask(call);
    int fault = persist_variables_make(call->r, &call->body, &call->variables,
                                       &call->fault);
    persist_cgi_log_asked(call);
    return fault;
}

static int take(persist_call_t *call)
{
    int leased = persist_lease_take(call) == 0;
    persist_notes_lease(call, leased);
    return leased;
}

/* The worker has got nothing of the request. */
static void give_back(persist_call_t *call)
{
    call->fate = PERSIST_FATE_IDLE;
    call->delivered = 0;
    persist_lease_settle(call);
}

static int measure(persist_call_t *call)
{
    persist_gather_whole(call);
    renew_child(call);
    return call->client_status == OK && persist_measure_variables(call) == 0;
}

/* A slow client must not hold a unit, so that is given back meanwhile. */
int persist_measure_lease(persist_call_t *call)
{
    if (!take(call))
        return 0;
    if (!(call->lease.features & WIRE_FEATURE_LENGTH) ||
        persist_body_is_measured(&call->body))
        return 1;
    give_back(call);
    if (!measure(call))
        return 0;
    persist_lease_begin(call);
    return take(call);
}
