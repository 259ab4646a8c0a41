/* SPDX-License-Identifier: Apache-2.0 */
/* persist_child.h: what one httpd child has: its view of the table, its owner
 * index, and its ways of speaking to persistd. */

#ifndef PERSIST_CHILD_H
#define PERSIST_CHILD_H

#include "slots_claim.h"
#include "slots_table.h"
#include "wire_message.h"

#include <httpd.h>

typedef struct persist_child {
    slots_table_t table;  /* private view; the block is shared */
    uint32_t owner;       /* our byte of owners.lock */
    uint32_t queue_total; /* bound for slots_queue_enter */
    const char *instance; /* directory, for slots_worker_path */
    wire_bytes_t token;   /* shown in HELLO */
    /* By pool: when persist_child_remind() last did, µs. Any thread of the
     * child; nothing else hangs on it. */
    _Atomic int64_t *reminded;
    /* Of this table's connections to workers; see persist_connection.c. Any
     * thread of the child. */
    _Atomic(struct persist_place *) places;
} persist_child_t;

/* child_init hook. Never fails the child: without a table its requests get
 * 503 PERSIST3004 and the next one tries again. */
void persist_child_init(apr_pool_t *pchild, server_rec *s);

/* The instance's secret, which a child keeps for life; empty when
 * persist_child_init() could not even find that out. */
wire_bytes_t persist_child_token(void);

/* Any thread: this child's view, or NULL while there is no table to attach
 * (tried again at most once a second, by one thread at a time). Another pointer
 * than before: persistd has lost its table and made another one. What it gave
 * out lasts, so a request keeps to the one that it began with. */
persist_child_t *persist_child_get(void);

/* Any thread: the child began a moment ago. It may be up before the table is,
 * so its first requests wait for that; where there has been no table for
 * longer, it may not come for long, and nobody waits. */
int persist_child_is_young(void);

/* Any thread: persistd may have another table by now; the next
 * persist_child_get() looks. */
void persist_child_doubt(void);

/* Any thread that is going to wait for persistd: there are so few of them that
 * the others can serve what needs none, counted together with those that stand
 * in queues. child: NULL while there is no table. Returns 1, to be followed by
 * persist_child_wait_end() with the same child, or 0: there are too many. */
int persist_child_wait_begin(persist_child_t *child);
void persist_child_wait_end(persist_child_t *child);

/* Any thread: tells persistd to look at the pool. Never blocks; a lost nudge
 * costs time, not truth, because persistd also looks by its own clock. */
void persist_child_nudge(uint32_t pool);

/* Any thread: the same for one of many that have nothing new to say, only that
 * they still wait: for each pool, one in SLOTS_SLICE_MS is passed on. */
void persist_child_remind(persist_child_t *child, uint32_t pool);

/* Any thread: tells persistd that the request which holds the lease has passed
 * its soft deadline. Never blocks, and may be lost: say it again while it
 * lasts. */
void persist_child_late(const slots_lease_t *lease, wire_bytes_t request_id);

#endif /* PERSIST_CHILD_H */
