/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection.c: this child's data connections to workers. */

#include "exchange/persist_connection.h"
#include "common_names.h"
#include "common_peer.h"
#include "exchange/persist_wait.h"
#include "wire_descriptors.h"
#include "wire_message.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The longest time that connect() waits for room in a backlog. */
#define CONNECT_SECONDS 1

enum taken { FREE, IN_USE, BURYING };

typedef struct persist_place {
    /* enum taken: any thread of this child, by compare-and-swap. The watch
     * takes a place as BURYING, for one check that does not sleep. */
    _Atomic int taken;
    /* for the thread that has taken the place */
    persist_connection_t *connection;
} place_t;

/* The connection made last. Any thread adds one in front; none is removed. */
static _Atomic(persist_connection_t *) first;

/* Returns the places of a table, one for each of its units. The first thread
 * that needs them makes them. Each table has places of its own, because a
 * request that began on the table before may still be with a worker in the same
 * slot of that table. */
static place_t *all_places(persist_child_t *child)
{
    place_t *have = atomic_load(&child->places);
    if (have)
        return have;
    size_t count = slots_table_units(child->table.sizes.slots);
    place_t *made = calloc(count, sizeof(*made));
    if (!made || atomic_compare_exchange_strong(&child->places, &have, made))
        return made;
    free(made);
    return have;
}

static void list(persist_connection_t *connection)
{
    connection->next = atomic_load(&first);
    while (
        !atomic_compare_exchange_strong(&first, &connection->next, connection))
        continue;
}

persist_connection_t *persist_connection_first(void)
{
    return atomic_load(&first);
}

/* Returns 0 if another thread of this child has the place, which happens only
 * if the table has leased a unit twice. */
static int place_take(place_t *place)
{
    int was = FREE;
    while (!atomic_compare_exchange_strong(&place->taken, &was, IN_USE)) {
        if (was == IN_USE)
            return 0;
        was = FREE;
        sched_yield();
    }
    return 1;
}

static persist_connection_t *create(place_t *place)
{
    persist_connection_t *connection = malloc(sizeof(*connection));
    if (!connection)
        return NULL;
    atomic_init(&connection->fd, -1);
    connection->place = place;
    connection->numbers.left = 0;
    connection->descriptors.count = 0;
    connection->buffers = NULL;
    connection->token = NULL;
    connection->token_fd = -1;
    list(connection);
    return connection;
}

static int set_up(int fd)
{
    struct timeval connect = {.tv_sec = CONNECT_SECONDS};
    return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &connect, sizeof(connect));
}

/* After a signal the wait for room in the backlog starts again. */
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

/* Sets whether descriptors may arrive. Call this before connect(). */
static void set_passing(persist_connection_t *connection, int fd)
{
    connection->refuses = 0;
    if (connection->passes_files)
        wire_descriptors_expect(fd);
    else
        connection->refuses = wire_descriptors_refuse(fd) == 0;
}

static int connect_to(persist_connection_t *connection, const char *path)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    set_passing(connection, fd);
    if (set_up(fd) == 0 && connect_fd(fd, path) == 0 && common_peer_is_own(fd))
        return fd;
    wire_descriptors_drop(fd);
    return -1;
}

static void close_token_fd(persist_connection_t *connection)
{
    if (connection->token_fd >= 0)
        close(connection->token_fd);
    connection->token_fd = -1;
}

void persist_connection_opened(persist_connection_t *connection)
{
    connection->used = 1;
    close_token_fd(connection);
}

static void drop_token(persist_connection_t *connection)
{
    close_token_fd(connection);
    wire_token_drop(connection->token);
    connection->token = NULL;
}

static int open_connection(persist_connection_t *connection,
                           const persist_child_t *child,
                           const slots_lease_t *lease)
{
    char path[COMMON_PATH_SIZE];
    if (common_worker_path(path, child->instance, lease->slot,
                           lease->incarnation) != 0)
        return -1;
    connection->slot = lease->slot;
    connection->incarnation = lease->incarnation;
    connection->unit = lease->unit;
    connection->used = 0;
    connection->passes_files = (lease->features & WIRE_FEATURE_FILE) != 0;
    connection->fd = connect_to(connection, path);
    if (connection->fd >= 0 && lease->features & WIRE_FEATURE_AHEAD)
        connection->token = wire_token_make(&connection->token_fd);
    return connection->fd < 0 ? -1 : 0;
}

/* A unit may have had another worker before. */
static int leads_to(const persist_connection_t *connection,
                    const slots_lease_t *lease)
{
    return connection->slot == lease->slot &&
           connection->incarnation == lease->incarnation &&
           connection->unit == lease->unit;
}

/* Makes the connection one to the leased unit, with buffers. */
static int make_ready(persist_connection_t *connection,
                      const persist_child_t *child, const slots_lease_t *lease)
{
    if (connection->fd >= 0 && !leads_to(connection, lease))
        persist_connection_close(connection);
    if (connection->fd < 0 && open_connection(connection, child, lease) != 0)
        return -1;
    connection->buffers = persist_buffers_borrow();
    return connection->buffers ? 0 : -1;
}

persist_connection_t *persist_connection_take(persist_child_t *child,
                                              const slots_lease_t *lease)
{
    place_t *place = all_places(child);
    if (!place)
        return NULL;
    place += lease->at;
    if (!place_take(place)) {
        errno = EBUSY;
        return NULL;
    }
    if (!place->connection)
        place->connection = create(place);
    persist_connection_t *connection = place->connection;
    if (connection && make_ready(connection, child, lease) == 0)
        return connection;
    atomic_store(&place->taken, FREE);
    return NULL;
}

void persist_connection_give(persist_connection_t *connection)
{
    if (wire_reader_pending(&connection->buffers->reader) > 0)
        persist_connection_close(connection);
    persist_buffers_return(connection->buffers);
    connection->buffers = NULL;
    atomic_store(&connection->place->taken, FREE);
}

static void close_fd(persist_connection_t *connection)
{
    wire_descriptors_drop(atomic_exchange(&connection->fd, -1));
}

void persist_connection_close(persist_connection_t *connection)
{
    if (connection->fd < 0)
        return;
    close_fd(connection);
    drop_token(connection);
    persist_descriptors_close(&connection->descriptors);
}

/* The place is given back before the close, which can block: on the file system
 * of a passed file that is still in the socket. */
void persist_connection_bury(persist_connection_t *connection)
{
    _Atomic int *taken = &connection->place->taken;
    struct pollfd worker = {.fd = -1};
    int was = FREE, dead = -1;
    if (!atomic_compare_exchange_strong(taken, &was, BURYING))
        return;
    worker.fd = connection->fd;
    if (poll(&worker, 1, 0) > 0)
        dead = atomic_exchange(&connection->fd, -1);
    if (dead >= 0)
        drop_token(connection);
    atomic_store(taken, FREE);
    if (dead >= 0)
        wire_descriptors_drop(dead);
}

/* Makes room for descriptors only if they may come. */
static ssize_t receive(persist_connection_t *connection, uint8_t *space,
                       size_t room)
{
    int fd = connection->fd, flags = MSG_DONTWAIT;
    if (connection->passes_files)
        return persist_descriptors_read(&connection->descriptors, fd, space,
                                        room, flags);
    return connection->refuses
               ? recv(fd, space, room, flags)
               : wire_descriptors_receive(fd, space, room, flags, NULL);
}

/* Sleeps in poll() and not in recv(). When the worker reads the request, room
 * becomes free in this socket, and Linux wakes whoever sleeps in recv() for
 * that, too: each request would wake this thread twice.
 * Why: docs/decisions/httpd-sleeps-in-poll.md */
static int wait_readable(const persist_connection_t *connection, int ms)
{
    struct pollfd worker = {connection->fd, POLLIN, 0};
    int rv = poll(&worker, 1, ms);
    if (rv == 0 || (rv < 0 && errno == EINTR))
        errno = EAGAIN;
    return rv > 0;
}

long persist_connection_read(persist_connection_t *connection, int ms)
{
    size_t room;
    ssize_t n;
    uint8_t *space = wire_reader_space(&connection->buffers->reader, &room);
    if (!space) {
        errno = ENOMEM;
        return -1;
    }
    if (ms > 0 && !wait_readable(connection, ms))
        return -1;
    do {
        n = receive(connection, space, room);
    } while (n < 0 && errno == EINTR);
    if (n > 0)
        wire_reader_commit(&connection->buffers->reader, (size_t)n);
    return (long)n;
}
