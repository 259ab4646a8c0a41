/* SPDX-License-Identifier: Apache-2.0 */
/* wire_fields.c: the fields of every message, in their order on the wire, each
 * with its limits. wire/PROTOCOL.md has the same table in words. */

#include "wire_fields.h"
#include "wire_scan.h"

#include <stddef.h>

#define U64 UINT64_MAX
#define U32 UINT32_MAX
#define I32 INT32_MAX
#define I64 INT64_MAX

#define FIELD(kind, field, type, low, high)                                    \
    {                                                                          \
#field, offsetof(wire_##kind##_t, field), type, low, high              \
    }
#define NUMBER(kind, field, low, high)                                         \
    FIELD(kind, field, WIRE_FIELD_NUMBER, low, high)
#define BYTES(kind, field, low, high)                                          \
    FIELD(kind, field, WIRE_FIELD_BYTES, low, high)
#define PAYLOAD(kind, field, high)                                             \
    FIELD(kind, field, WIRE_FIELD_PAYLOAD, 0, high)
#define LIST(kind, field) FIELD(kind, field, WIRE_FIELD_LIST, 0, 0)
#define PAIRS(kind, field) FIELD(kind, field, WIRE_FIELD_PAIRS, 0, 0)

static const wire_field_t open_fields[] = {
    NUMBER(open, version, 0, U32),
    NUMBER(open, role, WIRE_ROLE_DATA, WIRE_ROLE_CONTROL),
    NUMBER(open, features, 0, U32),
    NUMBER(open, unit, 0, U32),
};

static const wire_field_t request_fields[] = {
    NUMBER(request, seq, 0, U32),
    BYTES(request, variables, 0, WIRE_VARIABLES_MAX),
    NUMBER(request, body_mode, WIRE_BODY_NONE, WIRE_BODY_PULLED),
    PAYLOAD(request, body, WIRE_INLINE_BODY_MAX),
    NUMBER(request, soft_ms, 0, WIRE_MS_MAX),
    BYTES(request, request_id, 0, WIRE_REQUEST_ID_MAX),
};

static const wire_field_t body_fields[] = {
    PAYLOAD(body, bytes, WIRE_BODY_MAX),
    NUMBER(body, mark, WIRE_MORE, WIRE_BROKEN),
};

static const wire_field_t info_fields[] = {
    NUMBER(info, seq, 0, U32),
    NUMBER(info, status, 102, 103),
    PAIRS(info, headers),
};

static const wire_field_t response_fields[] = {
    NUMBER(response, seq, 0, U32),
    NUMBER(response, status, 200, 599),
    PAIRS(response, headers),
    PAYLOAD(response, body, WIRE_BODY_MAX),
    NUMBER(response, flags, 0, WIRE_COMPLETE | WIRE_CGI | WIRE_FAILED),
};

static const wire_field_t file_fields[] = {
    NUMBER(file, offset, 0, I64),
    NUMBER(file, length, 0, I64),
};

static const wire_field_t want_fields[] = {
    NUMBER(want, bytes, 1, WIRE_CREDIT_MAX),
};

static const wire_field_t log_fields[] = {
    NUMBER(log, level, 0, 7),
    BYTES(log, text, 0, WIRE_LOG_MAX),
};

static const wire_field_t end_fields[] = {
    NUMBER(end, ok, 0, 1),
    NUMBER(end, after, 0, 1),
    PAIRS(end, trailers),
};

static const wire_field_t deadline_fields[] = {
    BYTES(deadline, request_id, 0, WIRE_REQUEST_ID_MAX),
};

static const wire_field_t probe_fields[] = {NUMBER(probe, unit, 0, U32)};

static const wire_field_t ready_fields[] = {
    NUMBER(ready, version, 0, U32),
    BYTES(ready, sdk, 0, WIRE_SDK_MAX),
    NUMBER(ready, features, 0, U32),
    NUMBER(ready, capacity, 1, U32),
    LIST(ready, files),
    NUMBER(ready, signal, 0, WIRE_SIGNAL_MAX),
};

static const wire_field_t files_fields[] = {LIST(files, files)};

static const wire_field_t idle_fields[] = {NUMBER(idle, unit, 0, U32)};

static const wire_field_t cloned_fields[] = {NUMBER(cloned, refused, 0, 1)};

static const wire_field_t child_fields[] = {
    NUMBER(child, pid, 1, I32),
    NUMBER(child, status, 0, U32),
};

static const wire_field_t settings_fields[] = {
    BYTES(settings, token, 1, WIRE_TOKEN_MAX),
    NUMBER(settings, max_workers, 1, U32),
    NUMBER(settings, stop_ms, 0, WIRE_MS_MAX),
    PAIRS(settings, environment),
    NUMBER(settings, owner_share, 1, U32),
    NUMBER(settings, debug, 0, 1),
    NUMBER(settings, umask, 0, 0777),
};

static const wire_field_t up_fields[] = {
    NUMBER(up, fault, 0, WIRE_FAULT_MAX),
    BYTES(up, text, 0, WIRE_LOG_MAX),
};

static const wire_field_t hello_fields[] = {
    BYTES(hello, token, 0, WIRE_TOKEN_MAX),
    NUMBER(hello, role, WIRE_HELLO_PRESENCE, WIRE_HELLO_LOG),
    NUMBER(hello, owner, 0, UINT16_MAX),
};

#define POOL_NUMBER(name, low, high, fallback, ceiling)                        \
    {#name, offsetof(wire_ensure_t, settings.name), WIRE_FIELD_NUMBER, low,    \
     high},

static const wire_field_t ensure_fields[] = {
    NUMBER(ensure, key_high, 0, U64), NUMBER(ensure, key_low, 0, U64),
    NUMBER(ensure, seen, 0, U64),     BYTES(ensure, script, 1, WIRE_PATH_MAX),
    LIST(ensure, interpreter),        PAIRS(ensure, environment),
#include "wire_pool_settings.h"
};

_Static_assert(sizeof(ensure_fields) / sizeof(ensure_fields[0]) <
                   WIRE_SCAN_VALUES,
               "wire_scan() keeps all fields of ENSURE");

static const wire_field_t ensured_fields[] = {
    NUMBER(ensured, fault, 0, WIRE_FAULT_MAX),
    NUMBER(ensured, pool, 0, U32),
    NUMBER(ensured, generation, 0, U64),
    NUMBER(ensured, retry_ms, 0, WIRE_MS_MAX),
    BYTES(ensured, text, 0, WIRE_LOG_MAX),
};

static const wire_field_t nudge_fields[] = {NUMBER(nudge, pool, 0, U32)};

static const wire_field_t status_fields[] = {
    NUMBER(status, format, WIRE_STATUS_TEXT, WIRE_STATUS_LOG),
    BYTES(status, path, 0, WIRE_PATH_MAX),
    NUMBER(status, after, 0, U64),
    NUMBER(status, lines, 0, WIRE_STATUS_LINES_MAX),
    NUMBER(status, whose, 0, U32),
};

static const wire_field_t report_fields[] = {
    BYTES(report, bytes, 0, WIRE_BODY_MAX),
    NUMBER(report, last, 0, 1),
};

static const wire_field_t order_fields[] = {
    NUMBER(order, verb, WIRE_ORDER_START, WIRE_ORDER_DRAIN),
    BYTES(order, script, 1, WIRE_PATH_MAX),
};

static const wire_field_t ordered_fields[] = {
    NUMBER(ordered, result, WIRE_ORDER_DONE, WIRE_ORDER_NO_POOL),
    NUMBER(ordered, fault, 0, WIRE_FAULT_MAX),
    BYTES(ordered, text, 0, WIRE_LOG_MAX),
};

static const wire_field_t late_fields[] = {
    NUMBER(late, slot, 0, U32),
    NUMBER(late, incarnation, 1, U32),
    BYTES(late, request_id, 0, WIRE_REQUEST_ID_MAX),
};

static const wire_field_t said_fields[] = {
    NUMBER(said, kind, WIRE_SAID_LOG, WIRE_SAID_FAULT),
    NUMBER(said, pid, 0, U32),
    BYTES(said, script, 1, WIRE_PATH_MAX),
    BYTES(said, request_id, 0, WIRE_REQUEST_ID_MAX),
    BYTES(said, text, 0, WIRE_SAID_MAX),
};

static const wire_field_t worker_fields[] = {
    NUMBER(worker, slot, 0, U32),
    NUMBER(worker, incarnation, 1, U32),
    NUMBER(worker, key_high, 0, U64),
    NUMBER(worker, key_low, 0, U64),
    NUMBER(worker, pid, 1, I32),
    NUMBER(worker, started, 0, U64),
    NUMBER(worker, version, 0, U64),
    NUMBER(worker, signal, 0, WIRE_SIGNAL_MAX),
};

#define MESSAGE(kind, rows)                                                    \
    [WIRE_##kind] = {#kind, rows, sizeof(rows) / sizeof(rows[0])}
#define BARE(kind) [WIRE_##kind] = {#kind, NULL, 0}

static const wire_fields_t messages[] = {
    MESSAGE(OPEN, open_fields),
    MESSAGE(REQUEST, request_fields),
    MESSAGE(BODY, body_fields),
    MESSAGE(INFO, info_fields),
    MESSAGE(RESPONSE, response_fields),
    MESSAGE(FILE, file_fields),
    MESSAGE(WANT, want_fields),
    MESSAGE(LOG, log_fields),
    MESSAGE(END, end_fields),
    BARE(STOP),
    BARE(FORK),
    MESSAGE(DEADLINE, deadline_fields),
    MESSAGE(PROBE, probe_fields),
    MESSAGE(READY, ready_fields),
    MESSAGE(FILES, files_fields),
    MESSAGE(IDLE, idle_fields),
    BARE(LEAVING),
    MESSAGE(CLONED, cloned_fields),
    MESSAGE(CHILD, child_fields),
    MESSAGE(SETTINGS, settings_fields),
    MESSAGE(UP, up_fields),
    MESSAGE(HELLO, hello_fields),
    MESSAGE(ENSURE, ensure_fields),
    MESSAGE(ENSURED, ensured_fields),
    MESSAGE(NUDGE, nudge_fields),
    MESSAGE(STATUS, status_fields),
    MESSAGE(REPORT, report_fields),
    MESSAGE(ORDER, order_fields),
    MESSAGE(ORDERED, ordered_fields),
    MESSAGE(LATE, late_fields),
    BARE(PING),
    BARE(PONG),
    MESSAGE(SAID, said_fields),
    MESSAGE(WORKER, worker_fields),
};

const wire_fields_t *wire_fields_of(uint64_t kind)
{
    if (kind >= sizeof(messages) / sizeof(messages[0]))
        return NULL;
    return messages[kind].name ? &messages[kind] : NULL;
}
