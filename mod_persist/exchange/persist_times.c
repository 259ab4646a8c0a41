/* SPDX-License-Identifier: Apache-2.0 */
/* persist_times.c: the overlap of two spans of time. */

#include "exchange/persist_times.h"

int64_t persist_times_overlap(int64_t from, int64_t to, int64_t other_from,
                              int64_t other_to)
{
    int64_t begin = from > other_from ? from : other_from;
    int64_t end = to < other_to ? to : other_to;
    return begin < end ? (int64_t)((uint64_t)end - (uint64_t)begin) : 0;
}
