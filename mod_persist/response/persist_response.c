/* SPDX-License-Identifier: Apache-2.0 */
/* persist_response.c: turns the worker's response into buckets for the client.
 *
 * The last data, EOS and FLUSH go down in one brigade, in this order. Then
 * httpd's core knows the length, and writes head and body with one system
 * call. Where filters change the response, FLUSH follows below them:
 * mod_deflate leaves a very small response as it is only if EOS comes last. */

#include "response/persist_response.h"
#include "response/persist_conditions.h"
#include "response/persist_fields.h"
#include "response/persist_file.h"
#include "wire_fault.h"
#include "wire_limits.h"

#include <apr_strings.h>
#include <http_protocol.h>
#include <unistd.h>
#include <util_filter.h>

/* Descriptors that one response may keep open while its client is slow. */
#define FILES_MAX 8
/* Bytes that files may add to a response. Sums of lengths then stay within an
 * apr_off_t, in httpd's filters too. */
#define LENGTH_MAX ((apr_off_t)1 << 62)

void persist_response_init(persist_response_t *response, request_rec *r,
                           uint32_t pool)
{
    *response = (persist_response_t){
        .r = r,
        .bb = apr_brigade_create(r->pool, r->connection->bucket_alloc),
        .pool = pool,
        .declared = -1,
        .cgi = {NULL, OK},
        .status = r->status,
        .type = r->content_type,
    };
}

void persist_response_undo(persist_response_t *response)
{
    request_rec *r = response->r;
    if (!response->started)
        return;
    apr_brigade_cleanup(response->bb);
    apr_table_clear(r->headers_out);
    r->err_headers_out = response->errors;
    ap_set_content_type(r, response->type);
    r->status = response->status;
    r->status_line = NULL;
}

/* Sends the interim response with a table of its own for the headers and with
 * its own status. ap_send_interim_response() sends and clears all of
 * headers_out and uses the status of the request, so both are set back
 * afterwards. */
static void send_interim(request_rec *r, const wire_info_t *info)
{
    apr_table_t *headers_out = r->headers_out;
    int status = r->status;
    apr_pool_t *p;
    apr_pool_create(&p, r->pool);
    r->headers_out = apr_table_make(p, 4);
    persist_fields_add_plain(info->headers, r->headers_out);
    r->status = (int)info->status;
    ap_send_interim_response(r, 1);
    r->status = status;
    r->status_line = NULL;
    r->headers_out = headers_out;
    apr_pool_destroy(p);
}

int persist_response_info(persist_response_t *response, const wire_info_t *info,
                          persist_fault_t *fault)
{
    request_rec *r = response->r;
    persist_headers_t headers;
    if (++response->informed > (int)WIRE_INFO_MAX)
        return -1;
    if (persist_fields_check(r, info->headers, PERSIST_HEADERS_HTTP, &headers,
                             fault) != 0)
        return fault->code;
    if (!r->main) /* otherwise the page around this part may be on its way */
        send_interim(r, info);
    return 0;
}

int persist_response_is_replaced(const persist_response_t *response)
{
    return response->cgi.redirect || response->cgi.answer != OK;
}

static void set_head(persist_response_t *response,
                     const wire_response_t *message,
                     const persist_headers_t *headers)
{
    request_rec *r = response->r;
    response->is_cgi = (message->flags & WIRE_CGI) != 0;
    response->errors = r->err_headers_out;
    r->err_headers_out = apr_table_copy(r->pool, r->err_headers_out);
    if (!response->is_cgi)
        ap_set_content_type(r, NULL);
    persist_fields_add(r, message->headers, response->is_cgi);
    if (response->is_cgi) {
        persist_cgi_judge(r, headers, (int)message->status, &response->cgi);
    } else {
        r->status = (int)message->status;
        persist_conditions_check(r, headers, &response->cgi.answer);
    }
    persist_fields_phrase(r, headers);
}

/* A 205 has no body either (RFC 9110, 15.3.6), but must announce a length of
 * 0. */
static int is_empty(int status)
{
    return AP_STATUS_IS_HEADER_ONLY(status) || status == HTTP_RESET_CONTENT;
}

/* Sets the length if httpd cannot compute it. */
static void set_length(persist_response_t *response,
                       const wire_response_t *message, int64_t length)
{
    if (response->r->status == HTTP_RESET_CONTENT)
        length = 0;
    if (length < 0 || persist_response_is_replaced(response))
        return;
    if (!response->bodiless)
        response->declared = (apr_off_t)length;
    if (response->bodiless || !(message->flags & WIRE_COMPLETE))
        ap_set_content_length(response->r, (apr_off_t)length);
}

/* A connection is closed after the response if the client's body was never
 * asked for. The client takes the close for the end of the response, so a
 * response that breaks off would look complete. So would one whose length a
 * filter removes. */
static void chunk_unasked(persist_response_t *response, unsigned flags)
{
    request_rec *r = response->r;
    if (r->expecting_100 && r->proto_num == HTTP_VERSION(1, 1) && !r->main &&
        !response->bodiless && !(flags & WIRE_COMPLETE) &&
        !apr_table_get(r->subprocess_env, "force-response-1.0"))
        r->chunked = 1;
}

int persist_response_start(persist_response_t *response,
                           const wire_response_t *message,
                           persist_fault_t *fault)
{
    request_rec *r = response->r;
    persist_headers_t headers;
    persist_headers_rules_t rules =
        message->flags & WIRE_CGI ? persist_cgi_rules(r) : PERSIST_HEADERS_HTTP;
    if (persist_fields_check(r, message->headers, rules, &headers, fault) != 0)
        return fault->code;
    persist_fields_note(r, response->pool, headers.dropped);
    response->started = 1;
    response->unflushed = 1;
    set_head(response, message, &headers);
    /* httpd counts a whole answer to HEAD, and drops it itself */
    response->bodiless =
        is_empty(r->status) ||
        (r->header_only &&
         (headers.content_length >= 0 || !(message->flags & WIRE_COMPLETE)));
    set_length(response, message, headers.content_length);
    chunk_unasked(response, (unsigned)message->flags);
    return persist_response_data(response, message->body, fault);
}

static int wrong_length(persist_response_t *response, persist_fault_t *fault,
                        const char *how, apr_off_t length)
{
    const char *detail = apr_psprintf(
        response->r->pool, "%s %" APR_OFF_T_FMT " bytes", how, length);
    return persist_fault_set(fault, WIRE_FAULT_CONTENT_LENGTH, detail);
}

/* Returns how many of the next `length` bytes fit into the declared length. */
static apr_off_t admit(persist_response_t *response, apr_off_t length)
{
    apr_off_t left = response->declared - response->received;
    if (response->declared >= 0 && length > left)
        length = left;
    response->received += length;
    return length;
}

int persist_response_data(persist_response_t *response, wire_bytes_t bytes,
                          persist_fault_t *fault)
{
    apr_off_t length = admit(response, (apr_off_t)bytes.len);
    response->composed |= length > 0;
    if (length > 0 && !response->bodiless)
        APR_BRIGADE_INSERT_TAIL(
            response->bb, apr_bucket_transient_create(
                              (const char *)bytes.data, (apr_size_t)length,
                              response->r->connection->bucket_alloc));
    if (length == (apr_off_t)bytes.len)
        return 0;
    return wrong_length(response, fault, "more than", response->declared);
}

/* True if the file's bytes go down the filters. For HEAD httpd needs them for
 * the length, and drops them unread. */
static int is_wanted(const persist_response_t *response)
{
    const request_rec *r = response->r;
    return !response->bodiless || (r->header_only && !is_empty(r->status));
}

int persist_response_file(persist_response_t *response, int fd,
                          const wire_file_t *file, persist_fault_t *fault)
{
    if ((apr_off_t)file->length > LENGTH_MAX - response->received) {
        close(fd);
        return wrong_length(response, fault, "more than", LENGTH_MAX);
    }
    apr_off_t length = admit(response, (apr_off_t)file->length);
    if (length > 0 && is_wanted(response)) {
        persist_file_append(response->bb, response->r, fd,
                            (apr_off_t)file->offset, length);
        response->files++;
    } else {
        close(fd);
    }
    if (length == (apr_off_t)file->length)
        return 0;
    return wrong_length(response, fault, "more than", response->declared);
}

static int add_trailers(request_rec *r, wire_list_t list,
                        persist_fault_t *fault)
{
    persist_headers_t headers;
    if (list.count == 0)
        return 0;
    if (persist_fields_check(r, list, PERSIST_HEADERS_HTTP, &headers, fault) !=
        0)
        return fault->code;
    persist_fields_add_plain(list, r->trailers_out);
    return 0;
}

/* True if filters of the content are in the way. */
static int is_filtered(const request_rec *r)
{
    return r->output_filters != r->proto_output_filters;
}

int persist_response_end(persist_response_t *response, wire_list_t trailers,
                         persist_fault_t *fault)
{
    apr_bucket_alloc_t *alloc = response->r->connection->bucket_alloc;
    if (response->declared > response->received)
        return wrong_length(response, fault, "less than", response->declared);
    if (!persist_response_is_replaced(response) &&
        add_trailers(response->r, trailers, fault) != 0)
        return fault->code;
    APR_BRIGADE_INSERT_TAIL(response->bb, apr_bucket_eos_create(alloc));
    response->ended = 1;
    /* the end of a part (SSI) is removed only if it comes last; with a flush
     * behind it, it would end the whole page */
    if (response->r->main)
        return 0;
    if (is_filtered(response->r))
        response->flush_below = 1;
    else
        APR_BRIGADE_INSERT_TAIL(response->bb, apr_bucket_flush_create(alloc));
    return 0;
}

int persist_response_is_enough(const persist_response_t *response)
{
    const request_rec *r = response->r;
    return r->header_only && !r->main && response->started &&
           !response->ended && !response->is_cgi &&
           !persist_response_is_replaced(response);
}

static apr_status_t flush_below(persist_response_t *response)
{
    conn_rec *c = response->r->connection;
    response->flush_below = 0;
    APR_BRIGADE_INSERT_TAIL(response->bb,
                            apr_bucket_flush_create(c->bucket_alloc));
    apr_status_t rv = ap_pass_brigade(c->output_filters, response->bb);
    apr_brigade_cleanup(response->bb);
    return rv;
}

apr_status_t persist_response_pass(persist_response_t *response, int flush)
{
    request_rec *r = response->r;
    flush = flush || response->files > FILES_MAX;
    if (flush && !response->ended)
        APR_BRIGADE_INSERT_TAIL(
            response->bb, apr_bucket_flush_create(r->connection->bucket_alloc));
    if (persist_response_is_replaced(response)) {
        apr_brigade_cleanup(response->bb);
        response->unflushed = 0;
    }
    if (APR_BRIGADE_EMPTY(response->bb))
        return APR_SUCCESS;
    if (!response->passed)
        persist_conditions_range(r, response->is_cgi,
                                 response->ended && !response->composed);
    /* httpd drops a FLUSH that comes with the head of a response without a
     * body: the head would be in its buffer until the response ends. */
    if (flush && response->bodiless && !response->ended && !r->main)
        response->flush_below = 1;
    response->passed = 1;
    response->unflushed = !flush;
    if (flush)
        response->files = 0;
    apr_status_t rv = ap_pass_brigade(r->output_filters, response->bb);
    apr_brigade_cleanup(response->bb);
    response->answered = rv == AP_FILTER_ERROR;
    if (rv == APR_SUCCESS && response->flush_below)
        rv = flush_below(response);
    return r->connection->aborted ? APR_ECONNABORTED : rv;
}

void persist_response_detach(persist_response_t *response)
{
    apr_bucket *b = APR_BRIGADE_FIRST(response->bb);
    for (; b != APR_BRIGADE_SENTINEL(response->bb); b = APR_BUCKET_NEXT(b))
        if (!APR_BUCKET_IS_METADATA(b))
            apr_bucket_setaside(b, response->r->pool);
}
