/* SPDX-License-Identifier: Apache-2.0 */
/* pw_sleep.c: compares how often the kernel has seen the thread sleep. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RUSAGE_THREAD */
#endif

#include "pw_sleep.h"
#include "common_system.h"

#include <sys/resource.h>

#define SAMPLES 16 /* one request of so many is measured */
#define UNKNOWN (-1)

/* Returns how often the thread has slept so far; a preemption does not count.
 * Other threads of an interpreter, such as a timer, do not belong to the
 * request. UNKNOWN: the system does not say. */
static long sleeps_of_thread(void)
{
#ifdef COMMON_LINUX
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage) == 0)
        return usage.ru_nvcsw;
#endif
    return UNKNOWN;
}

/* httpd draws the numbers of requests at random. */
static int is_sample(const pw_conn_t *conn)
{
    return conn->token && conn->request.seq % SAMPLES == 0;
}

void pw_sleep_begin(pw_conn_t *conn)
{
    conn->request.slept_before = is_sample(conn) ? sleeps_of_thread() : UNKNOWN;
}

void pw_sleep_end(const pw_conn_t *conn)
{
    long before = conn->request.slept_before;
    if (before != UNKNOWN)
        wire_token_tell_sleep(conn->token, sleeps_of_thread() != before);
}
