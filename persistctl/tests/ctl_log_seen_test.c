/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log_seen_test.c: where the lines of each persistd go on. */

#include "ctl_log_seen.h"
#include "tap.h"

int main(void)
{
    ctl_log_seen_t seen = {NULL, 0};
    is_int(ctl_log_seen_get(&seen, "/run/1", 50, 1), 0,
           "nothing was shown yet");
    ctl_log_seen_set(&seen, "/run/1", 50, 1);
    ctl_log_seen_set(&seen, "/run/2", 7, 1);
    is_int(ctl_log_seen_get(&seen, "/run/1", 60, 1), 50, "it goes on there");
    is_int(ctl_log_seen_get(&seen, "/run/2", 7, 1), 7, "for each of them");
    ctl_log_seen_set(&seen, "/run/1", 60, 1);
    is_int(ctl_log_seen_get(&seen, "/run/1", 60, 1), 60, "and on");
    is_int(ctl_log_seen_get(&seen, "/run/1", 59, 1), 60,
           "also when the script with the last line is gone");
    is_int(ctl_log_seen_get(&seen, "/run/1", 59, 2), 0,
           "another persistd may have lower numbers");
    is_int(ctl_log_seen_get(&seen, "/run/1", 70, 65), 60, "or higher ones");
    ctl_log_seen_clear(&seen);
    is_int(ctl_log_seen_get(&seen, "/run/1", 60, 1), 0, "then it is forgotten");
    return done_testing();
}
