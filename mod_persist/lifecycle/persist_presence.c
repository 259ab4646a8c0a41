/* SPDX-License-Identifier: Apache-2.0 */
/* persist_presence.c: a long-lived connection of an httpd child to persistd.
 *
 * Threads send on the descriptor without a lock while another thread connects
 * again. So the descriptor's number never changes and is never closed. dup3(),
 * which is atomic, puts the new connection in its place; a send that runs at
 * that moment ends on the old connection. */

#include "lifecycle/persist_presence.h"
#include "lifecycle/persist_ask.h"

#include "wire_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int persist_presence_open(persist_presence_t *presence, const char *instance,
                          wire_bytes_t token, enum wire_hello_role role,
                          uint32_t owner)
{
    presence->instance = instance;
    presence->token = token;
    presence->owner = owner;
    presence->role = role;
    presence->fd = role == WIRE_HELLO_PRESENCE
                       ? persist_ask_connect(instance, token, role, owner)
                       : -1;
    if (presence->fd < 0) /* keeps the number; sends on it fail */
        presence->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (presence->fd < 0)
        return -1;
    errno = pthread_mutex_init(&presence->connecting, NULL);
    return errno ? -1 : 0;
}

void persist_presence_close(persist_presence_t *presence)
{
    int error = errno;
    pthread_mutex_destroy(&presence->connecting);
    close(presence->fd);
    errno = error;
}

/* Call this with `connecting` held. Returns 1 if there is a new connection.
 * dup3() closes the old one, from which nothing is read. */
static int reconnect(persist_presence_t *presence)
{
    int fd = persist_ask_connect(presence->instance, presence->token,
                                 presence->role, presence->owner);
    int connected;
    if (fd < 0)
        return 0;
    wire_descriptors_empty(presence->fd);
    connected = dup3(fd, presence->fd, O_CLOEXEC) >= 0;
    close(fd);
    return connected;
}

/* If another thread is connecting already this one does not wait, and its
 * message is lost. persistd checks all pools each second anyway, and LATE is
 * repeated. */
static int connect_again(persist_presence_t *presence)
{
    int connected;
    if (pthread_mutex_trylock(&presence->connecting) != 0)
        return 0;
    connected = reconnect(presence);
    pthread_mutex_unlock(&presence->connecting);
    return connected;
}

/* So small a frame goes into a Unix socket whole or not at all. If a system
 * cuts it all the same, the connection has to end, as what follows would be
 * read as the rest. Returns 0, LOST, or -1 if there is no connection. */
static int send_once(const persist_presence_t *presence,
                     const msgpack_sbuffer *frame)
{
    ssize_t sent = send(presence->fd, frame->data, frame->size,
                        MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent == (ssize_t)frame->size)
        return 0;
    if (sent >= 0)
        shutdown(presence->fd, SHUT_RDWR);
    return sent >= 0 || errno == EAGAIN || errno == EINTR
               ? PERSIST_PRESENCE_LOST
               : -1;
}

static int tell(persist_presence_t *presence, const msgpack_sbuffer *frame)
{
    int result = send_once(presence, frame);
    if (result >= 0)
        return result;
    if (!connect_again(presence))
        return PERSIST_PRESENCE_LOST;
    result = send_once(presence, frame);
    return PERSIST_PRESENCE_ANEW | (result != 0 ? PERSIST_PRESENCE_LOST : 0);
}

int persist_presence_tell(persist_presence_t *presence, wire_kind_t kind,
                          const void *fields)
{
    msgpack_sbuffer frame;
    msgpack_sbuffer_init(&frame);
    int result = wire_encode(&frame, kind, fields, NULL) == 0
                     ? tell(presence, &frame)
                     : PERSIST_PRESENCE_LOST;
    msgpack_sbuffer_destroy(&frame);
    return result;
}

void persist_presence_move(persist_presence_t *presence, uint32_t owner)
{
    pthread_mutex_lock(&presence->connecting);
    presence->owner = owner;
    reconnect(presence);
    pthread_mutex_unlock(&presence->connecting);
}
