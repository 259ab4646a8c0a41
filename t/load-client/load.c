/* SPDX-License-Identifier: Apache-2.0 */
/* load.c: many clients at once, each of whose requests carries a token that
 * the answer must repeat.
 *
 *   load [-2] -p PORT -c CLIENTS (-n REQUESTS | -s SECONDS) PATH
 *
 * SIGTERM ends it sooner: what has been asked is still answered, and counted.
 */

#include "load.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CLIENTS_MAX 1024
/* Longer than any time-out of the server: then an answer is missing. */
#define ANSWER_SECONDS 60

static load_options_t options = {.clients = 1};
static atomic_long issued;
static time_t deadline;
static atomic_int told_to_end;

static time_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

int load_next(load_exchange_t *exchange)
{
    long number = atomic_fetch_add(&issued, 1);
    if (atomic_load(&told_to_end))
        return 0;
    if (options.requests ? number >= options.requests : now() >= deadline)
        return 0;
    snprintf(exchange->token, sizeof(exchange->token), "t%ld-%08lx", number,
             (unsigned long)number * 2654435761u & 0xffffffffu);
    exchange->post = number % 4 == 3;
    return 1;
}

int load_connect(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = ANSWER_SECONDS};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0)
        return -1;
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) ||
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)) ||
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience))) {
        close(fd);
        return -1;
    }
    return fd;
}

int load_send(int fd, const char *data, size_t length)
{
    while (length) {
        ssize_t sent = send(fd, data, length, MSG_NOSIGNAL);
        if (sent < 0)
            return -1;
        data += sent;
        length -= (size_t)sent;
    }
    return 0;
}

static void *run(void *unused)
{
    (void)unused;
    if (options.http2)
        http2_run(&options);
    else
        http1_run(&options);
    return NULL;
}

static void on_term(int signal)
{
    (void)signal;
    atomic_store(&told_to_end, 1);
}

/* In the main thread alone: it would break a client off that waits for its
 * answer. So this has to be called twice, before the clients are made and
 * after that. */
static void hear_term(int how)
{
    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    pthread_sigmask(how, &term, NULL);
}

static void read_options(int argc, char **argv)
{
    int c;
    while ((c = getopt(argc, argv, "2p:c:n:s:")) != -1) {
        switch (c) {
        case '2':
            options.http2 = 1;
            break;
        case 'p':
            options.port = atoi(optarg);
            break;
        case 'c':
            options.clients = atoi(optarg);
            break;
        case 'n':
            options.requests = atol(optarg);
            break;
        case 's':
            options.seconds = atoi(optarg);
            break;
        default:
            exit(2);
        }
    }
    options.path = argv[optind];
    if (!options.path || !options.port || options.clients < 1 ||
        options.clients > CLIENTS_MAX ||
        !options.requests == !options.seconds) {
        fprintf(stderr, "usage: load [-2] -p PORT -c CLIENTS "
                        "(-n REQUESTS | -s SECONDS) PATH\n");
        exit(2);
    }
}

int main(int argc, char **argv)
{
    pthread_t threads[CLIENTS_MAX];
    read_options(argc, argv);
    deadline = now() + options.seconds;
    signal(SIGTERM, on_term);
    hear_term(SIG_BLOCK);
    for (int i = 0; i < options.clients; i++)
        if (pthread_create(&threads[i], NULL, run, NULL)) {
            perror("pthread_create");
            return 2;
        }
    hear_term(SIG_UNBLOCK);
    for (int i = 0; i < options.clients; i++)
        pthread_join(threads[i], NULL);
    return tally_print() ? 0 : 1;
}
