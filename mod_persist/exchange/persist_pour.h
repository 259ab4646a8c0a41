/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pour.h: passes bytes to httpd's core, without waiting for the client
 * or until it has taken them. */

#ifndef PERSIST_POUR_H
#define PERSIST_POUR_H

#include <apr_buckets.h>
#include <httpd.h>
#include <stdint.h>
#include <util_filter.h>

/* Of one request; private to its thread. */
typedef struct persist_pour {
    ap_filter_t *filter;       /* directly above the core */
    int fd;                    /* the client's socket */
    apr_bucket_brigade *piece; /* on its way to the core; otherwise empty */
    apr_size_t most;           /* bytes for which the core does not wait */
    apr_size_t handed;         /* bytes that the core may still have */
    int64_t passed;            /* bytes that the core has got so far */
    int64_t waited; /* µs that the thread has waited for the client */
    int64_t moved;  /* when the client last took something */
    int stuck;      /* the client does not take what the core has */
} persist_pour_t;

/* Begins for the client of a filter. Returns 0, or -1 if the core always waits
 * for the client (FlushMaxThreshold 0). */
int persist_pour_begin(persist_pour_t *pour, ap_filter_t *filter, int fd,
                       apr_pool_t *p);

/* Passes on from the front of bb until it is empty or the client is stuck.
 * Returns an error if a bucket cannot be read or the client is gone. */
apr_status_t persist_pour_run(persist_pour_t *pour, apr_bucket_brigade *bb);

/* Lets the core write what it has, as far as the client takes it. */
apr_status_t persist_pour_write(persist_pour_t *pour);

/* True if the client's socket has room, or is dead. */
int persist_pour_has_room(persist_pour_t *pour);

/* Waits for the client until it has taken all of bb, with Timeout for each
 * write, or until the deadline (µs; 0: none) has passed (APR_TIMEUP). */
apr_status_t persist_pour_wait(persist_pour_t *pour, apr_bucket_brigade *bb,
                               int64_t deadline);

#endif /* PERSIST_POUR_H */
