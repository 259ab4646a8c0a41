/* SPDX-License-Identifier: Apache-2.0 */
/* persist_link.c: the link of httpd's parent to its persistd. persistd runs as
 * User, so its messages are checked like those of any hostile peer. */

#include "lifecycle/persist_link.h"
#include "lifecycle/persist_stream.h"

#include "common_clock.h"
#include "slots_table.h"
#include "wire_descriptors.h"

#include <apr_strings.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* Far more than all answers that can be unread. */
#define UNREAD_MAX (256u << 10)
#define FRAMES_MAX 64

/* Sends a frame by one sendmsg. The buffer of a Unix socket holds many such
 * frames. So a short count means that persistd does not read, and counts as an
 * error. */
static int send_frame(int link, const msgpack_sbuffer *frame, int fd)
{
    struct iovec part = {frame->data, frame->size};
    ssize_t sent;
    do
        sent = wire_descriptors_send(link, &part, 1, &fd, fd >= 0,
                                     MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent >= 0 && (size_t)sent != frame->size)
        errno = EAGAIN;
    return sent >= 0 && (size_t)sent == frame->size ? 0 : -1;
}

static int send_message(int link, wire_kind_t kind, const void *fields, int fd)
{
    msgpack_sbuffer frame;
    int result = -1;
    msgpack_sbuffer_init(&frame);
    if (wire_encode(&frame, kind, fields, NULL) == 0)
        result = send_frame(link, &frame, fd);
    else
        errno = EMSGSIZE;
    msgpack_sbuffer_destroy(&frame);
    return result;
}

/* A peer that never stops sending would hold httpd's parent here for ever. */
int persist_link_discard(int link)
{
    char bytes[4096];
    size_t total = 0;
    ssize_t got;
    do {
        got = wire_descriptors_receive(link, bytes, sizeof(bytes), MSG_DONTWAIT,
                                       NULL);
        total += got > 0 ? (size_t)got : 0;
    } while (total <= UNREAD_MAX && (got > 0 || (got < 0 && errno == EINTR)));
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return total > 0;
    if (got > 0)
        errno = EMSGSIZE;
    else if (got == 0 || errno != EPROTO)
        errno = EPIPE;
    return -1;
}

int persist_link_settings(int link, const wire_settings_t *settings, int log_fd)
{
    return send_message(link, WIRE_SETTINGS, settings, log_fd);
}

int persist_link_stop(int link)
{
    return send_message(link, WIRE_STOP, NULL, -1);
}

void persist_link_ping(int link)
{
    send_message(link, WIRE_PING, NULL, -1);
}

static persist_link_answer_t read_up(const wire_up_t *up,
                                     persist_link_news_t *news, apr_pool_t *p)
{
    if (up->fault == 0)
        return PERSIST_LINK_UP;
    news->fault = up->fault <= 9999 ? (int)up->fault : 0;
    news->text = apr_pstrmemdup(p, (const char *)up->text.data, up->text.len);
    return PERSIST_LINK_FAULT;
}

static persist_link_answer_t
read_frame(wire_bytes_t frame, persist_link_news_t *news, apr_pool_t *p)
{
    wire_message_t message;
    if (wire_decode(frame, &message) != 0 ||
        (message.kind != WIRE_UP && message.kind != WIRE_PONG))
        return PERSIST_LINK_GONE;
    news->spoke = 1;
    return message.kind == WIRE_UP ? read_up(&message.as.up, news, p)
                                   : PERSIST_LINK_SILENT;
}

/* Each frame was sent whole, so the reader can hold at most one more PONG,
 * which carries no news. */
persist_link_news_t persist_link_wait(int link, apr_interval_time_t timeout,
                                      apr_pool_t *p)
{
    persist_link_news_t news = {.answer = PERSIST_LINK_SILENT, .text = ""};
    int64_t deadline = common_now_us() + timeout;
    wire_reader_t reader;
    wire_bytes_t frame;
    int found = 1;
    wire_reader_init(&reader);
    for (int frames = 0; news.answer == PERSIST_LINK_SILENT && found > 0;
         frames++) {
        found = persist_stream_next(link, &reader, deadline, &frame);
        if (found < 0 || frames >= FRAMES_MAX)
            news.answer = PERSIST_LINK_GONE;
        else if (found > 0)
            news.answer = read_frame(frame, &news, p);
    }
    wire_reader_destroy(&reader);
    return news;
}
