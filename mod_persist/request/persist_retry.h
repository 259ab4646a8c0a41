/* SPDX-License-Identifier: Apache-2.0 */
/* persist_retry.h: may a request be run again on another worker? Pure. */

#ifndef PERSIST_RETRY_H
#define PERSIST_RETRY_H

#include <stdint.h>

/* The state of an exchange whose worker died, or did not take the request. */
typedef struct persist_retry {
    int tries; /* exchanges begun for this request, this one included */
    const char *method; /* as in the request line */
    int64_t since;      /* µs since the first of these exchanges was over */
    int delivered;      /* the script may have seen some of the request */
    int passed;         /* part of the response has reached the client's side */
    int pulled; /* part of the body was sent to the worker and is lost */
} persist_retry_t;

/* True if another worker may run the request without the script's author
 * noticing. Then httpd still has all of the request, no part of an answer has
 * been passed on (a worker may answer a request that it has not taken), and
 * either nothing of the request was delivered, or it is idempotent (RFC 9110
 * 9.2.2). */
int persist_retry_safe(const persist_retry_t *retry);

/* Milliseconds to wait before the next try. A worker that refuses requests, or
 * whose socket is closed, may have more free units until persistd has noticed.
 * The pause keeps these units from using up all tries. */
int persist_retry_pause_ms(const persist_retry_t *retry);

#endif /* PERSIST_RETRY_H */
