/* SPDX-License-Identifier: Apache-2.0 */
/* persist_body.c: takes the request's body from the client and makes BODY
 * frames for the worker. */

#include "exchange/persist_body.h"
#include "response/persist_error_page.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_protocol.h>
#include <util_filter.h>

/* Parts of the output that the frame's own bytes need. */
#define FRAME_PARTS 2

static int too_large(const persist_body_t *body, persist_fault_t *fault)
{
    persist_fault_set(fault, WIRE_FAULT_BODY_LIMIT,
                      apr_psprintf(body->r->pool,
                                   "more than %" APR_OFF_T_FMT " bytes",
                                   body->limit));
    return HTTP_REQUEST_ENTITY_TOO_LARGE;
}

int persist_body_limit(const persist_body_t *body, persist_fault_t *fault)
{
    int above = body->limit && body->taken > body->limit;
    return above ? too_large(body, fault) : OK;
}

apr_status_t persist_body_keep(persist_body_t *body)
{
    apr_bucket_brigade *came = body->came;
    while (!APR_BRIGADE_EMPTY(came)) {
        apr_bucket *b = APR_BRIGADE_FIRST(came);
        const char *data;
        apr_size_t length = 0;
        if (APR_BUCKET_IS_EOS(b))
            body->eos = 1;
        else if (!APR_BUCKET_IS_METADATA(b)) {
            apr_status_t rv =
                apr_bucket_read(b, &data, &length, APR_BLOCK_READ);
            if (rv == APR_SUCCESS)
                rv = apr_bucket_setaside(b, body->r->pool);
            if (rv != APR_SUCCESS)
                return rv;
        }
        if (length > 0) {
            APR_BUCKET_REMOVE(b);
            APR_BRIGADE_INSERT_TAIL(body->ahead, b);
        } else {
            apr_bucket_delete(b);
        }
        body->held += (apr_off_t)length;
        body->taken += (apr_off_t)length;
    }
    return APR_SUCCESS;
}

int persist_body_read(persist_body_t *body, persist_fault_t *fault)
{
    request_rec *r = body->r;
    apr_bucket_brigade *came = body->came;
    apr_status_t rv = APR_SUCCESS;
    while (!body->eos && body->held < PERSIST_BODY_AHEAD && rv == APR_SUCCESS) {
        rv = ap_get_brigade(r->input_filters, came, AP_MODE_READBYTES,
                            APR_NONBLOCK_READ, PERSIST_BODY_AHEAD - body->held);
        if (rv == APR_SUCCESS && APR_BRIGADE_EMPTY(came))
            break;
        if (rv == APR_SUCCESS)
            rv = persist_body_keep(body);
        if (persist_body_limit(body, fault) != OK)
            return HTTP_REQUEST_ENTITY_TOO_LARGE;
    }
    apr_brigade_cleanup(came);
    body->dry = body->held < PERSIST_BODY_AHEAD;
    if (rv != APR_SUCCESS && !APR_STATUS_IS_EAGAIN(rv))
        return ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
    return OK;
}

/* Returns the announced length of the body, 0 without a body, or -1 for a body
 * of unknown length. A HEAD may have one, too, and its script may read it, as
 * under mod_cgid; ap_request_has_body() denies that. */
static apr_off_t announced(request_rec *r)
{
    apr_off_t length;
    const char *header = apr_table_get(r->headers_in, "Content-Length");
    if (apr_table_get(r->headers_in, "Transfer-Encoding"))
        return -1;
    if (!header)
        return 0;
    return ap_parse_strict_length(&length, header) ? length : -1;
}

/* Turns what was read ahead into the part inside REQUEST, unless it is too
 * long: a filter may give more bytes than asked for. */
static apr_status_t put_first(persist_body_t *body)
{
    char *data = NULL;
    if (body->held > (apr_off_t)WIRE_INLINE_BODY_MAX)
        return APR_SUCCESS;
    apr_size_t length = 0;
    apr_status_t rv =
        apr_brigade_pflatten(body->ahead, &data, &length, body->r->pool);
    apr_brigade_cleanup(body->ahead);
    body->first = (wire_bytes_t){(const uint8_t *)data, length};
    body->held = 0;
    return rv;
}

int persist_body_begin(persist_body_t *body, request_rec *r, apr_off_t limit,
                       persist_fault_t *fault)
{
    *body = (persist_body_t){.r = r, .limit = limit};
    apr_off_t length = announced(r);
    /* The body that the headers of an error page announce may have been refused
     * or cut off, or the client may still hold it back. */
    if (length == 0 || persist_error_page_is(r)) {
        body->eos = 1;
        return OK;
    }
    if (limit && length > limit)
        return too_large(body, fault);
    body->ahead = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    body->came = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    body->mode = WIRE_BODY_PULLED;
    if (r->expecting_100 || length > (apr_off_t)WIRE_INLINE_BODY_MAX)
        return OK;
    int status = persist_body_read(body, fault);
    if (status == OK && put_first(body) != APR_SUCCESS)
        status = HTTP_INTERNAL_SERVER_ERROR;
    if (body->eos && body->held == 0)
        body->mode = body->first.len > 0 ? WIRE_BODY_HERE : WIRE_BODY_NONE;
    return status;
}

void persist_body_restart(persist_body_t *body)
{
    body->credit = 0;
    body->asked = body->last = 0;
    body->sent = (apr_off_t)body->first.len;
}

apr_off_t persist_body_length(const persist_body_t *body)
{
    const request_rec *r = body->r;
    if (body->came && body->eos)
        return body->taken;
    /* a filter of the content (mod_deflate) changes its length */
    int filtered = body->mode == WIRE_BODY_PULLED &&
                   r->input_filters != r->proto_input_filters;
    return filtered || persist_error_page_is(r) ? PERSIST_LENGTH_UNKNOWN
                                                : PERSIST_LENGTH_AS_SENT;
}

int persist_body_is_announced(const persist_body_t *body)
{
    return announced(body->r) >= 0 &&
           persist_body_length(body) != PERSIST_LENGTH_UNKNOWN;
}

int persist_body_is_measured(const persist_body_t *body)
{
    return body->eos || persist_body_is_announced(body);
}

void persist_body_continue(request_rec *r)
{
    int status = r->status;
    const char *line = r->status_line;
    if (!r->expecting_100)
        return;
    r->status = HTTP_CONTINUE;
    r->status_line = NULL;
    ap_send_interim_response(r, 0);
    r->status = status;
    r->status_line = line;
}

int persist_body_want(persist_body_t *body, uint64_t bytes, int silent)
{
    if (body->mode != WIRE_BODY_PULLED || bytes > WIRE_CREDIT_MAX ||
        body->credit + bytes > WIRE_CREDIT_MAX)
        return -1;
    body->credit += bytes;
    if (!body->wanted && !silent)
        persist_body_continue(body->r);
    body->asked = body->wanted = 1;
    return 0;
}

/* Without `came` nothing was read, although a body may be announced. */
int persist_body_is_left(const persist_body_t *body)
{
    return body->came ? !body->eos : announced(body->r) != 0;
}

int persist_body_hungry(const persist_body_t *body)
{
    return body->wanted && !body->eos && body->held < PERSIST_BODY_AHEAD;
}

/* Bytes in the spool that this worker has not got yet. */
static apr_off_t spooled(const persist_body_t *body)
{
    return body->spool ? persist_spool_length(body->spool) - body->sent : 0;
}

/* Adds as many buckets as credit and frame allow. Returns the number of
 * bytes. */
static size_t add_parts(persist_body_t *body, persist_output_t *output,
                        size_t most)
{
    size_t total = 0;
    apr_bucket *b = APR_BRIGADE_FIRST(body->ahead);
    while (b != APR_BRIGADE_SENTINEL(body->ahead) && total < most &&
           body->parts < PERSIST_OUTPUT_PARTS - FRAME_PARTS) {
        const char *data;
        apr_size_t length;
        if (b->length > most - total)
            apr_bucket_split(b, most - total);
        if (apr_bucket_read(b, &data, &length, APR_BLOCK_READ) != APR_SUCCESS)
            break;
        persist_output_add(output, data, length);
        total += length;
        body->parts++;
        b = APR_BUCKET_NEXT(b);
    }
    return total;
}

/* Adds bytes of the spool. Returns their number, or -1. */
static long add_spooled(persist_body_t *body, persist_output_t *output,
                        size_t most)
{
    const char *data;
    long n = persist_spool_look(body->spool, body->sent, most, &data);
    if (n > 0)
        persist_output_add(output, data, (size_t)n);
    return n;
}

/* Puts the frame's head and tail around the runs in output, which are the
 * payload. */
static void wrap(persist_output_t *output, const msgpack_sbuffer *frame,
                 size_t split)
{
    for (int i = output->count; i > 0; i--)
        output->parts[i] = output->parts[i - 1];
    output->parts[0] = (struct iovec){frame->data, split};
    output->count++;
    persist_output_add(output, frame->data + split, frame->size - split);
}

/* Adds the bytes of the next frame: first those of the spool. Returns their
 * number, or -1 if the spool cannot be read. */
static long add_bytes(persist_body_t *body, persist_output_t *output)
{
    size_t most = body->credit < WIRE_BODY_MAX ? (size_t)body->credit
                                               : (size_t)WIRE_BODY_MAX;
    body->parts = 0;
    return spooled(body) > 0 ? add_spooled(body, output, most)
                             : (long)add_parts(body, output, most);
}

/* What comes from the spool can be sent to another worker again. */
static void count_sent(persist_body_t *body, apr_off_t bytes)
{
    body->credit -= (uint64_t)bytes;
    if (spooled(body) > 0) {
        body->sent += bytes;
    } else {
        body->held -= bytes;
        body->pulled |= bytes > 0;
    }
}

int persist_body_frame(persist_body_t *body, msgpack_sbuffer *frame,
                       persist_output_t *output)
{
    size_t split;
    if (!body->asked || body->last)
        return 0;
    persist_output_clear(output);
    long total = add_bytes(body, output);
    int last = body->eos && total == spooled(body) + body->held;
    if (total < 0 || (total == 0 && !last))
        return (int)total;
    const uint8_t *data = total > 0 ? output->parts[0].iov_base : NULL;
    wire_body_t message = {{data, (size_t)total}, last ? WIRE_LAST : WIRE_MORE};
    msgpack_sbuffer_clear(frame);
    if (wire_encode(frame, WIRE_BODY, &message, &split) != 0)
        return -1;
    wrap(output, frame, split);
    count_sent(body, total);
    body->last = last;
    return 1;
}

const char *persist_body_error(const persist_body_t *body)
{
    return body->spool ? persist_spool_error(body->spool) : NULL;
}

int persist_body_break(msgpack_sbuffer *frame, persist_output_t *output)
{
    const wire_body_t message = {{NULL, 0}, WIRE_BROKEN};
    msgpack_sbuffer_clear(frame);
    if (wire_encode(frame, WIRE_BODY, &message, NULL) != 0)
        return -1;
    persist_output_clear(output);
    persist_output_add(output, frame->data, frame->size);
    return 1;
}

void persist_body_sent(persist_body_t *body)
{
    for (; body->parts > 0; body->parts--)
        apr_bucket_delete(APR_BRIGADE_FIRST(body->ahead));
}
