/* SPDX-License-Identifier: Apache-2.0 */
/* http1.c: a client that keeps its connection. A reused one that httpd closed
 * before the first byte of an answer is no failure: RFC 9110 9.2.2 lets a
 * client ask again, and so does this one. */

#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define BUFFER_SIZE 16384

typedef struct http1 {
    const load_options_t *options;
    int fd;     /* -1: none */
    int reused; /* an answer has come over it */
    size_t used;
    char buffer[BUFFER_SIZE + 1];
} http1_t;

typedef enum outcome { DONE, ASK_AGAIN, FAILED } outcome_t;

static void hang_up(http1_t *client)
{
    if (client->fd >= 0)
        close(client->fd);
    client->fd = -1;
}

/* Reads more; returns 0 at the end of the connection and on errors. */
static int more(http1_t *client)
{
    ssize_t got = -1;
    if (client->used < BUFFER_SIZE)
        got = recv(client->fd, client->buffer + client->used,
                   BUFFER_SIZE - client->used, 0);
    if (got <= 0)
        return 0;
    client->used += (size_t)got;
    client->buffer[client->used] = 0;
    return 1;
}

/* The value of a header in the NUL-terminated head, or NULL. */
static const char *header(const char *head, const char *name)
{
    size_t length = strlen(name);
    for (const char *line = head; (line = strstr(line, "\r\n"));) {
        line += 2;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':')
            return line + length + 1 + strspn(line + length + 1, " ");
    }
    return NULL;
}

static int send_request(const http1_t *client, const load_exchange_t *exchange)
{
    char text[1024];
    const char *token = exchange->token;
    int size;
    if (exchange->post)
        size = snprintf(text, sizeof(text),
                        "POST %s?%s HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                        "Content-Length: %zu\r\n\r\n%s",
                        client->options->path, token, strlen(token), token);
    else
        size = snprintf(text, sizeof(text),
                        "GET %s?%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                        client->options->path, token);
    if (size < 0 || (size_t)size >= sizeof(text))
        return -1;
    return load_send(client->fd, text, (size_t)size);
}

/* The body is in the buffer behind the head; the script always knows its
 * length, only httpd's own error pages may come in another way. */
static outcome_t read_body(http1_t *client, const load_exchange_t *exchange,
                           size_t head)
{
    int status = atoi(client->buffer + strlen("HTTP/1.1 "));
    const char *length = header(client->buffer, "Content-Length");
    const char *connection = header(client->buffer, "Connection");
    size_t size = length ? (size_t)atol(length) : 0;
    int closing = connection && strncasecmp(connection, "close", 5) == 0;
    while (client->used < head + size)
        if (!more(client)) {
            tally_failure("an answer was cut");
            return FAILED;
        }
    tally_answer(exchange, status, client->buffer + head, size);
    client->reused = 1;
    if (closing || !length)
        hang_up(client);
    return DONE;
}

static outcome_t read_answer(http1_t *client, const load_exchange_t *exchange)
{
    char *end;
    client->used = 0;
    client->buffer[0] = 0;
    while (!(end = strstr(client->buffer, "\r\n\r\n")))
        if (!more(client)) {
            if (client->reused && client->used == 0 && errno != EAGAIN)
                return ASK_AGAIN;
            tally_failure(errno == EAGAIN ? "no answer in time"
                                          : "no answer on a new connection");
            return FAILED;
        }
    end[2] = 0; /* the head ends with its last line's end */
    return read_body(client, exchange, (size_t)(end + 4 - client->buffer));
}

static outcome_t attempt(http1_t *client, const load_exchange_t *exchange)
{
    if (client->fd < 0) {
        client->reused = 0;
        client->fd = load_connect(client->options->port);
        if (client->fd < 0) {
            tally_failure("can't connect");
            return FAILED;
        }
    }
    errno = 0;
    if (send_request(client, exchange) && client->reused)
        return ASK_AGAIN;
    return read_answer(client, exchange);
}

void http1_run(const load_options_t *options)
{
    http1_t client = {.options = options, .fd = -1};
    load_exchange_t exchange;
    outcome_t outcome;
    while (load_next(&exchange)) {
        while ((outcome = attempt(&client, &exchange)) == ASK_AGAIN) {
            tally_retry();
            hang_up(&client);
        }
        if (outcome == FAILED)
            hang_up(&client);
    }
    hang_up(&client);
}
