/* SPDX-License-Identifier: Apache-2.0 */
/* poller_test.c: a wait ends after its timeout, whatever other threads do. */

#include "pw_poller.h"

#include "common_clock.h"
#include "pw_fd.h"
#include "tap.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define WAIT_MS 300
#define LATE_MS 200 /* well below one more WAIT_MS */
#define TRIES 30    /* a slow machine may be late, but not each time */
#define STEP_US 100000
#define STEPS 20 /* far beyond WAIT_MS */
#define AHEAD_US 50000

static pw_poller_t poller;
static int spare[2];       /* a pipe in which nothing ever comes */
static _Atomic int waited; /* 1: the wait of the main thread has ended */

/* Waits for nothing. Returns 1 if that takes WAIT_MS, 0 if more, -1 if less. */
static int waits_in_time(void)
{
    pw_event_t event;
    int64_t began = common_now_us();
    int n = pw_poller_wait(&poller, &event, WAIT_MS);
    int64_t ms = (common_now_us() - began) / 1000;
    waited = 1;
    printf("# %d after %d ms\n", n, (int)ms);
    if (n != 0 || ms < WAIT_MS - 1)
        return -1;
    return ms < WAIT_MS + LATE_MS;
}

static void *change_set(void *unused)
{
    for (int i = 0; i < STEPS && !waited; i++) {
        usleep(STEP_US);
        pw_poller_add(&poller, spare[0], 1, PW_LEVEL);
        pw_poller_remove(&poller, spare[0]);
    }
    return unused;
}

static int while_set_changes(void)
{
    pthread_t thread;
    waited = 0;
    pthread_create(&thread, NULL, change_set, NULL);
    int in_time = waits_in_time();
    pthread_join(thread, NULL);
    return in_time;
}

static void *wait_first(void *unused)
{
    pw_event_t event;
    return pw_poller_wait(&poller, &event, WAIT_MS) == 0 ? &poller : unused;
}

/* With poll(2) the main thread waits until the other one ends, and then for the
 * rest of its own time. */
static int behind_another(void)
{
    pthread_t first;
    void *result;
    pthread_create(&first, NULL, wait_first, NULL);
    usleep(AHEAD_US);
    int in_time = waits_in_time();
    pthread_join(first, &result);
    return result ? in_time : -1;
}

static int once_in_time(int (*attempt)(void))
{
    int in_time = 0;
    for (int i = 0; i < TRIES && in_time == 0; i++)
        in_time = attempt();
    return in_time > 0;
}

int main(void)
{
    if (pw_poller_open(&poller) < 0 || pw_fd_pipe(spare) < 0)
        bail_out("no poller");
    ok(once_in_time(while_set_changes),
       "changes of the set do not prolong a wait");
    ok(once_in_time(behind_another),
       "nor does a thread that began to wait earlier, and gets no event");
    pw_poller_close(&poller);
    return done_testing();
}
