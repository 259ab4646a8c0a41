/* SPDX-License-Identifier: Apache-2.0 */
/* player.h: plays httpd and persistd against a worker in a process of its own,
 * over a real listening socket. Whatever takes longer than ten seconds ends the
 * test. */

#ifndef PLAYER_H
#define PLAYER_H

#include "persist/worker.h"
#include "wire_message.h"

#include <sys/types.h>

/* The program of a worker: what it returns is its exit status. */
typedef int player_script_t(persist_worker_t *worker);

typedef struct player {
    char directory[64];
    char path[96];
    int listener;
    pid_t pid;
    int errors; /* reading end of the worker's stderr */
} player_t;

typedef struct player_conn {
    int fd;
    wire_reader_t reader;
    wire_message_t message; /* the last one taken */
} player_conn_t;

/* Makes the socket and starts the script with it. flags as for
 * persist_worker_open(). */
void player_start(player_t *player, player_script_t *script, unsigned flags);
/* The worker's wait status; the socket goes. */
int player_finish(player_t *player);
/* Reads the worker's stderr until it holds the text. */
int player_reads_error(player_t *player, const char *text);

/* A connection with nothing sent on it. */
void player_connect(player_t *player, player_conn_t *conn);
/* With OPEN sent. */
void player_data(player_t *player, player_conn_t *conn, unsigned unit);
/* With OPEN sent and READY taken. */
void player_control(player_t *player, player_conn_t *conn);
void player_close(player_conn_t *conn);

void player_send(player_conn_t *conn, wire_kind_t kind, const void *fields);
void player_send_bytes(player_conn_t *conn, const void *bytes, size_t n);
/* GET request without a body; the path goes into PATH_INFO, the id is id-1. */
void player_ask_for(player_conn_t *conn, const char *path, unsigned seq);
/* The same for /x. */
void player_ask(player_conn_t *conn, unsigned seq);
/* Append frames to out, to be sent in other pieces. */
void player_encode(msgpack_sbuffer *out, wire_kind_t kind, const void *fields);
void player_encode_request(msgpack_sbuffer *out, const char *path,
                           unsigned seq);

/* Takes the next message; 0 at the end of the connection. */
wire_kind_t player_take(player_conn_t *conn);
/* Takes RESPONSE, BODY and END until the response is whole. *status is 0 when
 * it was aborted or the connection ended; body has room for 1 MiB. Returns the
 * length of the body. */
size_t player_response(player_conn_t *conn, unsigned *status, char *body);
/* Whether nothing can be taken for now, while the worker waits. */
int player_is_silent(player_conn_t *conn);

/* Descriptors that the process has open. */
int player_count_fds(pid_t pid);

#endif /* PLAYER_H */
