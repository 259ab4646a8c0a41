/* SPDX-License-Identifier: Apache-2.0 */
/* promise_test.c: ENSURED and ORDERED promise what a successor of persistd has
 * to keep, so it is in the journal before they are sent (persistd/README.md,
 * I4). The connection here is our own: it sends nothing, and reads the journal
 * instead. */

#include "persistd_fixture.h"
#include "serve/client.h"
#include "serve/dispatch.h"
#include "serve/ensure.h"
#include "serve/orders.h"
#include "state/agenda.h"
#include "state/journal.h"

#include "common_names.h"

#include <unistd.h>

static slots_table_t table;
static persistd_t pd;
static conn_t connection;

/* ---- the journal ---- */

/* How many messages of this kind are in it. */
typedef struct wanted {
    wire_kind_t kind;
    int count;
} wanted_t;

static void take(void *context, const wire_message_t *message)
{
    wanted_t *wanted = context;
    wanted->count += message->kind == wanted->kind;
}

static int journalled(wire_kind_t kind)
{
    char path[COMMON_PATH_SIZE];
    wanted_t wanted = {.kind = kind};
    common_name_path(path, pd.options.instance, COMMON_NAME_JOURNAL);
    return journal_read(path, take, &wanted) < 0 ? -1 : wanted.count;
}

/* ---- os/conn.c ---- */

static int answered;

int conn_send(conn_t *conn, wire_kind_t kind, const void *fields)
{
    (void)conn;
    (void)fields;
    if (kind == WIRE_ENSURED)
        is_int(journalled(WIRE_ENSURE), 1, "the pool comes before ENSURED");
    if (kind == WIRE_ORDERED)
        is_int(journalled(WIRE_ORDER), 1, "the stop comes before ORDERED");
    answered += kind == WIRE_ENSURED || kind == WIRE_ORDERED;
    return 0;
}

conn_t *conn_open(uv_loop_t *loop, int fd, const conn_handlers_t *handlers,
                  void *owner)
{
    (void)loop;
    (void)fd;
    (void)handlers;
    (void)owner;
    return NULL;
}

conn_t *conn_connect(uv_loop_t *loop, const char *path,
                     const conn_handlers_t *handlers, void *owner)
{
    (void)path;
    return conn_open(loop, -1, handlers, owner);
}

void conn_take_descriptors(conn_t *conn)
{
    (void)conn;
}

int conn_pass(conn_t *conn, wire_kind_t kind, const void *fields,
              const int *fds, size_t count)
{
    (void)fds;
    (void)count;
    return conn_send(conn, kind, fields);
}

size_t conn_pending(const conn_t *conn)
{
    (void)conn;
    return 0;
}

void conn_close(conn_t *conn)
{
    (void)conn;
}

void conn_end(conn_t *conn)
{
    (void)conn;
}

/* ---- the tests ---- */

/* Without pool, worker or stop. */
static void empty_journal(void)
{
    pd.agenda.journal = 1;
    journal_keep(&pd);
}

static void test_ensured(client_t *client, wire_bytes_t script)
{
    const wire_ensure_t question = {
        .key_low = 1,
        .script = script,
        .settings = {.workers_max = 1, .concurrency = 1}};
    answered = 0;
    empty_journal();
    ensure_take(client, &question);
    fixture_settle(&pd);
    is_int(answered, 1, "ENSURE is answered");
}

static void test_ordered(client_t *client, wire_bytes_t script)
{
    const wire_order_t order = {.verb = WIRE_ORDER_STOP, .script = script};
    answered = 0;
    order_take(client, &order);
    fixture_settle(&pd);
    dispatch_tick_orders(&pd);
    is_int(answered, 1, "a stop is answered when it is done");
}

int main(void)
{
    static const char script[] = "/bin/sh";
    const wire_bytes_t name = {(const uint8_t *)script, sizeof(script) - 1};
    static client_t client = {.pd = &pd, .conn = &connection};
    char top[] = "/tmp/prXXXXXX", instance[sizeof(top) + 2];
    if (!mkdtemp(top))
        bail_out("no directory");
    snprintf(instance, sizeof(instance), "%s/i", top);
    fixture_open(&pd, &table, 1, instance);
    client.uid = geteuid();
    pd.clients = &client;
    test_ensured(&client, name);
    test_ordered(&client, name);
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
