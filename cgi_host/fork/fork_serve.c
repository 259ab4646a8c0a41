/* SPDX-License-Identifier: Apache-2.0 */
/* fork_serve.c: without the C library, for the reason that fork_system.h
 * gives. */

#include "fork/fork_serve.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_auxv.h"
#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <errno.h>
#include <sys/auxv.h>

/* Programs make more random numbers of these: Go all of a process. */
static long renew_random(void *random)
{
    long got = fork_system_random(random, FORK_RANDOM_SIZE);
    return got == FORK_RANDOM_SIZE || got < 0 ? got : -EIO;
}

static long find_random(void **random)
{
    fork_auxv_t auxv;
    long result = fork_auxv_read(&auxv);
    if (result < 0)
        return result;
    *random = (void *)fork_auxv_value(&auxv, AT_RANDOM);
    result = *random ? renew_random(*random) : -ENOENT;
    return result < 0 ? result : 0;
}

/* Without the address of the thread's id, a child would have its parent's:
 * mutexes that note their owner would not work. */
long fork_thread_find(fork_thread_t *thread)
{
    thread->host = fork_system_parent();
    long result = fork_system_tid_address(&thread->tid);
    if (result == 0)
        result = fork_system_get_robust(&thread->robust, &thread->robust_size);
    if (result == 0)
        result = find_random(&thread->random);
    return result;
}

static void send_all(int socket, const void *bytes, size_t size)
{
    long sent;
    do {
        sent = fork_system_send(socket, bytes, size);
    } while (sent == -EINTR);
    if (sent != (long)size)
        fork_system_exit(1);
}

void fork_answer(int socket, long what)
{
    int32_t number = (int32_t)what;
    send_all(socket, &number, sizeof(number));
}

void fork_answer_ready(int socket, const char *names, size_t len)
{
    fork_answer(socket, FORK_READY + (long)len);
    if (len > 0)
        send_all(socket, names, len);
}

/* ---- the child ---- */

static void print(const char *text)
{
    fork_system_write(2, text, fork_text_len(text));
}

static _Noreturn void fail(const char *what, const char *why)
{
    print(what);
    print(why);
    fork_system_exit(FORK_CHILD_FAILED);
}

/* A received descriptor is 0, 1 or 2 itself if a constructor closed that one;
 * a copy is then in nobody's way. */
static void set_descriptors(fork_request_t *request)
{
    int *fds = request->fds;
    for (int i = 0; i < FORK_DESCRIPTORS; i++)
        if (fds[i] < FORK_DESCRIPTORS)
            fds[i] = (int)fork_system_copy_above(fds[i], FORK_DESCRIPTORS);
    for (int i = 0; i < FORK_DESCRIPTORS; i++)
        if (fork_system_copy_to(fds[i], i) < 0)
            fork_system_exit(FORK_CHILD_FAILED);
    for (int i = 0; i < FORK_DESCRIPTORS; i++)
        fork_system_close(fds[i]);
    request->fds_count = 0;
}

static void begin(const fork_thread_t *thread, fork_request_t *request)
{
    fork_system_own_group();
    if (fork_system_die_with_parent() < 0 ||
        fork_system_parent() != thread->host ||
        renew_random(thread->random) < 0)
        fork_system_exit(FORK_CHILD_FAILED);
    fork_system_set_robust(thread->robust, thread->robust_size);
    set_descriptors(request);
    if (request->head.directory_len > 0 &&
        fork_system_chdir(request->directory) < 0)
        fail(request->directory, ": cannot be the current directory\n");
}

/* ---- the server ---- */

static void take(int socket, fork_request_t *request)
{
    long got = fork_receive(socket, request);
    if (got < 0)
        fork_answer(socket, got);
    if (got <= 0)
        fork_system_exit(got < 0);
}

/* What has its answer depends on the server no more, which may be frozen: the
 * descriptors are dropped before. */
long fork_serve(int socket, const fork_thread_t *thread,
                fork_request_t *request)
{
    for (;;) {
        take(socket, request);
        long pid = fork_system_sibling(thread->tid);
        if (pid == 0) {
            begin(thread, request);
            return 0;
        }
        fork_receive_free(request);
        fork_answer(socket, pid);
        if (pid > 0)
            return pid;
    }
}

#endif /* FORK_SUPPORTED */
