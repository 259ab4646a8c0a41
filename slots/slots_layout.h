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
 *              | units[header.units]         |  home runs, then shared blocks
 *              +-----------------------------+
 *              | hints[blocks]               |  one for each shared block
 *              +-----------------------------+
 *              | pools[header.pools]         |  with slot lists and cells
 *              +-----------------------------+
 *
 * Every process that maps the block runs as httpd's User and may write every
 * byte of it, hostile workers included. So its content is advice: a process
 * with more rights than a writer never reads it, no pointer, path or pid in it
 * is ever used, and every index that is read is checked against the sizes that
 * slots_table_open() copied to private memory.
 *
 * "persistd" writes below means the one process that holds persistd.lock. All
 * shared fields are C11 atomics. Fields called "relaxed" are counters, display
 * values or hints; a wrong value in them breaks nothing. */

#ifndef SLOTS_LAYOUT_H
#define SLOTS_LAYOUT_H

#include <stdatomic.h>
#include <stdint.h>

#define SLOTS_MAGIC 0x5453495352455021u
#define SLOTS_LAYOUT_VERSION 15u
#define SLOTS_BYTE_ORDER 0x01020304u

#define SLOTS_POOL_SLOTS 128u /* workers one pool may have */
#define SLOTS_UNITS 1024u     /* requests at a time one worker may offer */
#define SLOTS_HOME 16u        /* units that each slot has for itself */
#define SLOTS_BLOCK 64u   /* shared units are given out in blocks of these */
#define SLOTS_CELLS 1024u /* waiting requests one pool may have */
#define SLOTS_BUCKETS 20u /* of a histogram, see slots_histogram.h */
/* The bit of a slot's features that this folder knows, that of the wire
 * protocol: the worker has a run of SLOTS_AHEAD_UNITS, of which it offers some,
 * but it runs one request at a time. The others wait for that one. */
#define SLOTS_AHEAD 64u
#define SLOTS_AHEAD_UNITS 8u
#define SLOTS_OWNERS_MAX 65535u
#define SLOTS_SLOTS_MAX 65535u
#define SLOTS_POOLS_MAX 65535u

/* How long a word about the processors holds, µs: persistd may be late. */
#define SLOTS_CALM_US 3000000

enum slots_phase {
    SLOTS_SERVING = 1,
    SLOTS_STOPPING = 2, /* httpd is stopping; no table follows this one */
    SLOTS_REPLACED = 3  /* another persistd makes another table */
};

typedef struct slots_header {
    _Atomic uint64_t magic; /* written last by slots_table_format */
    uint32_t layout_version;
    uint32_t byte_order;
    uint64_t bytes; /* of the whole block */
    uint32_t owners, buckets, slots, units, pools;
    _Atomic uint32_t phase; /* persistd writes, httpd reads: enum slots_phase */
    _Atomic uint64_t id;    /* random: another table may take the same name */
    /* The number of pools that need a worker for which there is no room.
     * persistd writes it on change, claims read it. Relaxed, a hint. */
    _Atomic uint32_t lacking;
    /* The time of persistd's last loop iteration, CLOCK_MONOTONIC µs, written
     * by persistd every second and read before a request is sent to persistd.
     * Relaxed, a hint. It and the next one have a cache line of their own,
     * because every request reads the other fields, and they change. */
    _Alignas(64) _Atomic int64_t beat;
    /* Until when the machine's processors count as having time to spare, in the
     * same clock; 0: they have none. persistd writes it every second, threads
     * of httpd read it before they send a request. Relaxed, a hint. */
    _Atomic int64_t calm_until;
} slots_header_t;

/* One httpd child, identified by the byte of owners.lock that it holds. */
typedef struct slots_owner {
    /* Requests of this child that stand in any queue or wait for persistd,
     * packed by slots_waiting.h. Only the child writes it, from a count of its
     * own; the sweeper of a dead child sets it to 0. The sum over all owners
     * bounds the waiters of all pools together. */
    _Alignas(64) _Atomic uint64_t waiting;
} slots_owner_t;

/* Written by persistd only. A reader that races with a removal may miss a pool
 * (it then asks persistd) but never takes a wrong one, because it checks the
 * key in the pool itself. pool: 0 means never used, else index + 1. */
typedef struct slots_bucket {
    _Atomic uint64_t key_high, key_low;
    _Atomic uint32_t pool;
} slots_bucket_t;

/* One unit of a worker's capacity: state, owner and generation in one word.
 * slots_unit.h packs it, and slots/PROTOCOL.md lists which process may make
 * which step. A worker has a run of units without a gap (slots_run.h). */
typedef _Atomic uint64_t slots_unit_t;

/* Which units of a shared block may be FREE, one bit for each; a hint, see
 * slots_hints.h. Each block has a cache line of its own, so that claims of
 * different children, which begin at different units, seldom share one. */
typedef struct slots_hint {
    _Alignas(64) _Atomic uint64_t free;
} slots_hint_t;

/* Counts durations by order of magnitude; relaxed. The count of all durations
 * is the sum of the buckets. */
typedef struct slots_histogram {
    _Atomic uint64_t sum_us;
    _Atomic uint64_t counts[SLOTS_BUCKETS];
} slots_histogram_t;

/* Requests of which a worker has told whether it slept in them, see
 * slots_told.h; relaxed. */
typedef struct slots_told {
    _Atomic uint64_t requests, us, slept_us;
} slots_told_t;

enum slots_slot_state {
    SLOTS_SLOT_EMPTY = 0,
    SLOTS_SLOT_STARTING = 1, /* its worker is not READY yet */
    SLOTS_SLOT_OPEN = 2      /* its units have been offered */
};

/* The place of one worker. persistd writes all fields except sound, cpu and the
 * counters. Except for leaving, state and condemned, it changes them only while
 * no unit of the slot is FREE or LEASED. The first line is what a request reads
 * and writes. */
typedef struct slots_slot {
    _Alignas(64) _Atomic uint32_t incarnation; /* names the socket; never 0 */
    _Atomic uint32_t pool;                     /* index + 1; 0: none */
    _Atomic uint64_t run;      /* its units, packed by slots_run.h; 0: none */
    _Atomic uint64_t version;  /* of the code at the worker's start */
    _Atomic uint32_t features; /* of READY, stored before units turn FREE */
    /* persistd sets it to 1 when the worker has to leave: claimers then skip
     * the slot, and a release hands the unit to persistd. Cleared with the next
     * incarnation. */
    _Atomic uint32_t leaving;
    /* The incarnation, until httpd gives the worker up as BROKEN: a request
     * then makes it 0, by a step that fails for every later worker. Claimers
     * skip the slot, and persistd recycles the worker. */
    _Atomic uint32_t sound;
    _Atomic uint32_t entry; /* its index in the pool's list, + 1 */
    _Atomic uint32_t state; /* enum slots_slot_state, for persistd alone */
    /* slots_cpu() of the last claimer, a hint for claims. httpd writes it,
     * persistd sets 0 with the next incarnation. Relaxed. */
    _Atomic uint32_t cpu;
    _Atomic uint64_t requests; /* relaxed, httpd adds at release */
    /* persistd writes it with the next incarnation. The release that brings
     * `requests` to this number nudges persistd; 0: no release does. */
    _Atomic uint64_t requests_max;

    _Atomic uint32_t pid; /* for the status page only */
    /* When the worker was started and when it was ready, CLOCK_MONOTONIC µs; 0:
     * not yet. Only for the log; no decision depends on them. */
    _Atomic int64_t started, opened;
    /* persistd writes it before it kills a worker for what its requests did:
     * incarnation << 32 | wire_fault_t. The value stays for the owners of
     * leases on that worker. */
    _Atomic uint64_t condemned;
    /* Durations from claim to release. httpd adds to it while it holds a lease
     * here, so that these cache lines stay with the thread that uses the
     * worker. persistd moves the counts to the pool's when the worker has gone.
     */
    _Alignas(64) slots_histogram_t served;
    /* As `served`. */
    slots_told_t told;
} slots_slot_t;

/* What has been logged in this second, or copied; see slots_rate.c. httpd
 * children write it; persistd resets dropped when it logs the number. */
typedef struct slots_rate {
    _Atomic uint64_t window;
    _Atomic uint32_t dropped; /* dropped lines that no log line mentions yet */
} slots_rate_t;

enum slots_pool_state {
    SLOTS_POOL_EMPTY = 0,
    SLOTS_POOL_LIVE = 1,
    SLOTS_POOL_CLOSED = 2
};

typedef struct slots_pool {
    /* State in the low 8 bits, generation above. persistd writes it. Every
     * other field of the pool is stored before the pool turns LIVE
     * (release/acquire). */
    _Alignas(64) _Atomic uint64_t state;
    _Atomic uint64_t key_high, key_low;
    /* Version of the script as persistd last saw it. */
    _Atomic uint64_t script;
    /* Version of the code that a slot must have to be claimed; stored before
     * `script`. */
    _Atomic uint64_t version;
    _Atomic uint32_t slot_count; /* entries of slots[] that may be in use */
    _Atomic uint32_t workers;    /* starting and ready ones, not leaving */
    _Atomic uint32_t workers_max;
    /* For how many requests of a worker a further one may wait (SLOTS_AHEAD).
     * Claims keep that many of its units and one more in use at most, so that
     * persistd can withdraw the others. Relaxed. */
    _Atomic uint32_t ahead;
    /* How many workers are busy at a time before a request waits for one of
     * them (SLOTS_AHEAD) although another one is idle; 0: none waits then.
     * persistd writes it. Relaxed. */
    _Atomic uint32_t together;
    /* After how many microseconds a request that waits at a busy worker looks
     * whether that gets on. persistd writes it every second; 0: it does not
     * know. Relaxed, a hint. */
    _Atomic uint32_t look_us;

    /* Boot failures: persistd stores fault and retry_at, then adds 1 to
     * failures, then wakes all waiters. */
    _Atomic uint32_t fault; /* wire_fault_t of the last failure, 0: none */
    _Atomic uint32_t failures;
    _Atomic int64_t retry_at; /* CLOCK_MONOTONIC µs; no new start before it */

    _Atomic uint64_t tickets; /* httpd: fetch_add of SLOTS_TICKET_STEP */
    /* Cells below this index may be WAITING, the others never were. httpd
     * raises it before it takes a cell; it is never lowered. */
    _Atomic uint32_t cells_used;
    /* For each aim: arrivals that claimed past waiters since a waiter last
     * claimed. httpd children write it; races let a few more pass than
     * SLOTS_PASSES. */
    _Atomic uint32_t passed[SLOTS_POOL_SLOTS + 1];
    /* persistd adds: what workers that have gone had told. */
    slots_told_t told;

    /* Statistics, relaxed. httpd children add to them when a request waited
     * or went wrong. What every request counts is in its worker's slot. */
    _Alignas(64) _Atomic uint64_t refused; /* queue full or too late */
    _Atomic uint64_t failed;               /* 502, 504 and aborted streams */
    /* CLOCK_MONOTONIC µs of the last claim, at most SLOTS_CLAIMED_US too early.
     * So it is seldom written, and every CPU keeps its cached copy. */
    _Atomic int64_t last_request;
    slots_rate_t log;         /* LOG frames of its workers */
    slots_rate_t copied;      /* what goes to persistd for the owner */
    slots_histogram_t waited; /* requests that came through the queue */
    slots_histogram_t served; /* persistd adds: by workers that have gone */

    /* Index of a slot + 1; 0: none. */
    _Alignas(64) _Atomic uint32_t slots[SLOTS_POOL_SLOTS];
    /* The cells of waiting requests. 0 is GONE. WAITING is 1 in the top bit,
     * then 16 bits owner, 8 bits aim and the low 39 bits of the ticket; see
     * slots_cells.h. httpd children write by compare-and-swap. */
    _Alignas(64) _Atomic uint64_t cells[SLOTS_CELLS];
    /* One futex for each cell, packed by slots_futex.h: a waker moves the
     * count, the waiter sleeps on the word. Futexes have cache lines of their
     * own, because a search for the front reads all cells. */
    _Alignas(64) _Atomic uint32_t futexes[SLOTS_CELLS];
} slots_pool_t;

#endif /* SLOTS_LAYOUT_H */
