/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_errors.c: cuts stderr into lines. */

#include "cgi_errors.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define PIECE 4096
#define LINE_MAX_SIZE 8192 /* a longer one is cut into several */
#define ROUNDS 16          /* then others have their turn */
#define LEVEL_ERROR 3

/* Without a request the line goes to our own stderr, which persistd logs. */
static void log_line(cgi_exchange_t *exchange, const char *text, size_t n)
{
    if (n == 0)
        return;
    if (exchange->request)
        persist_request_log(exchange->request, LEVEL_ERROR, text, n);
    else
        fprintf(stderr, "%.*s\n", (int)n, text);
}

void cgi_errors_say(cgi_exchange_t *exchange, const char *format, ...)
{
    char text[LINE_MAX_SIZE];
    va_list values;
    va_start(values, format);
    int n = vsnprintf(text, sizeof(text), format, values);
    va_end(values);
    if (n >= (int)sizeof(text))
        n = (int)sizeof(text) - 1;
    if (n > 0)
        log_line(exchange, text, (size_t)n);
}

static void log_lines(cgi_exchange_t *exchange)
{
    cgi_buffer_t *line = &exchange->line;
    const char *end;
    while (line->size > 0 &&
           (end = memchr(line->bytes, '\n', line->size)) != NULL) {
        size_t n = (size_t)(end - line->bytes);
        log_line(exchange, line->bytes, n);
        cgi_buffer_drop(line, n + 1);
    }
    if (line->size < LINE_MAX_SIZE)
        return;
    log_line(exchange, line->bytes, line->size);
    line->size = 0;
}

void cgi_errors_close(cgi_exchange_t *exchange)
{
    cgi_source_close(exchange->epoll, &exchange->program.errors,
                     &exchange->errors);
    log_line(exchange, exchange->line.bytes, exchange->line.size);
    exchange->line.size = 0;
}

/* Returns 1 if there may be more. */
static int take_piece(cgi_exchange_t *exchange)
{
    char piece[PIECE];
    ssize_t n = read(exchange->program.errors, piece, sizeof(piece));
    if (n < 0 && errno == EAGAIN)
        return 0;
    if (n <= 0 || cgi_buffer_add(&exchange->line, piece, (size_t)n) != 0) {
        cgi_errors_close(exchange);
        return 0;
    }
    log_lines(exchange);
    return 1;
}

/* Lines go to httpd on the connection of the answer. While the library keeps
 * something of it, nothing is read: PERSIST_SENT goes on. */
static int is_blocked(const cgi_exchange_t *exchange)
{
    return exchange->request && exchange->answer != CGI_ANSWER_DONE &&
           persist_request_unsent(exchange->request) > 0;
}

void cgi_errors_move(void *context)
{
    cgi_exchange_t *exchange = context;
    int more = exchange->program.errors >= 0;
    for (int i = 0; i < ROUNDS && more && !is_blocked(exchange); i++)
        more = take_piece(exchange);
    uint32_t events = is_blocked(exchange) ? 0 : EPOLLIN;
    if (cgi_source_want(exchange->epoll, exchange->program.errors,
                        &exchange->errors, events) != 0)
        cgi_errors_close(exchange);
}

/* A signal of ours is no news. */
static void say_how_it_died(cgi_exchange_t *exchange)
{
    int number = exchange->program.signal;
    exchange->program.signal = 0;
    if (number && exchange->stop == CGI_STOP_NONE)
        cgi_errors_say(exchange, "%s was ended by signal %d (%s)",
                       exchange->script, number, strsignal(number));
}

void cgi_errors_flush(cgi_exchange_t *exchange)
{
    int ended = cgi_program_look(&exchange->program);
    cgi_errors_move(exchange);
    if (!ended)
        return;
    log_line(exchange, exchange->line.bytes, exchange->line.size);
    exchange->line.size = 0;
    say_how_it_died(exchange);
}
