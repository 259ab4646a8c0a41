/* SPDX-License-Identifier: Apache-2.0 */
/* backoff.h: when a pool may start workers again after some have failed. Pure:
 * times are given, CLOCK_MONOTONIC in µs. */

#ifndef BACKOFF_H
#define BACKOFF_H

#include <stdint.h>

#define BACKOFF_FIRST_US 1000000 /* after one failed boot; then doubled */
#define BACKOFF_QUARANTINE 5u    /* failed boots in a row before quarantine */
#define BACKOFF_QUARANTINE_US 30000000 /* how long quarantine lasts */
#define BACKOFF_SHORT_US 1000000       /* after a start that found no room */
#define BACKOFF_YOUNG_US 10000000 /* crashes of older workers do not count */
#define BACKOFF_CRASHES 3u        /* crashes in a row without a delay */
#define BACKOFF_CRASH_US 250000   /* the first delay after them; then doubled */
#define BACKOFF_CRASH_MAX_US 4000000
/* Killed boots in a row, if there is no boot time-out. */
#define BACKOFF_KILLED 3u
/* The first delay after a killed boot; then doubled. */
#define BACKOFF_KILLED_US 100000
#define BACKOFF_KILLED_MAX_US 4000000
/* Crashes further apart are not in a row. */
#define BACKOFF_FORGET_US 60000000

/* Zeroed at the start. */
typedef struct backoff {
    uint32_t failures;  /* failed boots in a row */
    uint32_t crashes;   /* young workers that ended after READY, in a row */
    int64_t failed_at;  /* time of the last failure that counted */
    int64_t crashed_at; /* time of the last crash */
    uint32_t killed;    /* boots in a row that somebody else has killed */
    int64_t killed_at;  /* time of the last one that counted */
    int64_t killed_of;  /* start of the first one in this row */
    int64_t retry_at;   /* no start before this time; 0: no delay */
} backoff_t;

/* A worker that was started at `started` has not become READY. Workers that are
 * started side by side fail side by side, so only the first of them counts.
 * Returns 1 if the pool is in quarantine. */
int backoff_failed(backoff_t *backoff, int64_t now, int64_t started);

/* A worker that was started at `started` was killed before READY, but not by
 * us: by the kernel when memory was short, for example. Returns 1 if the next
 * start should show whether the script can be started. Returns 0 if this counts
 * as a failure: `boot` has passed since the first killed worker of the row was
 * started, or, where boot is 0 (no limit), there were too many in a row. */
int backoff_killed(backoff_t *backoff, int64_t now, int64_t started,
                   int64_t boot);

/* The system had no room for a worker: no process, no descriptor. That says
 * nothing about the script, so no failure is counted, and none forgotten. */
void backoff_short(backoff_t *backoff, int64_t now);

/* A worker became READY, or the script has changed: failed boots are forgotten.
 * Crashes are not. A worker that dies in its first request was READY before,
 * and a script that changes at each start would otherwise never have to
 * wait. */
void backoff_forgive(backoff_t *backoff);

/* A worker that was READY ended unasked, or was useless. age: time since
 * READY. */
void backoff_crashed(backoff_t *backoff, int64_t now, int64_t age);

/* True while no worker may be started. */
int backoff_holds(const backoff_t *backoff, int64_t now);

#endif /* BACKOFF_H */
