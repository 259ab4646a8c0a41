/* SPDX-License-Identifier: Apache-2.0 */
/* persist_times.h: the overlap of two spans of time. Pure. */

#ifndef PERSIST_TIMES_H
#define PERSIST_TIMES_H

#include <stdint.h>

/* Returns how long both spans, from…to and the other's from…to, ran at the same
 * time, in their unit. Returns 0 if they do not overlap, or if one ends before
 * it begins. Any values are allowed. */
int64_t persist_times_overlap(int64_t from, int64_t to, int64_t other_from,
                              int64_t other_to);

#endif /* PERSIST_TIMES_H */
