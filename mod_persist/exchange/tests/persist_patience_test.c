/* SPDX-License-Identifier: Apache-2.0 */
/* persist_patience_test.c: a quick client is waited for, a slow one is not. */

#include "exchange/persist_patience.h"
#include "tap.h"

#define MEGABYTE 1000000

int main(void)
{
    is_int(persist_patience_ms(0, 0), 20, "a client gets a moment at first");
    is_int(persist_patience_ms(0, 15000), 5, "and no more than that in all");
    is_int(persist_patience_ms(0, 19999), 1, "rounded up");
    is_int(persist_patience_ms(0, 20000), 0, "then it is slow");
    is_int(persist_patience_ms(0, INT64_MAX), 0, "for as long as it takes");
    is_int(persist_patience_ms(8 * MEGABYTE, 1000000), 20,
           "one that has taken 8 MB in a second is not");
    is_int(persist_patience_ms(8 * MEGABYTE, 1020000), 0,
           "one that took longer for them is");
    is_int(persist_patience_ms(INT64_MAX, 0), 20,
           "nobody is waited for longer at once");
    return done_testing();
}
