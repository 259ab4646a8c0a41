/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log_seen_test.c: where the lines of each persistd go on. */

#include "ctl_log_seen.h"
#include "tap.h"

int main(void)
{
    ctl_log_seen_t seen = {NULL, 0};
    is_int(ctl_log_seen_get(&seen, "/run/1", 50), 0, "nothing was shown yet");
    ctl_log_seen_set(&seen, "/run/1", 50);
    ctl_log_seen_set(&seen, "/run/2", 7);
    is_int(ctl_log_seen_get(&seen, "/run/1", 60), 50, "it goes on there");
    is_int(ctl_log_seen_get(&seen, "/run/2", 7), 7, "for each of them");
    ctl_log_seen_set(&seen, "/run/1", 60);
    is_int(ctl_log_seen_get(&seen, "/run/1", 60), 60, "and on");
    is_int(ctl_log_seen_get(&seen, "/run/1", 59), 0,
           "a persistd with lower numbers is another one");
    ctl_log_seen_clear(&seen);
    is_int(ctl_log_seen_get(&seen, "/run/1", 60), 0, "then it is forgotten");
    return done_testing();
}
