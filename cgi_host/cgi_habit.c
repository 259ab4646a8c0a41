/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_habit.c: counts down. */

#include "cgi_habit.h"

int64_t cgi_habit_wait(cgi_habit_t *habit)
{
    if (habit->watched == 0)
        return CGI_HABIT_US;
    habit->watched--;
    return 0;
}

void cgi_habit_note(cgi_habit_t *habit, int has_ended)
{
    habit->watched = has_ended ? 0 : CGI_HABIT_WATCHED;
}
