/* SPDX-License-Identifier: Apache-2.0 */
/* worker_test.c: a worker whose end could not be seen is not let live; and what
 * becomes of one that is told to leave early. The watches here are our own, and
 * fail. */

#include "persistd_fixture.h"
#include "pool/start.h"
#include "slots_unit.h"
#include "state/worker.h"
#include "worker/clone.h"
#include "worker/end.h"
#include "worker/leave.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

watch_t *watch_open(uv_loop_t *loop, pid_t pid, watch_fn *ended, void *owner)
{
    (void)loop;
    (void)pid;
    (void)ended;
    (void)owner;
    errno = EMFILE;
    return NULL;
}

watch_t *watch_peer(uv_loop_t *loop, int fd, pid_t pid, watch_fn *ended,
                    void *owner)
{
    (void)fd;
    return watch_open(loop, pid, ended, owner);
}

int watch_kill_group(watch_t *watch)
{
    (void)watch;
    return 0;
}

int watch_signal(watch_t *watch, int number)
{
    (void)watch;
    (void)number;
    return 0;
}

void watch_close(watch_t *watch)
{
    (void)watch;
}

static slots_table_t table;

static void test_no_watch(persistd_t *pd)
{
    pool_t *pool = fixture_pool(pd, "/bin/sh");
    int status = 0;
    pool->view.fresh = 1;
    is_int(pool_start_workers(pool, 1, 0, common_now_us()), 0,
           "a worker that can't be watched is none");
    is_int(pool->fault, WIRE_FAULT_NO_WORKER, "and the pool knows");
    ok(!pd->workers, "there is no record of it");
    is_int(atomic_load(&table.slots[0].state), SLOTS_SLOT_EMPTY,
           "its slot is free");
    alarm(60);
    ok(wait(&status) > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
       "its process is killed, and left to be reaped");
    alarm(0);
    pool_remove(pool);
}

static void test_leaving(persistd_t *pd)
{
    pool_t *pool = fixture_pool(pd, "/bin/sh");
    worker_t *worker = worker_record(pd, pool, 0, 1);
    worker_enter(worker, WORKER_READY, 0);
    worker_leave(worker);
    is_int(worker->state, WORKER_LEAVING,
           "without a connection a worker is not stopped before it is told");
    worker_drop(worker);
    pool_remove(pool);
}

static void test_unwanted_clone(persistd_t *pd)
{
    pool_t *pool = fixture_pool(pd, "/bin/sh");
    worker_t *source = worker_record(pd, pool, 0, 1);
    worker_t *clone = worker_record(pd, pool, 0, 2);
    clone->seated = 0;
    source->features = WIRE_FEATURE_CLONE;
    clone->source = source;
    worker_leave_by(clone, common_now_us() + 1000000);
    is_int(clone_answered(source, 0), 0, "CLONED comes for one that leaves");
    is_int(clone->state, WORKER_KILLING, "it does not begin");
    worker_drop(clone);
    worker_drop(source);
    pool_remove(pool);
}

int main(int argc, char **argv)
{
    static persistd_t pd;
    char top[] = "/tmp/wtXXXXXX", instance[sizeof(top) + 2];
    (void)argv;
    while (argc > 1)
        pause(); /* the worker */
    if (!mkdtemp(top))
        bail_out("no directory");
    snprintf(instance, sizeof(instance), "%s/i", top);
    fixture_open(&pd, &table, 1, instance);
    pd.options.exec = "/proc/self/exe"; /* this main(), with arguments */
    test_no_watch(&pd);
    test_leaving(&pd);
    test_unwanted_clone(&pd);
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
