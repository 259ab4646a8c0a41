/* SPDX-License-Identifier: Apache-2.0 */
/* wire_kind.h: the numbers of the messages. */

#ifndef WIRE_KIND_H
#define WIRE_KIND_H

typedef enum wire_kind {
    /* data connection, and the first frame of a control connection */
    WIRE_OPEN = 1,
    WIRE_REQUEST = 2,
    WIRE_BODY = 3,
    WIRE_INFO = 4,
    WIRE_RESPONSE = 5,
    WIRE_FILE = 6,
    WIRE_WANT = 7,
    WIRE_LOG = 8,
    WIRE_END = 9,
    /* control connection, persistd to worker */
    WIRE_STOP = 16,
    WIRE_FORK = 17,
    WIRE_DEADLINE = 18,
    WIRE_PROBE = 19,
    /* control connection, worker to persistd */
    WIRE_READY = 24,
    WIRE_FILES = 25,
    WIRE_IDLE = 26,
    WIRE_LEAVING = 27,
    WIRE_CLONED = 28,
    WIRE_CHILD = 29,
    /* reserved: 10 PARK, 11 SPAWN, 32 UPGRADE */

    /* between httpd, persistctl and persistd; never sent to a worker */
    WIRE_SETTINGS = 64,
    WIRE_UP = 65,
    WIRE_HELLO = 66,
    WIRE_ENSURE = 67,
    WIRE_ENSURED = 68,
    WIRE_NUDGE = 69,
    WIRE_STATUS = 70,
    WIRE_REPORT = 71,
    WIRE_ORDER = 72,
    WIRE_ORDERED = 73,
    WIRE_LATE = 74,
    WIRE_PING = 75, /* httpd's parent checks that persistd's loop turns */
    WIRE_PONG = 76, /* persistd's answer to PING */
    WIRE_SAID = 77, /* a copy of what httpd logs about a script */
    /* persistd's journal */
    WIRE_WORKER = 80
} wire_kind_t;

#endif /* WIRE_KIND_H */
