/* SPDX-License-Identifier: Apache-2.0 */
/* tap.h: the Test Anything Protocol for unit tests written in C. */

#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_count;
static int tap_failed;

/* Reports one fact; returns whether it holds, so that a test can go on. */
static inline int tap_report(int good, const char *name, const char *file,
                             int line)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++tap_count, name);
    if (!good) {
        tap_failed++;
        printf("# failed at %s:%d\n", file, line);
    }
    fflush(stdout);
    return good;
}

static inline int tap_is_int(intmax_t got, intmax_t want, const char *name,
                             const char *file, int line)
{
    int good = tap_report(got == want, name, file, line);
    if (!good)
        printf("# got %" PRIdMAX ", want %" PRIdMAX "\n", got, want);
    return good;
}

static inline int tap_is_str(const char *got, const char *want,
                             const char *name, const char *file, int line)
{
    int good = tap_report(got && strcmp(got, want) == 0, name, file, line);
    if (!good)
        printf("# got \"%s\", want \"%s\"\n", got ? got : "(null)", want);
    return good;
}

#define ok(good, name) tap_report(!!(good), name, __FILE__, __LINE__)
#define is_int(got, want, name)                                                \
    tap_is_int((intmax_t)(got), (intmax_t)(want), name, __FILE__, __LINE__)
#define is_str(got, want, name) tap_is_str(got, want, name, __FILE__, __LINE__)

/* The set-up is broken: no test would mean anything. */
#define bail_out(why)                                                          \
    do {                                                                       \
        printf("Bail out! %s (%s:%d)\n", why, __FILE__, __LINE__);             \
        exit(255);                                                             \
    } while (0)

/* Prints the plan; what main returns. */
static inline int done_testing(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed ? 1 : 0;
}

#endif /* TESTS_TAP_H */
