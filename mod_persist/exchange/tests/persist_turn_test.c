/* SPDX-License-Identifier: Apache-2.0 */
/* persist_turn_test.c: when a request is taken back from a busy worker, and
 * what it has then. */

#include "common_clock.h"
#include "exchange/persist_reply_frames.h"
#include "exchange/persist_soft_deadline.h"
#include "exchange/persist_trace.h"
#include "exchange/persist_turn.h"

#include "../../../slots/tests/slots_fixture.h"

#define LOOK_US 6000
#define HOUR_US INT64_C(3600000000)

static const slots_sizes_t sizes = {.owners = 2, .slots = 1, .pools = 1};

/* What a request at a worker has, and the one that the worker runs. */
typedef struct world {
    fixture_t f;
    slots_lease_t running;
    persist_child_t child;
    persist_connection_t connection;
    persist_call_t call;
} world_t;

void persist_reply_frames_fail(persist_call_t *call, persist_fate_t fate,
                               int code, const char *detail)
{
    (void)code;
    (void)detail;
    call->fate = fate;
}

int64_t persist_soft_deadline_next(const persist_call_t *call)
{
    (void)call;
    return 0;
}

void persist_trace(const persist_call_t *call, const char *format, ...)
{
    (void)call;
    (void)format;
}

/* A worker runs a request, if is_busy, and gets this one. */
static void world_open(world_t *w, int is_busy)
{
    int fd;
    memset(w, 0, sizeof(*w));
    fixture_open(&w->f, sizes);
    fixture_ahead_worker(&w->f, 2);
    slots_pool_look(&w->f.table, w->f.pool, LOOK_US);
    if (is_busy && !fixture_claim(&w->f, 2, &w->running))
        bail_out("no unit");
    w->child.table = w->f.table;
    w->connection.token = wire_token_make(&fd);
    if (!w->connection.token)
        bail_out("no token");
    close(fd);
    w->call.child = &w->child;
    w->call.connection = &w->connection;
    w->call.place = slots_queue_arrived(&w->f.table, w->f.pool, 1, 0);
    if (!fixture_claim(&w->f, 1, &w->call.lease))
        bail_out("no unit behind");
    w->call.claimed = common_now_us();
    w->call.delivered = 1;
}

static void world_close(world_t *w)
{
    wire_token_drop(w->connection.token);
    fixture_close(&w->f);
}

static uint32_t waiting(const world_t *w)
{
    return slots_queue_length(&w->f.table, w->f.pool);
}

/* The time until the next look is over. */
static void look(persist_call_t *call)
{
    call->look_at = 1;
    persist_turn_look(call);
}

static void fill_queue(world_t *w)
{
    slots_place_t place;
    while (slots_queue_enter(&w->f.table, w->f.pool, 2, SLOTS_CELLS, UINT32_MAX,
                             &place) == SLOTS_ENTERED)
        ;
}

static void test_alone(void)
{
    world_t w;
    world_open(&w, 0);
    persist_turn_begin(&w.call);
    is_int(w.call.look_at - w.call.claimed, PERSIST_WAIT_READ_MS * 1000,
           "one that is behind no other looks late");
    is_int(persist_turn_pause_ms(&w.call), PERSIST_WAIT_READ_MS,
           "and waits for as long");
    look(&w.call);
    ok(!w.call.put_off && waiting(&w) == 0, "and is not taken back");
    world_close(&w);
}

static void test_pauses(void)
{
    world_t w;
    world_open(&w, 1);
    persist_turn_begin(&w.call);
    ok(persist_turn_pause_ms(&w.call) <= LOOK_US / 1000,
       "one behind another one looks when persistd says");
    w.call.look_at = common_now_us() + HOUR_US;
    ok(!persist_turn_is_near(&w.call), "not before");
    w.call.look_at = 1;
    is_int(persist_turn_pause_ms(&w.call), 0, "then it does not wait");
    w.call.claimed = common_now_us() + HOUR_US;
    ok(persist_turn_is_near(&w.call), "nor for its client");
    w.call.claimed -= 2 * HOUR_US;
    ok(!persist_turn_is_near(&w.call), "unless it has been there for long");
    slots_pool_look(&w.f.table, w.f.pool, UINT32_MAX);
    w.call.claimed = common_now_us();
    persist_turn_begin(&w.call);
    ok(w.call.look_at <= common_now_us() + PERSIST_WAIT_READ_MS * 1000,
       "whatever the table has");
    world_close(&w);
}

static void test_taken_back(void)
{
    world_t w;
    world_open(&w, 1);
    persist_turn_begin(&w.call);
    w.call.look_at = common_now_us() + HOUR_US;
    persist_turn_look(&w.call);
    ok(!w.call.put_off, "it is not time to look");
    look(&w.call);
    ok(w.call.put_off && !w.call.delivered,
       "it is taken back from a worker that does not get on");
    is_int(w.call.fate, PERSIST_FATE_DROPPED, "which will drop it");
    is_int(waiting(&w), 1, "and waits in the queue");
    ok(!wire_token_take(w.connection.token, 1), "no worker can begin with it");
    world_close(&w);
}

static void test_begun(void)
{
    world_t w;
    world_open(&w, 1);
    persist_turn_begin(&w.call);
    wire_token_take(w.connection.token, common_now_us());
    look(&w.call);
    ok(!w.call.put_off, "the worker has begun with it");
    is_int(waiting(&w), 0, "so it does not wait in the queue");
    is_int(w.call.look_at, 0, "and does not look again");
    world_close(&w);
}

static void test_gets_on(void)
{
    world_t w;
    world_open(&w, 1);
    persist_turn_begin(&w.call);
    slots_release(&w.f.table, &w.running);
    fixture_claim(&w.f, 2, &w.running);
    look(&w.call);
    ok(!w.call.put_off, "the worker has ended one of its requests");
    look(&w.call);
    ok(w.call.put_off, "but not the next one");
    world_close(&w);
}

static void test_no_cell(void)
{
    world_t w;
    world_open(&w, 1);
    persist_turn_begin(&w.call);
    fill_queue(&w);
    look(&w.call);
    ok(!w.call.put_off, "without a cell it stays at its worker");
    ok(w.call.look_at > 0, "and looks again");
    ok(wire_token_take(w.connection.token, 1), "which may begin with it");
    world_close(&w);
}

static void test_no_token(void)
{
    world_t w;
    world_open(&w, 1);
    wire_token_t *token = w.connection.token;
    w.connection.token = NULL;
    persist_turn_begin(&w.call);
    ok(w.call.put_off, "without a token it does not wait at a busy worker");
    is_int(waiting(&w), 1, "but in the queue");
    w.call.put_off = 0;
    fill_queue(&w);
    persist_turn_begin(&w.call);
    ok(!w.call.put_off, "if that has a cell for it");
    persist_turn_came(&w.call);
    ok(!w.call.look_at, "it is not taken back later");
    w.connection.token = token;
    world_close(&w);
}

int main(void)
{
    test_alone();
    test_pauses();
    test_taken_back();
    test_begun();
    test_gets_on();
    test_no_cell();
    test_no_token();
    return done_testing();
}
