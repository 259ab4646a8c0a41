/* SPDX-License-Identifier: Apache-2.0 */
/* play.h: one rule's play with the worker: its connections, and how it fails.
 *
 * A rule ends at the first thing that is not as it should be: play_fail() and
 * play_skip() jump out of it. So nothing that a rule holds may need to be
 * freed; connections belong to the play, which closes them. */

#ifndef CONFORM_PLAY_H
#define CONFORM_PLAY_H

#include "launch.h"

#include "wire_message.h"

#include <setjmp.h>

/* What the first READY of the worker has told. */
typedef struct play_ready {
    uint64_t capacity, features, signal;
} play_ready_t;

typedef enum play_result {
    PLAY_PASSED,
    PLAY_FAILED,
    PLAY_SKIPPED
} play_result_t;

typedef struct conn conn_t;

typedef struct play {
    const options_t *options;
    launch_t launch;
    play_ready_t ready;
    conn_t *conns;   /* all that are open */
    conn_t *control; /* NULL: there is none */
    jmp_buf end;     /* of the rule */
    char why[512];
} play_t;

/* The rule has failed for this reason. */
_Noreturn void play_fail(play_t *play, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The rule can't be tested with this worker. */
_Noreturn void play_skip(play_t *play, const char *why);

/* Runs the function, and then sees whether the worker lives on; ends says that
 * the worker need not. Its connections are closed afterwards, the control
 * connection only when the rule has not passed. */
play_result_t play_run(play_t *play, void (*rule)(play_t *play), int ends);

#endif /* CONFORM_PLAY_H */
