/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex_test.c: sleeping on a shared word, between processes. Built a
 * second time with PERSIST_PORTABLE for plain POSIX. */

#include "common_clock.h"
#include "slots_futex.h"
#include "slots_table.h"
#include "tap.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLEEPS (1u << 31)
#define ALARM_S 120 /* ends the test if it hangs */

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
        alarm(ALARM_S); /* does not outlive the test for long */
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

static void sleep_for_long(shared_t *shared)
{
    _exit(slots_futex_wait(&shared->word, atomic_load(&shared->ready), 60000));
}

/* True when the system reports the process as sleeping; no other code here
 * makes it sleep. */
static int is_asleep(pid_t pid)
{
    char path[64], state = 0;
    FILE *file;
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    file = fopen(path, "r");
    if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        bail_out("no /proc to tell who sleeps");
    fclose(file);
    return state == 'S';
}

/* Starts a process that sleeps on the word, which had this value. */
static pid_t start_sleeper(shared_t *shared, uint32_t value)
{
    pid_t pid;
    atomic_store(&shared->word, value);
    atomic_store(&shared->ready, value);
    pid = start(sleep_for_long, shared);
    while (!(atomic_load(&shared->word) & SLEEPS) || !is_asleep(pid))
        ;
    return pid;
}

static int comes_back(pid_t pid)
{
    int status;
    return waitpid(pid, &status, 0) == pid && status == 0;
}

/* Signals the parent until the parent has seen its time run out. */
static void signal_until_done(shared_t *shared)
{
    while (!atomic_load(&shared->ready))
        kill(getppid(), SIGUSR1);
}

static void test_wait(shared_t *shared)
{
    int64_t before = common_now_us();
    pid_t pid;
    is_int(slots_futex_wait(&shared->word, 5, 60000), 0,
           "a word that has changed is not slept on");
    is_int(slots_futex_wait(&shared->word, 0, 20), 1, "time runs out");
    ok(common_now_us() - before >= 20000, "and not too early");
    is_int(slots_futex_wait(&shared->word, atomic_load(&shared->word), 0), 1,
           "no time is over at once");
    atomic_store(&shared->word, 0);
    pid = start(wake_when_ready, shared);
    atomic_store(&shared->ready, 1);
    is_int(slots_futex_wait(&shared->word, 0, 60000), 0,
           "another process wakes");
    waitpid(pid, NULL, 0);
    is_int(atomic_load(&shared->word) & ~SLEEPS, 1, "by adding 1");
}

/* Also when other threads have slept on the word before and given up. */
static void test_mark(shared_t *shared)
{
    pid_t pid = start_sleeper(shared, 7);
    slots_futex_wake(&shared->word);
    is_int(atomic_load(&shared->word), 8, "who has woken takes the mark away");
    ok(comes_back(pid), "the sleeper comes back");
    slots_futex_wake(&shared->word);
    is_int(atomic_load(&shared->word), 9, "without one it only counts");
    is_int(slots_futex_wait(&shared->word, 9, 1), 1, "another one gives up");
    is_int(atomic_load(&shared->word), 9 | SLEEPS, "and leaves its mark");
    is_int(slots_futex_wait(&shared->word, 9 | SLEEPS, 1), 1, "or two");
    is_int(atomic_load(&shared->word), 10 | SLEEPS,
           "the second under a count of its own");
    atomic_store(&shared->word, SLEEPS - 1);
    slots_futex_wake(&shared->word);
    is_int(atomic_load(&shared->word), 0, "the count wraps below the mark");
    atomic_store(&shared->word, UINT32_MAX);
    is_int(slots_futex_wait(&shared->word, UINT32_MAX, 1), 1, "under the mark");
    is_int(atomic_load(&shared->word), SLEEPS, "too");
}

/* A waker has moved the count and is killed before it wakes. model/explore_test
 * shows that it leaves S set. */
static void test_death(shared_t *shared)
{
    pid_t pid = start_sleeper(shared, 20);
    atomic_store(&shared->word, 21 | SLEEPS);
    slots_futex_wake(&shared->word);
    ok(comes_back(pid), "who is left asleep is woken by the next one");
}

static void test_signals(shared_t *shared)
{
    int64_t before = common_now_us();
    pid_t pid;
    signal(SIGUSR1, on_signal);
    atomic_store(&shared->word, 1);
    atomic_store(&shared->ready, 0);
    pid = start(signal_until_done, shared);
    is_int(slots_futex_wait(&shared->word, 1, 50), 1,
           "signals do not end the sleep");
    ok(common_now_us() - before >= 50000, "nor shorten it");
    atomic_store(&shared->ready, 1);
    waitpid(pid, NULL, 0);
}

int main(void)
{
    shared_t *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        bail_out("no memory");
    alarm(ALARM_S);
    test_wait(shared);
    test_signals(shared);
    test_mark(shared);
    test_death(shared);
    return done_testing();
}
