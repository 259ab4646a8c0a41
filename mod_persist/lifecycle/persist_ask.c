/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ask.c: connections of an httpd child to persistd. */

#include "lifecycle/persist_ask.h"
#include "common_peer.h"
#include "lifecycle/persist_stream.h"

#include "common_clock.h"
#include "common_names.h"
#include "slots_table.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#define RETRY_MS 20 /* between two tries while nobody listens */

/* Closes fd and keeps errno. */
static int close_failed(int fd)
{
    wire_descriptors_drop(fd);
    return -1;
}

static int connect_to(const char *instance)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd;
    _Static_assert(sizeof(address.sun_path) >= COMMON_PATH_SIZE, "path fits");
    if (common_name_path(address.sun_path, instance, COMMON_NAME_HTTP) != 0)
        return -1;
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    wire_descriptors_refuse(fd);
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        !common_peer_is_own(fd))
        return close_failed(fd);
    return fd;
}

static int send_message(int fd, wire_kind_t kind, const void *fields,
                        int64_t deadline)
{
    msgpack_sbuffer frame;
    int result;
    msgpack_sbuffer_init(&frame);
    errno = EMSGSIZE;
    result = wire_encode(&frame, kind, fields, NULL) == 0
                 ? persist_stream_send(fd, frame.data, frame.size, deadline)
                 : -1;
    msgpack_sbuffer_destroy(&frame);
    return result;
}

/* HELLO fits an empty socket buffer, so the send does not block. */
int persist_ask_connect(const char *instance, wire_bytes_t token,
                        enum wire_hello_role role, uint32_t owner)
{
    const wire_hello_t hello = {.token = token, .role = role, .owner = owner};
    int fd = connect_to(instance);
    if (fd >= 0 && send_message(fd, WIRE_HELLO, &hello, 0) != 0)
        return close_failed(fd);
    return fd;
}

/* Reads answers up to the last one. The deadline is checked for each answer,
 * because a peer that never stops sending is no better than a silent one.
 * *answered: an answer has come. Returns 0 if all answers came and were
 * right. */
static int read_answers(int fd, int64_t deadline, persist_ask_answer_t *take,
                        void *context, int *answered)
{
    wire_reader_t reader;
    wire_message_t message;
    wire_bytes_t frame;
    int more = 1;
    wire_reader_init(&reader);
    while (more > 0 && (!*answered || common_now_us() < deadline) &&
           persist_stream_next(fd, &reader, deadline, &frame) > 0) {
        *answered = 1;
        more = wire_decode(frame, &message) == 0 ? take(context, &message) : -1;
    }
    wire_reader_destroy(&reader);
    return more;
}

static void pause_a_little(void)
{
    const struct timespec time = {.tv_nsec = RETRY_MS * 1000000};
    nanosleep(&time, NULL);
}

static enum persist_ask_result unconnected(int error)
{
    if (error == EMFILE || error == ENFILE)
        return PERSIST_ASK_UNABLE;
    return error == EAGAIN /* the backlog is full */ ? PERSIST_ASK_SILENT
                                                     : PERSIST_ASK_NOBODY;
}

/* A persistd that closes the connection is not silent: it is about to be
 * replaced. */
static enum persist_ask_result
ask_once(const char *instance, wire_bytes_t token, const msgpack_sbuffer *frame,
         int64_t deadline, persist_ask_answer_t *take, void *context,
         int *answered)
{
    int fd = persist_ask_connect(instance, token, WIRE_HELLO_ASK, 0);
    int more = 1;
    if (fd < 0)
        return unconnected(errno);
    if (persist_stream_send(fd, frame->data, frame->size, deadline) == 0)
        more = read_answers(fd, deadline, take, context, answered);
    wire_descriptors_drop(fd);
    if (more == 0)
        return PERSIST_ASK_DONE;
    return !*answered && common_now_us() >= deadline ? PERSIST_ASK_SILENT
                                                     : PERSIST_ASK_NOBODY;
}

int persist_ask(const char *instance, wire_bytes_t token, wire_kind_t kind,
                const void *question, int64_t deadline,
                persist_ask_answer_t *take, void *context)
{
    enum persist_ask_result result = PERSIST_ASK_NOBODY;
    msgpack_sbuffer frame;
    int answered = 0;
    int error;
    msgpack_sbuffer_init(&frame);
    error = wire_encode(&frame, kind, question, NULL);
    while (error == 0 && !answered) {
        result = ask_once(instance, token, &frame, deadline, take, context,
                          &answered);
        if (result == PERSIST_ASK_DONE || common_now_us() >= deadline)
            break;
        pause_a_little();
    }
    msgpack_sbuffer_destroy(&frame);
    return error ? error : (int)result;
}
