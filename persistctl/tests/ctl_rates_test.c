/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_rates_test.c: requests per second, from two reports. */

#include "ctl_rates.h"
#include "tap.h"

#include <string.h>

static void add(ctl_rates_t *rates, const char *bytes, size_t len)
{
    msgpack_sbuffer report;
    msgpack_sbuffer_init(&report);
    msgpack_sbuffer_write(&report, bytes, len);
    if (ctl_fields_seal(&report) != 0 || ctl_rates_add(rates, &report) != 0)
        bail_out("no memory");
    msgpack_sbuffer_destroy(&report);
}

#define ADD(rates, text) add(rates, text, sizeof(text) - 1)

int main(void)
{
    ctl_rates_t first = {.at = 1000000}, second = {.at = 3000000};
    ADD(&first, "instance=/r/1.a\0pid=7\0\0"
                "pool=/a\0id=0.1\0requests=10\0\0worker=9\0\0"
                "pool=/b\0id=1.1\0requests=100\0\0");
    ADD(&first, "instance=/r/2.a\0pid=8\0\0pool=/a\0id=0.1\0requests=5\0\0");
    is_int((int)first.count, 3, "pools of all servers, and no workers");
    ADD(&second, "instance=/r/1.a\0pid=7\0\0"
                 "pool=/a\0id=0.1\0requests=30\0\0"
                 "pool=/b\0id=1.2\0requests=99\0\0"
                 "pool=/c\0id=2.1\0requests=1\0\0");
    ADD(&second, "instance=/r/2.a\0pid=8\0\0pool=/a\0id=0.1\0requests=4\0\0");
    ctl_rates_settle(&second, &first);
    const ctl_rate_t *busiest = &second.pools[0];
    is_str(busiest->script, "/a", "the busiest stands first");
    ok(busiest->per_second == 10, "20 requests in 2 seconds are 10 a second");
    ok(second.pools[1].per_second == 0,
       "another pool in the same place begins anew");
    is_str(second.pools[1].script, "/b", "then comes who has served most");
    ok(second.pools[2].per_second == 0, "so does a count that went back");
    ok(second.pools[3].per_second == 0, "a new one has no rate yet");
    ctl_rates_clear(&first);
    ctl_rates_clear(&second);
    is_int((int)second.count, 0, "nothing is left");
    return done_testing();
}
