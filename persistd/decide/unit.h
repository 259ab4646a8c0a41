/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h: what to do with a worker whose unit has been in its state for so
 * long. Pure: times are given, µs. */

#ifndef UNIT_H
#define UNIT_H

#include <stdint.h>

typedef enum unit_kind {
    UNIT_QUIET,     /* nothing was left unfinished */
    UNIT_LEASED,    /* a request has it */
    UNIT_FINISHING, /* httpd has left, but the worker may still be busy */
    UNIT_BROKEN     /* httpd has given the worker up */
} unit_kind_t;

typedef enum unit_step {
    UNIT_NONE,
    UNIT_PROBE,            /* ask the worker whether it is done */
    UNIT_KILL_FINISHING,   /* it is still busy with a request that is over */
    UNIT_KILL_LEASED,      /* its request has exceeded the hard deadline */
    UNIT_TAKE_OUT,         /* send it no more requests */
    UNIT_TAKE_OUT_AND_KILL /* it has not ended by itself in the meantime */
} unit_step_t;

/* Where requests run one after the other: returns since when a unit that is
 * FINISHING may keep its worker busy, µs. Its request may still wait for that
 * of another unit; its time begins when that one has ended. since,
 * other_since: when the words were first seen; other: what the other unit is.
 */
int64_t unit_over_since(int64_t since, unit_kind_t other, int64_t other_since,
                        int64_t now);

/* since: when the word was first seen. hard: the deadline of a request; 0:
 * none. *again is set to the latest time for the next check, or 0. */
unit_step_t unit_step(unit_kind_t kind, int64_t since, int64_t hard,
                      int64_t now, int64_t *again);

#endif /* UNIT_H */
