/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pulse.h: decides from the times of questions, answers and kills what
 * httpd's parent does about persistd. Pure: the caller passes the time and
 * takes the step.
 *
 *            PING, PING, …          no answer in time        not reaped in time
 *   alive ─────────────────> asked ─────────────────> killed ──────> abandoned
 *     ^                        │                         │
 *     └── any message ─────────┘                         └─> reaped: the next
 */

#ifndef PERSIST_PULSE_H
#define PERSIST_PULSE_H

#include <stdint.h>

/* Times in µs of common_now_us(); 0: not set. Lives in retained data. */
typedef struct persist_pulse {
    int64_t ticked; /* the last call of persist_pulse_tick() */
    int64_t asked;  /* the oldest PING (or other question) that has no answer */
    int64_t killed; /* SIGKILL was sent, and the process is not reaped yet */
    int64_t replaced; /* the last kill because of silence */
    uint32_t row;     /* number of such kills in a row */
} persist_pulse_t;

typedef struct persist_pulse_limits {
    int64_t silence; /* persistd hangs after this long without an answer */
    /* If the last tick is longer ago than this, the parent itself was stopped,
     * perhaps the whole machine. The silence of persistd then proves nothing.
     */
    int64_t late;
    int64_t reap; /* longest time from SIGKILL to the end */
    /* between two replacements; doubles with each one in a row */
    int64_t pause;
} persist_pulse_limits_t;

typedef enum persist_pulse_step {
    PERSIST_PULSE_WAIT,
    PERSIST_PULSE_PING,   /* send PING (again) */
    PERSIST_PULSE_KILL,   /* persistd hangs: kill it */
    PERSIST_PULSE_ABANDON /* SIGKILL has not ended it: start another one */
} persist_pulse_step_t;

/* Returns the next step and takes it as done. Call persist_pulse_hear() before
 * if persistd has sent anything. */
persist_pulse_step_t persist_pulse_tick(persist_pulse_t *pulse,
                                        const persist_pulse_limits_t *limits,
                                        int64_t now);

/* The parent has sent another question that persistd answers at once. */
void persist_pulse_ask(persist_pulse_t *pulse, int64_t now);

/* persistd has sent something. */
void persist_pulse_hear(persist_pulse_t *pulse);

/* The parent has killed persistd for another reason than silence. */
void persist_pulse_kill(persist_pulse_t *pulse, int64_t now);

/* The record belongs to another process from now on. */
void persist_pulse_renew(persist_pulse_t *pulse);

#endif /* PERSIST_PULSE_H */
