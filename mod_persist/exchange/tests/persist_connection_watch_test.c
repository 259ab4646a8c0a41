/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection_watch_test.c: the watch closes connections to ended
 * workers, and no others, while no request runs. */

#include "exchange/persist_connection.h"
#include "exchange/persist_connection_watch.h"
#include "exchange/tests/persist_fake_worker.h"
#include "lingering.h"
#include "wire_message.h"

#include <apr_general.h>
#include <dirent.h>
#include <pthread.h>

/* More than the watch checks by one system call. */
#define SLOTS 5u
#define CONNECTIONS (SLOTS * SLOTS_HOME)
#define LONGEST 60 /* seconds; then the test fails */

static char instance[] = "/tmp/pwXXXXXX";
static persist_child_t child = {.table.sizes.slots = SLOTS,
                                .instance = instance};
static persist_connection_t *connections[CONNECTIONS];

/* The socket is that of slot 0; higher units use the places of further
 * slots. */
static persist_connection_t *open_one(uint32_t unit, uint32_t incarnation)
{
    const slots_lease_t lease = {.at = unit, .incarnation = incarnation};
    persist_connection_t *one = persist_connection_take(&child, &lease);
    if (!one)
        bail_out("no connection");
    persist_connection_watch();
    return one;
}

static int closes(const persist_connection_t *one)
{
    double until = lingering_now() + LONGEST;
    while (atomic_load(&one->fd) >= 0 && lingering_now() < until)
        usleep(1000);
    return atomic_load(&one->fd) < 0;
}

static void test_all(uint32_t incarnation, const char *name)
{
    int listener = fake_worker_listen(instance, incarnation, CONNECTIONS, 0);
    int closed = 0;
    for (uint32_t n = 0; n < CONNECTIONS; n++) {
        connections[n] = open_one(n, incarnation);
        persist_connection_give(connections[n]);
    }
    fake_worker_end(instance, incarnation, listener);
    for (uint32_t n = 0; n < CONNECTIONS; n++)
        closed += closes(connections[n]);
    is_int(closed, CONNECTIONS, name);
}

static void test_others(void)
{
    int alive = fake_worker_listen(instance, 3, 8, 0);
    int dead = fake_worker_listen(instance, 4, 8, 0);
    persist_connection_t *idle = open_one(0, 3);
    persist_connection_t *used = open_one(1, 4);
    persist_connection_t *gone[2] = {open_one(2, 4), open_one(3, 4)};
    persist_connection_give(idle);
    persist_connection_give(gone[0]);
    fake_worker_end(instance, 4, dead);
    ok(closes(gone[0]), "the connection to a dead worker is closed");
    persist_connection_give(gone[1]);
    ok(closes(gone[1]), "a later look has been at all of them");
    ok(atomic_load(&used->fd) >= 0, "but one in use stays its user's");
    ok(atomic_load(&idle->fd) >= 0, "and one to a live worker stays open");
    persist_connection_give(used);
    ok(closes(used), "until it is given back");
    fake_worker_end(instance, 3, alive);
    ok(closes(idle), "or the worker dies");
}

/* A worker has sent its last bytes before it died. */
static void test_lingering(void)
{
    const slots_lease_t files = {.incarnation = 5,
                                 .features = WIRE_FEATURE_FILE};
    int listener = fake_worker_listen(instance, 5, 8, 0);
    persist_connection_t *one = persist_connection_take(&child, &files);
    int worker = accept(listener, NULL, NULL);
    lingering_give(worker, lingering_socket(3 * LONGEST), 0);
    close(worker);
    persist_connection_give(one);
    persist_connection_watch();
    ok(closes(one), "a connection with a socket that lingers is closed");
    persist_connection_t *next = open_one(1, 5);
    persist_connection_give(next);
    fake_worker_end(instance, 5, listener);
    ok(closes(next), "and does not hold the watch up");
}

/* Returns the number of threads of this process; 0: unknown. */
static int threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    if (!tasks)
        return 0;
    for (struct dirent *task = readdir(tasks); task; task = readdir(tasks))
        count += task->d_name[0] != '.';
    closedir(tasks);
    return count;
}

/* Returns their number when it is no more than that, or at last: the kernel has
 * a thread a little longer than pthread_join(). */
static int threads_at_last(int wanted)
{
    double until = lingering_now() + LONGEST;
    while (threads() > wanted && lingering_now() < until)
        usleep(1000);
    return threads();
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void *await_release(void *unused)
{
    pthread_mutex_lock(&held);
    pthread_mutex_unlock(&held);
    return unused;
}

/* A sanitizer starts a thread of its own together with the first of this
 * process. */
static int threads_to_begin_with(void)
{
    pthread_t thread;
    pthread_mutex_lock(&held);
    if (pthread_create(&thread, NULL, await_release, NULL) != 0)
        bail_out("no thread");
    int with_it = threads();
    pthread_mutex_unlock(&held);
    pthread_join(thread, NULL);
    return threads_at_last(with_it > 0 ? with_it - 1 : 0);
}

static void test_end(apr_pool_t *pool, int before)
{
    int listener = fake_worker_listen(instance, 6, 8, 0);
    apr_pool_destroy(pool);
    is_int(threads_at_last(before), before, "the watch ends with the child");
    persist_connection_give(open_one(0, 6));
    is_int(threads(), before, "and does not begin again");
    fake_worker_end(instance, 6, listener);
}

int main(void)
{
    apr_pool_t *pool;
    int before;
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&pool, NULL) != APR_SUCCESS)
        bail_out("no pool");
    fake_instance_make(instance);
    persist_connection_watch_child_init(pool, NULL);
    before = threads_to_begin_with();
    test_all(1, "all connections to a worker that dies are closed");
    test_all(2, "and to the next one, after a rest");
    test_others();
    test_lingering();
    test_end(pool, before);
    fake_instance_remove(instance);
    apr_terminate();
    return done_testing();
}
