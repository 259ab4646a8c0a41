/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile_test.c: no worker is started before its script has been looked at
 * (persistd/README.md, I7). While a start is put off for such a look, or until
 * another copy has been made, the place that was made for the pool stays its
 * own: another pool finds no room. */

#include "common_clock.h"
#include "pool/shortage.h"
#include "pool/version.h"
#include "roomy_fixture.h"
#include "state/worker.h"
#include "worker/end.h"

#include <sys/socket.h>
#include <unistd.h>

#define SLOTS 8u
#define POOLS 8u

static slots_table_t table;

static pool_t *make_pool(persistd_t *pd)
{
    pool_t *pool = fixture_pool(pd, "/bin/sh");
    pool->definition.workers_max = SLOTS;
    pool->proven = 1;
    pool->capacity = 1;
    return pool;
}

static worker_t *record(pool_t *pool, uint32_t slot)
{
    worker_t *worker = worker_record(pool->pd, pool, slot, 1);
    worker->version = pool->version;
    return worker;
}

/* So many workers that serve, from this slot on. */
static void fill(pool_t *pool, uint32_t slot, uint32_t count)
{
    for (; count > 0; count--, slot++)
        worker_enter(record(pool, slot), WORKER_READY, 0);
}

static void drop_all(pool_t *pool)
{
    while (pool->workers)
        worker_drop(pool->workers);
}

/* One place is free, and it was made for the first pool. */
static void set_scene(pool_t *first, pool_t *second)
{
    fill(second, 2, 3);
    first->pd->settings.max_workers = first->pd->worker_count + 1;
    shortage_wait(first, common_now_us());
    is_int(shortage_room(second, 1), 0, "the free place is another pool's");
}

/* rolling: the start is one of new code. */
static void test_look(persistd_t *pd, int rolling)
{
    pool_t *pool = make_pool(pd), *other = make_pool(pd);
    fill(pool, 0, 1);
    set_scene(pool, other);
    if (rolling) {
        pool->definition.reload = WIRE_RELOAD_ROLLING;
        version_set(pool, pool->version + 1);
    }
    pool_reconcile(pool, 1);
    is_int(pool_workers(pool), 1, "no start before the script was looked at");
    ok(pool->view.look != NULL, "the look has begun");
    is_int(shortage_room(other, 1), 0, "the place is kept meanwhile");
    pool->view.fresh = 1;
    pd->stopping = 1; /* no process is to be made here */
    pool_reconcile(pool, 1);
    pd->stopping = 0;
    ok(!pool->view.fresh, "one answer is good for one time only");
    fixture_settle(pd);
    drop_all(pool);
    drop_all(other);
    pool_remove(other);
    pool_remove(pool);
}

static void ignore_message(conn_t *conn, wire_message_t *message)
{
    (void)conn;
    (void)message;
}

static void ignore_gone(conn_t *conn, const char *why)
{
    worker_t *worker = conn->owner;
    (void)why;
    worker->control = NULL;
}

static const conn_handlers_t handlers = {ignore_message, ignore_gone};

static void connect_to(worker_t *worker)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        bail_out("no sockets");
    worker->control = conn_open(worker->pd->loop, ends[0], &handlers, worker);
}

/* The only worker that can be copied is making a copy already. */
static void test_copy(persistd_t *pd)
{
    pool_t *pool = make_pool(pd), *other = make_pool(pd);
    worker_t *source = record(pool, 0);
    worker_t *copy = record(pool, 1);
    worker_enter(source, WORKER_READY, 0);
    source->features = WIRE_FEATURE_CLONE;
    connect_to(source);
    copy->source = source;
    copy->clone_by = INT64_MAX;
    set_scene(pool, other);
    pool->view.fresh = 1;
    pool_reconcile(pool, 2);
    is_int(pool_workers(pool), 2, "no start while the source makes a copy");
    is_int(shortage_room(other, 1), 0, "the place is kept for the next one");
    pool->view.fresh = 1;
    pool_reconcile(pool, 0);
    is_int(shortage_room(other, 1), 1, "… as long as a request waits");
    drop_all(pool);
    drop_all(other);
    pool_remove(other);
    pool_remove(pool);
}

int main(void)
{
    static persistd_t pd;
    char top[] = "/tmp/rtXXXXXX", instance[sizeof(top) + 2];
    if (!mkdtemp(top))
        bail_out("no directory");
    snprintf(instance, sizeof(instance), "%s/i", top);
    fixture_open_roomy(&pd, &table, SLOTS, POOLS, instance);
    test_look(&pd, 0);
    test_look(&pd, 1);
    test_copy(&pd);
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
