/* SPDX-License-Identifier: Apache-2.0 */
/* persist_seq_test.c: numbers that a worker cannot predict. */

#include "exchange/persist_seq.h"
#include "tap.h"

#include <stdlib.h>

#define COUNT (8 * PERSIST_SEQ_BATCH)

static uint32_t numbers[COUNT];

static int by_number(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return (one > two) - (one < two);
}

/* Of 4096 random numbers of 32 bits, three pairs or more are equal once in
 * 10^8. */
static int pairs(void)
{
    int equal = 0;
    qsort(numbers, COUNT, sizeof(numbers[0]), by_number);
    for (int i = 1; i < COUNT; i++)
        equal += numbers[i] == numbers[i - 1];
    return equal;
}

int main(void)
{
    static persist_seq_t one, other;
    uint32_t ones = 0;
    int good = 1;
    for (int i = 0; i < COUNT; i += 2) {
        good &= persist_seq_draw(&one, &numbers[i]) == 0;
        good &= persist_seq_draw(&other, &numbers[i + 1]) == 0;
        ones |= numbers[i];
    }
    ok(good, "there are numbers, beyond one batch");
    ok(ones == UINT32_MAX, "all bits of them are used");
    ok(pairs() < 3, "and neither connection repeats its own, or another's");
    is_int(one.left, 0, "batches are used up");
    return done_testing();
}
