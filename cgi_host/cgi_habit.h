/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_habit.h: whether to read the output of a program at its end only.
 *
 * Each write to a pipe that is watched wakes the host, and costs both. What a
 * program writes until it ends fits into the pipe as a rule. Where it does not,
 * or a program goes on, it has to wait for the host once; so the programs that
 * follow are watched from the start. */

#ifndef CGI_HABIT_H
#define CGI_HABIT_H

#include <stdint.h>

#define CGI_HABIT_US 5000    /* a program that ends soon has ended by then */
#define CGI_HABIT_WATCHED 15 /* after one that had not */

/* {0}: the programs end soon. */
typedef struct cgi_habit {
    unsigned watched; /* so many programs are to be watched from the start */
} cgi_habit_t;

/* Returns for how many microseconds the next program is left alone. */
int64_t cgi_habit_wait(cgi_habit_t *habit);

/* Notes whether one that was left alone ended within its time. */
void cgi_habit_note(cgi_habit_t *habit, int has_ended);

#endif /* CGI_HABIT_H */
