/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of os/processors.c, on the processors of this machine. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_SET */
#endif

#include "common_system.h"
#include "os/processors.h"

#include "tap.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#ifdef COMMON_LINUX

#define SECOND_US 1000000

/* Leaves this process one of its processors. */
static int keep_one(const cpu_set_t *all)
{
    cpu_set_t one;
    int n = 0;
    while (!CPU_ISSET(n, all))
        n++;
    CPU_ZERO(&one);
    CPU_SET(n, &one);
    return sched_setaffinity(0, sizeof(one), &one);
}

/* The second word, without iowait, for all processors of the machine; 0 where
 * this process may not use all of them. */
static int64_t uptime_idle_us(const cpu_set_t *all)
{
    double up, idle = 0;
    FILE *file = fopen("/proc/uptime", "re");
    if (!file || fscanf(file, "%lf %lf", &up, &idle) != 2)
        idle = 0;
    if (file)
        (void)fclose(file);
    return CPU_COUNT(all) == sysconf(_SC_NPROCESSORS_ONLN)
               ? (int64_t)(idle * SECOND_US)
               : 0;
}

static void test_idle(void)
{
    cpu_set_t all;
    const int64_t before = processors_idle_us();
    const uint32_t count = processors_count();
    is_int(sched_getaffinity(0, sizeof(all), &all), 0, "the set is known");
    is_int(count, CPU_COUNT(&all), "and so is its size");
    ok(before > 0, "they have been idle");
    ok(before + SECOND_US * (int64_t)count >= uptime_idle_us(&all),
       "as long as /proc/uptime says");
    /* proc(5): iowait may decrease. */
    ok(processors_idle_us() + SECOND_US >= before, "the time does not go back");
    is_int(keep_one(&all), 0, "one is left");
    is_int(processors_count(), 1, "it is counted");
    const int64_t one = processors_idle_us();
    ok(one > 0 && (count == 1 || one < before),
       "its time is less than that of all");
}

#else

static void test_idle(void)
{
    is_int(processors_idle_us(), -1, "the system does not say");
}

#endif

int main(void)
{
    ok(processors_count() > 0, "there are some");
    test_idle();
    return done_testing();
}
