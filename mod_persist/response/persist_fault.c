/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fault.c: how a request fails. Every fault is logged under its
 * PERSISTnnnn at one place, and answered by an error page or by breaking the
 * stream. */

#include "response/persist_fault.h"
#include "lifecycle/persist_child.h"
#include "response/persist_log_id.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_connection.h>
#include <http_log.h>
#include <http_protocol.h>
#include <string.h>
#include <util_filter.h>

APLOG_USE_MODULE(persist);

int persist_fault_set(persist_fault_t *fault, int code, const char *detail)
{
    fault->code = code;
    fault->retry_ms = 0;
    fault->detail = detail;
    return code;
}

static wire_bytes_t bytes_of(const char *text)
{
    return (wire_bytes_t){(const uint8_t *)text, strlen(text)};
}

/* For the script's owner, who may not read the error log. What a client has
 * asked for in vain is no fault of a script, and clients may ask for much. */
static void copy(const request_rec *r, const char *text)
{
    const wire_said_t said = {
        .kind = WIRE_SAID_FAULT,
        .script = bytes_of(r->filename ? r->filename : r->uri),
        .request_id = bytes_of(persist_log_id_get(r)),
        .text = bytes_of(text),
    };
    persist_child_copy_fault(&said);
}

/* Logs only the first line of the detail. Further lines are the last output of
 * a script, which persistd has logged. The id that visitors see is in the line
 * itself, because few ErrorLogFormats have %L. */
void persist_fault_log(request_rec *r, const persist_fault_t *fault)
{
    const char *detail = fault->detail ? fault->detail : "";
    const char *text = apr_psprintf(
        r->pool, "PERSIST%d: %s%s%.*s: %s", fault->code,
        wire_fault_text(fault->code), *detail ? ": " : "",
        (int)strcspn(detail, "\n"), detail, r->filename ? r->filename : r->uri);
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "%s (%s)", text,
                  persist_log_id_get(r));
    if (wire_fault_status(fault->code) >= HTTP_INTERNAL_SERVER_ERROR)
        copy(r, text);
    apr_table_setn(r->notes, "persist-fault",
                   apr_psprintf(r->pool, "PERSIST%d", fault->code));
}

int persist_fault_report(request_rec *r, const persist_fault_t *fault)
{
    int status = wire_fault_status(fault->code);
    persist_fault_log(r, fault);
    /* it is unknown when a stop is lifted */
    if (status == HTTP_SERVICE_UNAVAILABLE &&
        fault->code != WIRE_FAULT_STOPPED) {
        uint64_t seconds = (fault->retry_ms + 999) / 1000;
        apr_table_setn(r->err_headers_out, "Retry-After",
                       apr_psprintf(r->pool, "%" APR_UINT64_T_FMT,
                                    seconds > 0 ? seconds : 1));
    }
    return status;
}

static apr_status_t pass(ap_filter_t *filters, apr_bucket_brigade *bb)
{
    apr_status_t rv = ap_pass_brigade(filters, bb);
    apr_brigade_cleanup(bb);
    return rv;
}

static void add_error(request_rec *r, apr_bucket_brigade *bb)
{
    APR_BRIGADE_INSERT_TAIL(bb,
                            ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL,
                                                   r->pool, bb->bucket_alloc));
}

/* mod_cache takes everything that ends with EOS for complete, whatever comes
 * before EOS. */
static void forbid_caching(request_rec *r)
{
    for (; r; r = r->main)
        r->no_cache = 1;
}

/* Protocol filters turn the error bucket into an error page (AP_FILTER_ERROR),
 * or keep back what would end the stream well. Some content filters drop the
 * bucket (mod_sed, mod_lua), and one that has failed lets none through. So the
 * protocol filters get one of their own, before a content filter sees EOS. */
static void break_stream(request_rec *r, apr_bucket_brigade *bb)
{
    apr_bucket_alloc_t *alloc = bb->bucket_alloc;
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(alloc));
    if (pass(r->output_filters, bb) == AP_FILTER_ERROR)
        return;
    add_error(r, bb);
    if (pass(r->proto_output_filters, bb) == AP_FILTER_ERROR)
        return;
    add_error(r, bb);
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(alloc));
    pass(r->output_filters, bb);
}

/* mod_include goes on with the page around a part. Nothing of that may be sent
 * any more, because an error page may have taken its place. */
static void end_page(request_rec *r, apr_bucket_brigade *bb)
{
    APR_BRIGADE_INSERT_TAIL(bb, ap_bucket_eoc_create(bb->bucket_alloc));
    pass(r->proto_output_filters, bb);
}

/* A filter may have held the head back until now. If httpd knew before that the
 * connection will be closed, it would not use chunks, and the close would end
 * the response well. */
int persist_fault_break(request_rec *r, apr_bucket_brigade *bb)
{
    forbid_caching(r);
    break_stream(r, bb);
    if (r->main)
        end_page(r, bb);
    r->connection->keepalive = AP_CONN_CLOSE;
    return OK;
}

int persist_fault_abort(request_rec *r, const persist_fault_t *fault,
                        apr_bucket_brigade *bb)
{
    persist_fault_log(r, fault);
    return persist_fault_break(r, bb);
}
