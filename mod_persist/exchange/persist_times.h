/* SPDX-License-Identifier: Apache-2.0 */
/* persist_times.h: what two spans of time have in common. Pure. */

#ifndef PERSIST_TIMES_H
#define PERSIST_TIMES_H

#include <stdint.h>

/* How long both from…to and from the other's …to ran, in the times' unit; 0
 * when they don't meet, or end before they begin. Any values are allowed. */
int64_t persist_times_overlap(int64_t from, int64_t to, int64_t other_from,
                              int64_t other_to);

#endif /* PERSIST_TIMES_H */
