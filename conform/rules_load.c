/* SPDX-License-Identifier: Apache-2.0 */
/* rules_load.c: many connections, many requests, and leaks. */

#include "rules.h"

#include "common_clock.h"
#include "common_descriptors.h"
#include "httpd.h"
#include "proc.h"

#include <poll.h>

#define CONNECTIONS 100
#define REQUESTS 10000
/* During the first requests the worker may grow, as its caches fill. */
#define WARM_REQUESTS 1000
#define GROWTH_REQUESTS 4000
#define GROWTH_KIB 2048
/* Limit for all requests, in multiples of --timeout. */
#define PATIENCES 10
#define LEAKS 200
/* A worker may open a few files for good when it first needs them. */
#define LEAKS_ALLOWED 5

void rule_many_connections(play_t *play)
{
    conn_t *conns[CONNECTIONS];
    for (int i = 0; i < CONNECTIONS; i++)
        conns[i] = httpd_open(play, 0, 0);
    for (int i = 0; i < CONNECTIONS; i += 3)
        conn_close(conns[i]);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < CONNECTIONS; i++) {
            if (i % 3 != 0)
                httpd_hello(conns[i], "one of many connections");
        }
    }
}

static void run(conn_t *conn, int count)
{
    play_t *play = conn->play;
    int64_t end = common_now_us() / 1000 +
                  (int64_t)PATIENCES * play->options->patience_ms;
    for (int i = 0; i < count; i++) {
        httpd_hello(conn, "one of many requests");
        if (common_now_us() / 1000 > end)
            play_fail(play, "only %d requests in %d seconds", i + 1,
                      PATIENCES * play->options->patience_ms / 1000);
    }
}

void rule_many_requests(play_t *play)
{
    run(httpd_open(play, 0, 0), REQUESTS);
}

void rule_growth(play_t *play)
{
    conn_t *conn = httpd_open(play, 0, 0);
    run(conn, WARM_REQUESTS);
    long before = proc_memory_kib(play->launch.pid);
    if (before < 0)
        play_skip(play, "this system does not tell a process's memory");
    run(conn, GROWTH_REQUESTS);
    long grown = proc_memory_kib(play->launch.pid) - before;
    if (grown > GROWTH_KIB)
        play_fail(play, "the worker has grown by %ld KiB in %d requests", grown,
                  GROWTH_REQUESTS);
}

/* Counts descriptors. Waits until no more than wanted are open, because the
 * worker closes its end of a connection a little later than we do. */
static int count_settled(play_t *play, int wanted)
{
    int count = 0;
    for (int ms = 0; ms < play->options->patience_ms; ms += 10) {
        count = common_descriptors_count(play->launch.pid);
        if (count <= wanted)
            break;
        poll(NULL, 0, 10);
    }
    return count;
}

static void use_descriptors(play_t *play)
{
    conn_t *conn = httpd_open(play, 0, 0);
    for (int i = 0; i < LEAKS; i++) {
        httpd_hello(conn, "a request");
        httpd_hello_anew(play, "a request on a new connection");
    }
    conn_close(conn);
}

void rule_descriptors(play_t *play)
{
    httpd_hello_anew(play, "a request");
    int before = common_descriptors_count(play->launch.pid);
    if (before < 0)
        play_skip(play, "this system does not tell a process's descriptors");
    use_descriptors(play);
    int after = count_settled(play, before + LEAKS_ALLOWED);
    if (after > before + LEAKS_ALLOWED)
        play_fail(play, "%d descriptors are open after %d requests, %d before",
                  after, 2 * LEAKS, before);
}
