/* SPDX-License-Identifier: Apache-2.0 */
/* persist_response.h: turns the worker's response into buckets for the
 * client. */

#ifndef PERSIST_RESPONSE_H
#define PERSIST_RESPONSE_H

#include "response/persist_cgi.h"
#include "response/persist_fault.h"
#include "wire_message.h"

#include <httpd.h>

/* Private to the request's thread; memory is r->pool's. */
typedef struct persist_response {
    request_rec *r;
    apr_bucket_brigade *bb; /* not yet passed down the filters */
    uint32_t pool;          /* for lines that are logged once for each pool */
    /* the Content-Length that the body must have; -1: none */
    apr_off_t declared;
    apr_off_t received;  /* body bytes so far */
    int files;           /* passed files since the last flush */
    int started;         /* RESPONSE has come */
    int informed;        /* number of INFOs so far */
    int passed;          /* a part has gone down the filters */
    int is_cgi;          /* it has the flag WIRE_CGI */
    int composed;        /* bytes, not only files, are in its body */
    int unflushed;       /* a part may still be in the filters, or in bb */
    int bodiless;        /* HEAD, 204, 205, 304: no body goes out */
    int ended;           /* EOS is in bb */
    int flush_below;     /* FLUSH follows below the response's filters */
    int answered;        /* a filter has sent an error in its place */
    persist_cgi_t cgi;   /* what is sent instead; bb is not passed on then */
    apr_table_t *errors; /* r->err_headers_out before the response */
    int status;          /* r->status before it; not 200 for an error page */
    const char *type;    /* r->content_type before it: ForceType, AddType */
} persist_response_t;

void persist_response_init(persist_response_t *response, request_rec *r,
                           uint32_t pool);

/* Undoes a response, if there is one, of which nothing was passed on, so that
 * an error can be answered instead. */
void persist_response_undo(persist_response_t *response);

/* Handles INFO. Returns 0, -1 if there are too many INFOs, or
 * WIRE_FAULT_BAD_HEADER with *fault set. */
int persist_response_info(persist_response_t *response, const wire_info_t *info,
                          persist_fault_t *fault);

/* Handles RESPONSE: status, headers and first bytes. Returns 0, or the fault's
 * code with *fault set. */
int persist_response_start(persist_response_t *response,
                           const wire_response_t *message,
                           persist_fault_t *fault);

/* True if httpd answers in the script's place: by the rules of CGI, because a
 * condition of the client has failed, or because the script has. Known when
 * RESPONSE has been handled. The script's document is received, so that the
 * exchange ends properly, and dropped. */
int persist_response_is_replaced(const persist_response_t *response);

/* Handles BODY. The bytes stay where they are until the next pass or detach.
 * Returns 0, or the fault's code if there are more bytes than declared; those
 * that fit are kept. */
int persist_response_data(persist_response_t *response, wire_bytes_t bytes,
                          persist_fault_t *fault);

/* Handles FILE with a descriptor that persist_file_check() has accepted. The
 * descriptor belongs to the response now. Returns as
 * persist_response_data(). */
int persist_response_file(persist_response_t *response, int fd,
                          const wire_file_t *file, persist_fault_t *fault);

/* True if the client has all that it gets, though the script goes on: to HEAD,
 * the head of a stream. A CGI program runs to its end, as under mod_cgid. */
int persist_response_is_enough(const persist_response_t *response);

/* Handles the end of the response, with its trailers. Returns 0, or the fault's
 * code: fewer bytes than declared, or a bad trailer. */
int persist_response_end(persist_response_t *response, wire_list_t trailers,
                         persist_fault_t *fault);

/* Passes what has arrived down the filters; with flush, on to the client.
 * Returns APR_SUCCESS, or an error if the client has left
 * (r->connection->aborted), if a filter has sent another answer (answered,
 * 416), or if a filter has failed. */
apr_status_t persist_response_pass(persist_response_t *response, int flush);

/* Copies the bytes that are in the worker's buffer into the request's own
 * memory, so that the worker can be released before the client has received
 * everything. */
void persist_response_detach(persist_response_t *response);

#endif /* PERSIST_RESPONSE_H */
