/* SPDX-License-Identifier: Apache-2.0 */
/* worker_test.c: a worker whose end could not be seen is not let live. The
 * watches here are our own, and fail. */

#include "clock.h"
#include "heap.h"
#include "instance.h"
#include "pool.h"
#include "slots_unit.h"
#include "tap.h"
#include "worker.h"

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

static void set_up(persistd_t *pd, const char *instance)
{
    const slots_sizes_t sizes = {.owners = 1, .slots = 1, .pools = 1};
    size_t bytes = slots_table_bytes(&sizes);
    void *block = aligned_alloc(64, bytes);
    char *text;
    if (!block || instance_open(instance, &text) != 0)
        bail_out("no instance");
    memset(block, 0, bytes);
    if (slots_table_format(&table, block, bytes, &sizes) != 0)
        bail_out("no table");
    pd->loop = uv_default_loop();
    pd->options.instance = instance;
    pd->options.exec = "/proc/self/exe"; /* main() below, with arguments */
    pd->table = &table;
    pd->pools = heap_make(1, sizeof(struct pool *));
    clock_start(pd);
}

static pool_t *make_pool(persistd_t *pd)
{
    const wire_ensure_t ensure = {
        .script = {(const uint8_t *)"/bin/sh", 7},
        .workers_max = 1,
        .concurrency = 1,
    };
    const char *why;
    definition_t definition;
    pool_t *pool = NULL;
    if (definition_make(&definition, &ensure, &why) == 0)
        pool = pool_make(pd, &definition, 1, geteuid());
    if (!pool)
        bail_out("no pool");
    return pool;
}

static void test_no_watch(persistd_t *pd)
{
    pool_t *pool = make_pool(pd);
    int status = 0;
    is_int(worker_start(pool, 0), -1, "a worker that can't be watched is none");
    is_int(pool->fault, WIRE_FAULT_EXEC, "and the pool knows");
    ok(!pd->workers, "there is no record of it");
    is_int(slots_unit_state(atomic_load(&table.slots[0].units[0])), SLOTS_VOID,
           "its slot is free");
    alarm(60);
    ok(wait(&status) > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
       "its process is killed, and left to be reaped");
    alarm(0);
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
    set_up(&pd, instance);
    test_no_watch(&pd);
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
