/* SPDX-License-Identifier: Apache-2.0 */
/* backoff.h: when a pool may try again after its workers failed. Pure: every
 * time is given, CLOCK_MONOTONIC in microseconds. */

#ifndef BACKOFF_H
#define BACKOFF_H

#include <stdint.h>

#define BACKOFF_FIRST_US 1000000       /* after one failed boot; then doubled */
#define BACKOFF_QUARANTINE 5u          /* failed boots in a row … */
#define BACKOFF_QUARANTINE_US 30000000 /* … are left alone for so long */
#define BACKOFF_YOUNG_US 10000000      /* a crash before this age counts */
#define BACKOFF_CRASHES 3u             /* crashes that cost no waiting … */
#define BACKOFF_CRASH_US 250000        /* … and the first delay after them */
#define BACKOFF_CRASH_MAX_US 4000000
#define BACKOFF_KILLED 3u        /* boots ended in a row, without a time-out */
#define BACKOFF_KILLED_US 100000 /* the pause behind one, doubled … */
#define BACKOFF_KILLED_MAX_US 4000000
#define BACKOFF_FORGET_US 60000000 /* crashes so far apart are in no row */

/* Starts zeroed. */
typedef struct backoff {
    uint32_t failures;  /* boots that failed, in a row */
    uint32_t crashes;   /* young workers that ended after READY, in a row */
    int64_t failed_at;  /* the last failure that counted */
    int64_t crashed_at; /* the last crash */
    uint32_t killed;    /* boots that somebody has ended, in a row */
    int64_t killed_at;  /* the last that counted */
    int64_t killed_of;  /* when the first of them was started */
    int64_t retry_at;   /* no start before; 0: at once */
} backoff_t;

/* A worker that was started at `started` did not become READY. Those that were
 * started side by side fail side by side: the first of them counts. Returns 1
 * when the pool is in quarantine. */
int backoff_failed(backoff_t *backoff, int64_t now, int64_t started);

/* A worker that was started at `started` was killed by somebody else before it
 * became READY, by the kernel for want of memory, say. Returns 1 when the next
 * start shall show whether the script can be started; 0 when it is to count as
 * a failure: `boot` has passed since the first of them was started, or, where
 * that is 0 (no limit), it was one too many in a row. */
int backoff_killed(backoff_t *backoff, int64_t now, int64_t started,
                   int64_t boot);

/* A worker became READY, or the script has changed: boots that failed are
 * forgotten. Crashes are not: a worker that dies in its first request was READY
 * before, and a script that changes at each start would never wait. */
void backoff_forgive(backoff_t *backoff);

/* A worker died unasked, `age` after its READY, or was of no use. */
void backoff_crashed(backoff_t *backoff, int64_t now, int64_t age);

/* True while no worker may be started. */
int backoff_holds(const backoff_t *backoff, int64_t now);

#endif /* BACKOFF_H */
