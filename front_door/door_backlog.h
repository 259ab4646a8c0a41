/* SPDX-License-Identifier: Apache-2.0 */
/* door_backlog.h: the part of the response that the server has not taken yet.
 *
 * While a worker is leased no write waits for the server. What it does not take
 * is kept in memory, then in a temporary file, up to the RESPONSE of
 * PersistBuffer; files that the script has passed stay files. Then the worker
 * waits. Why: docs/decisions/slow-clients-wait-in-httpd.md */

#ifndef DOOR_BACKLOG_H
#define DOOR_BACKLOG_H

#include "door_spool.h"

#include <limits.h>
#include <msgpack.h>

#define DOOR_BACKLOG_FILES 8
/* A file has a run of bytes before it. */
#define DOOR_BACKLOG_RUNS (2 * (DOOR_BACKLOG_FILES + 1))

/* door_backlog_wait_ms(): until the server has taken all. */
#define DOOR_BACKLOG_ALL INT_MAX

/* Bytes in memory, or a part of a file. */
typedef struct door_run {
    char *bytes;  /* allocated; NULL: in a file */
    int fd;       /* the spool's, or a file of ours to close */
    uint64_t at;  /* the next one to be sent */
    uint64_t end; /* behind the last one */
} door_run_t;

typedef struct door_backlog {
    door_run_t runs[DOOR_BACKLOG_RUNS]; /* in order */
    int count;
    msgpack_sbuffer kept; /* what comes behind them; its users append to it */
    size_t sent;          /* bytes of `kept` that the server has taken */
    door_spool_t spool;
    uint64_t most;  /* RESPONSE; 0: off */
    int spent;      /* RESPONSE was reached, or there was no room */
    int64_t passed; /* bytes that the server has taken of this response */
    int64_t waited; /* µs that the worker has waited for it */
} door_backlog_t;

/* most: RESPONSE of PersistBuffer, in bytes. */
void door_backlog_init(door_backlog_t *backlog, uint64_t most);

/* Drops all of it: another worker gets the request. */
void door_backlog_clear(door_backlog_t *backlog);

/* Appends part of a file, and takes the descriptor. There must be room:
 * door_backlog_is_full(). */
void door_backlog_add_file(door_backlog_t *backlog, int fd, uint64_t offset,
                           uint64_t len);

/* True if no further file has room. */
int door_backlog_is_full(const door_backlog_t *backlog);

/* Returns the number of bytes that the server has not taken. */
uint64_t door_backlog_length(const door_backlog_t *backlog);

/* Writes what the server takes at once. Returns 0; -1 if it will never take the
 * rest; or a wire_fault_t if a file is too short or cannot be read. */
int door_backlog_offer(door_backlog_t *backlog);

/* Writes all, and waits for the server. Returns as above. */
int door_backlog_deliver(door_backlog_t *backlog);

/* Decides whether the worker has to wait for the server; moves bytes to the
 * temporary file if that avoids it. Returns 0 if the worker may go on, for how
 * many milliseconds it has to wait, or DOOR_BACKLOG_ALL. */
int door_backlog_wait_ms(door_backlog_t *backlog);

#endif /* DOOR_BACKLOG_H */
