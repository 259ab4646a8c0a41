/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fault.h: how a request fails. Every fault is logged under its
 * PERSISTnnnn at one place, and answered by an error page or by breaking the
 * stream. */

#ifndef PERSIST_FAULT_H
#define PERSIST_FAULT_H

#include <httpd.h>

typedef struct persist_fault {
    int code;           /* wire_fault_t; 0: no fault */
    uint64_t retry_ms;  /* for Retry-After; 0: unknown */
    const char *detail; /* for the log, lives as long as the request */
} persist_fault_t;

/* Sets *fault; detail may be NULL. Returns code. */
int persist_fault_set(persist_fault_t *fault, int code, const char *detail);

/* Writes one line to the error log, with the request's id, sends persistd a
 * copy, and sets the note persist-fault. */
void persist_fault_log(request_rec *r, const persist_fault_t *fault);

/* For a response of which nothing has been passed on: logs the fault, adds
 * Retry-After, and returns the status to answer with
 * (exchange/persist_failure.h). */
int persist_fault_report(request_rec *r, const persist_fault_t *fault);

/* For a response that was passed on in part: logs the fault, sends the rest of
 * `bb` and breaks the client's stream, so that a truncated response never looks
 * complete. Returns the value for the handler to return. */
int persist_fault_abort(request_rec *r, const persist_fault_t *fault,
                        apr_bucket_brigade *bb);

/* Does the same without a fault and without a line in the log. */
int persist_fault_break(request_rec *r, apr_bucket_brigade *bb);

#endif /* PERSIST_FAULT_H */
