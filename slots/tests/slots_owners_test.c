/* SPDX-License-Identifier: Apache-2.0 */
/* slots_owners_test.c: bytes of owners.lock in real processes. */

#include "slots_owners.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TABLE UINT64_C(0x0123456789abcdef)

static char path[64];

/* Starts a child that takes an index, reports it, and lives until it is killed.
 */
static pid_t child_take(uint32_t owners, uint32_t *owner)
{
    int says[2];
    pid_t pid;
    if (pipe(says) != 0 || (pid = fork()) < 0)
        bail_out("no child");
    if (pid == 0) {
        int fd = slots_owners_open(path, TABLE);
        uint32_t taken = slots_owners_take(fd, owners);
        if (taken == 0 && errno != EAGAIN)
            _exit(1);
        if (write(says[1], &taken, sizeof(taken)) != sizeof(taken))
            _exit(1);
        for (;;)
            pause();
    }
    close(says[1]);
    if (read(says[0], owner, sizeof(*owner)) != sizeof(*owner))
        bail_out("child says nothing");
    close(says[0]);
    return pid;
}

static void child_kill(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static void test_open(void)
{
    struct stat status;
    int fd;
    errno = 0;
    ok(slots_owners_open(path, TABLE) == -1 && errno == ENOENT,
       "only persistd makes the file");
    fd = slots_owners_create(path, TABLE);
    ok(fd >= 0, "which it does");
    ok(fcntl(fd, F_GETFD) & FD_CLOEXEC, "it is not passed to workers");
    ok(fstat(fd, &status) == 0 && (status.st_mode & 0777) == 0600,
       "and private");
    close(fd);
}

/* A restored backup would put a copy there like this one, in which no process
 * holds a byte. */
static void put_copy(void)
{
    char bytes[64], copy[sizeof(path) + 5];
    int from = open(path, O_RDONLY), to;
    ssize_t size = read(from, bytes, sizeof(bytes));
    snprintf(copy, sizeof(copy), "%s.copy", path);
    to = open(copy, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (size <= 0 || write(to, bytes, (size_t)size) != size ||
        rename(copy, path) != 0)
        bail_out("no copy");
    close(from);
    close(to);
}

static void test_copy(void)
{
    int fd = slots_owners_create(path, TABLE);
    ok(slots_owners_belongs(fd, TABLE), "a new file is its table's");
    put_copy();
    ok(slots_owners_open(path, TABLE) == -1 && errno == ESTALE,
       "a copy of it is not");
    ok(!slots_owners_belongs(fd, TABLE), "nor is what has lost its name");
    close(fd);
}

/* The name leads to another table's file, to no table's file, or to no regular
 * file. */
static void test_belongs(void)
{
    int fd = slots_owners_open(path, TABLE);
    ok(slots_owners_belongs(fd, TABLE), "the file tells whose it is");
    ok(!slots_owners_belongs(fd, TABLE + 1), "and whose it is not");
    errno = 0;
    ok(slots_owners_open(path, TABLE + 1) == -1 && errno == ESTALE,
       "it is not opened for another table");
    close(slots_owners_create(path, TABLE + 1));
    ok(!slots_owners_belongs(fd, TABLE + 1), "a new one is another file");
    ok(slots_owners_open(path, TABLE) == -1 && errno == ESTALE,
       "which is of no use for the old table");
    close(fd);
    close(open(path, O_WRONLY | O_TRUNC));
    ok(slots_owners_open(path, TABLE) == -1 && errno == ESTALE,
       "an empty file is of no use at all");
    unlink(path);
    ok(mkfifo(path, 0600) == 0 && slots_owners_open(path, TABLE) == -1 &&
           errno == ESTALE,
       "nor is a FIFO, which holds nobody up");
    unlink(path);
}

static void test_take(int fd)
{
    uint32_t owner[4];
    pid_t pid[4];
    for (int i = 0; i < 3; i++)
        pid[i] = child_take(3, &owner[i]);
    ok(owner[0] == 1 && owner[1] == 2 && owner[2] == 3,
       "children take the first free index");
    pid[3] = child_take(3, &owner[3]);
    is_int(owner[3], 0, "when all are taken there is none");
    child_kill(pid[3]);
    is_int(slots_owners_alive(fd, 2), 1, "a child is alive");
    is_int(slots_owners_seize(fd, 2), 0, "its byte cannot be had");
    child_kill(pid[1]);
    is_int(slots_owners_alive(fd, 2), 0, "after a SIGKILL it is dead");
    is_int(slots_owners_alive(fd, 1), 1, "the others are not");
    is_int(slots_owners_seize(fd, 2), 1, "its byte can be had");
    pid[1] = child_take(3, &owner[1]);
    is_int(owner[1], 0, "nobody takes it over meanwhile");
    child_kill(pid[1]);
    is_int(slots_owners_free(fd, 2), 0, "until it is freed");
    pid[1] = child_take(3, &owner[1]);
    is_int(owner[1], 2, "then the next child does");
    for (int i = 0; i < 3; i++)
        child_kill(pid[i]);
}

/* Holds one byte, and at times none. */
static void mover_run(int fd)
{
    for (uint32_t random = 1;; random = random * 1664525u + 1013904223u) {
        uint32_t owner = 1 + (random >> 31);
        if (slots_owners_seize(fd, owner) != 1)
            continue;
        for (volatile uint32_t spin = random >> 20; spin > 0; spin--)
            ;
        slots_owners_free(fd, owner);
    }
}

/* Another process goes from byte to byte, as a persistd does that sweeps. */
static void test_take_beside_mover(int fd)
{
    int missed = 0;
    pid_t mover = fork();
    if (mover < 0)
        bail_out("no child");
    if (mover == 0)
        mover_run(fd);
    for (int i = 0; i < 20000; i++) {
        uint32_t owner = slots_owners_take(fd, 2);
        if (owner > 0)
            slots_owners_free(fd, owner);
        else
            missed++;
    }
    child_kill(mover);
    is_int(missed, 0, "a byte that is free at any time is found");
}

static void test_errors(void)
{
    errno = 0;
    ok(slots_owners_alive(-1, 1) == -1 && errno == EBADF,
       "a bad descriptor is an error");
    ok(slots_owners_take(-1, 3) == 0 && errno == EBADF, "not a full table");
    is_int(slots_owners_seize(-1, 1), -1, "nor a living child");
    is_int(slots_owners_free(-1, 1), -1, "in any call");
}

int main(void)
{
    int fd;
    alarm(300);
    snprintf(path, sizeof(path), "/tmp/slots-owners.%ld", (long)getpid());
    test_open();
    test_belongs();
    test_copy();
    fd = slots_owners_create(path, TABLE);
    test_take(fd);
    test_take_beside_mover(fd);
    test_errors();
    close(fd);
    unlink(path);
    return done_testing();
}
