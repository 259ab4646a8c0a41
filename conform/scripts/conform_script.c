/* SPDX-License-Identifier: Apache-2.0 */
/* conform_script.c: the script under test of persist-conform, in C. */

#include <persist/worker.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define PLAIN PERSIST_BLOCK("Content-Type\0text/plain")
#define CHILD_SECONDS 30
#define SLOW_PIECES 3000
#define PIECE (64u << 10)

static persist_worker_t *worker;

static const char *variable(const persist_request_t *request, const char *name)
{
    const char *value = persist_request_variable(request, name);
    return value ? value : "";
}

static void respond(persist_request_t *request, unsigned status,
                    const char *text)
{
    persist_request_respond(request, status, PLAIN, text, strlen(text), 0);
}

/* Sleeps for the whole time, although the library's signal interrupts it when
 * persistd sends a message. */
static void rest(long ms)
{
    struct timespec left = {0, ms * 1000000};
    while (nanosleep(&left, &left) < 0 && errno == EINTR)
        ;
}

static void hello(persist_request_t *request)
{
    respond(request, 200, "hello");
}

static void env(persist_request_t *request)
{
    size_t place = 0, size = 0;
    const char *name, *value;
    char *text = NULL;
    FILE *file = open_memstream(&text, &size);
    while (persist_request_each(request, &place, &name, &value))
        fprintf(file, "%s=%s\n", name, value);
    fclose(file);
    persist_request_respond(request, 200, PLAIN, text, size, 0);
    free(text);
}

/* Does not respond if the body is cut off, which leads to 500. */
static void echo(persist_request_t *request)
{
    char piece[PIECE], *body = NULL;
    size_t size = 0;
    long n;
    FILE *file = open_memstream(&body, &size);
    while ((n = persist_request_read(request, piece, sizeof(piece))) > 0)
        fwrite(piece, 1, (size_t)n, file);
    fclose(file);
    if (n == 0)
        persist_request_respond(request, 200, PLAIN, body, size, 0);
    free(body);
}

static void nap(persist_request_t *request)
{
    long ms = atol(variable(request, "QUERY_STRING"));
    while (ms > 0 && !persist_request_cancelled(request)) {
        rest(10);
        ms -= 10;
    }
    if (persist_request_late(request))
        respond(request, 504, "late");
    else
        respond(request, 200, "slept");
}

/* Does not respond, which leads to 500. */
static void error(persist_request_t *request)
{
    (void)request;
}

static void child(persist_request_t *request)
{
    char text[32];
    pid_t pid = fork();
    if (pid == 0) {
        sleep(CHILD_SECONDS);
        _exit(0);
    }
    snprintf(text, sizeof(text), "%ld", (long)pid);
    respond(request, 200, text);
}

static void program(persist_request_t *request)
{
    respond(request, system("sleep 30 & echo $! >&2") == 0 ? 200 : 500, "");
}

static void stream(persist_request_t *request)
{
    char piece[PIECE];
    long n;
    persist_request_start(request, 200, PLAIN, 0);
    while ((n = persist_request_read(request, piece, sizeof(piece))) > 0)
        persist_request_write(request, piece, (size_t)n);
    if (n == 0)
        persist_request_finish(request, 0);
}

static void slow(persist_request_t *request)
{
    persist_request_start(request, 200, PLAIN, 0);
    for (int i = 0; i < SLOW_PIECES; i++) {
        if (persist_request_write(request, "x", 1) < 0 ||
            persist_request_cancelled(request))
            break;
        rest(10);
    }
    persist_request_finish(request, 0);
}

static void cut(persist_request_t *request)
{
    persist_request_start(request, 200, PLAIN, 0);
    persist_request_write(request, "x", 1);
}

static void hints(persist_request_t *request)
{
    int count = atoi(variable(request, "QUERY_STRING"));
    for (int i = 0; i < count; i++) {
        if (persist_request_info(
                request, 103, PERSIST_BLOCK("Link\0</x.css>; rel=preload")) < 0)
            return;
    }
    respond(request, 200, "hinted");
}

static void after(persist_request_t *request)
{
    persist_request_respond(request, 200, PLAIN, "soon", 4, PERSIST_AFTER);
    rest(300);
}

static void file(persist_request_t *request)
{
    int fd = open(variable(request, "QUERY_STRING"), O_RDONLY | O_CLOEXEC);
    persist_request_start(request, 200, PLAIN, 0);
    if (persist_request_send_file(request, fd, 0, -1) == 0)
        persist_request_finish(request, 0);
    close(fd);
}

static const struct {
    const char *path;
    void (*answer)(persist_request_t *request);
} pages[] = {{"/hello", hello},  {"/env", env},       {"/echo", echo},
             {"/sleep", nap},    {"/error", error},   {"/fork", child},
             {"/exec", program}, {"/stream", stream}, {"/slow", slow},
             {"/abort", cut},    {"/hints", hints},   {"/after", after},
             {"/file", file}};

static void answer(persist_request_t *request)
{
    const char *path = variable(request, "PATH_INFO");
    for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++) {
        if (strcmp(path, pages[i].path) == 0) {
            pages[i].answer(request);
            return;
        }
    }
    respond(request, 404, "there is no such page\n");
}

static void serve(void)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request))) {
        if (strcmp(variable(request, "PATH_INFO"), "/exit") == 0) {
            respond(request, 200, "bye");
            persist_worker_leave(worker, request);
            return;
        }
        answer(request);
    }
}

int main(void)
{
    static const persist_clone_hooks_t hooks = {NULL, NULL, NULL};
    worker = persist_worker_open("c " PERSIST_WORKER_VERSION, 0);
    if (!worker || persist_worker_clones(worker, 0, &hooks) < 0) {
        perror("conform_script: not started as a worker");
        return 1;
    }
    serve();
    persist_worker_destroy(worker);
    return 0;
}
