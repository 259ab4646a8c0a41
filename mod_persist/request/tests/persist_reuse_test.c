/* SPDX-License-Identifier: Apache-2.0 */
/* persist_reuse_test.c: a worker dies, and its slot goes to another pool, at
 * each step of a request from its arrival to its first bytes, one step after
 * the other. The other pool's worker must never see any byte of the request.
 * The steps are those of persist_steps.h. */

#include "exchange/persist_exchange.h"
#include "exchange/tests/persist_fake_worker.h"
#include "request/persist_lease.h"
#include "request/persist_pool.h"
#include "slots_claim.h"
#include "slots_pool.h"
#include "slots_slot.h"
#include "slots_unit.h"
#include "wire_fault.h"

#include <apr_general.h>
#include <errno.h>
#include <fcntl.h>

#define VERSION 7u
#define STEPS_LEAST 20 /* with fewer, the steps are no longer counted */
#define STEPS_MAX 10000
#define NEVER (-1)
#define OUR_OWNER 1u
#define OTHERS_OWNER 2u

/* State of one try: a table, and listeners at the slot's socket. */
static slots_table_t table;
static persist_child_t child;
/* of the request's pool, 0, and of the other one, 1 */
static uint64_t generations[2];
static int listeners[2];   /* of incarnation 1, the request's, and of 2 */
static int accepted;       /* by the first listener; -1: none */
static slots_lease_t held; /* by another request, so that this one must wait */
static int is_held;
static uint32_t aimed_pool; /* the pool of the request */
static int is_keyed;        /* the request has a key, so it aims at a worker */

static int step, fatal_step = NEVER; /* counted while the request runs */
static char instance[] = "/tmp/prXXXXXX";
static apr_pool_t *pool;
static void *block;
static const slots_sizes_t sizes = {.owners = 2, .slots = 1, .pools = 2};

static void worker_dies(uint32_t incarnation)
{
    if (listeners[incarnation - 1] < 0)
        return;
    fake_worker_end(instance, incarnation, listeners[incarnation - 1]);
    listeners[incarnation - 1] = -1;
}

static void worker_starts(uint32_t for_pool, uint32_t features)
{
    uint32_t incarnation;
    if (slots_slot_start(&table, for_pool, VERSION, &incarnation) != 0)
        bail_out("no slot");
    listeners[incarnation - 1] =
        fake_worker_listen(instance, incarnation, 4, SOCK_NONBLOCK);
    slots_slot_open(&table, 0, slots_run_home(0, 1), features, 0);
}

/* persistd gives the slot to another pool. It also ends the next worker soon,
 * with another fault than the first one's. */
static void reuse(void)
{
    worker_dies(1);
    if (accepted >= 0)
        close(accepted);
    accepted = -1;
    is_held = 0;
    slots_slot_clear(&table, 0);
    worker_starts(1, WIRE_FEATURE_FILE);
    slots_slot_condemn(&table, 0, WIRE_FAULT_MEMORY);
}

void slots_chaos(void)
{
    int now = step;
    if (fatal_step == NEVER)
        return;
    step = now + 1;
    if (now != fatal_step)
        return;
    fatal_step = NEVER;
    reuse();
}

persist_child_t *persist_child_get(void)
{
    return &child;
}

int persist_pool_find(persist_call_t *call)
{
    call->pool = aimed_pool;
    call->generation = generations[aimed_pool];
    return 1;
}

/* The request is in the queue: the unit that it waits for becomes free. */
void persist_child_nudge(uint32_t of_pool)
{
    (void)of_pool;
    if (is_held)
        slots_release(&table, &held);
    is_held = 0;
}

static persist_call_t run(uint32_t to_pool)
{
    persist_call_t call = {.child = &child};
    request_rec r = {.pool = pool};
    aimed_pool = to_pool;
    call.r = &r;
    call.config.queue_length = 4;
    call.config.queue_ms = 1;
    call.response.unflushed = 1; /* the exchange does not wait for an answer */
    call.keyed = is_keyed;
    persist_lease_begin(&call);
    if (persist_lease_take(&call) != 0)
        return call;
    persist_exchange_run(&call);
    persist_lease_settle(&call);
    return call;
}

/* True if bytes have come to this listener, on a connection that may have been
 * accepted before. */
static int has_come(int listener, int *fd)
{
    char bytes[4096];
    if (*fd < 0)
        *fd = accept(listener, NULL, NULL);
    if (*fd < 0)
        return 0;
    fcntl(*fd, F_SETFL, O_NONBLOCK);
    return recv(*fd, bytes, sizeof(bytes), 0) > 0;
}

static void world_begin(void)
{
    memset(block, 0, slots_table_bytes(&sizes));
    if (slots_table_format(&table, block, slots_table_bytes(&sizes), &sizes) !=
            0 ||
        slots_pool_add(&table, 1, 1, VERSION, 4, &generations[0]) != 0 ||
        slots_pool_add(&table, 2, 2, VERSION, 4, &generations[1]) != 1)
        bail_out("no table");
    child = (persist_child_t){.table = table,
                              .owner = OUR_OWNER,
                              .queue_total = 10,
                              .instance = instance};
    listeners[0] = listeners[1] = accepted = -1;
    is_held = is_keyed = 0;
    fatal_step = NEVER;
    worker_starts(0, 0);
}

/* Closes the connection, so that the next try does not use it. */
static void world_end(void)
{
    const slots_lease_t lease = {.incarnation = 2};
    persist_connection_t *connection = persist_connection_take(&child, &lease);
    if (connection) {
        persist_connection_close(connection);
        persist_connection_give(connection);
    }
    if (accepted >= 0)
        close(accepted);
    worker_dies(1);
    worker_dies(2);
}

/* The scenes' beginnings. */
static void begin_new(void)
{
}

static void begin_kept(void)
{
    run(0);
    if (!has_come(listeners[0], &accepted))
        bail_out("a request does not arrive");
}

static void begin_queued(void)
{
    is_held =
        slots_claim(&table, 0, generations[0], VERSION, OTHERS_OWNER, &held);
    if (!is_held)
        bail_out("no lease");
}

static void begin_keyed(void)
{
    is_keyed = 1;
}

static void begin_keyed_queued(void)
{
    begin_queued();
    is_keyed = 1;
}

static const char *wrong_of(const persist_call_t *call, int *other)
{
    if (has_come(listeners[1], other) || *other >= 0)
        return "another pool's worker was spoken to";
    if (call->fault.code == WIRE_FAULT_MEMORY)
        return "the fault of another pool's worker";
    if (call->lease.word && call->lease.incarnation != 1)
        return "the incarnation of another pool's worker";
    if (call->lease.features & WIRE_FEATURE_FILE)
        return "the features of another pool's worker";
    if (slots_unit_state(atomic_load(&table.units[0])) != SLOTS_FREE)
        return "another pool's unit was touched";
    return NULL;
}

/* Sends the next request, of the other pool, from the same place of the
 * child. */
static const char *wrong_of_next(int *other)
{
    persist_call_t call = run(1);
    if (call.fault.code || call.lease.incarnation != 2)
        return "the other pool's request is not answered";
    if (!has_come(listeners[1], other))
        return "the other pool's request went elsewhere";
    return NULL;
}

/* Returns 0 if there was no such step, else 1 with *wrong (NULL: no error). */
static int try_step(void (*begin)(void), int n, const char **wrong)
{
    int other = -1;
    world_begin();
    begin();
    step = 0;
    fatal_step = n;
    persist_call_t call = run(0);
    int has_died = fatal_step == NEVER;
    fatal_step = NEVER;
    if (has_died) {
        *wrong = wrong_of(&call, &other);
        if (!*wrong)
            *wrong = wrong_of_next(&other);
    } else if (call.fault.code || !has_come(listeners[0], &accepted)) {
        bail_out("a request that nothing happens to is not sent");
    }
    if (other >= 0)
        close(other);
    world_end();
    return has_died;
}

static void test(void (*begin)(void), const char *name)
{
    const char *first = NULL, *wrong = NULL;
    int n = 0, where = 0;
    for (; n < STEPS_MAX && try_step(begin, n, &wrong); n++) {
        if (wrong && !first) {
            first = wrong;
            where = n;
        }
    }
    ok(!first, name);
    ok(n >= STEPS_LEAST && n < STEPS_MAX, "at each of its steps");
    printf("# %d steps\n", n);
    if (first)
        printf("# step %d: %s\n", where, first);
}

int main(void)
{
    block = aligned_alloc(64, slots_table_bytes(&sizes));
    if (!block || apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&pool, NULL) != APR_SUCCESS)
        bail_out("no place to work in");
    fake_instance_make(instance);
    test(begin_new, "the slot goes to another pool before a new connection");
    test(begin_kept, "the slot goes to another pool before a kept connection");
    test(begin_queued, "the slot goes to another pool beside one who waits");
    test(begin_keyed, "the slot goes to another pool when it is aimed at");
    test(begin_keyed_queued,
         "the slot goes to another pool when it is waited for");
    fake_instance_remove(instance);
    free(block);
    apr_terminate();
    return done_testing();
}
