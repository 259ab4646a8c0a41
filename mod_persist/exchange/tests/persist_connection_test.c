/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection_test.c: what connections to a busy worker cost. */

#include "exchange/persist_connection.h"
#include "exchange/persist_wait.h"
#include "exchange/tests/persist_fake_worker.h"
#include "lingering.h"
#include "wire_message.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>

static char instance[] = "/tmp/pcXXXXXX";
static persist_child_t child = {.table.sizes.slots = 1, .instance = instance};
static const slots_lease_t lease = {.incarnation = 1};

static int new_socket(int flags)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | flags, 0);
    if (fd < 0)
        bail_out("no socket");
    return fd;
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

/* persistd has lost its table and made another one. A request may still be with
 * a worker of the old table, in the same slot. */
static void test_other_table(int listener)
{
    persist_child_t other = {.table.sizes.slots = 1, .instance = instance};
    persist_connection_t *old = persist_connection_take(&child, &lease);
    close(accept(listener, NULL, NULL));
    persist_connection_t *new = persist_connection_take(&other, &lease);
    ok(new != NULL, "another table has connections of its own");
    close(accept(listener, NULL, NULL));
    persist_connection_close(old);
    persist_connection_give(old);
    persist_connection_close(new);
    persist_connection_give(new);
    free(other.places);
}

/* A thread's buffers go from one connection to the next. */
static void test_memory(int listener)
{
    static const slots_lease_t second = {.at = 1, .unit = 1, .incarnation = 1};
    persist_connection_t *one = persist_connection_take(&child, &lease);
    int worker = accept(listener, NULL, NULL);
    const persist_buffers_t *buffers = one->buffers;
    persist_connection_give(one);
    ok(one->fd >= 0 && !one->buffers, "an idle connection has no buffers");
    one = persist_connection_take(&child, &second);
    ok(one->buffers == buffers, "the next one has them");
    close(worker);
    worker = accept(listener, NULL, NULL);
    if (write(worker, "", 1) != 1)
        bail_out("write");
    persist_connection_read(one, PERSIST_WAIT_READ_MS);
    persist_connection_give(one);
    ok(one->fd < 0, "a connection with unread bytes is closed");
    one = persist_connection_take(&child, &lease);
    persist_connection_close(one);
    persist_connection_give(one);
    close(worker);
}

/* How often the calling thread has slept. */
static long sleeps(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage) != 0)
        bail_out("getrusage");
    return usage.ru_nvcsw;
}

/* Reads the request a while before it answers. */
static void *answer(void *worker)
{
    const int *fd = worker;
    char byte;
    usleep(5000);
    if (read(*fd, &byte, 1) != 1)
        bail_out("read");
    usleep(5000);
    if (write(*fd, &byte, 1) != 1)
        bail_out("write");
    return NULL;
}

/* Returns the sleeps of one exchange. */
static long exchange(persist_connection_t *connection, int *worker)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, worker) != 0)
        bail_out("pthread_create");
    long before = sleeps();
    if (write(connection->fd, "", 1) != 1)
        bail_out("write");
    long n;
    do {
        n = persist_connection_read(connection, PERSIST_WAIT_READ_MS);
    } while (n < 0 && errno == EAGAIN);
    if (n != 1)
        bail_out("no answer");
    long count = sleeps() - before;
    pthread_join(thread, NULL);
    return count;
}

/* Of several exchanges the quietest one counts: a busy machine adds sleeps. It
 * may also hide one, if the answer comes before this thread sleeps. */
static void test_one_sleep(int listener)
{
    persist_connection_t *one = persist_connection_take(&child, &lease);
    int worker = accept(listener, NULL, NULL);
    long least = LONG_MAX;
    for (int i = 0; i < 10; i++) {
        long count = exchange(one, &worker);
        least = count < least ? count : least;
    }
    ok(least <= 1, "a thread sleeps once for an answer");
    persist_connection_close(one);
    persist_connection_give(one);
    close(worker);
}

/* The kernel refuses descriptors of a worker that passes no files, or reading
 * fails. */
static void test_passing_unasked(int listener)
{
    persist_connection_t *one = persist_connection_take(&child, &lease);
    int worker = accept(listener, NULL, NULL),
        fd = lingering_socket(LINGERING_LONG);
    if (lingering_pass(worker, "x", 1, &fd, 1, 0) == 1) {
        close(fd);
        lingering_is_quick(
            is_int(persist_connection_read(one, PERSIST_WAIT_READ_MS), -1,
                   "a worker that has no files to pass"),
            "holds nobody up");
        is_int(errno, EPROTO, "it breaks the protocol");
    } else {
        is_int(errno, EPERM, "a worker that has no files to pass can't");
    }
    persist_connection_close(one);
    persist_connection_give(one);
    close(worker);
}

static void test_passing(int listener)
{
    const slots_lease_t files = {.incarnation = 1,
                                 .features = WIRE_FEATURE_FILE};
    persist_connection_t *one = persist_connection_take(&child, &files);
    int worker = accept(listener, NULL, NULL);
    lingering_give(worker, lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(
        is_int(persist_connection_read(one, PERSIST_WAIT_READ_MS), 1,
               "a worker that has some passes what it likes"),
        "which holds nobody up");
    lingering_give(worker, lingering_socket(LINGERING_LONG), 0);
    lingering_give(worker, lingering_socket(LINGERING_LONG), MSG_OOB);
    lingering_is_quick(persist_connection_close(one), "nor at the end");
    persist_connection_give(one);
    close(worker);
}

static void on_alarm(int signal)
{
    (void)signal;
}

/* In httpd's threads signals may arrive at any time. */
static void alarm_soon(void)
{
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval soon = {.it_value.tv_usec = 100000};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
}

static void test_full_backlog(void)
{
    struct sockaddr_un address = fake_worker_address(instance, 1);
    int fds[64], count = 0, full = 0;
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
    int listener;
    fake_instance_make(instance);
    /* a backlog for one or two connections that are not yet accepted */
    listener = fake_worker_listen(instance, 1, 0, 0);
    test_exclusive(listener);
    test_other_table(listener);
    test_memory(listener);
    test_one_sleep(listener);
    test_passing_unasked(listener);
    test_passing(listener);
    test_full_backlog();
    fake_worker_end(instance, 1, listener);
    fake_instance_remove(instance);
    return done_testing();
}
