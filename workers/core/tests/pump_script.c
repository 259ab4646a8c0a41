/* SPDX-License-Identifier: Apache-2.0 */
/* pump_script.c: an asynchronous worker for tests, see pump_script.h. */

#include "pump_script.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PUMP_PIECE ((96u << 10) + 100) /* with the head of its frame */

typedef struct job {
    persist_request_t *request;
    char path[32];
    size_t done; /* bytes read, or written */
    unsigned long long sum;
} job_t;

static job_t *held[PUMP_UNITS];
static int held_count, stopped, late, gone;
static size_t most_kept;

static void answer(job_t *job, const char *text)
{
    persist_request_respond(job->request, 200, PERSIST_BLOCK("A\0b"), text,
                            strlen(text), 0);
}

static void end(job_t *job)
{
    persist_request_close(job->request);
    free(job);
}

static void answer_and_end(job_t *job, const char *text)
{
    answer(job, text);
    end(job);
}

static void release(void)
{
    for (int i = 0; i < held_count; i++)
        answer_and_end(held[i], held[i]->path);
    held_count = 0;
}

static void read_on(job_t *job)
{
    char buffer[1000], text[96];
    long n;
    while ((n = persist_request_read(job->request, buffer, sizeof(buffer))) > 0)
        for (long i = 0; i < n; i++, job->done++)
            job->sum += (unsigned char)buffer[i];
    if (n < 0 && errno == EAGAIN)
        return;
    snprintf(text, sizeof(text), "%zu %llu %s", job->done, job->sum,
             n == 0 ? "end" : strerror(errno));
    answer_and_end(job, text);
}

static void write_on(job_t *job)
{
    static char bytes[PUMP_LARGE];
    long n = persist_request_write_some(job->request, bytes + job->done,
                                        PUMP_LARGE - job->done);
    size_t kept = persist_request_unsent(job->request);
    most_kept = kept > most_kept ? kept : most_kept;
    job->done += n > 0 ? (size_t)n : 0;
    if (n < 0) {
        gone++;
        end(job);
    } else if (job->done == PUMP_LARGE && kept == 0) {
        persist_request_finish(job->request, 0);
        end(job);
    }
}

/* A second file is refused while something is kept. */
static void pass_files(job_t *job)
{
    static char bytes[PUMP_LARGE];
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    persist_request_start(job->request, 200, PERSIST_BLOCK("A\0b"), 0);
    int first = persist_request_send_file(job->request, fd, 0, 10);
    persist_request_write(job->request, bytes, PUMP_LARGE / 4);
    int second = persist_request_send_file(job->request, fd, 0, 10);
    int error = errno;
    close(fd);
    persist_request_write(job->request, first == 0 ? "f" : "-", 1);
    persist_request_write(job->request,
                          second < 0 && error == EAGAIN ? "s" : "-", 1);
    persist_request_finish(job->request, 0);
    end(job);
}

static void begin(persist_request_t *request)
{
    job_t *job = calloc(1, sizeof(*job));
    job->request = request;
    snprintf(job->path, sizeof(job->path), "%s",
             persist_request_variable(request, "PATH_INFO"));
    persist_request_set_context(request, job);
    if (strcmp(job->path, "/held") == 0) {
        held[held_count++] = job;
    } else if (strcmp(job->path, "/sum") == 0) {
        read_on(job);
    } else if (strcmp(job->path, "/large") == 0) {
        persist_request_start(request, 200, PERSIST_BLOCK("A\0b"), 0);
        write_on(job);
    } else if (strcmp(job->path, "/file") == 0) {
        pass_files(job);
    } else if (strcmp(job->path, "/wait") != 0) {
        if (strcmp(job->path, "/release") == 0)
            release();
        answer_and_end(job, job->path);
    }
}

static void go_on(job_t *job, unsigned news)
{
    if (strcmp(job->path, "/sum") == 0) {
        read_on(job);
    } else if (strcmp(job->path, "/large") == 0) {
        write_on(job);
    } else if (news & (PERSIST_GONE | PERSIST_LATE)) {
        gone += (news & PERSIST_GONE) != 0;
        late += (news & PERSIST_LATE) != 0;
        answer_and_end(job, news & PERSIST_GONE ? "gone" : "late");
    }
}

static void act(persist_request_t *request, unsigned news)
{
    if (news == PERSIST_NEW)
        begin(request);
    else if (news == PERSIST_STOP)
        stopped = 1;
    else if (request)
        go_on(persist_request_context(request), news);
}

/* A pause without a free descriptor ends by itself. */
int pump_script(persist_worker_t *worker)
{
    persist_request_t *request;
    int news = 0;
    persist_worker_ready(worker, PUMP_UNITS, NULL, 0);
    struct pollfd set = {persist_worker_fd(worker), POLLIN, 0};
    while (!stopped) {
        poll(&set, 1, news == PERSIST_PAUSE ? 100 : -1);
        while ((news = persist_worker_pump(worker, &request)) > 0 &&
               news != PERSIST_PAUSE)
            act(request, (unsigned)news);
    }
    fprintf(stderr, "%s, late %d, gone %d\n",
            most_kept == 0           ? "nothing kept"
            : most_kept < PUMP_PIECE ? "a piece kept"
                                     : "too much kept",
            late, gone);
    return held_count == 0 && news >= 0 ? 0 : 1;
}
