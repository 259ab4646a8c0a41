/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm_test.c: the block under its name: made, attached from another
 * mapping, refused, damaged, removed. */

#include "slots_index.h"
#include "slots_object.h"
#include "slots_pool.h"
#include "slots_shm.h"
#include "tap.h"

#include <apr_general.h>
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

static void test_create_and_attach(apr_pool_t *p)
{
    slots_shm_t made, again, seen;
    uint64_t generation;
    is_int(slots_shm_attach(&seen, path, p), APR_ENOENT, "there is none yet");
    is_int(slots_shm_create(&made, path, &sizes, &room, p), APR_SUCCESS,
           "made");
    is_int(room.wanted, slots_table_bytes(&sizes) + SLOTS_OBJECT_HEAD,
           "it says what it takes");
    ok(APR_STATUS_IS_EEXIST(slots_shm_create(&again, path, &sizes, &room, p)),
       "a name that is taken gives EEXIST");
    is_int(slots_shm_attach(&seen, path, p), APR_SUCCESS, "attached");
    ok(seen.table.header != made.table.header, "by a mapping of its own");
    slots_pool_add(&made.table, 1, 2, 3, 4, &generation);
    is_int(slots_index_find(&seen.table, 1, 2, &generation), 0,
           "which shows what the other writes");
    is_int(seen.table.sizes.owners, sizes.owners, "sizes are known");
    is_int(slots_shm_check(&made, path), APR_SUCCESS, "the name is its");
    is_int(slots_shm_check(&seen, path), APR_SUCCESS, "also for the other");
    is_int(slots_shm_remove(path, p), APR_SUCCESS, "the name is taken away");
    is_int(slots_shm_check(&seen, path), APR_ENOENT, "which is noticed");
    is_int(slots_index_find(&seen.table, 1, 2, &generation), 0,
           "who has it mapped keeps it");
    is_int(slots_shm_create(&again, path, &sizes, &room, p), APR_SUCCESS,
           "another takes the name");
    is_int(slots_shm_check(&seen, path), APR_EINVAL, "and is told apart");
    ok(atomic_load(&again.table.slots[0].incarnation) !=
           atomic_load(&seen.table.slots[0].incarnation),
       "its workers will have other names");
    slots_shm_remove(path, p);
    apr_shm_detach(seen.shm);
    is_int(slots_shm_attach(&seen, path, p), APR_ENOENT, "nobody else gets it");
}

static void test_not_ours(apr_pool_t *p)
{
    slots_sizes_t none = {0, 0, 0};
    slots_shm_t seen;
    apr_shm_t *strange;
    is_int(slots_shm_create(&seen, path, &none, &room, p), APR_EINVAL,
           "no table of no size");
    if (apr_shm_create(&strange, 8192, path, p) != APR_SUCCESS)
        bail_out("no shared memory");
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL,
           "a strange block is refused");
    apr_shm_destroy(strange);
    if (apr_shm_create(&strange, 16, path, p) != APR_SUCCESS)
        bail_out("no shared memory");
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL, "so is a tiny one");
    apr_shm_destroy(strange);
}

/* Makes a table and opens its object by another descriptor, which a hostile
 * worker could do. The name is taken from where the mapping shows it. */
static int open_made(slots_shm_t *made, apr_pool_t *p)
{
    char link[64], name[256];
    ssize_t len;
    unsigned long start = (unsigned long)made->table.header & ~4095UL;
    if (slots_shm_create(made, path, &sizes, &room, p) != APR_SUCCESS)
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

/* A check must not touch any of these, because that would be SIGBUS. */
static void test_damaged(apr_pool_t *p)
{
    slots_shm_t made, seen;
    struct stat info;
    size_t bytes;
    int fd = open_made(&made, p);
    if (fd < 0) {
        slots_shm_remove(path, p);
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
           slots_shm_check(&made, path) == APR_EINVAL &&
           slots_shm_attach(&seen, path, p) == APR_EINVAL,
       "a size word that is too large is refused");
    bytes = 16;
    ok(pwrite(fd, &bytes, sizeof(bytes), 0) == sizeof(bytes) &&
           slots_shm_check(&made, path) == APR_EINVAL &&
           slots_shm_attach(&seen, path, p) == APR_EINVAL,
       "so is one that is too small");
    bytes = made.object.bytes;
    ok(pwrite(fd, &bytes, sizeof(bytes), 0) == sizeof(bytes) &&
           slots_shm_attach(&seen, path, p) == APR_SUCCESS &&
           apr_shm_detach(seen.shm) == APR_SUCCESS,
       "the right one is not");
    ok(pwrite(fd, "?", 1, SLOTS_OBJECT_HEAD) == 1 &&
           slots_shm_check(&made, path) == APR_EINVAL &&
           slots_shm_attach(&seen, path, p) == APR_EINVAL,
       "another layout is refused");
    ok(ftruncate(fd, (off_t)bytes / 2) == 0 &&
           slots_shm_check(&made, path) == APR_EOF &&
           slots_shm_attach(&seen, path, p) == APR_EINVAL,
       "half a table is refused, and told from a strange one");
    ok(ftruncate(fd, 0) == 0 && slots_shm_check(&made, path) == APR_EOF &&
           slots_shm_attach(&seen, path, p) == APR_EINVAL,
       "and so is an empty one");
    slots_shm_remove(path, p);
    ok(close(fd) == 0 && slots_shm_check(&made, path) == APR_ENOENT,
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
static void test_lease(apr_pool_t *p)
{
    slots_shm_t made, seen;
    pid_t pid;
    if (slots_shm_create(&made, path, &sizes, &room, p) != APR_SUCCESS)
        bail_out("no table");
    apr_shm_detach(made.shm);
    pid = hold_lease(&made.object);
    if (pid) {
        ok(slots_shm_check(&made, path) == APR_EACCES &&
               slots_shm_attach(&seen, path, p) == APR_EACCES,
           "one that somebody has a lease on is not waited for");
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        is_int(slots_shm_attach(&seen, path, p), APR_SUCCESS,
               "it is a table again without");
    } else {
        printf("ok %d # SKIP no leases\n", ++tap_count);
    }
    slots_shm_remove(path, p);
}
#endif

int main(void)
{
    apr_pool_t *p;
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    snprintf(path, sizeof(path), "/tmp/slots-table.%ld", (long)getpid());
    test_create_and_attach(p);
    test_not_ours(p);
    test_damaged(p);
#ifdef F_SETLEASE
    test_lease(p);
#endif
    apr_pool_destroy(p);
    apr_terminate();
    return done_testing();
}
