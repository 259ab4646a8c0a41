/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h: what has to happen to a worker whose unit's word has stood for so
 * long. Times are given, µs. */

#ifndef UNIT_H
#define UNIT_H

#include <stdint.h>

typedef enum unit_kind {
    UNIT_QUIET,     /* nobody has left it in the middle of something */
    UNIT_LEASED,    /* a request is with it */
    UNIT_FINISHING, /* httpd has gone, the worker may still be at work */
    UNIT_BROKEN     /* httpd has given the worker up */
} unit_kind_t;

typedef enum unit_step {
    UNIT_NONE,
    UNIT_PROBE,            /* ask the worker whether it is done */
    UNIT_KILL_FINISHING,   /* busy with a request that is over, for too long */
    UNIT_KILL_LEASED,      /* its request has outlasted the hard deadline */
    UNIT_TAKE_OUT,         /* let no more requests come */
    UNIT_TAKE_OUT_AND_KILL /* the worker has not ended by itself meanwhile */
} unit_step_t;

/* since: when the word was seen first; hard: the deadline of a request, 0 for
 * none. *again: when to look at it again at the latest, or 0. */
unit_step_t unit_step(unit_kind_t kind, int64_t since, int64_t hard,
                      int64_t now, int64_t *again);

#endif /* UNIT_H */
