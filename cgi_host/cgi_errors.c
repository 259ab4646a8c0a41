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

static void close_errors(cgi_exchange_t *exchange)
{
    exchange->errors.wanted = 0;
    cgi_program_close(&exchange->program.errors);
    log_line(exchange, exchange->line.bytes, exchange->line.size);
    exchange->line.size = 0;
}

void cgi_errors_move(void *context)
{
    cgi_exchange_t *exchange = context;
    char piece[PIECE];
    for (int i = 0; i < ROUNDS && exchange->program.errors >= 0; i++) {
        ssize_t n = read(exchange->program.errors, piece, sizeof(piece));
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0 || cgi_buffer_add(&exchange->line, piece, (size_t)n) != 0)
            return close_errors(exchange);
        log_lines(exchange);
    }
}

void cgi_errors_flush(cgi_exchange_t *exchange)
{
    cgi_errors_move(exchange);
    log_line(exchange, exchange->line.bytes, exchange->line.size);
    exchange->line.size = 0;
}
