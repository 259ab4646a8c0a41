/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_ask.c: HELLO, STATUS, REPORT. */

#include "ctl_ask.h"

#include "slots_names.h"
#include "wire_message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define ASK_SECONDS 10

static int connect_admin(int fd, const char *instance)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[SLOTS_PATH_SIZE];
    const struct timeval limit = {.tv_sec = ASK_SECONDS};
    if (slots_name_path(path, instance, SLOTS_NAME_ADMIN) != 0)
        return -1;
    memcpy(address.sun_path, path, sizeof(path));
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) != 0)
        return -1;
    return connect(fd, (struct sockaddr *)&address, sizeof(address));
}

static int send_question(int fd, int format)
{
    const wire_hello_t hello = {.role = WIRE_HELLO_ASK};
    const wire_status_t status = {.format = (uint64_t)format};
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    int result = -1;
    if (wire_encode(&out, WIRE_HELLO, &hello, NULL) == 0 &&
        wire_encode(&out, WIRE_STATUS, &status, NULL) == 0 &&
        send(fd, out.data, out.size, MSG_NOSIGNAL) == (ssize_t)out.size)
        result = 0;
    msgpack_sbuffer_destroy(&out);
    return result;
}

/* Returns 1 when the report is complete, 0 when more has to come, -1 with
 * errno EPROTO. */
static int take_frames(wire_reader_t *reader, FILE *out)
{
    wire_message_t message;
    wire_bytes_t frame;
    int got;
    errno = EPROTO;
    while ((got = wire_reader_next(reader, &frame)) == 1) {
        if (wire_decode(frame, &message) != 0 || message.kind != WIRE_REPORT)
            return -1;
        const wire_report_t *report = &message.as.report;
        if (report->bytes.len > 0)
            fwrite(report->bytes.data, 1, report->bytes.len, out);
        if (report->last)
            return 1;
    }
    return got;
}

static int receive_report(int fd, FILE *out)
{
    wire_reader_t reader;
    wire_reader_init(&reader);
    int done = 0;
    while (done == 0) {
        size_t room;
        uint8_t *space = wire_reader_space(&reader, &room);
        ssize_t n = space ? recv(fd, space, room, 0) : -1;
        if (n <= 0) {
            errno = n == 0 ? EPROTO : errno;
            break;
        }
        wire_reader_commit(&reader, (size_t)n);
        done = take_frames(&reader, out);
    }
    wire_reader_destroy(&reader);
    return done == 1 ? 0 : -1;
}

int ctl_ask_status(const char *instance, int format, FILE *out)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    int result = -1;
    if (connect_admin(fd, instance) == 0 && send_question(fd, format) == 0)
        result = receive_report(fd, out);
    int error = errno;
    close(fd);
    errno = error;
    return result;
}
