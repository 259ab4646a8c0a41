/* SPDX-License-Identifier: Apache-2.0 */
/* life.h: what has to happen to a worker by now, and what its end means. Times
 * are given, µs. */

#ifndef LIFE_H
#define LIFE_H

#include <stdint.h>

typedef enum worker_state {
    WORKER_STARTING,
    WORKER_READY,
    WORKER_LEAVING,  /* leases are being waited for, for so long */
    WORKER_STOPPING, /* STOP is sent */
    WORKER_KILLING   /* SIGKILL is sent */
} worker_state_t;

typedef struct life_facts {
    worker_state_t state;
    int ready; /* READY came; it is STARTING until its code was checked */
    int64_t deadline;  /* of the state; 0: none */
    int64_t copied_by; /* a clone whose CLONED is still to come, by then; 0 */
    int leased;        /* requests are with it */
    int watched;       /* there is a process whose end will be seen */
} life_facts_t;

typedef enum life_step {
    LIFE_GO_ON,
    LIFE_GIVE_UP_CLONE, /* CLONED is overdue, or not wanted any more */
    LIFE_KILL_BOOT,     /* READY is overdue */
    LIFE_SEND_STOP,     /* it leaves, and no request is with it any more */
    LIFE_KILL_LEASED,   /* it leaves, and its requests have outlasted that */
    LIFE_KILL_STOPPED,  /* it has been sent STOP, and lives on */
    LIFE_DROP           /* it has no process, so no end will be seen */
} life_step_t;

life_step_t life_step(const life_facts_t *facts, int64_t now);

typedef enum life_outcome {
    LIFE_EXPECTED,    /* it was told to leave, or killed after READY */
    LIFE_BOOT_FAILED, /* before READY */
    LIFE_CLONE_FAILED,
    LIFE_CRASHED /* unasked, while it served */
} life_outcome_t;

/* fault: it was killed while it started, for this reason; 0: it was not. */
life_outcome_t life_outcome(const life_facts_t *facts, int fault, int cloned);

/* For the log. */
const char *life_outcome_text(life_outcome_t outcome);

/* The pool waits for this worker's READY, or for the verdict: until one that
 * was killed for its boot has ended there is no verdict, no back-off, and
 * nobody to answer waiting requests. */
int life_is_starting(worker_state_t state, int fault);

#endif /* LIFE_H */
