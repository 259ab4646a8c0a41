/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_habit_test.c: which programs are left alone until they end. */

#include "cgi_habit.h"
#include "tap.h"

int main(void)
{
    cgi_habit_t habit = {0};
    is_int(cgi_habit_wait(&habit), CGI_HABIT_US, "the first one is left alone");
    is_int(cgi_habit_wait(&habit), CGI_HABIT_US, "as others at the same time");
    cgi_habit_note(&habit, 1);
    is_int(cgi_habit_wait(&habit), CGI_HABIT_US, "it has ended: the next, too");
    cgi_habit_note(&habit, 0);
    int watched = 0;
    while (watched < 100 && cgi_habit_wait(&habit) == 0)
        watched++;
    is_int(watched, CGI_HABIT_WATCHED, "one has not: some are watched");
    is_int(cgi_habit_wait(&habit), CGI_HABIT_US, "then it is tried again");
    cgi_habit_note(&habit, 0);
    cgi_habit_note(&habit, 1);
    is_int(cgi_habit_wait(&habit), CGI_HABIT_US, "what was last holds");
    return done_testing();
}
