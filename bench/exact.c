/* SPDX-License-Identifier: Apache-2.0 */
/* exact.c: a client that notes when each request begins and ends. Each
 * connection sends its next request when it has the answer to the last one. One
 * request in N, drawn at random, is a slow one; the others are quick, and their
 * times are what counts. Prints a line like that of wrk.lua.
 *
 *     exact PORT CONNECTIONS SECONDS SEED N QUICK_PATH SLOW_PATH
 *
 * N 0: all are quick. */

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CONNECTIONS 4096
#define WARM_NS 300000000ll      /* not counted: connections are made */
#define PATIENCE_NS 5000000000ll /* for the last answers */
#define SECOND_NS 1000000000ll

enum { QUICK, SLOW, KINDS };

typedef struct connection {
    int fd;
    int kind;
    int64_t began; /* ns; 0: it has no request */
    size_t have;
    char buffer[4096];
} connection_t;

/* Of one kind of request, ns. */
typedef struct times {
    int64_t *took;
    size_t count, room;
} times_t;

static connection_t connections[CONNECTIONS];
static times_t times[KINDS];
static char requests[KINDS][1024];
static struct sockaddr_in address = {.sin_family = AF_INET};
static uint64_t dice, one_in;
static int64_t counts_from, counts_to;
static int epoll = -1;
static long unfinished, failures[2]; /* statuses, connections */

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND_NS + now.tv_nsec;
}

/* xorshift64* */
static uint64_t draw(void)
{
    dice ^= dice >> 12;
    dice ^= dice << 25;
    dice ^= dice >> 27;
    return dice * 0x2545f4914f6cdd1dull;
}

static void times_add(times_t *list, int64_t took)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1 << 16;
        list->took = realloc(list->took, list->room * sizeof(*list->took));
        if (!list->took)
            fail("realloc");
    }
    list->took[list->count++] = took;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The nearest-rank percentile in µs, n in thousandths. */
static long long percentile(const times_t *sorted, size_t n)
{
    size_t rank = (sorted->count * n + 999) / 1000;
    return rank ? sorted->took[rank - 1] / 1000 : 0;
}

static void join(connection_t *connection)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof(address)))
        fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    if (fcntl(fd, F_SETFL, O_NONBLOCK) ||
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event))
        fail("epoll_ctl");
    connection->fd = fd;
}

/* Requests are short, so a whole one fits into an idle socket. */
static void ask(connection_t *connection)
{
    connection->kind = one_in && draw() % one_in == 0 ? SLOW : QUICK;
    connection->have = 0;
    connection->began = now_ns();
    const char *text = requests[connection->kind];
    if (send(connection->fd, text, strlen(text), MSG_NOSIGNAL) < 0 &&
        errno != EPIPE && errno != ECONNRESET)
        fail("send");
}

/* Returns the length of the whole response, or 0 while its head is not there. A
 * response without Content-Length ends the run. */
static size_t length_of(connection_t *connection)
{
    connection->buffer[connection->have] = '\0';
    char *end = strstr(connection->buffer, "\r\n\r\n");
    if (!end)
        return 0;
    *end = '\0';
    const char *field = strcasestr(connection->buffer, "\ncontent-length:");
    if (!field) {
        fprintf(stderr, "no Content-Length: %s\n", connection->buffer);
        exit(1);
    }
    size_t body = strtoul(strchr(field, ':') + 1, NULL, 10);
    *end = '\r';
    return (size_t)(end - connection->buffer) + 4 + body;
}

/* The request is over, and was wrong if `wrong` is not NULL. */
static void over(connection_t *connection, long *wrong)
{
    int64_t now = now_ns();
    if (wrong)
        ++*wrong;
    else if (connection->began >= counts_from)
        times_add(&times[connection->kind], now - connection->began);
    connection->began = 0;
    if (now < counts_to)
        ask(connection);
    else
        unfinished--;
}

static void lost(connection_t *connection)
{
    int was_idle = !connection->began;
    close(connection->fd);
    if (was_idle)
        return;
    join(connection);
    over(connection, &failures[1]);
}

/* Reads once. */
static void receive(connection_t *connection)
{
    size_t room = sizeof(connection->buffer) - 1 - connection->have;
    ssize_t n = recv(connection->fd, connection->buffer + connection->have,
                     room, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        lost(connection);
        return;
    }
    connection->have += (size_t)n;
    size_t length = length_of(connection);
    if (length == 0 || connection->have < length)
        return;
    int good = strncmp(connection->buffer, "HTTP/1.1 200", 12) == 0;
    over(connection, good ? NULL : &failures[0]);
}

static void run(int count)
{
    struct epoll_event events[256];
    unfinished = count;
    for (int i = 0; i < count; i++) {
        join(&connections[i]);
        ask(&connections[i]);
    }
    while (unfinished > 0 && now_ns() < counts_to + PATIENCE_NS) {
        int ready = epoll_wait(epoll, events, 256, 100);
        for (int i = 0; i < ready; i++)
            receive(events[i].data.ptr);
    }
}

static void print(double seconds)
{
    const times_t *quick = &times[QUICK], *slow = &times[SLOW];
    for (int kind = QUICK; kind < KINDS; kind++)
        qsort(times[kind].took, times[kind].count, sizeof(int64_t), ascending);
    printf(
        "{\"requests\": %zu, \"us\": %.0f, \"p50\": %lld, \"p99\": %lld, "
        "\"p999\": %lld, \"slow\": %zu, \"slow_p50\": %lld, "
        "\"failures\": {\"status\": %ld, \"read\": %ld, \"timeout\": %ld}}\n",
        quick->count + slow->count, seconds * 1e6, percentile(quick, 500),
        percentile(quick, 990), percentile(quick, 999), slow->count,
        percentile(slow, 500), failures[0], failures[1], unfinished);
}

static void write_requests(char **paths)
{
    for (int kind = QUICK; kind < KINDS; kind++)
        snprintf(requests[kind], sizeof(requests[kind]),
                 "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", paths[kind]);
}

int main(int argc, char **argv)
{
    if (argc != 8) {
        fputs("usage: exact PORT CONNECTIONS SECONDS SEED N PATH SLOW_PATH\n",
              stderr);
        return 2;
    }
    int count = atoi(argv[2]);
    double seconds = atof(argv[3]);
    if (count < 1 || count > CONNECTIONS)
        return 2;
    address.sin_port = htons((uint16_t)atoi(argv[1]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    dice = strtoull(argv[4], NULL, 10) * 0x9e3779b97f4a7c15ull + 1;
    one_in = strtoull(argv[5], NULL, 10);
    write_requests(argv + 6);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    counts_from = now_ns() + WARM_NS;
    counts_to = counts_from + (int64_t)(seconds * 1e9);
    run(count);
    print(seconds);
    return 0;
}
