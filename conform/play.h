/* SPDX-License-Identifier: Apache-2.0 */
/* play.h: the state of a run, and how a rule ends.
 *
 * play_fail() and play_skip() end a rule by longjmp(). So a rule must not hold
 * allocated memory when it calls a function that may fail. The connections
 * belong to play_t, and are closed after each rule. */

#ifndef CONFORM_PLAY_H
#define CONFORM_PLAY_H

#include "launch.h"

#include "wire_message.h"

#include <setjmp.h>

/* Fields of the worker's first READY. */
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

/* Ends the rule as failed. */
_Noreturn void play_fail(play_t *play, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends the rule as skipped. */
_Noreturn void play_skip(play_t *play, const char *why);

/* Runs a rule, and then checks that the worker still runs, unless ends is set.
 * Closes all connections; the control connection stays open if the rule has
 * passed and the worker runs. */
play_result_t play_run(play_t *play, void (*rule)(play_t *play), int ends);

#endif /* CONFORM_PLAY_H */
