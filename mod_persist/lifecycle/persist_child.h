/* SPDX-License-Identifier: Apache-2.0 */
/* persist_child.h: the state of one httpd child: its view of the table, its
 * owner index, and its messages to persistd. */

#ifndef PERSIST_CHILD_H
#define PERSIST_CHILD_H

#include "slots_claim.h"
#include "slots_table.h"
#include "wire_message.h"

#include <httpd.h>

typedef struct persist_child {
    slots_table_t table;  /* private view; the block is shared */
    uint32_t owner;       /* index of this child's byte of owners.lock */
    uint32_t queue_total; /* limit for slots_queue_enter */
    const char *instance; /* directory; for common_worker_path */
    wire_bytes_t token;   /* sent in HELLO */
    /* For each pool, when persist_child_remind() last sent a reminder, µs. Any
     * thread of the child; only a hint. */
    _Atomic int64_t *reminded;
    /* Connections to workers of this table; see persist_connection.c. Any
     * thread of the child. */
    _Atomic(struct persist_place *) places;
} persist_child_t;

/* child_init hook. Never ends the child: without a table its requests get 503
 * PERSIST3004, and the next request tries again. */
void persist_child_init(apr_pool_t *pchild, server_rec *s);

/* Returns the instance's secret, which a child keeps for life. Empty if
 * persist_child_init() failed before it had the secret. */
wire_bytes_t persist_child_token(void);

/* Any thread: returns this child's view of the table, or NULL while there is no
 * table to attach to (tried at most once a second, by one thread at a time). A
 * pointer that differs from the last one means that persistd has lost its table
 * and made another one. Every view stays valid, so a request keeps the one that
 * it began with. */
persist_child_t *persist_child_get(void);

/* Any thread: true if the child started a moment ago. A child may be up before
 * the table is, so its first requests wait for the table. Later, a table that
 * is missing may stay missing for long, so requests do not wait. */
int persist_child_is_young(void);

/* Any thread: reports that persistd may have another table by now, so that the
 * next persist_child_get() checks it. */
void persist_child_doubt(void);

/* Any thread that is about to wait for persistd: counts it. Few threads may
 * wait, together with those in queues, so that the others can serve requests
 * that need no persistd. child is NULL while there is no table. Returns 1, and
 * then persist_child_wait_end() must follow with the same child, or 0 if too
 * many threads wait. */
int persist_child_wait_begin(persist_child_t *child);
void persist_child_wait_end(persist_child_t *child);

/* A thread that waits for persistd: says so again, more often than every
 * SLOTS_WAITING_US. */
void persist_child_wait_goes_on(persist_child_t *child);

/* Any thread: sends persistd NUDGE, "look at this pool". Never blocks. If a
 * nudge is lost, persistd acts later but correctly, because it also checks all
 * pools each second. */
void persist_child_nudge(uint32_t pool);

/* Any thread: sends NUDGE for a request that still waits. For each pool at most
 * one reminder is sent in SLOTS_SLICE_MS. */
void persist_child_remind(persist_child_t *child, uint32_t pool);

/* Any thread: sends persistd LATE, because the request with this lease has
 * passed its soft deadline. Never blocks. The message may be lost, so repeat it
 * while the request runs. */
void persist_child_late(const slots_lease_t *lease, wire_bytes_t request_id);

/* Any thread: sends persistd a copy of what a script of this pool has logged;
 * its text may have any length. Never blocks. What is lost is counted for the
 * pool. */
void persist_child_copy(const persist_child_t *child, uint32_t pool,
                        const wire_said_t *said);

/* Any thread: the same for a fault of a request, which may have no pool. */
void persist_child_copy_fault(const wire_said_t *said);

#endif /* PERSIST_CHILD_H */
