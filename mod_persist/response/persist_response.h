/* SPDX-License-Identifier: Apache-2.0 */
/* persist_response.h: the worker's response on its way to the client. */

#ifndef PERSIST_RESPONSE_H
#define PERSIST_RESPONSE_H

#include "response/persist_cgi.h"
#include "response/persist_fault.h"
#include "wire_message.h"

#include <httpd.h>

/* Private to the request's thread; memory is r->pool's. */
typedef struct persist_response {
    request_rec *r;
    apr_bucket_brigade *bb; /* not yet passed down */
    uint32_t pool;          /* for notes that are logged once per pool */
    apr_off_t declared;     /* Content-Length to keep to; -1: none */
    apr_off_t received;     /* body bytes so far */
    int files;              /* passed files since the last flush */
    int started;            /* RESPONSE has come */
    int informed;           /* how many INFOs have come */
    int passed;             /* something of it went down the filters */
    int unflushed;          /* something may still lie in them, or in bb */
    int bodiless;           /* HEAD, 204, 205, 304: no body goes out */
    int ended;              /* EOS is in bb */
    int answered;           /* a filter has sent an error in its place */
    persist_cgi_t cgi;      /* what goes out in its place: bb is not passed */
    apr_table_t *errors;    /* r->err_headers_out as it was before */
    int status;             /* and r->status: not 200 for an error page */
} persist_response_t;

void persist_response_init(persist_response_t *response, request_rec *r,
                           uint32_t pool);

/* Forgets a response (if there is one) of which nothing was passed, so that an
 * error can be answered in its place. */
void persist_response_undo(persist_response_t *response);

/* INFO. Returns 0, or -1: one too many. A fault in the headers gives
 * WIRE_FAULT_BAD_HEADER with *fault set. */
int persist_response_info(persist_response_t *response, const wire_info_t *info,
                          persist_fault_t *fault);

/* RESPONSE: status, headers and first bytes. Returns 0, or the fault's code
 * with *fault set. */
int persist_response_start(persist_response_t *response,
                           const wire_response_t *message,
                           persist_fault_t *fault);

/* BODY: the bytes stay where they are until the next pass or finish. Returns
 * 0, or the fault's code: more than the declared length. What fits is kept. */
int persist_response_data(persist_response_t *response, wire_bytes_t bytes,
                          persist_fault_t *fault);

/* FILE, with a descriptor that persist_file_check() has passed and that belongs
 * to the response now. Returns as persist_response_data(). */
int persist_response_file(persist_response_t *response, int fd,
                          const wire_file_t *file, persist_fault_t *fault);

/* END, with its trailers. Returns 0, or the fault's code: less than declared,
 * or a bad trailer. */
int persist_response_end(persist_response_t *response, wire_list_t trailers,
                         persist_fault_t *fault);

/* Passes what has come down the filters; with flush on to the client. Returns
 * APR_SUCCESS, or why not: the client has gone (r->connection->aborted), or has
 * an answer from a filter (answered, 416), or a filter has failed. */
apr_status_t persist_response_pass(persist_response_t *response, int flush);

/* Takes what lies in the worker's buffer into memory of the request's own, so
 * that the worker can be released before the client has it all. */
void persist_response_detach(persist_response_t *response);

#endif /* PERSIST_RESPONSE_H */
