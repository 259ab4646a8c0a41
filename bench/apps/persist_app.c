/* SPDX-License-Identifier: Apache-2.0 */
/* persist_app.c: the C worker of mod_persist. */

#include "work.h"

#include <persist/worker.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT PERSIST_BLOCK("Content-Type\0text/plain")

static int hello(persist_request_t *request)
{
    return persist_request_respond(request, 200, TEXT, WORK_HELLO,
                                   sizeof(WORK_HELLO) - 1, 0);
}

static int bytes(persist_request_t *request, size_t n)
{
    if (n <= WORK_BLOCK)
        return persist_request_respond(request, 200, TEXT, work_piece(n), n, 0);
    char head[64] = "Content-Type\0text/plain\0Content-Length";
    size_t named = sizeof("Content-Type\0text/plain\0Content-Length");
    size_t digits =
        (size_t)snprintf(head + named, sizeof(head) - named, "%zu", n);
    if (persist_request_start(request, 200, head, named + digits + 1, 0) < 0)
        return -1;
    for (; n; n -= n < WORK_BLOCK ? n : WORK_BLOCK) {
        size_t piece = n < WORK_BLOCK ? n : WORK_BLOCK;
        if (persist_request_write(request, work_piece(piece), piece) < 0)
            return -1;
    }
    return persist_request_finish(request, 0);
}

/* Writes the lines in the order of the variables, because sorting would measure
 * another thing. */
static int environment(persist_request_t *request)
{
    static char text[65536];
    size_t place = 0, n = 0;
    const char *name, *value;
    while (persist_request_each(request, &place, &name, &value) == 1 &&
           n < sizeof(text))
        n += (size_t)snprintf(text + n, sizeof(text) - n, "%s=%s\n", name,
                              value);
    if (n >= sizeof(text))
        n = sizeof(text) - 1;
    return persist_request_respond(request, 200, TEXT, text, n, 0);
}

static int upload(persist_request_t *request)
{
    static char piece[65536];
    size_t all = 0;
    long n;
    while ((n = persist_request_read(request, piece, sizeof(piece))) > 0)
        all += (size_t)n;
    char text[32];
    int length = snprintf(text, sizeof(text), "%zu\n", all);
    return n < 0 ? -1
                 : persist_request_respond(request, 200, TEXT, text,
                                           (size_t)length, 0);
}

static int answer(persist_request_t *request)
{
    const char *path = persist_request_variable(request, "PATH_INFO");
    size_t n = path ? work_bytes(path) : 0;
    if (n)
        return bytes(request, n);
    if (path && !strcmp(path, "/environment"))
        return environment(request);
    if (path && !strcmp(path, "/upload"))
        return upload(request);
    return hello(request);
}

int main(void)
{
    persist_worker_t *worker = persist_worker_open("c bench", 0);
    if (!worker)
        return 1;
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request)))
        if (answer(request) < 0)
            perror("answer");
    persist_worker_destroy(worker);
    return 0;
}
