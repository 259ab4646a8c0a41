/* SPDX-License-Identifier: Apache-2.0 */
/* persist_failure.c: answers in the place of a script that failed.
 * Why: docs/decisions/an-error-page-for-a-failed-script.md */

#include "exchange/persist_failure.h"
#include "lifecycle/persist_child_ask.h"
#include "response/persist_command.h"
#include "response/persist_log_id.h"
#include "response/persist_page.h"
#include "response/persist_policy.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_core.h>
#include <http_protocol.h>
#include <http_request.h>
#include <mod_core.h>
#include <string.h>

/* How long the author's page waits for persistd, and for a death. */
#define WORDS_WAIT apr_time_from_sec(1)
#define DEATH_US (100 * 1000)

/* The command does not know what filters and rewriting have done, but what the
 * script was asked. */
static persist_command_t command_of(const persist_call_t *call)
{
    const request_rec *r = call->r;
    return (persist_command_t){
        .interpreter = call->interpreter,
        .script = r->filename,
        .method = r->method,
        .path = r->path_info,
        .args = r->args,
        .type = apr_table_get(r->headers_in, "Content-Type"),
        .has_body = ap_request_has_body((request_rec *)r),
    };
}

/* True if the last thing that the SDK has logged says why. */
static int is_told(int code)
{
    return code == WIRE_FAULT_SCRIPT_FAILED ||
           code == WIRE_FAULT_SOFT_DEADLINE ||
           code == WIRE_FAULT_SCRIPT_ABORTED;
}

/* What the script's workers printed under this request, or under none. persistd
 * sees that a worker has died a moment after httpd does. */
static const char *printed_of(const persist_call_t *call, int code)
{
    request_rec *r = call->r;
    if (call->tries == 0)
        return NULL;
    if (code == WIRE_FAULT_WORKER_DIED)
        apr_sleep(DEATH_US);
    const char *words = persist_child_report(
        call->child, WIRE_STATUS_WORDS, r->filename, 0, 0, WORDS_WAIT, r->pool);
    return words ? persist_words_pick(words, persist_log_id_get(r), r->pool)
                 : NULL;
}

/* In the pause after a failed start the same failure is told again, whatever
 * has been mended elsewhere than in the script's file. */
static const char *pause_of(const persist_fault_t *fault, apr_pool_t *p)
{
    if (fault->retry_ms == 0 ||
        wire_fault_status(fault->code) == HTTP_SERVICE_UNAVAILABLE)
        return NULL;
    return apr_psprintf(p,
                        "in %" APR_UINT64_T_FMT
                        " s, or as soon as the script's file has changed",
                        (fault->retry_ms + 999) / 1000);
}

static persist_page_t page_of(const persist_call_t *call,
                              const persist_fault_t *fault)
{
    const request_rec *r = call->r;
    const persist_words_t *words = &call->words;
    const int told = is_told(fault->code);
    const persist_command_t command = command_of(call);
    return (persist_page_t){
        .code = fault->code,
        .reason = fault->detail,
        .pause = pause_of(fault, r->pool),
        .trace = told ? words->last : NULL,
        .before = told ? words->before : persist_words_all(words, r->pool),
        .printed = printed_of(call, fault->code),
        .id = persist_log_id_get(r),
        .script = r->filename,
        .interpreter = persist_command_interpreter(&command, r->pool),
        .command = persist_command_text(&command, r->pool),
    };
}

/* Browsers name HTML, other clients take anything. */
static int takes_html(const request_rec *r)
{
    const char *accept = apr_table_get(r->headers_in, "Accept");
    return accept && ap_strcasestr(accept, "text/html");
}

/* Begins a response as httpd begins its own error pages: without what was meant
 * for the script's, such as filters that would change it or obey it (SSI). */
static void begin(request_rec *r, int status)
{
    r->status = status;
    r->status_line = NULL;
    r->content_languages = NULL;
    r->content_encoding = NULL;
    apr_table_clear(r->headers_out);
    r->output_filters = r->proto_output_filters;
    ap_run_insert_error_filter(r);
    if (ap_status_drops_connection(status))
        r->connection->keepalive = AP_CONN_CLOSE;
    r->no_cache = r->no_local_copy = 1;
}

static int send_page(request_rec *r, const persist_page_t *page, int status)
{
    begin(r, status);
    persist_log_id_show(r);
    persist_policy_keep_private(r);
    const char *nonce = takes_html(r) ? persist_policy_nonce(r) : NULL;
    const char *text = nonce ? persist_page_html(page, nonce, r->pool)
                             : persist_page_text(page, r->pool);
    ap_set_content_type(r, nonce ? "text/html; charset=utf-8"
                                 : "text/plain; charset=utf-8");
    apr_table_setn(r->headers_out, "Vary", "Accept");
    ap_set_content_length(r, (apr_off_t)strlen(text));
    ap_rputs(text, r);
    return OK;
}

/* Tells ErrorDocument the id, as the variables REDIRECT_PERSIST_ERROR_ID and
 * REDIRECT_ERROR_NOTES. Where there is none, ours has the id. */
static void excuse(request_rec *r, int status)
{
    const char *id = persist_log_id_get(r);
    apr_table_setn(r->subprocess_env, "PERSIST_ERROR_ID", id);
    apr_table_setn(
        r->notes, "error-notes",
        apr_pstrcat(r->pool, "Error id: ", ap_escape_html(r->pool, id), NULL));
    if (ap_response_code_string(r, ap_index_of_response(status)))
        return;
    const char *page =
        persist_page_visitor(status, ap_get_status_line(status), id,
                             ap_psignature("<hr>\n", r), r->pool);
    ap_custom_response(r, status, page);
}

/* A part of a page has no page of its own: mod_include reports the error. */
int persist_failure_answer(persist_call_t *call, const persist_fault_t *fault,
                           int status)
{
    request_rec *r = call->r;
    if (persist_body_is_left(&call->body))
        r->connection->keepalive = AP_CONN_CLOSE;
    if (call->config.pool.debug && !r->main) {
        const persist_page_t page = page_of(call, fault);
        return send_page(r, &page, status);
    }
    if (ap_is_HTTP_SERVER_ERROR(status))
        excuse(r, status);
    return status;
}
