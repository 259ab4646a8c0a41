/* SPDX-License-Identifier: Apache-2.0 */
/* http2.c: a client with several streams at once over one connection. */

#include "load.h"

#include <nghttp2/nghttp2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define STREAMS 4
#define VALUE_SIZE 512

typedef struct http2 {
    const load_options_t *options;
    nghttp2_session *session;
    int fd;
    int open; /* streams */
} http2_t;

typedef struct stream {
    load_exchange_t exchange;
    size_t sent; /* of the request's body */
    int status;
    size_t length;
    char body[LOAD_BODY_MAX + 1];
} stream_t;

static ssize_t on_send(nghttp2_session *session, const uint8_t *data,
                       size_t length, int flags, void *user)
{
    http2_t *client = user;
    (void)session;
    (void)flags;
    if (load_send(client->fd, (const char *)data, length))
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    return (ssize_t)length;
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame,
                     const uint8_t *name, size_t name_length,
                     const uint8_t *value, size_t value_length, uint8_t flags,
                     void *user)
{
    stream_t *stream =
        nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
    (void)value_length;
    (void)flags;
    (void)user;
    if (stream && name_length == 7 && memcmp(name, ":status", 7) == 0)
        stream->status = atoi((const char *)value);
    return 0;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t id,
                   const uint8_t *data, size_t length, void *user)
{
    stream_t *stream = nghttp2_session_get_stream_user_data(session, id);
    (void)flags;
    (void)user;
    if (!stream || length > LOAD_BODY_MAX - stream->length)
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    memcpy(stream->body + stream->length, data, length);
    stream->length += length;
    return 0;
}

static ssize_t read_body(nghttp2_session *session, int32_t id, uint8_t *buffer,
                         size_t size, uint32_t *flags,
                         nghttp2_data_source *source, void *user)
{
    stream_t *stream = source->ptr;
    size_t left = strlen(stream->exchange.token) - stream->sent;
    size_t length = left < size ? left : size;
    (void)session;
    (void)id;
    (void)user;
    memcpy(buffer, stream->exchange.token + stream->sent, length);
    stream->sent += length;
    if (length == left)
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    return (ssize_t)length;
}

static nghttp2_nv pair(const char *name, const char *value)
{
    return (nghttp2_nv){(uint8_t *)name, (uint8_t *)value, strlen(name),
                        strlen(value), NGHTTP2_NV_FLAG_NONE};
}

/* Opens a stream if there is another request to make. Returns 0, or -1. */
static int submit(http2_t *client)
{
    stream_t *stream = calloc(1, sizeof(*stream));
    char path[VALUE_SIZE];
    if (!stream || !load_next(&stream->exchange)) {
        free(stream);
        return 0;
    }
    snprintf(path, sizeof(path), "%s?%s", client->options->path,
             stream->exchange.token);
    nghttp2_nv head[] = {
        pair(":method", stream->exchange.post ? "POST" : "GET"),
        pair(":scheme", "http"), pair(":path", path),
        pair(":authority", "127.0.0.1")};
    nghttp2_data_provider body = {.source.ptr = stream,
                                  .read_callback = read_body};
    if (nghttp2_submit_request(
            client->session, NULL, head, sizeof(head) / sizeof(*head),
            stream->exchange.post ? &body : NULL, stream) < 0) {
        free(stream);
        return -1;
    }
    client->open++;
    return 0;
}

static int on_close(nghttp2_session *session, int32_t id, uint32_t error,
                    void *user)
{
    stream_t *stream = nghttp2_session_get_stream_user_data(session, id);
    http2_t *client = user;
    if (!stream)
        return 0;
    if (error != NGHTTP2_NO_ERROR)
        tally_failure(nghttp2_http2_strerror(error));
    else
        tally_answer(&stream->exchange, stream->status, stream->body,
                     stream->length);
    free(stream);
    client->open--;
    return submit(client) ? NGHTTP2_ERR_CALLBACK_FAILURE : 0;
}

static int start_session(http2_t *client)
{
    nghttp2_session_callbacks *callbacks;
    if (nghttp2_session_callbacks_new(&callbacks))
        return -1;
    nghttp2_session_callbacks_set_send_callback(callbacks, on_send);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks,
                                                              on_data);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    int failed =
        nghttp2_session_client_new(&client->session, callbacks, client);
    nghttp2_session_callbacks_del(callbacks);
    return failed ? -1
                  : nghttp2_submit_settings(client->session, NGHTTP2_FLAG_NONE,
                                            NULL, 0);
}

/* Returns 0 when all streams have ended, -1 when the connection has. */
static int exchange_all(http2_t *client)
{
    uint8_t buffer[16384];
    while (client->open) {
        if (nghttp2_session_send(client->session))
            return -1;
        ssize_t got = recv(client->fd, buffer, sizeof(buffer), 0);
        if (got <= 0 || nghttp2_session_mem_recv(client->session, buffer,
                                                 (size_t)got) != got)
            return -1;
    }
    return 0;
}

void http2_run(const load_options_t *options)
{
    http2_t client = {.options = options, .fd = load_connect(options->port)};
    int failed = client.fd < 0 || start_session(&client);
    for (int i = 0; i < STREAMS && !failed; i++)
        failed = submit(&client);
    if (failed || exchange_all(&client))
        tally_failure("the connection ended");
    nghttp2_session_del(client.session);
    if (client.fd >= 0)
        close(client.fd);
}
