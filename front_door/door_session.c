/* SPDX-License-Identifier: Apache-2.0 */
/* door_session.c: map, lock a byte, sweep what its last holder left.
 * Why: docs/decisions/persist-cgi-is-an-owner-of-the-table.md */

#include "door_session.h"
#include "door_alive.h"
#include "door_memory.h"
#include "door_spawn.h"
#include "door_start.h"

#include "common_clock.h"
#include "common_names.h"
#include "lifecycle/persist_ask.h"
#include "lifecycle/persist_stream.h"
#include "slots_owners.h"
#include "slots_sweep.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define OPEN_US (INT64_C(20) * 1000000)
#define PAUSE_MS 20
#define FULL UINT32_MAX
#define TOO_MANY "too many requests at a time"

static int map_table(door_session_t *session)
{
    char path[COMMON_PATH_SIZE];
    return common_name_path(path, session->instance, COMMON_NAME_TABLE) == 0 &&
                   slots_map_open(&session->map, path) == 0 &&
                   atomic_load(&session->map.table.header->phase) ==
                       SLOTS_SERVING
               ? 0
               : -1;
}

/* persistd sweeps dead owners, too, but not before the next one may take their
 * byte. */
static int take_owner(door_session_t *session)
{
    char path[COMMON_PATH_SIZE];
    slots_table_t *table = &session->map.table;
    if (common_name_path(path, session->instance, COMMON_NAME_OWNERS) != 0)
        return -1;
    session->owners_fd = slots_owners_open(path, session->map.id);
    if (session->owners_fd < 0)
        return -1;
    session->owner = slots_owners_take(session->owners_fd, table->sizes.owners);
    if (session->owner > 0) {
        slots_sweep(table, session->owner);
        return 0;
    }
    session->owner = errno == EAGAIN ? FULL : 0;
    return -1;
}

static int attach(door_session_t *session, int joins)
{
    if (door_runtime_instance(&session->runtime, session->instance) != 0 ||
        !door_alive(session->instance) || map_table(session) != 0 ||
        (joins && take_owner(session) != 0))
        return -1;
    session->token = door_spawn_token(session->instance);
    return 0;
}

/* Closing owners.lock frees our byte of it. The table stays mapped: a request
 * maps few of them. */
void door_session_leave(door_session_t *session)
{
    if (session->owners_fd >= 0)
        close(session->owners_fd);
    if (session->presence >= 0)
        wire_descriptors_drop(session->presence);
    if (session->copies >= 0)
        wire_descriptors_drop(session->copies);
    session->owners_fd = session->presence = session->copies = -1;
    session->owner = 0;
}

/* Waiting changes nothing: another release's table, or a limit of ours. */
static int is_lasting(int error)
{
    return error == EINVAL || error == EACCES || error == ENOMEM ||
           error == ENOLCK || error == EMFILE || error == ENFILE;
}

static const char *again(door_session_t *session, int joins)
{
    const struct timespec pause = {0, PAUSE_MS * 1000000};
    int64_t until = common_now_us() + OPEN_US;
    for (int tries = 0;; tries++) {
        door_session_leave(session);
        if (attach(session, joins) == 0)
            return NULL;
        if (door_session_is_full(session))
            return TOO_MANY;
        int error = errno;
        const char *why = door_start(&session->runtime, session->settings);
        if (why)
            return why;
        if (common_now_us() >= until || (tries > 0 && is_lasting(error)))
            return door_print("%s: persistd serves, but its table cannot be "
                              "used: %s",
                              session->instance, strerror(error));
        if (tries > 0)
            nanosleep(&pause, NULL);
    }
}

const char *door_session_open(door_session_t *session,
                              const door_settings_t *settings)
{
    session->settings = settings;
    session->owners_fd = session->presence = session->copies = -1;
    session->owner = 0;
    const char *why =
        door_runtime_open(&session->runtime, settings->runtime_dir);
    return why ? why : again(session, 0);
}

/* While the body was read, persistd may have ended, and its table with it. */
const char *door_session_join(door_session_t *session)
{
    int serves =
        atomic_load(&session->map.table.header->phase) == SLOTS_SERVING;
    if (serves && take_owner(session) == 0)
        return NULL;
    return door_session_is_full(session) ? TOO_MANY : again(session, 1);
}

const char *door_session_again(door_session_t *session)
{
    return again(session, 1);
}

int door_session_is_full(const door_session_t *session)
{
    return session->owner == FULL;
}

int door_session_lives(const door_session_t *session)
{
    return atomic_load(&session->map.table.header->phase) == SLOTS_SERVING &&
           door_alive(session->instance);
}

/* *fd: a connection for this role; -1: not made yet. Returns 0, or -1 if the
 * message is lost; the connection is then made anew for the next one. */
static int send_over(const door_session_t *session, int *fd,
                     enum wire_hello_role role, wire_kind_t kind,
                     const void *fields)
{
    msgpack_sbuffer frame;
    if (*fd < 0)
        *fd = persist_ask_connect(session->instance, session->token, role,
                                  session->owner);
    if (*fd < 0)
        return -1;
    msgpack_sbuffer_init(&frame);
    int result = wire_encode(&frame, kind, fields, NULL) == 0
                     ? persist_stream_send(*fd, frame.data, frame.size, 0)
                     : -1;
    if (result != 0) {
        wire_descriptors_drop(*fd);
        *fd = -1;
    }
    msgpack_sbuffer_destroy(&frame);
    return result;
}

void door_session_tell(door_session_t *session, wire_kind_t kind,
                       const void *fields)
{
    send_over(session, &session->presence, WIRE_HELLO_PRESENCE, kind, fields);
}

int door_session_say(door_session_t *session, const wire_said_t *said)
{
    return send_over(session, &session->copies, WIRE_HELLO_LOG, WIRE_SAID,
                     said);
}
