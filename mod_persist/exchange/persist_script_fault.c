/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_fault.c: a script that failed and whose SDK has answered in
 * its place. The server's own page takes the place of the SDK's, as when the
 * script can't start.
 * Why: docs/decisions/an-error-page-for-a-failed-script.md */

#include "exchange/persist_script_fault.h"
#include "exchange/persist_cgi_log.h"
#include "exchange/persist_failure.h"
#include "wire_fault.h"

/* persist-cgi-host answers 502 for a program that it has killed for its memory.
 */
static int code_of(const persist_call_t *call, int status)
{
    if (call->is_late && status == HTTP_GATEWAY_TIME_OUT)
        return WIRE_FAULT_SOFT_DEADLINE;
    if (call->config.pool.mode == WIRE_MODE_CGI && status == HTTP_BAD_GATEWAY)
        return WIRE_FAULT_MEMORY;
    return WIRE_FAULT_SCRIPT_FAILED;
}

/* The soft deadline was logged when it passed. */
static void note(persist_call_t *call, int status)
{
    int code = code_of(call, status);
    persist_fault_set(&call->script_fault, code, NULL);
    if (code != WIRE_FAULT_SOFT_DEADLINE)
        persist_fault_log(call->r, &call->script_fault);
}

int persist_script_fault_take(persist_call_t *call,
                              const wire_response_t *response)
{
    int status = (int)response->status;
    if (status < HTTP_INTERNAL_SERVER_ERROR || (response->flags & WIRE_CGI))
        return -1;
    note(call, status);
    persist_cgi_log_write(call, response);
    call->response.cgi.answer = status;
    return 0;
}

int persist_script_fault_answer(persist_call_t *call)
{
    int status = call->response.cgi.answer;
    persist_response_undo(&call->response);
    return persist_failure_answer(call, &call->script_fault, status);
}
