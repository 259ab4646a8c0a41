/* SPDX-License-Identifier: Apache-2.0 */
/* player.h: plays httpd and persistd against a worker in a process of its own,
 * over a real listening socket. A wait of more than a minute ends the test. */

#ifndef PLAYER_H
#define PLAYER_H

#include "persist/worker.h"
#include "wire_message.h"
#include "wire_token.h"

#include <sys/types.h>

/* The program of a worker. Returns its exit status. */
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
/* The same for a worker on which OPEN of the control connection waits before it
 * is started. READY has not been taken. */
void player_start_adopted(player_t *player, player_script_t *script,
                          unsigned flags, player_conn_t *control);
/* Waits for the worker's end and removes the socket. Returns the wait status.
 */
int player_finish(player_t *player);
/* Reads the worker's stderr until it has the text. Returns 1, or 0 when it does
 * not come. */
int player_reads_error(player_t *player, const char *text);

/* Opens a connection and sends nothing on it. */
void player_connect(player_t *player, player_conn_t *conn);
/* Opens a data connection: OPEN has been sent. */
void player_data(player_t *player, player_conn_t *conn, unsigned unit);
/* Opens a data connection with a token, which it returns. The caller drops it:
 * a worker that is started later would inherit the memory. */
wire_token_t *player_ahead(player_t *player, player_conn_t *conn,
                           unsigned unit);
/* Returns how many tokens the process has in its memory. */
int player_tokens(pid_t pid);
/* Opens the control connection: OPEN has been sent and READY taken. */
void player_control(player_t *player, player_conn_t *conn);
void player_close(player_conn_t *conn);
/* Ends the connection, and waits until the worker has closed its end, too: then
 * it has the descriptor back. */
void player_part(player_conn_t *conn);

void player_send(player_conn_t *conn, wire_kind_t kind, const void *fields);
void player_send_bytes(player_conn_t *conn, const void *bytes, size_t n);
/* As player_send(), and passes one or two descriptors with the first byte. */
void player_send_passing(player_conn_t *conn, wire_kind_t kind,
                         const void *fields, const int *fds, unsigned count);
/* Sends a GET request without a body, with path as PATH_INFO and the id
 * id-1. */
void player_ask_for(player_conn_t *conn, const char *path, unsigned seq);
/* The same for /x. */
void player_ask(player_conn_t *conn, unsigned seq);
/* Asks for /read, whose script is to read the body, and so works until
 * player_end_reading(). That takes the messages up to END. */
void player_ask_to_read(player_conn_t *conn);
void player_end_reading(player_conn_t *conn);
/* These append a frame to out, so that it can be sent in other pieces. */
void player_encode(msgpack_sbuffer *out, wire_kind_t kind, const void *fields);
void player_encode_request(msgpack_sbuffer *out, const char *path,
                           unsigned seq);

/* Takes the next message; 0 at the end of the connection. */
wire_kind_t player_take(player_conn_t *conn);
/* Takes RESPONSE, BODY and END until the response is whole. *status is 0 when
 * it was aborted or the connection ended; body has room for 1 MiB. Returns the
 * length of the body. */
size_t player_response(player_conn_t *conn, unsigned *status, char *body);
/* Takes a response. Returns 1 if it is a 200 with this text. */
int player_is_answered(player_conn_t *conn, const char *text);
/* Returns 1 if there is nothing to take now. */
int player_is_silent(player_conn_t *conn);

#endif /* PLAYER_H */
