/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_host.c: the loop. One thread; all exchanges are in one list. */

#include "cgi_host.h"

#include "cgi_ends.h"
#include "cgi_errors.h"
#include "cgi_exchange.h"
#include "cgi_limit.h"
#include "cgi_memory.h"
#include "cgi_servers.h"
#include "cgi_start.h"
#include "cgi_stop.h"
#include "common_clock.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/epoll.h>

#define PAUSE_US ((int64_t)100 * 1000) /* as PERSIST_PAUSE asks for */
#define HEARD_MAX 64
#define WEIGH_US ((int64_t)1000 * 1000) /* as persistd weighs workers */

typedef struct host {
    persist_worker_t *worker;
    char *const *command;
    unsigned capacity;
    uint64_t memory; /* bytes; 0: no limit */
    int epoll;
    int error; /* of the pump, which ends the loop */
    int stops;
    int64_t pump_at;  /* 0: when its descriptor is readable */
    int64_t weigh_at; /* while there are exchanges */
    cgi_exchange_t *exchanges;
} host_t;

/* Programs that do not end when they are told to have 3 seconds, but not if
 * there are more of them. */
static void limit_lingering(const host_t *host, unsigned most)
{
    unsigned count = 0;
    for (cgi_exchange_t *one = host->exchanges; one; one = one->next)
        if (cgi_exchange_lingers(one) && ++count > most)
            cgi_stop_kill(one);
}

/* Each program may leave a process behind that holds its stderr open for ever.
 * The host has descriptors for so many; the oldest ones go first. */
static void limit_hearing(const host_t *host)
{
    unsigned count = 0;
    for (cgi_exchange_t *one = host->exchanges; one; one = one->next)
        if (cgi_exchange_hears(one) && ++count > HEARD_MAX)
            cgi_errors_close(one);
}

static cgi_exchange_t *begin(host_t *host, persist_request_t *request)
{
    limit_lingering(host, host->capacity - 1);
    limit_hearing(host);
    cgi_exchange_t *exchange =
        cgi_exchange_begin(host->epoll, request, host->command);
    if (!exchange)
        return NULL;
    if (!host->exchanges)
        host->weigh_at = common_now_us() + WEIGH_US;
    exchange->next = host->exchanges;
    return host->exchanges = exchange;
}

/* A client may have gone before its request begins: both are one report. */
static void act_on(host_t *host, persist_request_t *request, unsigned news)
{
    cgi_exchange_t *exchange = news & PERSIST_NEW
                                   ? begin(host, request)
                                   : persist_request_context(request);
    if (exchange)
        cgi_exchange_news(exchange, news);
}

static void act(host_t *host, persist_request_t *request, unsigned news)
{
    if (news & PERSIST_STOP)
        host->stops = 1;
    if (news & PERSIST_PAUSE)
        host->pump_at = common_now_us() + PAUSE_US;
    if (request)
        act_on(host, request, news);
}

static void pump(void *context)
{
    host_t *host = context;
    persist_request_t *request;
    int news = 0;
    host->pump_at = 0;
    while (!host->pump_at &&
           (news = persist_worker_pump(host->worker, &request)) > 0)
        act(host, request, (unsigned)news);
    if (news < 0)
        host->error = errno;
}

/* Returns whether a request is not given back yet. */
static int is_busy(const host_t *host)
{
    const cgi_exchange_t *exchange = host->exchanges;
    while (exchange && !exchange->request)
        exchange = exchange->next;
    return exchange != NULL;
}

/* Returns when to weigh again. Only what runs for a while is weighed. */
static int64_t weigh(host_t *host, int64_t now)
{
    if (!host->memory || !host->exchanges)
        return INT64_MAX;
    if (now < host->weigh_at)
        return host->weigh_at;
    for (cgi_exchange_t *one = host->exchanges; one; one = one->next)
        cgi_memory_check(one, host->memory);
    cgi_servers_check(host->memory);
    return host->weigh_at = now + WEIGH_US;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Ticks all, and frees those that are over. Returns what is due first. */
static int64_t tick(host_t *host)
{
    int64_t now = common_now_us();
    int64_t first =
        sooner(weigh(host, now), host->pump_at ? host->pump_at : INT64_MAX);
    first = sooner(first, cgi_servers_tick(now));
    cgi_exchange_t **link = &host->exchanges;
    while (*link) {
        cgi_exchange_t *exchange = *link;
        first = sooner(first, cgi_exchange_tick(exchange, now));
        if (cgi_exchange_is_over(exchange)) {
            *link = exchange->next;
            cgi_exchange_free(exchange);
        } else {
            link = &exchange->next;
        }
    }
    return first;
}

/* Rounded up, so that it is really time afterwards. */
static int milliseconds_until(int64_t due)
{
    int64_t left = (due - common_now_us() + 999) / 1000;
    if (due == INT64_MAX)
        return -1;
    return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static int loop(host_t *host)
{
    while (!host->error && (!host->stops || is_busy(host))) {
        int64_t due = tick(host);
        cgi_source_wait(host->epoll, milliseconds_until(due));
        if (host->pump_at && common_now_us() >= host->pump_at)
            pump(host);
    }
    limit_lingering(host, 0); /* the kernel kills none but our children */
    errno = host->error;
    return host->error ? -1 : 0;
}

int cgi_host_run(persist_worker_t *worker, unsigned capacity, uint64_t memory,
                 char *const *command)
{
    host_t host = {.worker = worker,
                   .command = command,
                   .capacity = capacity,
                   .memory = memory};
    cgi_source_t source = {pump, &host, 0};
    cgi_limit_raise(capacity);
    if (persist_worker_ready(worker, capacity, NULL, 0) != 0 ||
        persist_worker_by_length(worker) != 0 || cgi_start_init() != 0)
        return -1;
    signal(SIGPIPE, SIG_IGN); /* of programs that do not read their stdin */
    int fd = persist_worker_fd(worker);
    host.epoll = epoll_create1(EPOLL_CLOEXEC);
    cgi_servers_init(host.epoll, capacity);
    if (fd < 0 || host.epoll < 0 || cgi_ends_init(host.epoll) != 0 ||
        cgi_source_want(host.epoll, fd, &source, EPOLLIN) != 0)
        return -1;
    pump(&host);
    return loop(&host);
}
