/* SPDX-License-Identifier: Apache-2.0 */
/* persist_soft_deadline.c: the soft deadline. httpd watches the clock and sends
 * LATE to persistd. persistd tells the worker, over the control connection. The
 * SDK raises the language's exception inside the script.
 * Why: docs/decisions/soft-deadline.md */

#include "exchange/persist_soft_deadline.h"
#include "common_clock.h"
#include "wire_fault.h"

/* LATE is repeated, because persistd may just be restarting. */
#define AGAIN_US 1000000

void persist_soft_deadline_begin(persist_call_t *call)
{
    int64_t soft = persist_config_us(call->config.soft_ms);
    call->soft_at = soft ? call->claimed + soft : 0;
    call->is_late = 0;
}

void persist_soft_deadline_tick(persist_call_t *call)
{
    int64_t now = common_now_us();
    if (!call->soft_at || now < call->soft_at)
        return;
    if (!call->is_late) {
        persist_fault_t fault;
        persist_fault_set(&fault, WIRE_FAULT_SOFT_DEADLINE, NULL);
        persist_fault_log(call->r, &fault);
        call->is_late = 1;
    }
    call->soft_at = now + AGAIN_US;
    persist_child_late(&call->lease, call->id);
}

int64_t persist_soft_deadline_next(const persist_call_t *call)
{
    if (!call->soft_at)
        return call->deadline;
    if (!call->deadline)
        return call->soft_at;
    return call->soft_at < call->deadline ? call->soft_at : call->deadline;
}
