/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_ask.c: sends HELLO and one question, and receives the answer.
 *
 * Every process that runs as httpd's User, scripts included, can listen in
 * persistd's place, while persistctl often runs as root. So one deadline and
 * one size limit hold for the whole exchange, and a report is shown only when
 * it is complete. */

#include "ctl_ask.h"

#include "common_clock.h"
#include "common_names.h"
#include "common_peer.h"
#include "slots_table.h"
#include "wire_descriptors.h"
#include "wire_message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define ASK_US 5000000
#define ORDER_US 310000000 /* persistd itself answers within 300 seconds */
#define STOP_US 20000000   /* its requests get ten seconds */
#define REPORT_MAX (16u << 20)

/* Takes one message of the answer. Returns 1 when it is complete, 0 when more
 * has to come, -1 with errno EPROTO or EMSGSIZE. */
typedef int take_fn(void *context, const wire_message_t *message);

typedef struct ask {
    int fd;
    int64_t deadline;
    take_fn *take;
    void *context;
} ask_t;

/* Sets the socket's timeouts to what is left until the deadline. */
static int limit(const ask_t *ask)
{
    int64_t left = ask->deadline - common_now_us();
    const struct timeval time = {left / 1000000, left % 1000000};
    errno = ETIMEDOUT;
    if (left <= 0)
        return -1;
    return setsockopt(ask->fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof(time)) ||
                   setsockopt(ask->fd, SOL_SOCKET, SO_SNDTIMEO, &time,
                              sizeof(time))
               ? -1
               : 0;
}

/* persistd has made the directory, so its owner has to be the listener. */
static int is_owners(const ask_t *ask, const char *instance)
{
    struct stat info;
    pid_t pid;
    uid_t uid;
    if (lstat(instance, &info) != 0 || common_peer(ask->fd, &pid, &uid) != 0)
        return 0;
    errno = EPERM;
    return S_ISDIR(info.st_mode) && info.st_uid == uid;
}

/* With a full backlog connect() blocks, for up to SO_SNDTIMEO. */
static int connect_admin(const ask_t *ask, const char *instance)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, instance, COMMON_NAME_ADMIN) != 0)
        return -1;
    memcpy(address.sun_path, path, sizeof(path));
    if (limit(ask) != 0 ||
        connect(ask->fd, (struct sockaddr *)&address, sizeof(address)) != 0)
        return -1;
    return is_owners(ask, instance) ? 0 : -1;
}

static int send_question(const ask_t *ask, wire_kind_t kind,
                         const void *question)
{
    const wire_hello_t hello = {.role = WIRE_HELLO_ASK};
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    int result = -1;
    errno = EINVAL;
    if (wire_encode(&out, WIRE_HELLO, &hello, NULL) == 0 &&
        wire_encode(&out, kind, question, NULL) == 0 &&
        send(ask->fd, out.data, out.size, MSG_NOSIGNAL) == (ssize_t)out.size)
        result = 0;
    msgpack_sbuffer_destroy(&out);
    return result;
}

static int take_frames(ask_t *ask, wire_reader_t *reader)
{
    wire_message_t message;
    wire_bytes_t frame;
    int got;
    errno = EPROTO;
    while ((got = wire_reader_next(reader, &frame)) == 1) {
        if (wire_decode(frame, &message) != 0)
            return -1;
        int done = ask->take(ask->context, &message);
        if (done != 0)
            return done;
        errno = EPROTO;
    }
    return got;
}

static int receive_answer(ask_t *ask)
{
    wire_reader_t reader;
    wire_reader_init(&reader);
    int done = 0;
    while (done == 0) {
        size_t room;
        uint8_t *space = wire_reader_space(&reader, &room);
        ssize_t n =
            space && limit(ask) == 0
                ? wire_descriptors_receive(ask->fd, space, room, 0, NULL)
                : -1;
        if (n <= 0) {
            errno = n == 0 ? EPROTO : errno;
            break;
        }
        wire_reader_commit(&reader, (size_t)n);
        done = take_frames(ask, &reader);
    }
    int error = errno;
    wire_reader_destroy(&reader);
    errno = error;
    return done == 1 ? 0 : -1;
}

static int ask_persistd(ask_t *ask, const char *instance, wire_kind_t kind,
                        const void *question)
{
    ask->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (ask->fd < 0)
        return -1;
    int result = -1;
    wire_descriptors_refuse(ask->fd);
    if (connect_admin(ask, instance) == 0 &&
        send_question(ask, kind, question) == 0)
        result = receive_answer(ask);
    int error = errno == EAGAIN ? ETIMEDOUT : errno;
    wire_descriptors_drop(ask->fd);
    errno = error;
    return result;
}

static wire_bytes_t bytes_of(const char *text)
{
    return (wire_bytes_t){(const uint8_t *)text, text ? strlen(text) : 0};
}

static int take_report(void *context, const wire_message_t *message)
{
    msgpack_sbuffer *report = context;
    const wire_report_t *part = &message->as.report;
    if (message->kind != WIRE_REPORT)
        return -1;
    errno = EMSGSIZE;
    if (part->bytes.len > REPORT_MAX - report->size ||
        (part->bytes.len > 0 &&
         msgpack_sbuffer_write(report, (const char *)part->bytes.data,
                               part->bytes.len) != 0))
        return -1;
    return part->last != 0;
}

static int ask_status(const char *instance, const wire_status_t *question,
                      msgpack_sbuffer *report)
{
    ask_t ask = {.deadline = common_now_us() + ASK_US,
                 .take = take_report,
                 .context = report};
    report->size = 0;
    return ask_persistd(&ask, instance, WIRE_STATUS, question);
}

int ctl_ask_report(const char *instance, int format, const char *script,
                   msgpack_sbuffer *report)
{
    const wire_status_t question = {.format = (uint64_t)format,
                                    .path = bytes_of(script)};
    return ask_status(instance, &question, report);
}

int ctl_ask_log(const char *instance, const char *script, uint64_t after,
                msgpack_sbuffer *report)
{
    const wire_status_t question = {
        .format = WIRE_STATUS_LOG, .path = bytes_of(script), .after = after};
    return ask_status(instance, &question, report);
}

/* Nothing is sent: the connection ends with persistd. */
static int take_nothing(void *context, const wire_message_t *message)
{
    (void)context;
    (void)message;
    return -1;
}

/* Its directory goes before its connections do. */
int ctl_ask_stop(const char *instance)
{
    ask_t ask = {.deadline = common_now_us() + STOP_US, .take = take_nothing};
    int result = ask_persistd(&ask, instance, WIRE_STOP, NULL);
    if (result != 0 && errno == EPROTO && access(instance, F_OK) != 0)
        return 0;
    return -1;
}

static int take_ordered(void *context, const wire_message_t *message)
{
    ctl_ordered_t *answer = context;
    const wire_ordered_t *ordered = &message->as.ordered;
    if (message->kind != WIRE_ORDERED)
        return -1;
    answer->result = (int)ordered->result;
    answer->fault = (int)ordered->fault;
    answer->text.size = 0;
    errno = EMSGSIZE;
    return ordered->text.len > 0 &&
                   msgpack_sbuffer_write(&answer->text,
                                         (const char *)ordered->text.data,
                                         ordered->text.len) != 0
               ? -1
               : 1;
}

int ctl_ask_order(const char *instance, int verb, const char *script,
                  ctl_ordered_t *answer)
{
    const wire_order_t order = {.verb = (uint64_t)verb,
                                .script = bytes_of(script)};
    ask_t ask = {.deadline = common_now_us() + ORDER_US,
                 .take = take_ordered,
                 .context = answer};
    return ask_persistd(&ask, instance, WIRE_ORDER, &order);
}
