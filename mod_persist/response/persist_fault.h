/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fault.h: how a request fails: logged under its PERSISTnnnn at one
 * place, and answered by an error page or by breaking the stream. */

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

/* One line in the error log, and the note persist-fault. */
void persist_fault_log(request_rec *r, const persist_fault_t *fault);

/* Nothing of a response has been passed on: logs and returns the status that
 * the handler returns. The connection does not live on when the request's body
 * may be unread. With debug the page shows the detail. */
int persist_fault_answer(request_rec *r, const persist_fault_t *fault,
                         int debug);

/* Part of the response has been passed on: logs, sends what `bb` still holds
 * and breaks the client's stream, so that no truncated response looks whole.
 * Returns what the handler returns. */
int persist_fault_abort(request_rec *r, const persist_fault_t *fault,
                        apr_bucket_brigade *bb);

/* The same without a fault of ours, and without a line in the log. */
int persist_fault_break(request_rec *r, apr_bucket_brigade *bb);

#endif /* PERSIST_FAULT_H */
