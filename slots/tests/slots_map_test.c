/* SPDX-License-Identifier: Apache-2.0 */
/* slots_map_test.c: the block under its name: made, opened by another mapping,
 * refused, damaged, removed. */

#include "slots_index.h"
#include "slots_map.h"
#include "slots_pool.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const slots_sizes_t sizes = {.owners = 3, .slots = 2, .pools = 2};
static slots_room_t room;
static char path[64];

static int refused(int result, int error)
{
    return result == -1 && errno == error;
}

static void test_make_and_open(void)
{
    slots_map_t made, again, seen;
    uint64_t generation;
    ok(refused(slots_map_open(&seen, path), ENOENT), "there is none yet");
    is_int(slots_map_make(&made, path, &sizes, &room), 0, "made");
    is_int(room.wanted, slots_table_bytes(&sizes) + SLOTS_OBJECT_HEAD,
           "it says what it takes");
    ok(refused(slots_map_make(&again, path, &sizes, &room), EEXIST),
       "a name that is taken gives EEXIST");
    is_int(slots_map_open(&seen, path), 0, "opened");
    ok(seen.table.header != made.table.header, "by a mapping of its own");
    slots_pool_add(&made.table, 1, 2, 3, 4, &generation);
    is_int(slots_index_find(&seen.table, 1, 2, &generation), 0,
           "which shows what the other writes");
    is_int(seen.table.sizes.owners, sizes.owners, "sizes are known");
    is_int(slots_map_check(&made, path), 0, "the name is its");
    is_int(slots_map_check(&seen, path), 0, "also for the other");
    is_int(slots_object_remove(path), 0, "the name is taken away");
    ok(refused(slots_map_check(&seen, path), ENOENT), "which is noticed");
    is_int(slots_index_find(&seen.table, 1, 2, &generation), 0,
           "who has it mapped keeps it");
    is_int(slots_map_make(&again, path, &sizes, &room), 0,
           "another takes the name");
    ok(refused(slots_map_check(&seen, path), EINVAL), "and is told apart");
    ok(atomic_load(&again.table.slots[0].incarnation) !=
           atomic_load(&seen.table.slots[0].incarnation),
       "its workers will have other names");
    slots_object_remove(path);
    slots_map_close(&seen);
    ok(refused(slots_map_open(&seen, path), ENOENT), "nobody else gets it");
}

static void test_not_ours(void)
{
    static const slots_sizes_t none = {0, 0, 0};
    slots_map_t seen;
    ok(refused(slots_map_make(&seen, path, &none, &room), EINVAL),
       "no table of no size");
    if (slots_object_make(path, 8192, &room) != 0)
        bail_out("no shared memory");
    ok(refused(slots_map_open(&seen, path), EINVAL),
       "a strange block is refused");
    slots_object_remove(path);
    if (slots_object_make(path, 16, &room) != 0)
        bail_out("no shared memory");
    ok(refused(slots_map_open(&seen, path), EINVAL), "so is a tiny one");
    slots_object_remove(path);
}

/* Makes a table and opens its object by another descriptor, which a hostile
 * worker could do. The name is taken from where the mapping shows it. */
static int open_made(slots_map_t *made)
{
    char link[64], name[256];
    ssize_t len;
    unsigned long start = (unsigned long)made->table.header & ~4095UL;
    if (slots_map_make(made, path, &sizes, &room) != 0)
        bail_out("no table");
    start = (unsigned long)made->table.header & ~4095UL;
    snprintf(link, sizeof(link), "/proc/self/map_files/%lx-%lx", start,
             start + ((made->object.bytes + 4095) & ~4095UL));
    len = readlink(link, name, sizeof(name) - 1);
    if (len < 0)
        return -1;
    name[len] = '\0';
    return open(name, O_RDWR);
}

/* Its maker knows what is right. */
static void test_mends(slots_map_t *made)
{
    slots_map_t seen;
    is_int(slots_map_check(made, path), 0, "it is its table all the same");
    ok(slots_map_mend(made) && !slots_map_mend(made), "which it mends");
    ok(slots_map_open(&seen, path) == 0 && seen.id == made->id,
       "and others find it");
}

/* A check must not touch any of these, because that would be SIGBUS. */
static void test_damaged(void)
{
    slots_map_t made, seen;
    struct stat info;
    size_t bytes;
    int fd = open_made(&made);
    if (fd < 0) {
        slots_object_remove(path);
        printf("ok %d # SKIP no map_files\n", ++tap_count);
        return;
    }
    bytes = made.object.bytes;
    ok(fstat(fd, &info) == 0 && (uint64_t)info.st_blocks * 512 >= bytes,
       "every page of it is there");
    ok(info.st_size == (off_t)bytes && (info.st_mode & 0777) == 0600,
       "and it is private");
    bytes++;
    ok(pwrite(fd, &bytes, sizeof(bytes), 0) == sizeof(bytes) &&
           refused(slots_map_open(&seen, path), EINVAL),
       "a size word that is too large is refused");
    test_mends(&made);
    bytes = 16;
    ok(pwrite(fd, &bytes, sizeof(bytes), 0) == sizeof(bytes) &&
           refused(slots_map_open(&seen, path), EINVAL),
       "so is one that is too small");
    test_mends(&made);
    ok(pwrite(fd, "?", 1, SLOTS_OBJECT_HEAD) == 1 &&
           refused(slots_map_open(&seen, path), EINVAL),
       "another layout is refused");
    test_mends(&made);
    made.table.header->pools++;
    test_mends(&made);
    atomic_fetch_add(&made.table.header->id, 1);
    test_mends(&made);
    bytes = made.object.bytes;
    ok(ftruncate(fd, (off_t)bytes / 2) == 0 &&
           refused(slots_map_check(&made, path), EFAULT) &&
           refused(slots_map_open(&seen, path), EINVAL),
       "half a table is refused, and told from a strange one");
    ok(ftruncate(fd, 0) == 0 && refused(slots_map_check(&made, path), EFAULT) &&
           refused(slots_map_open(&seen, path), EINVAL),
       "and so is an empty one");
    slots_object_remove(path);
    ok(close(fd) == 0 && refused(slots_map_check(&made, path), ENOENT),
       "until its name has gone");
}

#ifdef F_SETLEASE
/* Opens the object behind the name, as any process can. */
static int open_object(const slots_object_t *object)
{
    DIR *directory = opendir("/dev/shm");
    struct dirent *entry;
    int fd = -1;
    while (directory && fd < 0 && (entry = readdir(directory)) != NULL)
        if (entry->d_ino == object->ino)
            fd = openat(dirfd(directory), entry->d_name, O_RDWR | O_CLOEXEC);
    if (directory)
        closedir(directory);
    return fd;
}

/* Starts a process that takes a lease on the object and never gives it back.
 * Returns 0 when it cannot get one here. */
static pid_t hold_lease(const slots_object_t *object)
{
    char held = 0;
    int ends[2];
    pid_t pid;
    if (pipe(ends) != 0 || (pid = fork()) < 0)
        bail_out("no process");
    if (pid == 0) {
        signal(SIGIO, SIG_IGN);
        held = fcntl(open_object(object), F_SETLEASE, F_WRLCK) == 0;
        if (write(ends[1], &held, 1) == 1)
            pause();
        _exit(0);
    }
    if (read(ends[0], &held, 1) == 1 && held)
        return pid;
    kill(pid, SIGKILL);
    return 0;
}

/* The kernel makes other processes wait for the end of the lease, and takes it
 * away after 45 s. */
static void test_lease(void)
{
    slots_map_t made, seen;
    pid_t pid;
    if (slots_map_make(&made, path, &sizes, &room) != 0)
        bail_out("no table");
    slots_map_close(&made);
    pid = hold_lease(&made.object);
    if (pid) {
        ok(refused(slots_map_check(&made, path), EACCES) &&
               refused(slots_map_open(&seen, path), EACCES),
           "one that somebody has a lease on is not waited for");
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        is_int(slots_map_open(&seen, path), 0, "it is a table again without");
    } else {
        printf("ok %d # SKIP no leases\n", ++tap_count);
    }
    slots_object_remove(path);
}
#endif

int main(void)
{
    snprintf(path, sizeof(path), "/tmp/slots-table.%ld", (long)getpid());
    test_make_and_open();
    test_not_ours();
    test_damaged();
#ifdef F_SETLEASE
    test_lease();
#endif
    return done_testing();
}
