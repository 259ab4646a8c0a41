/* SPDX-License-Identifier: Apache-2.0 */
/* slots_layout.h: the shared memory block, field by field.
 *
 *   offset 0   +-----------------------------+
 *              | header           (one page) |
 *              +-----------------------------+
 *              | owners[header.owners + 1]   |  one for each httpd child
 *              +-----------------------------+
 *              | index[header.buckets]       |  key -> pool, open addressing
 *              +-----------------------------+
 *              | slots[header.slots]         |  one for each worker
 *              +-----------------------------+
 *              | pools[header.pools]         |  with slot lists and cells
 *              +-----------------------------+
 *
 * Everybody who maps it runs as httpd's User and may write every byte of it,
 * workers that turned hostile included. So it is advice: whoever has more
 * rights than the writer never reads it, no pointer, path or pid in it is ever
 * used, and every index that is read is checked against the sizes that
 * slots_table_open() copied to private memory.
 *
 * "persistd" writes below means the one process that holds persistd.lock. All
 * shared fields are C11 atomics; "relaxed" ones are counted or shown, or are
 * hints: nothing is wrong when they are. */

#ifndef SLOTS_LAYOUT_H
#define SLOTS_LAYOUT_H

#include <stdatomic.h>
#include <stdint.h>

#define SLOTS_MAGIC 0x5453495352455021u
#define SLOTS_LAYOUT_VERSION 9u
#define SLOTS_BYTE_ORDER 0x01020304u

#define SLOTS_POOL_SLOTS 128u /* workers one pool may have */
#define SLOTS_UNITS 16u       /* requests at a time one worker may offer */
#define SLOTS_CELLS 1024u     /* waiting requests one pool may have */
#define SLOTS_BUCKETS 20u     /* of a histogram, see slots_histogram.h */
#define SLOTS_OWNERS_MAX 65535u
#define SLOTS_SLOTS_MAX 65535u
#define SLOTS_POOLS_MAX 65535u

enum slots_phase {
    SLOTS_SERVING = 1,
    SLOTS_STOPPING = 2, /* httpd is going, and nothing comes after this table */
    SLOTS_REPLACED = 3  /* another persistd makes another table */
};

typedef struct slots_header {
    _Atomic uint64_t magic; /* written last by slots_table_format */
    uint32_t layout_version;
    uint32_t byte_order;
    uint64_t bytes; /* of the whole block */
    uint32_t owners, buckets, slots, pools;
    _Atomic uint32_t phase; /* persistd writes, httpd reads: enum slots_phase */
    _Atomic uint64_t id;    /* random: under the same name may be another one */
    /* Pools that want a worker for which there is no room. persistd writes when
     * it changes, claims read; relaxed, a hint. */
    _Atomic uint32_t lacking;
    /* When persistd's loop last turned, CLOCK_MONOTONIC µs: persistd, each
     * second. Read before a question to it; relaxed, a hint. On a line of its
     * own, since the others are read by every request. */
    _Alignas(64) _Atomic int64_t beat;
} slots_header_t;

/* One httpd child, known by the byte of owners.lock that it holds. */
typedef struct slots_owner {
    /* Requests of this child that stand in any queue, or wait for persistd.
     * Only the child writes; who sweeps a dead child sets 0. Summed to bound
     * all waiters together. */
    _Alignas(64) _Atomic uint32_t waiting;
} slots_owner_t;

/* Written by persistd only. A reader that races with a removal may miss a
 * pool (it then asks persistd) but never takes a wrong one, because it checks
 * the key in the pool itself. pool: 0 never used, else index + 1. */
typedef struct slots_bucket {
    _Atomic uint64_t key_high, key_low;
    _Atomic uint32_t pool;
} slots_bucket_t;

/* One unit of a worker's capacity: state, owner and generation in one word.
 * slots_unit.h packs it and slots/PROTOCOL.md lists who may do which step. */
typedef _Atomic uint64_t slots_unit_t;

/* Durations by their order of size; relaxed. A count of all is the sum of the
 * buckets. */
typedef struct slots_histogram {
    _Atomic uint64_t sum_us;
    _Atomic uint64_t counts[SLOTS_BUCKETS];
} slots_histogram_t;

/* A worker's place. All but units, cpu and the counters is written by persistd,
 * and only while no unit of it is FREE or LEASED. */
typedef struct slots_slot {
    _Alignas(64) _Atomic uint32_t incarnation; /* names the socket; never 0 */
    _Atomic uint32_t pool;                     /* index + 1; 0: none */
    _Atomic uint32_t capacity; /* units in use, 1…SLOTS_UNITS */
    _Atomic uint32_t features; /* of READY, stored before units turn FREE */
    _Atomic uint64_t version;  /* of the code it was started from */
    /* persistd sets 1 when the worker shall leave: claimers pass it by and a
     * release gives the unit to persistd. Cleared with the next incarnation. */
    _Atomic uint32_t leaving;
    _Atomic uint32_t entry; /* where the pool lists it, + 1 */
    _Atomic uint32_t pid;   /* for the status page only */
    /* Relaxed: slots_cpu() of who claimed here last, a hint for claims. httpd;
     * persistd sets 0 with the next incarnation. */
    _Atomic uint32_t cpu;
    _Atomic uint64_t requests; /* relaxed, httpd adds at release */
    /* When the worker was started and when it was ready, CLOCK_MONOTONIC µs; 0:
     * not yet. Notes for the log: they decide nothing. */
    _Atomic int64_t started, opened;
    /* persistd, with the next incarnation: the release that makes `requests`
     * this number nudges persistd; 0: none does. */
    _Atomic uint64_t requests_max;
    /* persistd, before it kills a worker for what its requests did: the
     * incarnation << 32 | wire_fault_t. It stays for who had a lease then. */
    _Atomic uint64_t condemned;
    slots_unit_t units[SLOTS_UNITS];
    /* From claim to release. httpd adds while it holds a lease here, so that
     * these lines stay with who has the worker; persistd moves them to the
     * pool's when the worker has gone. */
    _Alignas(64) slots_histogram_t served;
} slots_slot_t;

/* What is logged in this second; see slots_rate.c. httpd children. */
typedef struct slots_rate {
    _Atomic uint64_t window;
    _Atomic uint32_t dropped; /* lines not yet told of */
} slots_rate_t;

enum slots_pool_state {
    SLOTS_POOL_EMPTY = 0,
    SLOTS_POOL_LIVE = 1,
    SLOTS_POOL_CLOSED = 2
};

typedef struct slots_pool {
    /* state in the low 8 bits, generation above: persistd writes; everything
     * else of the pool is stored before it turns LIVE (release/acquire). */
    _Alignas(64) _Atomic uint64_t state;
    _Atomic uint64_t key_high, key_low;
    _Atomic uint64_t script;     /* its version, as persistd last saw it */
    _Atomic uint64_t version;    /* of the code: what a slot must have to be
                                    claimed; stored before `script` */
    _Atomic uint32_t slot_count; /* entries of slots[] that may be in use */
    _Atomic uint32_t workers;    /* starting and ready ones, not leaving */
    _Atomic uint32_t workers_max;

    /* Boot failures: persistd stores fault and retry_at, then adds 1 to
     * failures, then wakes all waiters. */
    _Atomic uint32_t fault; /* wire_fault_t of the last failure, 0: none */
    _Atomic uint32_t failures;
    _Atomic int64_t retry_at; /* CLOCK_MONOTONIC µs; before it no new start */

    _Atomic uint64_t tickets; /* httpd: fetch_add */
    /* Cells below this index may be WAITING, the others never were. Raised by
     * httpd before it takes a cell, never lowered. */
    _Atomic uint32_t cells_used;
    /* By aim: arrivals that claimed past waiters since a waiter last claimed;
     * httpd children, and by races a few more than SLOTS_PASSES. */
    _Atomic uint32_t passed[SLOTS_POOL_SLOTS + 1];

    /* Statistics, relaxed. httpd children add where something went slowly or
     * wrong; what every request counts lies in its worker's slot. */
    _Alignas(64) _Atomic uint64_t refused; /* queue full or too late */
    _Atomic uint64_t failed;               /* 502, 504 and aborted streams */
    /* CLOCK_MONOTONIC µs of the last claim, SLOTS_CLAIMED_US too early at most:
     * so it is seldom written, and every CPU keeps its copy. */
    _Atomic int64_t last_request;
    slots_rate_t log;         /* LOG frames of its workers */
    slots_histogram_t waited; /* requests that came through the queue */
    slots_histogram_t served; /* persistd: by workers that have gone */

    _Alignas(
        64) _Atomic uint32_t slots[SLOTS_POOL_SLOTS]; /* index + 1, 0 none */
    /* Of waiting requests. GONE (0) or WAITING: 1 in the top bit, 16 bits
     * owner, 8 bits aim, and below them the ticket's low 39 bits; see
     * slots_cells.h. httpd children by compare-and-swap. */
    _Alignas(64) _Atomic uint64_t cells[SLOTS_CELLS];
    /* A cell's, as slots_futex.h packs it: whoever wakes counts, the waiter
     * sleeps on it. On lines of their own, since who looks for the front reads
     * all cells. */
    _Alignas(64) _Atomic uint32_t futexes[SLOTS_CELLS];
} slots_pool_t;

#endif /* SLOTS_LAYOUT_H */
