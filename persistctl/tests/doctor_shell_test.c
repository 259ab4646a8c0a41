/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_shell_test.c: a shell reads a quoted word as it is. */

#include "doctor/doctor_shell.h"
#include "tap.h"

int main(void)
{
    is_str(doctor_shell_quote("/srv/a-b_c.d"), "/srv/a-b_c.d",
           "a plain path needs no quotes");
    is_str(doctor_shell_quote("/srv/a b"), "'/srv/a b'", "a blank does");
    is_str(doctor_shell_quote("$(id);`id`"), "'$(id);`id`'",
           "so does a command");
    is_str(doctor_shell_quote("it's"), "'it'\\''s'", "a quote is escaped");
    is_str(doctor_shell_quote(""), "''", "an empty word is a word");
    is_str(doctor_shell_as(0), "", "root needs no sudo");
    return done_testing();
}
