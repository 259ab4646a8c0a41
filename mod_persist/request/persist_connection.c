/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection.c: this child's data connections to workers. */

#include "persist_connection.h"
#include "persist_peer.h"
#include "persist_wait.h"
#include "slots_names.h"
#include "wire_message.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A connect() that waits for room in a backlog gives up after this long. */
#define CONNECT_SECONDS 1

/* What REQUEST needs, but for one with very many variables. */
#define KEEP_SIZE ((size_t)64 << 10)

typedef struct place {
    _Atomic int taken; /* any thread of this child, by exchange */
    persist_connection_t *connection; /* whoever has taken the place */
} place_t;

/* One for each (slot, unit); made by the first thread that needs one. Sizes
 * never change while a child lives: another table that it comes to has the
 * same. */
static _Atomic(place_t *) places;

static place_t *all_places(const persist_child_t *child)
{
    place_t *have = atomic_load(&places);
    if (have)
        return have;
    size_t count = (size_t)child->table.sizes.slots * SLOTS_UNITS;
    place_t *made = calloc(count, sizeof(*made));
    if (!made || atomic_compare_exchange_strong(&places, &have, made))
        return made;
    free(made);
    return have;
}

static persist_connection_t *create(uint32_t place)
{
    persist_connection_t *connection = malloc(sizeof(*connection));
    if (!connection)
        return NULL;
    connection->fd = -1;
    connection->place = place;
    connection->descriptors.count = 0;
    wire_reader_init(&connection->reader);
    msgpack_sbuffer_init(&connection->frame);
    return connection;
}

static int set_up(int fd)
{
    struct timeval receive = {.tv_usec = PERSIST_WAIT_RECV_MS * 1000};
    struct timeval connect = {.tv_sec = CONNECT_SECONDS};
    return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &receive, sizeof(receive)) ||
           setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &connect, sizeof(connect));
}

/* A signal in the wait for room begins the wait anew. */
static int connect_fd(int fd, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int rv;
    memcpy(address.sun_path, path, strlen(path) + 1);
    do {
        rv = connect(fd, (struct sockaddr *)&address, sizeof(address));
    } while (rv != 0 && errno == EINTR);
    return rv;
}

static int connect_to(const char *path)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    if (set_up(fd) == 0 && connect_fd(fd, path) == 0 && persist_peer_is_own(fd))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static int open_connection(persist_connection_t *connection,
                           const persist_child_t *child,
                           const slots_lease_t *lease)
{
    char path[SLOTS_PATH_SIZE];
    if (slots_worker_path(path, child->instance, lease->slot,
                          lease->incarnation) != 0)
        return -1;
    connection->fd = connect_to(path);
    connection->child = child;
    connection->incarnation = lease->incarnation;
    connection->seq = 0;
    connection->used = 0;
    connection->passes_files = (lease->features & WIRE_FEATURE_FILE) != 0;
    return connection->fd < 0 ? -1 : 0;
}

persist_connection_t *persist_connection_take(const persist_child_t *child,
                                              const slots_lease_t *lease)
{
    uint32_t index = lease->slot * SLOTS_UNITS + lease->unit;
    place_t *all = all_places(child);
    if (!all)
        return NULL;
    if (atomic_exchange(&all[index].taken, 1)) {
        errno = EBUSY;
        return NULL;
    }
    persist_connection_t *connection = all[index].connection;
    if (!connection)
        connection = all[index].connection = create(index);
    if (connection && connection->fd >= 0 &&
        (connection->child != child ||
         connection->incarnation != lease->incarnation))
        persist_connection_close(connection);
    if (connection &&
        (connection->fd >= 0 || open_connection(connection, child, lease) == 0))
        return connection;
    atomic_store(&all[index].taken, 0);
    return NULL;
}

void persist_connection_give(persist_connection_t *connection)
{
    wire_reader_shrink(&connection->reader);
    if (connection->frame.alloc > KEEP_SIZE) {
        msgpack_sbuffer_destroy(&connection->frame);
        msgpack_sbuffer_init(&connection->frame);
    }
    atomic_store(&atomic_load(&places)[connection->place].taken, 0);
}

void persist_connection_close(persist_connection_t *connection)
{
    if (connection->fd < 0)
        return;
    close(connection->fd);
    connection->fd = -1;
    wire_reader_destroy(&connection->reader);
    persist_descriptors_close(&connection->descriptors);
}

/* Room for descriptors is made only where they may come. */
long persist_connection_read(persist_connection_t *connection, int flags)
{
    size_t room;
    ssize_t n;
    uint8_t *space = wire_reader_space(&connection->reader, &room);
    if (!space) {
        errno = ENOMEM;
        return -1;
    }
    do {
        n = connection->passes_files
                ? persist_descriptors_read(&connection->descriptors,
                                           connection->fd, space, room, flags)
                : recv(connection->fd, space, room, flags);
    } while (n < 0 && errno == EINTR);
    if (n > 0)
        wire_reader_commit(&connection->reader, (size_t)n);
    return (long)n;
}
