/* SPDX-License-Identifier: Apache-2.0 */
/* futex_test.c: sleeping on a shared word, between processes. Built a second
 * time with SLOTS_FUTEX_POLL for the plain POSIX way. */

#include "slots_futex.h"
#include "slots_table.h"
#include "tap.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct shared {
    _Atomic uint32_t word;
    _Atomic uint32_t ready;
} shared_t;

static void on_signal(int number)
{
    (void)number;
}

static pid_t start(void (*run)(shared_t *), shared_t *shared)
{
    pid_t pid = fork();

    if (pid < 0)
        bail_out("no child");
    if (pid == 0) {
        run(shared);
        _exit(0);
    }
    return pid;
}

static void wake_when_ready(shared_t *shared)
{
    while (!atomic_load(&shared->ready))
        ;
    slots_futex_wake(&shared->word);
}

/* Signals its parent until the parent has seen its time run out. */
static void signal_until_done(shared_t *shared)
{
    while (!atomic_load(&shared->ready))
        kill(getppid(), SIGUSR1);
}

static void test_wait(shared_t *shared)
{
    int64_t before = slots_now_us();
    pid_t pid;

    is_int(slots_futex_wait(&shared->word, 5, 60000), 0,
           "a word that has changed is not slept on");
    is_int(slots_futex_wait(&shared->word, 0, 20), 1, "time runs out");
    ok(slots_now_us() - before >= 20000, "and not too early");
    is_int(slots_futex_wait(&shared->word, 0, 0), 1, "no time is over at once");
    pid = start(wake_when_ready, shared);
    atomic_store(&shared->ready, 1);
    is_int(slots_futex_wait(&shared->word, 0, 60000), 0,
           "another process wakes");
    is_int(atomic_load(&shared->word), 1, "by adding 1");
    waitpid(pid, NULL, 0);
}

static void test_signals(shared_t *shared)
{
    int64_t before = slots_now_us();
    pid_t pid;

    signal(SIGUSR1, on_signal);
    atomic_store(&shared->ready, 0);
    pid = start(signal_until_done, shared);
    is_int(slots_futex_wait(&shared->word, 1, 50), 1,
           "signals do not end the sleep");
    ok(slots_now_us() - before >= 50000, "nor shorten it");
    atomic_store(&shared->ready, 1);
    waitpid(pid, NULL, 0);
}

int main(void)
{
    shared_t *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared == MAP_FAILED)
        bail_out("no memory");
    alarm(60);
    test_wait(shared);
    test_signals(shared);
    return done_testing();
}
