/* SPDX-License-Identifier: Apache-2.0 */
/* life.h: what has to happen to a worker now, and what its end means. Pure:
 * times are given, µs. */

#ifndef LIFE_H
#define LIFE_H

#include <stdint.h>

typedef enum worker_state {
    WORKER_STARTING,
    WORKER_READY,
    WORKER_LEAVING,  /* no new requests; it finishes those that it has */
    WORKER_STOPPING, /* STOP has been sent */
    WORKER_KILLING   /* SIGKILL has been sent */
} worker_state_t;

typedef struct life_facts {
    worker_state_t state;
    /* READY came. The worker is STARTING until its code has been checked. */
    int ready;
    int64_t deadline; /* of the state; 0: none */
    /* A clone for which CLONED has not come: by when it has to come. Else 0. */
    int64_t copied_by;
    int leased;  /* the worker has requests */
    int watched; /* its process is watched, so its end will be seen */
} life_facts_t;

typedef enum life_step {
    LIFE_GO_ON,
    LIFE_GIVE_UP_CLONE, /* CLONED is overdue, or the clone is not wanted */
    LIFE_KILL_BOOT,     /* READY is overdue */
    LIFE_SEND_STOP,     /* it leaves, and has no requests any more */
    LIFE_KILL_LEASED,   /* it leaves, but its requests take too long */
    LIFE_KILL_STOPPED,  /* STOP was sent, and it has not ended */
    LIFE_DROP           /* it has no process whose end could be seen */
} life_step_t;

life_step_t life_step(const life_facts_t *facts, int64_t now);

typedef enum life_outcome {
    LIFE_EXPECTED,    /* it was asked to leave, or killed after READY */
    LIFE_BOOT_FAILED, /* it ended before READY */
    LIFE_CLONE_FAILED,
    LIFE_CRASHED /* it ended unasked while it served */
} life_outcome_t;

/* fault: the reason why it was killed while it started; 0: it was not. */
life_outcome_t life_outcome(const life_facts_t *facts, int fault, int cloned);

/* For the log. */
const char *life_outcome_text(life_outcome_t outcome);

/* True while the pool waits for this worker's READY or for the verdict. That
 * includes a worker that was killed for its boot and has not ended: until then
 * there is no verdict, no back-off, and no answer to waiting requests. */
int life_is_starting(worker_state_t state, int fault);

#endif /* LIFE_H */
