/* SPDX-License-Identifier: Apache-2.0 */
/* door_copy.c: sends SAID over a connection of its own.
 * Why: docs/decisions/an-owner-reads-the-last-lines.md */

#include "door_copy.h"
#include "door_memory.h"

#include "lifecycle/persist_copy.h"
#include "wire_fault.h"

#include <string.h>

static wire_bytes_t bytes_of(const char *text)
{
    return (wire_bytes_t){(const uint8_t *)text, strlen(text)};
}

static int send_copy(void *context, const wire_said_t *said)
{
    return door_session_say(context, said);
}

void door_copy_log(door_call_t *call, const wire_log_t *log)
{
    slots_table_t *table = &call->session.map.table;
    const wire_said_t said = {
        .kind = WIRE_SAID_LOG,
        .pid = atomic_load(&table->slots[call->lease.slot].pid),
        .script = bytes_of(call->script),
        .request_id = call->id,
        .text = log->text,
    };
    persist_copy(&table->pools[call->lease.pool].copied, said, send_copy,
                 &call->session);
}

/* One request has few faults, so these have no limit. */
void door_copy_fault(door_call_t *call, int fault, const char *detail)
{
    const char *more = detail ? detail : "";
    if (!call->session.token.len || !call->script)
        return;
    const wire_said_t said = {
        .kind = WIRE_SAID_FAULT,
        .script = bytes_of(call->script),
        .request_id = call->id,
        .text = bytes_of(door_print("PERSIST%04d: %s%s%.*s", fault,
                                    wire_fault_text(fault), *more ? ": " : "",
                                    (int)strcspn(more, "\n"), more)),
    };
    door_session_say(&call->session, &said);
}
