/* SPDX-License-Identifier: Apache-2.0 */
/* persist_stream.c: sends and receives whole frames over a Unix socket, with a
 * deadline. */

#include "lifecycle/persist_stream.h"

#include "common_clock.h"
#include "slots_table.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>

/* True if the event has come, or an end or error that the next call on the
 * socket reports. */
static int is_ready(int fd, short event, int64_t deadline)
{
    struct pollfd poll_fd = {.fd = fd, .events = event};
    int ready;
    do {
        int64_t left = deadline - common_now_us();
        int64_t wait = left > 0 ? (left + 999) / 1000 : 0;
        ready = poll(&poll_fd, 1, wait < INT_MAX ? (int)wait : INT_MAX);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/* Returns 1 if that may have been everything, 0 if there is probably more, -1
 * at the end of the stream. */
static int read_once(int fd, wire_reader_t *reader)
{
    size_t room;
    uint8_t *space = wire_reader_space(reader, &room);
    ssize_t got;
    if (!space)
        return -1;
    got = wire_descriptors_receive(fd, space, room, MSG_DONTWAIT, NULL);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        return -1;
    if (got > 0)
        wire_reader_commit(reader, (size_t)got);
    return got < 0 || (size_t)got < room;
}

/* The deadline is for the whole frame, because a peer that sends byte by byte
 * is no better than a silent one. */
int persist_stream_next(int fd, wire_reader_t *reader, int64_t deadline,
                        wire_bytes_t *frame)
{
    int found, all = 0;
    while ((found = wire_reader_next(reader, frame)) == 0) {
        if ((all && common_now_us() >= deadline) ||
            !is_ready(fd, POLLIN, deadline))
            return 0;
        all = read_once(fd, reader);
        if (all < 0)
            return -1;
    }
    return found > 0 ? 1 : -1;
}

int persist_stream_send(int fd, const void *bytes, size_t len, int64_t deadline)
{
    const char *at = bytes;
    while (len > 0) {
        ssize_t sent = send(fd, at, len, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0) {
            at += sent;
            len -= (size_t)sent;
        } else if (errno == EAGAIN && !is_ready(fd, POLLOUT, deadline)) {
            errno = ETIMEDOUT;
            return -1;
        } else if (errno != EINTR && errno != EAGAIN) {
            return -1;
        }
    }
    return 0;
}
