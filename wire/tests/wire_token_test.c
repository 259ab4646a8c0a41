/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of wire_token.c: exactly one of the two parties gets the request, and a
 * file that could end the worker's process is no token. */

#include "common_system.h"
#include "wire_token.h"

#include "lingering.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define ROUNDS 200000
#define RACE_OVER UINT32_MAX /* no state: ends the worker of a race */

static void is_no_token(int fd, const char *name)
{
    errno = 0;
    ok(wire_token_map(fd) == NULL && errno == EINVAL, name);
}

static void test_unknown(void)
{
    int fd = 0;
    ok(wire_token_make(&fd) == NULL && errno == ENOSYS, "no token is made");
    is_int(fd, -1, "nor a descriptor");
    is_no_token(STDIN_FILENO, "none is mapped");
    wire_token_drop(NULL);
}

/* Makes a token for both parties. */
static wire_token_t *open_pair(wire_token_t **other)
{
    int fd;
    wire_token_t *token = wire_token_make(&fd);
    *other = token ? wire_token_map(fd) : NULL;
    if (!*other)
        bail_out("no token");
    close(fd);
    return token;
}

static void test_make(void)
{
    int fd;
    wire_token_t *token = wire_token_make(&fd), *mapped;
    ok(token && fd >= 0, "a token is made");
    is_int(fcntl(fd, F_GETFD), FD_CLOEXEC, "no program inherits it");
    is_int(atomic_load(&token->state), 0, "it has no request yet");
    mapped = wire_token_map(fd);
    ok(mapped && mapped != token, "the worker maps it");
    is_int(fcntl(fd, F_GETFD), FD_CLOEXEC, "its descriptor stays open");
    close(fd);
    wire_token_offer(token);
    is_int(atomic_load(&mapped->state), WIRE_TOKEN_OFFERED,
           "and sees what httpd writes");
    wire_token_drop(token);
    is_int(wire_token_take(mapped, 1), 1, "it outlives httpd's mapping");
    wire_token_drop(mapped);
    wire_token_drop(NULL);
}

static void test_steps(void)
{
    wire_token_t *worker, *httpd = open_pair(&worker);
    is_int(wire_token_take(worker, 1), 0, "nothing is offered, none taken");
    is_int(wire_token_withdraw(httpd), 0, "nor withdrawn");
    ok(!wire_token_is_offered(httpd), "it is not");
    wire_token_offer(httpd);
    ok(wire_token_is_offered(httpd), "one is");
    is_int(wire_token_take(worker, 2), 1, "the worker takes what is offered");
    ok(!wire_token_is_offered(httpd), "then it is no more");
    is_int(atomic_load(&httpd->state), WIRE_TOKEN_TAKEN, "it is TAKEN");
    is_int(wire_token_withdraw(httpd), 0, "then httpd cannot have it back");
    is_int(wire_token_take(worker, 3), 0, "nor can it be taken twice");
    wire_token_offer(httpd);
    is_int(wire_token_withdraw(httpd), 1, "httpd takes the next one back");
    is_int(atomic_load(&worker->state), WIRE_TOKEN_WITHDRAWN, "it is");
    is_int(wire_token_take(worker, 4), 0, "the worker cannot begin with it");
    is_int(wire_token_withdraw(httpd), 0, "nor is it withdrawn twice");
    wire_token_drop(httpd);
    wire_token_drop(worker);
}

static void test_taken_us(void)
{
    wire_token_t *worker, *httpd = open_pair(&worker);
    wire_token_offer(httpd);
    atomic_store(&worker->taken_us, 150);
    is_int(wire_token_taken_us(httpd, 100, 200), 100, "not taken yet");
    wire_token_take(worker, 160);
    is_int(wire_token_taken_us(httpd, 100, 200), 160, "the worker's time");
    is_int(wire_token_taken_us(httpd, 170, 200), 170, "not before the request");
    is_int(wire_token_taken_us(httpd, 100, 150), 150, "and not after its end");
    atomic_store(&worker->taken_us, INT64_MAX);
    is_int(wire_token_taken_us(httpd, 100, 200), 200, "a hostile time is cut");
    atomic_store(&worker->taken_us, INT64_MIN);
    is_int(wire_token_taken_us(httpd, 100, 200), 100, "at both ends");
    wire_token_offer(httpd);
    wire_token_withdraw(httpd);
    atomic_store(&worker->taken_us, 150);
    is_int(wire_token_taken_us(httpd, 100, 200), 100, "withdrawn, not taken");
    wire_token_drop(httpd);
    wire_token_drop(worker);
}

static void test_sleep(void)
{
    wire_token_t *worker, *httpd = open_pair(&worker);
    is_int(wire_token_sleep(httpd), WIRE_SLEEP_UNKNOWN, "nothing is told yet");
    wire_token_offer(httpd);
    wire_token_take(worker, 1);
    wire_token_tell_sleep(worker, 0);
    is_int(wire_token_sleep(httpd), WIRE_SLEEP_NONE, "it did not sleep");
    wire_token_tell_sleep(worker, 1);
    is_int(wire_token_sleep(httpd), WIRE_SLEEP_SOME, "or it did");
    wire_token_offer(httpd);
    is_int(wire_token_sleep(httpd), WIRE_SLEEP_UNKNOWN,
           "of the next request nothing is told");
    atomic_store(&worker->sleep, 3);
    is_int(wire_token_sleep(httpd), WIRE_SLEEP_UNKNOWN, "nor by nonsense");
    atomic_store(&worker->sleep, UINT32_MAX);
    is_int(wire_token_sleep(httpd), WIRE_SLEEP_UNKNOWN, "of any size");
    wire_token_drop(httpd);
    wire_token_drop(worker);
}

#ifdef COMMON_LINUX
/* Returns a memory file of this size with these seals. */
static int memory_file(off_t size, int seals)
{
    int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, size) != 0 ||
        (seals && fcntl(fd, F_ADD_SEALS, seals) != 0))
        bail_out("no memory file");
    return fd;
}

static void drop_no_token(int fd, const char *name)
{
    is_no_token(fd, name);
    close(fd);
}

/* What a stranger may pass instead of a token. */
static void test_refused(void)
{
    int pipes[2];
    FILE *file = tmpfile();
    if (pipe(pipes) != 0 || !file || ftruncate(fileno(file), 8192) != 0)
        bail_out("no pipe or file");
    is_no_token(-1, "no descriptor");
    close(pipes[1]);
    drop_no_token(pipes[0], "a pipe");
    is_no_token(fileno(file), "a file");
    fclose(file);
    drop_no_token(memory_file(8192, 0), "memory that may shrink");
    drop_no_token(memory_file(8192, F_SEAL_GROW), "also if it may not grow");
    drop_no_token(memory_file(4095, F_SEAL_SHRINK), "less than a page");
    drop_no_token(memory_file(0, F_SEAL_SHRINK), "nothing at all");
    errno = 0;
    int fd = memory_file(4096, F_SEAL_SHRINK | F_SEAL_WRITE);
    ok(wire_token_map(fd) == NULL && errno, "memory that can't be written");
    close(fd);
}

static void test_sealed(void)
{
    int fd;
    wire_token_t *token = wire_token_make(&fd);
    is_int(ftruncate(fd, 0), -1, "a token cannot be cut");
    is_int(errno, EPERM, "its size is sealed");
    is_int(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE), -1, "nobody adds a seal");
    wire_token_offer(token);
    is_int(atomic_load(&token->state), WIRE_TOKEN_OFFERED, "it can be used");
    wire_token_drop(token);
    close(fd);
}
#endif

/* The worker of a race: takes whatever it can get until the end. Returns how
 * much that was. */
static uint32_t take_all(wire_token_t *token)
{
    uint32_t taken = 0;
    while (atomic_load(&token->state) != RACE_OVER)
        taken += (uint32_t)wire_token_take(token, 1);
    return taken;
}

/* httpd: offers requests and takes each of them back at once, if it can.
 * Returns how many it got back. */
static uint32_t withdraw_all(wire_token_t *token)
{
    uint32_t withdrawn = 0, wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        wire_token_offer(token);
        int mine = wire_token_withdraw(token);
        withdrawn += (uint32_t)mine;
        wrong += atomic_load(&token->state) !=
                 (mine ? WIRE_TOKEN_WITHDRAWN : WIRE_TOKEN_TAKEN);
    }
    is_int(wrong, 0, "the word says who has won");
    atomic_store(&token->state, RACE_OVER);
    return withdrawn;
}

static void *thread_run(void *argument)
{
    return (void *)(uintptr_t)take_all(argument);
}

static void test_threads(void)
{
    void *taken;
    pthread_t thread;
    wire_token_t *worker, *httpd = open_pair(&worker);
    if (pthread_create(&thread, NULL, thread_run, worker) != 0)
        bail_out("no thread");
    uint32_t withdrawn = withdraw_all(httpd);
    pthread_join(thread, &taken);
    is_int(withdrawn + (uintptr_t)taken, ROUNDS,
           "two threads race for each request, and one of them gets it");
    wire_token_drop(httpd);
    wire_token_drop(worker);
}

/* The worker: gets the token with the first byte, and sends what it took. */
static void worker_run(int socket)
{
    int fd;
    char byte;
    if (wire_descriptors_receive(socket, &byte, 1, 0, &fd) != 1)
        _exit(1);
    wire_token_t *token = wire_token_map(fd);
    if (!token || send(socket, &byte, 1, MSG_NOSIGNAL) != 1)
        _exit(2);
    uint32_t taken = take_all(token);
    _exit(send(socket, &taken, sizeof(taken), MSG_NOSIGNAL) < 0);
}

static pid_t worker_start(int *socket)
{
    int ends[2];
    pid_t pid;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || (pid = fork()) < 0)
        bail_out("no process");
    if (pid == 0) {
        close(ends[0]);
        worker_run(ends[1]);
    }
    close(ends[1]);
    *socket = ends[0];
    return pid;
}

static void test_processes(void)
{
    int socket, fd, status = -1;
    char byte;
    uint32_t taken = 0, withdrawn;
    pid_t pid = worker_start(&socket);
    wire_token_t *token = wire_token_make(&fd);
    if (!token)
        bail_out("no token");
    lingering_give(socket, fd, 0);
    is_int(recv(socket, &byte, 1, 0), 1, "a worker maps what it was passed");
    withdrawn = withdraw_all(token);
    is_int(recv(socket, &taken, sizeof(taken), 0), sizeof(taken),
           "it says how many requests it got");
    is_int(withdrawn + taken, ROUNDS,
           "two processes race for each request, and one of them gets it");
    waitpid(pid, &status, 0);
    is_int(status, 0, "the worker ends as it should");
    wire_token_drop(token);
    close(socket);
}

int main(void)
{
    if (!wire_token_is_known()) {
        test_unknown();
        return done_testing();
    }
    test_make();
    test_steps();
    test_taken_us();
    test_sleep();
#ifdef COMMON_LINUX
    test_refused();
    test_sealed();
#endif
    test_threads();
    test_processes();
    return done_testing();
}
