/* SPDX-License-Identifier: Apache-2.0 */
/* persist_times_test.c: spans that overlap, and spans that do not. */

#include "exchange/persist_times.h"

#include "tap.h"

int main(void)
{
    is_int(persist_times_overlap(10, 20, 5, 15), 5, "it began before us");
    is_int(persist_times_overlap(10, 20, 12, 15), 3, "it lies inside");
    is_int(persist_times_overlap(10, 20, 15, 30), 5, "it outlasts us");
    is_int(persist_times_overlap(10, 20, 5, 30), 10, "we lie inside");
    is_int(persist_times_overlap(10, 20, 1, 10), 0, "it was over");
    is_int(persist_times_overlap(10, 20, 25, 30), 0, "it came later");
    is_int(persist_times_overlap(10, 20, 15, 0), 0, "it has no end yet");
    is_int(persist_times_overlap(10, 20, INT64_MIN, INT64_MAX), 10,
           "forged times are cut to ours");
    return done_testing();
}
