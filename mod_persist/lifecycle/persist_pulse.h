/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pulse.h: what is to be done about a persistd, from when it was asked,
 * answered and killed. Pure: who looks hands the time in and does what is said.
 *
 *            PING, PING, …          no answer in time        not reaped in time
 *   alive ─────────────────> asked ─────────────────> killed ──────> abandoned
 *     ^                        │                         │
 *     └── it says anything ────┘                         └─> reaped: the next
 */

#ifndef PERSIST_PULSE_H
#define PERSIST_PULSE_H

#include <stdint.h>

/* Times in µs of slots_now_us(); 0: not so. Lives in retained data. */
typedef struct persist_pulse {
    int64_t looked;   /* when it was last looked at */
    int64_t asked;    /* when the oldest question without an answer was put */
    int64_t killed;   /* when it got SIGKILL; it has not been reaped since */
    int64_t replaced; /* when the last one was killed for its silence */
    uint32_t row;     /* how many were, one after the other */
} persist_pulse_t;

typedef struct persist_pulse_limits {
    int64_t silence; /* this long without an answer: it hangs */
    int64_t late;    /* so long after the last look the looker itself did not
                        run, and perhaps nobody did: silence proves nothing */
    int64_t reap;    /* from SIGKILL to its end */
    int64_t pause;   /* between two replacements; doubles while they go on */
} persist_pulse_limits_t;

typedef enum persist_pulse_step {
    PERSIST_PULSE_WAIT,
    PERSIST_PULSE_PING,   /* ask (again) whether it lives */
    PERSIST_PULSE_KILL,   /* it hangs */
    PERSIST_PULSE_ABANDON /* not even SIGKILL has ended it: start another */
} persist_pulse_step_t;

/* The next step, which is taken for done. What persistd has said must have been
 * heard before. */
persist_pulse_step_t persist_pulse_tick(persist_pulse_t *pulse,
                                        const persist_pulse_limits_t *limits,
                                        int64_t now);

/* It was asked something else that it answers at once. */
void persist_pulse_ask(persist_pulse_t *pulse, int64_t now);

/* It has said something. */
void persist_pulse_hear(persist_pulse_t *pulse);

/* It was killed for another reason than its silence. */
void persist_pulse_kill(persist_pulse_t *pulse, int64_t now);

/* Another process is meant from now on. */
void persist_pulse_renew(persist_pulse_t *pulse);

#endif /* PERSIST_PULSE_H */
