/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_fault.c: a script that failed and whose SDK has answered in
 * its place. The server's own page goes before the SDK's, as it does when the
 * script can't start.
 * Why: docs/decisions/an-error-page-for-a-failed-script.md */

#include "exchange/persist_script_fault.h"
#include "wire_fault.h"

#include <http_protocol.h>
#include <mod_core.h>

/* Bytes of a script's last LOG that PersistDebug shows. */
#define WORDS_MAX 8192

/* Copies the end of the text, where a traceback names its exception, as a
 * string: a NUL in the text becomes a space. */
static void copy_end(char *words, wire_bytes_t text)
{
    size_t length = text.len < WORDS_MAX ? text.len : WORDS_MAX;
    const uint8_t *from = text.data + text.len - length;
    for (size_t i = 0; i < length; i++)
        words[i] = from[i] ? (char)from[i] : ' ';
    words[length] = '\0';
}

void persist_script_fault_hear(persist_call_t *call, wire_bytes_t text)
{
    if (!call->config.pool.debug)
        return;
    if (!call->words)
        call->words = apr_palloc(call->r->pool, WORDS_MAX + 1);
    copy_end(call->words, text);
}

/* True if the server has a page for this status: ErrorDocument, or that of
 * PersistDebug. */
static int has_page(const persist_call_t *call, int status)
{
    return call->config.pool.debug ||
           ap_response_code_string(call->r, ap_index_of_response(status));
}

/* The soft deadline was logged when it passed. */
static void note(persist_call_t *call, int status)
{
    int late = call->is_late && status == HTTP_GATEWAY_TIME_OUT;
    int code = late ? WIRE_FAULT_SOFT_DEADLINE : WIRE_FAULT_SCRIPT_FAILED;
    persist_fault_set(&call->script_fault, code, NULL);
    if (!late)
        persist_fault_log(call->r, &call->script_fault);
}

int persist_script_fault_take(persist_call_t *call,
                              const wire_response_t *response)
{
    int status = (int)response->status;
    if (status < HTTP_INTERNAL_SERVER_ERROR || (response->flags & WIRE_CGI))
        return -1;
    note(call, status);
    if (has_page(call, status))
        call->response.cgi.answer = status;
    return 0;
}

int persist_script_fault_answer(persist_call_t *call)
{
    int status = call->response.cgi.answer;
    persist_response_undo(&call->response);
    call->script_fault.detail = call->words;
    if (call->config.pool.debug)
        persist_fault_show(call->r, &call->script_fault, status);
    return status;
}
