/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_client.c: whatever a client sends, on either socket and with or without
 * a valid HELLO, it must leave no connection, no order and no worker behind. */

#include "common_names.h"
#include "fuzz_instance.h"
#include "os/look.h"
#include "pool/reconcile.h"
#include "serve/dispatch.h"

#include <sys/socket.h>
#include <sys/un.h>

#define TOKEN "secret"
#define SCRIPT "/bin/true"
#define TURNS 1000 /* of the loop; a client needs a handful */

static persistd_t pd;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_open(&pd);
    pd.settings.known = 1;
    pd.settings.token = heap_text(TOKEN, sizeof(TOKEN) - 1);
    pd.settings.token_len = sizeof(TOKEN) - 1;
    pd.settings.max_workers = 4;
    if (dispatch_listen_http(&pd) != 0 || dispatch_listen_admin(&pd) != 0)
        abort();
    return 0;
}

static int connect_to(common_name_t name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 ||
        common_name_path(address.sun_path, fuzz_instance, name) != 0 ||
        connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0)
        abort();
    return fd;
}

static void say(int fd, const void *bytes, size_t len)
{
    ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);
    (void)n; /* the connection may be closed, or full */
}

static void say_hello(int fd, uint32_t owner)
{
    const wire_hello_t hello = {
        .token = {(const uint8_t *)TOKEN, sizeof(TOKEN) - 1},
        .role = owner ? WIRE_HELLO_PRESENCE : WIRE_HELLO_ASK,
        .owner = owner,
    };
    msgpack_sbuffer frame;
    msgpack_sbuffer_init(&frame);
    if (wire_encode(&frame, WIRE_HELLO, &hello, NULL) != 0)
        abort();
    say(fd, frame.data, frame.size);
    msgpack_sbuffer_destroy(&frame);
}

/* What a turn does for clients (run/turn.c). */
static void turn(void)
{
    dispatch_tick(&pd);
    pool_reconcile_marked(&pd);
    dispatch_tick_orders(&pd);
    uv_run(pd.loop, UV_RUN_NOWAIT);
}

/* The client hangs up after it was read, whether it is answered or not. */
static void hang_up(int fd)
{
    turn();
    turn();
    while (look_is_busy())
        uv_run(pd.loop, UV_RUN_ONCE);
    turn();
    close(fd);
    for (int turns = 0; pd.clients; turns++) {
        if (turns == TURNS)
            abort();
        turn();
    }
}

static void be_stranger(common_name_t name, const uint8_t *data, size_t size)
{
    int fd = connect_to(name);
    say(fd, data, size);
    hang_up(fd);
}

static void be_client(common_name_t name, uint32_t owner, const uint8_t *data,
                      size_t size)
{
    int fd = connect_to(name);
    say_hello(fd, owner);
    say(fd, data, size);
    hang_up(fd);
}

/* Questions about an existing script reach more code. */
static int name_script(wire_message_t *message)
{
    const wire_bytes_t script = {(const uint8_t *)SCRIPT, sizeof(SCRIPT) - 1};
    if (message->kind == WIRE_ENSURE)
        message->as.ensure.script = script;
    else if (message->kind == WIRE_ORDER)
        message->as.order.script = script;
    else
        return 0;
    return 1;
}

static void be_owner(const uint8_t *data, size_t size)
{
    static wire_message_t message;
    msgpack_sbuffer out;
    if (size < WIRE_PREFIX_LEN)
        return;
    wire_bytes_t frame = {data + WIRE_PREFIX_LEN, size - WIRE_PREFIX_LEN};
    if (wire_decode(frame, &message) != 0 || !name_script(&message))
        return;
    common_name_t name =
        message.kind == WIRE_ENSURE ? COMMON_NAME_HTTP : COMMON_NAME_ADMIN;
    msgpack_sbuffer_init(&out);
    if (wire_encode(&out, message.kind, &message.as, NULL) == 0)
        be_client(name, 0, (const uint8_t *)out.data, out.size);
    msgpack_sbuffer_destroy(&out);
}

/* Pools are kept for a while, so that orders find some. */
static void forget_sometimes(void)
{
    static unsigned inputs;
    if (++inputs % 64 == 0)
        fuzz_forget_pools(&pd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    be_stranger(COMMON_NAME_ADMIN, data, size);
    be_client(COMMON_NAME_HTTP, 0, data, size);
    be_client(COMMON_NAME_HTTP, 1, data, size);
    be_client(COMMON_NAME_ADMIN, 0, data, size);
    be_owner(data, size);
    if (pd.worker_count > 0)
        abort();
    forget_sometimes();
    return 0;
}
