/* SPDX-License-Identifier: Apache-2.0 */
/* persist_retry_test.c: when a request whose worker died may be run again. */

#include "request/persist_retry.h"
#include "tap.h"

static int safe(int tries, const char *method, int delivered, int passed,
                int pulled)
{
    const persist_retry_t retry = {.tries = tries,
                                   .method = method,
                                   .delivered = delivered,
                                   .passed = passed,
                                   .pulled = pulled};
    return persist_retry_safe(&retry);
}

static void test_methods(void)
{
    ok(safe(1, "GET", 1, 0, 0), "GET is run again");
    ok(safe(1, "HEAD", 1, 0, 0), "HEAD is");
    ok(safe(1, "OPTIONS", 1, 0, 0), "OPTIONS is");
    ok(safe(1, "TRACE", 1, 0, 0), "TRACE is");
    ok(safe(1, "PUT", 1, 0, 0), "PUT is, while we have its body");
    ok(safe(1, "DELETE", 1, 0, 0), "DELETE is");
    ok(!safe(1, "POST", 1, 0, 0), "POST is not");
    ok(!safe(1, "PATCH", 1, 0, 0), "PATCH is not");
    ok(!safe(1, "BREW", 1, 0, 0), "a method nobody knows is not");
}

static void test_states(void)
{
    ok(!safe(1, "PUT", 1, 0, 1), "not when part of the body is gone");
    ok(!safe(1, "GET", 1, 1, 0), "not when the client has seen an answer");
    ok(!safe(2, "GET", 1, 0, 0), "not a third time");
    ok(safe(1, "POST", 0, 0, 0), "POST, when no worker has seen it");
    ok(safe(7, "POST", 0, 0, 0), "also when several workers were dead");
    ok(!safe(8, "GET", 0, 0, 0), "but not for ever");
    ok(!safe(1, "GET", 0, 1, 0), "nor behind an answer of who has not seen it");
    ok(!safe(1, "GET", 0, 0, 1),
       "nor when part of the body is gone all the same");
}

static int safe_late(int tries, int64_t since)
{
    const persist_retry_t retry = {
        .tries = tries, .method = "POST", .since = since};
    return persist_retry_safe(&retry);
}

/* A worker must be started for each try. */
static void test_time(void)
{
    ok(safe_late(2, 60 * 1000000), "a start may take as long as it likes");
    ok(!safe_late(3, 2000000), "but not one after the other");
    ok(safe_late(7, 1999999), "many may refuse in a short time");
}

/* In the sum of all pauses persistd must notice a worker that leaves. */
static void test_pauses(void)
{
    persist_retry_t retry = {.method = "GET"};
    int sum = 0;
    for (retry.tries = 1; persist_retry_safe(&retry); retry.tries++)
        sum += persist_retry_pause_ms(&retry);
    is_int(sum, 127, "who is refused waits, longer each time");
    retry = (persist_retry_t){.tries = 1, .delivered = 1};
    is_int(persist_retry_pause_ms(&retry), 0, "a death is known at once");
}

int main(void)
{
    test_methods();
    test_states();
    test_time();
    test_pauses();
    return done_testing();
}
