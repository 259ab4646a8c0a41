/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_input.c: moves a body by pieces that fit into a pipe. */

#include "cgi_input.h"
#include "cgi_stop.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#define PIECE 65536

static char scratch[PIECE];

/* Returns 1, or what persist_request_read() returns. */
static long read_piece(cgi_exchange_t *exchange)
{
    long n = persist_request_read(exchange->request, scratch, PIECE);
    if (n <= 0)
        return n;
    return cgi_buffer_add(&exchange->body, scratch, (size_t)n) == 0 ? 1 : -1;
}

int cgi_input_look(cgi_exchange_t *exchange)
{
    long n = read_piece(exchange);
    return n < 0 && errno == EAGAIN ? 1 : (int)n;
}

void cgi_input_close(cgi_exchange_t *exchange)
{
    cgi_source_close(exchange->epoll, &exchange->program.input,
                     &exchange->input);
    cgi_buffer_free(&exchange->body);
}

/* Writes what has been read. Returns 1 when all of it is written, 0 when the
 * pipe is full, -1 when the program does not read any more. */
static int write_piece(cgi_exchange_t *exchange)
{
    cgi_buffer_t *body = &exchange->body;
    while (body->size > 0) {
        ssize_t n = write(exchange->program.input, body->bytes, body->size);
        if (n < 0)
            return errno == EAGAIN ? 0 : -1;
        cgi_buffer_drop(body, (size_t)n);
    }
    return 1;
}

/* A body that is cut off must not look like a whole one. */
static void break_off(cgi_exchange_t *exchange)
{
    cgi_stop_now(exchange);
    cgi_input_close(exchange);
}

void cgi_input_move(void *context)
{
    cgi_exchange_t *exchange = context;
    long n = 1;
    int room = 1;
    while (exchange->program.input >= 0 && n > 0) {
        room = write_piece(exchange);
        n = room > 0 ? read_piece(exchange) : room;
    }
    if (exchange->program.input < 0)
        return;
    if (room > 0 && n < 0 && errno != EAGAIN)
        return break_off(exchange);
    if (room < 0 || (room > 0 && n == 0))
        return cgi_input_close(exchange);
    uint32_t events = room ? 0 : EPOLLOUT;
    if (cgi_source_want(exchange->epoll, exchange->program.input,
                        &exchange->input, events) != 0)
        break_off(exchange);
}
