/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c: takes a client's messages only after the kernel has named its
 * user and HELLO has shown what it knows. */

#include "serve/dispatch.h"

#include "base/log.h"
#include "common_clock.h"
#include "common_names.h"
#include "common_peer.h"
#include "os/listener.h"
#include "os/process.h"
#include "serve/client.h"
#include "serve/deadline.h"
#include "serve/ensure.h"
#include "serve/order_log.h"
#include "serve/orders.h"
#include "serve/said.h"
#include "serve/status.h"
#include "serve/sweep.h"
#include "state/agenda.h"
#include "wire_descriptors.h"

#include <unistd.h>

#define HELLO_US 5000000
#define SPARE 256u /* connections besides two for each child of httpd */
#define ADMINS 32u /* of trusted users, and as many of all others */
#define OWN 12u    /* of one user who is not trusted */

/* How often a breach of the protocol is logged. */
#define BROKEN_US (60 * INT64_C(1000000))

static void log_broken(const client_t *client, const char *why)
{
    persistd_t *pd = client->pd;
    int64_t now = common_now_us();
    if (pd->broken_logged && now - pd->broken_logged < BROKEN_US)
        return;
    pd->broken_logged = now;
    log_say(LOG_WARN, "a process of uid %lu is disconnected from %s: %s",
            (unsigned long)client->uid, client->admin ? "admin" : "p/http",
            why);
}

/* The end of a presence connection is the first sign that a child process of
 * httpd has died. */
static void client_gone(conn_t *conn, const char *why)
{
    client_t *client = conn->owner;
    if (conn->broken)
        log_broken(client, why);
    client->conn = NULL;
    if (client->presence)
        sweep_suspect(client->pd, client->owner);
    if (order_is_pending(client))
        return;
    ensure_drop(client);
    order_drop(client);
    client_forget(client);
}

static void client_close(client_t *client)
{
    conn_t *conn = client->conn;
    client_gone(conn, "closed");
    conn_close(conn);
}

/* On the admin socket no token is needed, because the kernel names the user,
 * and there are no presence connections. */
static int hello_fits(const client_t *client, const wire_hello_t *hello)
{
    if (client->admin)
        return hello->role == WIRE_HELLO_ASK;
    return settings_token_is(&client->pd->settings, hello->token) &&
           hello->owner <= client->pd->table->sizes.owners &&
           (hello->role != WIRE_HELLO_PRESENCE || hello->owner > 0);
}

static int client_greet(client_t *client, const wire_message_t *message)
{
    const wire_hello_t *hello = &message->as.hello;
    if (message->kind != WIRE_HELLO || !hello_fits(client, hello))
        return -1;
    client->greeted = 1;
    client->presence = hello->role == WIRE_HELLO_PRESENCE;
    client->says = hello->role == WIRE_HELLO_LOG;
    if (client->presence || client->says)
        client->until = 0;
    client->owner = (uint32_t)hello->owner;
    return 0;
}

static void take_nudge(persistd_t *pd, const wire_nudge_t *nudge)
{
    if (nudge->pool < pd->table->sizes.pools)
        agenda_pool(pd->pools[nudge->pool]);
}

/* Presence connections carry messages that need no answer. */
static void client_presence(client_t *client, const wire_message_t *message)
{
    if (message->kind == WIRE_NUDGE)
        take_nudge(client->pd, &message->as.nudge);
    else if (message->kind == WIRE_LATE)
        deadline_late(client->pd, &message->as.late);
    else
        client_close(client);
}

static void client_says(client_t *client, const wire_message_t *message)
{
    if (message->kind == WIRE_SAID)
        said_take(client->pd, &message->as.said);
    else
        client_close(client);
}

/* STOP of a user's own persistd is answered by its end: the connection stays
 * until then. */
static int stop_own(client_t *client)
{
    persistd_t *pd = client->pd;
    if (!pd->options.own || !client->admin || !client_is_trusted(client))
        return 0;
    client->until = 0;
    pd->own_stop = 1;
    agenda_at(pd, common_now_us());
    return 1;
}

/* ORDER is allowed on the admin socket only, ENSURE on p/http only. ORDER is
 * answered when it has been carried out, ENSURE when the script has been looked
 * at. */
static void client_question(client_t *client, const wire_message_t *message)
{
    if (message->kind == WIRE_ORDER && client->admin) {
        order_take(client, &message->as.order);
        return;
    }
    if (message->kind == WIRE_ENSURE && !client->admin) {
        ensure_take(client, &message->as.ensure);
        return;
    }
    if (message->kind == WIRE_STOP && stop_own(client))
        return;
    if (message->kind == WIRE_STATUS)
        status_take(client, &message->as.status);
    client_answered(client);
}

/* A client sends one question and gets one answer. */
static void client_message(conn_t *conn, wire_message_t *message)
{
    client_t *client = conn->owner;
    if (!client->greeted) {
        if (client_greet(client, message) != 0)
            client_close(client);
        return;
    }
    if (client->presence) {
        client_presence(client, message);
        return;
    }
    if (client->says) {
        client_says(client, message);
        return;
    }
    if (client->order || client->ensure)
        client_close(client);
    else
        client_question(client, message);
}

static const conn_handlers_t handlers = {client_message, client_gone};

/* Any user may connect to the admin socket. The limits keep a user who connects
 * again and again from using up the connections of httpd's children, of root,
 * or of other users. */
static int has_room(const persistd_t *pd, uid_t uid, int admin)
{
    uint32_t all = 0, own = 0;
    for (const client_t *other = pd->clients; other; other = other->next) {
        if (other->admin != admin ||
            client_uid_is_trusted(other->uid) != client_uid_is_trusted(uid))
            continue;
        all++;
        own += other->uid == uid;
    }
    if (!admin)
        return all < 2 * pd->table->sizes.owners + SPARE;
    return all < ADMINS && (client_uid_is_trusted(uid) || own < OWN);
}

static void client_accept(persistd_t *pd, int fd, int admin)
{
    pid_t pid;
    uid_t uid;
    if (common_peer(fd, &pid, &uid) != 0 || (!admin && uid != geteuid()) ||
        !has_room(pd, uid, admin)) {
        wire_descriptors_drop(fd);
        return;
    }
    client_t *client = client_record(pd, uid, admin);
    client->until = common_now_us() + HELLO_US;
    client->conn = conn_open(pd->loop, fd, &handlers, client);
    if (!client->conn)
        client_forget(client);
}

static void accept_http(void *owner, int fd)
{
    client_accept(owner, fd, 0);
}

static void accept_admin(void *owner, int fd)
{
    client_accept(owner, fd, 1);
}

int dispatch_listen_http(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, pd->options.instance, COMMON_NAME_HTTP) == 0)
        pd->http = listener_open(pd->loop, path, 0600, accept_http, pd);
    return pd->http ? 0 : -1;
}

int dispatch_listen_admin(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, pd->options.instance, COMMON_NAME_ADMIN) == 0)
        pd->admin = listener_open(pd->loop, path, 0666, accept_admin, pd);
    return pd->admin ? 0 : -1;
}

void dispatch_tick(persistd_t *pd)
{
    int64_t now = common_now_us();
    client_t *next;
    for (client_t *client = pd->clients; client; client = next) {
        next = client->next;
        if (!client->order && client->until && now >= client->until)
            client_close(client);
    }
    order_log_tick(pd);
    agenda_orders(pd);
}

/* A step of an order may mark the orders again, for the next turn. */
void dispatch_tick_orders(persistd_t *pd)
{
    client_t *next;
    if (!pd->agenda.orders)
        return;
    pd->agenda.orders = 0;
    for (client_t *client = pd->clients; client; client = next) {
        next = client->next;
        if (client->order)
            order_tick(client);
    }
}
