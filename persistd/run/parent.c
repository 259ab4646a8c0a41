/* SPDX-License-Identifier: Apache-2.0 */
/* parent.c: receives SETTINGS, STOP and PING, and sends UP and PONG. */

#include "run/parent.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_clock.h"
#include "os/conn.h"
#include "os/watch.h"
#include "run/installed.h"
#include "run/stop.h"
#include "serve/dispatch.h"
#include "state/agenda.h"

#include "wire_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PARENT_FD 0

struct parent {
    persistd_t *pd;
    watch_t *watch;
    conn_t *conn; /* NULL: the link has ended */
};

static void send_up(conn_t *conn, int fault, const char *text)
{
    const wire_up_t up = {
        .fault = (uint64_t)fault,
        .text = {(const uint8_t *)text, strlen(text)},
    };
    conn_send(conn, WIRE_UP, &up);
}

/* Lets httpd's children connect, because the settings for their requests are
 * known now. */
static int serve(persistd_t *pd)
{
    if (!pd->http && dispatch_listen_http(pd) != 0)
        return -1;
    log_debug("settings: %u workers at most, %u of one owner, %lld ms to stop",
              pd->settings.max_workers, pd->settings.owner_share,
              (long long)pd->settings.stop_us / 1000);
    installed_hurry(pd);            /* a graceful restart may be an upgrade */
    agenda_at(pd, common_now_us()); /* all pools have new limits */
    return 0;
}

static void parent_settings(conn_t *conn, const wire_settings_t *settings)
{
    struct parent *parent = conn->owner;
    const char *why = "";
    if (conn->descriptor >= 0) {
        log_redirect(conn->descriptor);
        conn->descriptor = -1;
    }
    log_is_debug = parent->pd->options.debug || settings->debug;
    if (settings_take(&parent->pd->settings, settings, &why) != 0)
        send_up(conn, WIRE_FAULT_PERSISTD_EXEC, why);
    else if (serve(parent->pd) != 0)
        send_up(conn, WIRE_FAULT_RUNTIME_DIR, strerror(errno));
    else
        send_up(conn, 0, "");
}

static void parent_message(conn_t *conn, wire_message_t *message)
{
    struct parent *parent = conn->owner;
    if (message->kind == WIRE_SETTINGS)
        parent_settings(conn, &message->as.settings);
    else if (message->kind == WIRE_STOP)
        stop_begin(parent->pd, "told by httpd");
    else if (message->kind == WIRE_PING)
        conn_send(conn, WIRE_PONG, NULL);
    else
        log_say(LOG_WARN,
                "unexpected %s from httpd's parent; is it of another release? "
                "stop and start httpd",
                wire_kind_name(message->kind));
}

/* The persist-cgi that starts a user's own persistd goes when it has read UP.
 * If it goes before it has sent SETTINGS, nobody will send them. */
static void starter_gone(persistd_t *pd)
{
    if (!pd->settings.known)
        stop_for_successor(pd, "the process that started it has gone");
}

/* This alone does not show that the parent has ended; the watch does. /dev/null
 * stays open as descriptor 0, so that no other file gets the number. */
static void parent_gone(conn_t *conn, const char *why)
{
    struct parent *parent = conn->owner;
    parent->conn = NULL;
    if (parent->pd->options.own)
        starter_gone(parent->pd);
    else
        log_say(LOG_WARN, "link to httpd's parent has ended: %s", why);
}

static void parent_died(void *owner)
{
    struct parent *parent = owner;
    stop_begin(parent->pd, "httpd's parent process has gone");
}

static const conn_handlers_t handlers = {parent_message, parent_gone};

/* Moves the link away from 0, because standard input of workers is made
 * there. */
static int move_link(void)
{
    int fd = fcntl(PARENT_FD, F_DUPFD_CLOEXEC, 3);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fd < 0 || null < 0 || dup2(null, PARENT_FD) < 0)
        return -1;
    close(null);
    return fd;
}

/* The pid in argv is used only if that process really is our parent. */
static int watch_parent(struct parent *parent)
{
    const persistd_t *pd = parent->pd;
    parent->watch =
        watch_open(pd->loop, pd->options.parent, parent_died, parent);
    if (!parent->watch)
        return -1;
    errno = ESRCH;
    return getppid() == pd->options.parent ? 0 : -1;
}

int parent_open(persistd_t *pd)
{
    struct parent *parent = heap_make(1, sizeof(*parent));
    pd->parent = parent;
    parent->pd = pd;
    if (!pd->options.own && watch_parent(parent) != 0)
        return -1;
    int fd = move_link();
    if (fd < 0)
        return -1;
    parent->conn = conn_open(pd->loop, fd, &handlers, parent);
    if (!parent->conn)
        return -1;
    conn_take_descriptors(parent->conn);
    return 0;
}

void parent_refuse(const persistd_t *pd, int fault, const char *text)
{
    int fd = pd->parent && pd->parent->conn ? pd->parent->conn->fd : PARENT_FD;
    msgpack_sbuffer out;
    const wire_up_t up = {
        .fault = (uint64_t)fault,
        .text = {(const uint8_t *)text, strlen(text)},
    };
    msgpack_sbuffer_init(&out);
    size_t sent = 0;
    ssize_t n = wire_encode(&out, WIRE_UP, &up, NULL) == 0;
    while (n > 0 && sent < out.size) {
        n = send(fd, out.data + sent, out.size - sent, MSG_NOSIGNAL);
        sent += n > 0 ? (size_t)n : 0;
    }
    msgpack_sbuffer_destroy(&out);
}
