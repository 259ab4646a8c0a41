/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection_test.c: what connections to a busy worker cost. */

#include "persist_connection.h"
#include "slots_names.h"
#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static char instance[] = "/tmp/pcXXXXXX";
static char path[SLOTS_PATH_SIZE];
static persist_child_t child = {.table.sizes.slots = 1, .instance = instance};
static const slots_lease_t lease = {.incarnation = 1};

static int new_socket(int flags)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | flags, 0);
    if (fd < 0)
        bail_out("no socket");
    return fd;
}

/* A worker's socket, with room for one or two that are not yet accepted. */
static int listen_there(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char directory[SLOTS_PATH_SIZE];
    if (!mkdtemp(instance) ||
        slots_name_path(directory, instance, SLOTS_NAME_PRIVATE) != 0 ||
        mkdir(directory, 0700) != 0 ||
        slots_worker_path(path, instance, 0, 1) != 0)
        bail_out("no directory");
    memcpy(address.sun_path, path, strlen(path) + 1);
    int fd = new_socket(0);
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(fd, 0) != 0)
        bail_out("can't listen");
    return fd;
}

static void remove_all(void)
{
    char directory[SLOTS_PATH_SIZE];
    unlink(path);
    if (slots_name_path(directory, instance, SLOTS_NAME_PRIVATE) == 0)
        rmdir(directory);
    rmdir(instance);
}

static void test_exclusive(int listener)
{
    persist_connection_t *one = persist_connection_take(&child, &lease);
    ok(one != NULL, "a worker that listens is connected");
    errno = 0;
    ok(!persist_connection_take(&child, &lease) && errno == EBUSY,
       "a connection that is in use is nobody else's");
    persist_connection_close(one);
    persist_connection_give(one);
    close(accept(listener, NULL, NULL));
}

static void test_memory(int listener)
{
    static const uint8_t prefix[] = {0xce, 0, 1, 0x86, 0xa0}; /* 100000 */
    static char bytes[100000];
    wire_bytes_t frame;
    persist_connection_t *one = persist_connection_take(&child, &lease);
    int worker = accept(listener, NULL, NULL);
    msgpack_sbuffer_write(&one->frame, bytes, sizeof(bytes));
    ok(write(worker, prefix, sizeof(prefix)) > 0, "a large frame begins");
    for (size_t sent = 0; sent < sizeof(bytes); sent += 1000) {
        if (write(worker, bytes, 1000) != 1000)
            bail_out("write");
        persist_connection_read(one, 0);
    }
    while (wire_reader_next(&one->reader, &frame) == 0 &&
           persist_connection_read(one, MSG_DONTWAIT) > 0)
        continue;
    ok(one->reader.size > sizeof(bytes), "it needs a large buffer");
    persist_connection_give(one);
    is_int(one->reader.size, 0, "which is not kept");
    is_int(one->frame.alloc, 0, "nor is that of a large request");
    one = persist_connection_take(&child, &lease);
    persist_connection_close(one);
    persist_connection_give(one);
    close(worker);
}

static void on_alarm(int signal)
{
    (void)signal;
}

/* Signals of others arrive in httpd's threads at any time. */
static void alarm_soon(void)
{
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval soon = {.it_value.tv_usec = 100000};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
}

static void test_full_backlog(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fds[64], count = 0, full = 0;
    memcpy(address.sun_path, path, strlen(path) + 1);
    while (!full && count < 64) {
        fds[count] = new_socket(SOCK_NONBLOCK);
        full = connect(fds[count++], (struct sockaddr *)&address,
                       sizeof(address)) != 0;
    }
    ok(full, "a backlog is full");
    alarm_soon();
    errno = 0;
    ok(!persist_connection_take(&child, &lease), "there is no connection");
    is_int(errno, EAGAIN, "because the worker is slow, not for a signal");
    while (count > 0)
        close(fds[--count]);
}

int main(void)
{
    int listener = listen_there();
    test_exclusive(listener);
    test_memory(listener);
    test_full_backlog();
    close(listener);
    remove_all();
    return done_testing();
}
