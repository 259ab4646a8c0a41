/* SPDX-License-Identifier: Apache-2.0 */
/* count.c: a worker that counts the bytes and lines of what a client sends, in
 * pieces, so that the body may have any length. It is the example of README.md.
 */

#include <persist/worker.h>

#include <stdio.h>
#include <string.h>

#define TEXT PERSIST_BLOCK("Content-Type\0text/plain")

static long answered; /* lives across requests */

static int respond(persist_request_t *request, unsigned status,
                   const char *text)
{
    return persist_request_respond(request, status, TEXT, text, strlen(text),
                                   0);
}

/* Returns 0, or -1 if the client has gone or its body is cut off. */
static int count(persist_request_t *request, long *bytes, long *lines)
{
    char piece[65536];
    long n;
    while ((n = persist_request_read(request, piece, sizeof(piece))) > 0) {
        *bytes += n;
        for (long i = 0; i < n; i++)
            *lines += piece[i] == '\n';
    }
    return n < 0 ? -1 : 0;
}

static void answer(persist_request_t *request)
{
    char text[128];
    long bytes = 0, lines = 0;
    if (strcmp(persist_request_method(request), "POST") != 0) {
        respond(request, 200, "hello");
        return;
    }
    if (count(request, &bytes, &lines) < 0)
        return; /* nobody waits for an answer */
    answered++;
    snprintf(text, sizeof(text), "%ld bytes, %ld lines, request %ld\n", bytes,
             lines, answered);
    if (respond(request, 200, text) < 0)
        perror("count: respond"); /* httpd's error log has it */
}

int main(void)
{
    persist_worker_t *worker =
        persist_worker_open("c " PERSIST_WORKER_VERSION, 0);
    persist_request_t *request = NULL;
    if (!worker) {
        perror("count: not started by persistd");
        return 1;
    }
    while ((request = persist_worker_next(worker, request)))
        answer(request);
    persist_worker_destroy(worker);
    return 0;
}
