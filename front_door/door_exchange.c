/* SPDX-License-Identifier: Apache-2.0 */
/* door_exchange.c: the loop between the worker, standard input and the server.
 * It never blocks in a write, neither to the worker, so that the two directions
 * cannot wait for each other, nor to the server, whose client may be slow. */

#include "door_exchange.h"
#include "door_connect.h"
#include "door_reply.h"

#include "common_clock.h"
#include "exchange/persist_wait_slice.h"
#include "wire_descriptors.h"
#include "wire_fault.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/* The longest sleep before the lease is checked. */
#define LOOK_MS 1000
#define LATE_US 1000000
/* How long a cancelled worker may take to send END. */
#define CANCEL_US (INT64_C(100) * 1000)

enum { WORKER, SERVER, BODY, WATCHED };

/* A server that gives the request up sends SIGTERM. */
static volatile sig_atomic_t told_to_end;

static void died(door_call_t *call, const char *how)
{
    uint32_t why = slots_lease_fault(&call->session.map.table, &call->lease);
    door_reply_fail(call, PERSIST_FATE_BROKEN,
                    why == WIRE_FAULT_MEMORY ? WIRE_FAULT_MEMORY
                                             : WIRE_FAULT_WORKER_DIED,
                    how);
}

static int put_request(door_call_t *call)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA,
                              call->lease.features & WIRE_FEATURE_FILE,
                              call->lease.unit};
    const wire_request_t request = {
        .seq = call->seq,
        .variables = call->variables,
        .body_mode = (uint64_t)call->body.mode,
        .body = call->body.first,
        .soft_ms = call->settings->soft_ms,
        .request_id = call->id,
    };
    size_t split;
    msgpack_sbuffer *frame = &call->frame;
    msgpack_sbuffer_clear(frame);
    if (wire_encode(frame, WIRE_OPEN, &open, NULL) != 0 ||
        wire_encode(frame, WIRE_REQUEST, &request, &split) != 0)
        return -1;
    persist_output_clear(&call->output);
    persist_output_add(&call->output, frame->data, split);
    persist_output_add(&call->output, request.body.data, request.body.len);
    persist_output_add(&call->output, frame->data + split, frame->size - split);
    return 0;
}

/* The worker cannot guess the number, so no answer to another request fits. */
static void ask(door_call_t *call)
{
    if (getrandom(&call->seq, sizeof(call->seq), 0) !=
        (ssize_t)sizeof(call->seq))
        door_reply_fail(call, PERSIST_FATE_IDLE, WIRE_FAULT_WORKER_CONNECT,
                        "no random number for its request");
    else if (put_request(call) != 0)
        door_reply_fail(call, PERSIST_FATE_IDLE, WIRE_FAULT_WORKER_CONNECT,
                        "no memory for its request");
}

/* A broken pipe does not end the exchange yet: what the worker sent before can
 * still be read. */
static void send_on(door_call_t *call)
{
    while (persist_output_pending(&call->output)) {
        long n = persist_output_send(&call->output, call->fd);
        if (n < 0)
            persist_output_clear(&call->output);
        if (n <= 0)
            return;
        call->delivered = 1;
    }
}

static void make_body(door_call_t *call)
{
    if (door_body_frame(&call->body, &call->frame, &call->output) != 0)
        died(call, "no memory for its request");
}

/* Sends what has been read of the body before there was a worker. */
static void feed(door_call_t *call)
{
    send_on(call);
    while (call->fate == PERSIST_FATE_OPEN &&
           !persist_output_pending(&call->output) &&
           door_body_hungry(&call->body) && door_body_is_ahead(&call->body)) {
        make_body(call);
        send_on(call);
    }
}

static void receive(door_call_t *call)
{
    size_t room;
    uint8_t *space = wire_reader_space(&call->reader, &room);
    if (!space) {
        died(call, "no memory for its answer");
        return;
    }
    long n = persist_descriptors_read(&call->descriptors, call->fd, space, room,
                                      MSG_DONTWAIT);
    if (n > 0)
        wire_reader_commit(&call->reader, (size_t)n);
    else if (n == 0)
        died(call, "it closed the connection");
    else if (errno != EAGAIN && errno != EINTR)
        died(call, strerror(errno));
}

/* Tells persistd, which has the worker's control connection. */
static void tell_late(door_call_t *call, int64_t *late)
{
    const wire_late_t message = {.slot = call->lease.slot,
                                 .incarnation = call->lease.incarnation,
                                 .request_id = call->id};
    if (!*late || common_now_us() < *late)
        return;
    door_session_tell(&call->session, WIRE_LATE, &message);
    *late = common_now_us() + LATE_US;
}

/* A worker that is late is killed, unless it waits for the client.
 * persist-cgi-host is not: it ends the program, and its other programs run on.
 */
static void too_late(door_call_t *call)
{
    int is_cgi = call->settings->pool.mode == WIRE_MODE_CGI;
    int waits = door_backlog_wait_ms(&call->backlog) > 0;
    door_reply_fail(
        call, is_cgi || waits ? PERSIST_FATE_CANCEL : PERSIST_FATE_BROKEN,
        WIRE_FAULT_DEADLINE, waits ? "while its response was passed on" : NULL);
}

static void check_limits(door_call_t *call, int64_t hard)
{
    if (hard && common_now_us() >= hard)
        too_late(call);
    else if (!slots_lease_holds(&call->session.map.table, &call->lease))
        died(call, "it was recycled");
}

/* What poll() is to look for. held: the worker has to wait for the server. A
 * descriptor without events would still show an end, again and again. */
static void choose(door_call_t *call, struct pollfd watched[WATCHED], int held)
{
    int sends = persist_output_pending(&call->output);
    int reads = door_body_hungry(&call->body) && !sends;
    int waits = door_backlog_length(&call->backlog) > 0;
    watched[WORKER] = (struct pollfd){
        held && !sends ? -1 : call->fd,
        (short)((held ? 0 : POLLIN) | (sends ? POLLOUT : 0)), 0};
    watched[SERVER] =
        (struct pollfd){STDOUT_FILENO, (short)(waits ? POLLOUT : 0), 0};
    watched[BODY] = (struct pollfd){reads ? STDIN_FILENO : -1, POLLIN, 0};
}

/* Sleeps until something can be done. Returns what poll() has found. */
static void await(door_call_t *call, struct pollfd watched[WATCHED],
                  int64_t until)
{
    int held = door_backlog_wait_ms(&call->backlog);
    int64_t now = common_now_us();
    choose(call, watched, held);
    if (poll(watched, WATCHED,
             persist_wait_slice(now, until,
                                held && held < LOOK_MS ? held : LOOK_MS)) <= 0)
        watched[WORKER].revents = watched[SERVER].revents =
            watched[BODY].revents = 0;
    if (held)
        call->backlog.waited += common_now_us() - now;
}

static void on_sigterm(int number)
{
    (void)number;
    told_to_end = 1;
}

/* Not restarted: the signal ends poll(). One that comes just before poll()
 * waits for LOOK_MS at most. */
static void watch_sigterm(void)
{
    const struct sigaction action = {.sa_handler = on_sigterm};
    sigaction(SIGTERM, &action, NULL);
}

static int is_unwanted(const struct pollfd *server)
{
    return told_to_end || (server->revents & (POLLERR | POLLHUP | POLLNVAL));
}

/* One round. Each step may end the exchange. */
static void advance(door_call_t *call, int64_t hard, int64_t *late)
{
    struct pollfd watched[WATCHED];
    int64_t until = *late && (!hard || *late < hard) ? *late : hard;
    feed(call);
    await(call, watched, until);
    if (watched[SERVER].revents & POLLOUT)
        door_reply_pass(call);
    if (watched[WORKER].revents & (POLLIN | POLLHUP | POLLERR))
        receive(call);
    if (call->fate == PERSIST_FATE_OPEN)
        door_reply_take(call);
    if (call->fate == PERSIST_FATE_OPEN && is_unwanted(&watched[SERVER])) {
        call->gone = 1;
        call->fate = PERSIST_FATE_CANCEL;
    }
    if (call->fate == PERSIST_FATE_OPEN && watched[BODY].revents)
        make_body(call);
    if (call->fate == PERSIST_FATE_OPEN)
        check_limits(call, hard);
    tell_late(call, late);
}

/* Returns how a frame ends the exchange, or CANCEL if it does not. */
static persist_fate_t fate_of(const wire_message_t *message)
{
    if (message->kind == WIRE_END)
        return message->as.end.after ? PERSIST_FATE_FINISHING
                                     : PERSIST_FATE_IDLE;
    if (message->kind == WIRE_BODY && message->as.body.mark == WIRE_LAST)
        return PERSIST_FATE_IDLE;
    if (message->kind == WIRE_RESPONSE &&
        (message->as.response.flags & WIRE_COMPLETE))
        return PERSIST_FATE_IDLE;
    return PERSIST_FATE_CANCEL;
}

static persist_fate_t drop_frames(wire_reader_t *reader)
{
    static wire_message_t message;
    wire_bytes_t frame;
    persist_fate_t fate = PERSIST_FATE_CANCEL;
    int rv = 1;
    while (fate == PERSIST_FATE_CANCEL &&
           (rv = wire_reader_next(reader, &frame)) > 0)
        fate = wire_decode(frame, &message) == 0 ? fate_of(&message)
                                                 : PERSIST_FATE_BROKEN;
    return rv < 0 ? PERSIST_FATE_BROKEN : fate;
}

/* Gives the worker a moment to end the exchange itself. If it does, persistd
 * need not ask it. */
static persist_fate_t cancel(door_call_t *call)
{
    int64_t until = common_now_us() + CANCEL_US;
    persist_fate_t fate;
    shutdown(call->fd, SHUT_WR);
    call->fate = PERSIST_FATE_OPEN;
    while ((fate = drop_frames(&call->reader)) == PERSIST_FATE_CANCEL) {
        struct pollfd worker = {call->fd, POLLIN, 0};
        int left = persist_wait_slice(common_now_us(), until, LOOK_MS);
        if (left == 0 || poll(&worker, 1, left) <= 0)
            return PERSIST_FATE_FINISHING;
        persist_descriptors_close(&call->descriptors);
        receive(call);
        if (call->fate != PERSIST_FATE_OPEN)
            return PERSIST_FATE_FINISHING;
    }
    return fate;
}

static void end_connection(door_call_t *call)
{
    int fault = call->fault;
    const char *detail = call->detail;
    if (call->fate == PERSIST_FATE_CANCEL)
        call->fate = cancel(call);
    call->fault = fault;
    call->detail = detail;
    persist_descriptors_close(&call->descriptors);
    wire_reader_reset(&call->reader);
    wire_descriptors_drop(call->fd);
}

static void begin(door_call_t *call)
{
    call->tries++;
    call->fate = PERSIST_FATE_OPEN;
    call->fault = call->delivered = call->informed = call->started = 0;
    call->left = -1;
    door_backlog_clear(&call->backlog);
    door_body_restart(&call->body);
}

void door_exchange_run(door_call_t *call)
{
    uint64_t hard_ms = call->settings->pool.hard_ms;
    int64_t hard = hard_ms ? call->claimed + (int64_t)hard_ms * 1000 : 0;
    int64_t late = call->settings->soft_ms
                       ? call->claimed + (int64_t)call->settings->soft_ms * 1000
                       : 0;
    begin(call);
    watch_sigterm();
    call->fd = door_connect(call->session.instance, &call->lease);
    if (call->fd < 0) {
        door_reply_fail(call, persist_fate_unreached(errno),
                        WIRE_FAULT_WORKER_CONNECT, strerror(errno));
        return;
    }
    ask(call);
    while (call->fate == PERSIST_FATE_OPEN)
        advance(call, hard, &late);
    end_connection(call);
}
