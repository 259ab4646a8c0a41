/* SPDX-License-Identifier: Apache-2.0 */
/* play.c: runs a rule, see play.h. */

#include "play.h"

#include "conn.h"

#include <stdarg.h>
#include <stdio.h>

void play_fail(play_t *play, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(play->why, sizeof(play->why), format, list);
    va_end(list);
    longjmp(play->end, PLAY_FAILED);
}

void play_skip(play_t *play, const char *why)
{
    snprintf(play->why, sizeof(play->why), "%s", why);
    longjmp(play->end, PLAY_SKIPPED);
}

static void check_alive(play_t *play)
{
    if (launch_wait(&play->launch, 0))
        play_fail(play, "the worker has ended");
}

play_result_t play_run(play_t *play, void (*rule)(play_t *play), int ends)
{
    play->why[0] = '\0';
    play_result_t result = (play_result_t)setjmp(play->end);
    if (result == PLAY_PASSED) {
        rule(play);
        if (!ends)
            check_alive(play);
    }
    conn_close_all(play, result == PLAY_PASSED && !ends);
    return result;
}
