/* SPDX-License-Identifier: Apache-2.0 */
/* wire_token.h: who has the request of a data connection. httpd and the worker
 * share a page of memory for each connection to a worker that gets requests
 * while it is busy. Its word goes from OFFERED to TAKEN when the worker begins,
 * or to WITHDRAWN when httpd does not want to wait for it any longer. Each of
 * the two is one compare-and-swap, so one of them wins.
 *
 * The memory belongs to one connection. A worker that writes to it at random
 * harms its own requests alone; a shorter file would end a process that reads
 * it (SIGBUS), so httpd seals its size, and the worker checks that. Nor can a
 * worker let it grow, and so leave memory to httpd that nobody counts.
 * Why: docs/decisions/requests-ahead.md */

#ifndef WIRE_TOKEN_H
#define WIRE_TOKEN_H

#include <stdatomic.h>
#include <stdint.h>

enum wire_token_state {
    WIRE_TOKEN_OFFERED = 1,  /* httpd: before it sends REQUEST */
    WIRE_TOKEN_TAKEN = 2,    /* worker: before it begins with that REQUEST */
    WIRE_TOKEN_WITHDRAWN = 3 /* httpd: the worker must not begin */
};

/* Whether the worker has slept in its request: it then waited for something
 * else than a processor. */
enum wire_token_sleep {
    WIRE_SLEEP_UNKNOWN = 0, /* httpd, with OFFERED: the worker may not say */
    WIRE_SLEEP_NONE = 1,
    WIRE_SLEEP_SOME = 2
};

/* The beginning of the memory; PROTOCOL.md, section 14. */
typedef struct wire_token {
    _Atomic uint32_t state; /* enum wire_token_state; 0: no request yet */
    /* enum wire_token_sleep. The worker writes it before it sends the end of
     * the response. */
    _Atomic uint32_t sleep;
    /* CLOCK_MONOTONIC µs: when the worker took the last request. The worker
     * writes it before the step to TAKEN. */
    _Atomic int64_t taken_us;
} wire_token_t;

/* httpd: makes a token. *fd becomes the descriptor to pass to the worker, which
 * the caller closes. Returns NULL with errno if there is no memory or no
 * descriptor, or on a system without sealed memory files. */
wire_token_t *wire_token_make(int *fd);

/* Worker: maps the token behind the descriptor, which stays the caller's.
 * Returns NULL with errno: EINVAL if it is no memory file of this size whose
 * size is sealed. */
wire_token_t *wire_token_map(int fd);

/* Unmaps the token. NULL is allowed. */
void wire_token_drop(wire_token_t *token);

/* True if this system has tokens. */
int wire_token_is_known(void);

/* httpd: before it sends REQUEST. */
void wire_token_offer(wire_token_t *token);

/* httpd: true while the worker has not begun with the request. */
int wire_token_is_offered(const wire_token_t *token);

/* httpd: takes the request back. Returns 1 if the worker has not begun with it
 * and never will, 0 if it has. */
int wire_token_withdraw(wire_token_t *token);

/* Worker: before it begins. now: common_now_us(). Returns 1 if the request is
 * the worker's, 0 if httpd has withdrawn it. */
int wire_token_take(wire_token_t *token, int64_t now);

/* Worker: before it sends the end of the response to the request taken. */
void wire_token_tell_sleep(wire_token_t *token, int slept);

/* httpd: what the worker has told of the last request, as enum
 * wire_token_sleep. Any other value counts as WIRE_SLEEP_UNKNOWN. */
enum wire_token_sleep wire_token_sleep(const wire_token_t *token);

/* httpd: when the worker took the request, between `from` and `to`, µs; `from`
 * if it has not. The time comes from the worker, so it is cut to these. */
int64_t wire_token_taken_us(const wire_token_t *token, int64_t from,
                            int64_t to);

#endif /* WIRE_TOKEN_H */
