/* SPDX-License-Identifier: Apache-2.0 */
/* ring.c: measures what a ring in shared memory would save when 1 MiB goes from
 * a worker to a client, in both ways in turn. A client sends requests over TCP.
 * A server forwards each request to a worker over a Unix socket and passes on,
 * in pieces, what the worker
 *
 *     plain   sends over that socket (three copies), or
 *     ring    writes to sealed memory, sending only the place (two copies).
 * Why: docs/decisions/no-ring-for-bodies.md */

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BODY ((size_t)1 << 20)
#define PIECE ((size_t)256 << 10) /* size of mod_persist's frames */
#define ROUNDS 3000

enum way { PLAIN, RING };

static char *ring; /* BODY bytes, shared by server and worker */

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

static void send_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = send(fd, bytes, size, MSG_NOSIGNAL);
        if (n < 0)
            give_up("send");
        bytes += n;
        size -= (size_t)n;
    }
}

/* Returns 0 when the other side has closed. */
static int asked(int fd)
{
    char byte;
    return recv(fd, &byte, 1, 0) == 1;
}

static void work(int server, enum way way)
{
    char *body = malloc(BODY);
    if (!body)
        give_up("malloc");
    memset(body, 'x', BODY);
    while (asked(server))
        for (size_t at = 0; at < BODY; at += PIECE) {
            if (way == PLAIN) {
                send_all(server, body + at, PIECE);
            } else {
                memcpy(ring + at, body + at, PIECE);
                send_all(server, (const char *)&at, sizeof(at));
            }
        }
    _exit(0);
}

/* Passes the next piece on; returns its size. */
static size_t pass(int worker, int client, enum way way, char *buffer)
{
    size_t at;
    ssize_t n = way == PLAIN ? recv(worker, buffer, PIECE, 0)
                             : recv(worker, &at, sizeof(at), MSG_WAITALL);
    if (n <= 0)
        give_up("recv");
    size_t size = way == PLAIN ? (size_t)n : PIECE;
    send_all(client, way == PLAIN ? buffer : ring + at, size);
    return size;
}

static void serve(int listener, int worker, enum way way)
{
    int client = accept(listener, NULL, NULL), on = 1;
    char *buffer = malloc(PIECE);
    if (client < 0 || !buffer ||
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) != 0)
        give_up("accept");
    while (asked(client)) {
        send_all(worker, "?", 1);
        for (size_t passed = 0; passed < BODY;)
            passed += pass(worker, client, way, buffer);
    }
    _exit(0);
}

static int listen_here(struct sockaddr_in *name)
{
    socklen_t size = sizeof(*name);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    *name = (struct sockaddr_in){.sin_family = AF_INET};
    name->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || bind(fd, (struct sockaddr *)name, size) != 0 ||
        getsockname(fd, (struct sockaddr *)name, &size) != 0 ||
        listen(fd, 1) != 0)
        give_up("listen");
    return fd;
}

/* Returns a connection to the server. */
static int start(enum way way)
{
    struct sockaddr_in name;
    int ends[2], listener = listen_here(&name);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        give_up("socketpair");
    if (fork() == 0) {
        close(ends[0]);
        work(ends[1], way);
    }
    close(ends[1]);
    if (fork() == 0)
        serve(listener, ends[0], way);
    close(ends[0]);
    close(listener);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&name, sizeof(name)) != 0)
        give_up("connect");
    return fd;
}

static void fetch(int server)
{
    static char buffer[64 << 10];
    send_all(server, "?", 1);
    for (size_t got = 0; got < BODY;) {
        ssize_t n = recv(server, buffer, sizeof(buffer), 0);
        if (n <= 0)
            give_up("fetch");
        got += (size_t)n;
    }
}

static double cpu_us(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        give_up("getrusage");
    return 1e6 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + (double)now.tv_nsec / 1e3;
}

static void measure(enum way way)
{
    double cpu = cpu_us(), began;
    int server = start(way);
    fetch(server);
    began = now_us();
    for (int i = 0; i < ROUNDS; i++)
        fetch(server);
    began = now_us() - began;
    close(server);
    while (wait(NULL) > 0)
        continue;
    printf("%s: %.0f us, %.0f us CPU of server and worker\n",
           way == PLAIN ? "plain" : "ring", began / ROUNDS,
           (cpu_us() - cpu) / ROUNDS);
}

int main(void)
{
    int fd = memfd_create("ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, (off_t)BODY) != 0 ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        give_up("memfd_create");
    ring = mmap(NULL, BODY, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (ring == MAP_FAILED)
        give_up("mmap");
    setvbuf(stdout, NULL, _IONBF, 0); /* children would inherit buffered text */
    for (int i = 0; i < 3; i++) {
        measure(PLAIN);
        measure(RING);
    }
    return 0;
}
