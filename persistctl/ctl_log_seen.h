/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log_seen.h: up to which line each persistd's lines have been shown. */

#ifndef CTL_LOG_SEEN_H
#define CTL_LOG_SEEN_H

#include <stddef.h>
#include <stdint.h>

typedef struct ctl_log_seen {
    struct ctl_log_mark *marks;
    size_t count;
} ctl_log_seen_t;

/* Returns the number of the last line that was shown of this instance, whose
 * persistd counts from `began` on; 0: none was, or these were another
 * persistd's. The newest line that we may see may be older, because the script
 * with the last one is gone. */
int64_t ctl_log_seen_get(const ctl_log_seen_t *seen, const char *instance,
                         int64_t newest, int64_t began);

/* Notes it. Without memory, lines are shown again. */
void ctl_log_seen_set(ctl_log_seen_t *seen, const char *instance,
                      int64_t number, int64_t began);

void ctl_log_seen_clear(ctl_log_seen_t *seen);

#endif /* CTL_LOG_SEEN_H */
