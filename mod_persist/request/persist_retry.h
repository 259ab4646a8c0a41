/* SPDX-License-Identifier: Apache-2.0 */
/* persist_retry.h: may a request be run again on another worker? Pure. */

#ifndef PERSIST_RETRY_H
#define PERSIST_RETRY_H

#include <stdint.h>

/* How an exchange stood when its worker died, or did not take it. */
typedef struct persist_retry {
    int tries;     /* exchanges begun for this request, this one included */
    int method;    /* r->method_number */
    int64_t since; /* µs since the first of them was over */
    int delivered; /* the script may have seen some of the request */
    int passed;    /* some of the response has reached the client's side */
    int pulled;    /* some of the body is gone with the worker */
} persist_retry_t;

/* True when another worker may run the request without the script's author
 * noticing: we still have all of it, nobody has seen an answer (a worker may
 * give one to what it has not taken), and nothing of it was delivered, or it is
 * idempotent (RFC 9110 9.2.2). */
int persist_retry_safe(const persist_retry_t *retry);

/* Milliseconds to wait before the next try. A worker that refuses, or whose
 * socket is closed, may have more units free until persistd has noticed: the
 * tries must not be used up before. */
int persist_retry_pause_ms(const persist_retry_t *retry);

#endif /* PERSIST_RETRY_H */
