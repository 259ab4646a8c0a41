/* SPDX-License-Identifier: Apache-2.0 */
/* slots_object.c: the object behind a name that is passed to apr_shm. Uses no
 * APR itself, so that a process without APR can map a table (slots_map.c).
 *
 * apr_shm_create leaves the object sparse and stores its size word at once,
 * which causes SIGBUS when there is no room. apr_shm_attach maps as many bytes
 * as the size word says, whatever the object's size. So we make the object
 * ourselves, and check it, first. */

#include "slots_object.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define NAME_SIZE sizeof("/ShM.ffffffffHffffffff")

/* The first hash function of APR's names: apr_hashfunc_default(). */
static unsigned first_hash(const char *path)
{
    unsigned hash = 0;
    for (; *path; path++)
        hash = hash * 33 + (unsigned char)*path;
    return hash;
}

/* The second hash function of APR's names, by Robert Sedgewick. */
static unsigned second_hash(const char *path)
{
    unsigned a = 63689, hash = 0;
    for (; *path; path++) {
        hash = hash * a + (unsigned)*path;
        a *= 378551;
    }
    return hash;
}

/* Computes the name as make_shm_open_safe_name() does in APR's
 * shmem/unix/shm.c, which APR does not export. tests/slots_shm_test.c makes a
 * table by this name and maps it by APR's. */
static void object_name(char name[NAME_SIZE], const char *path)
{
    snprintf(name, NAME_SIZE, "/ShM.%xH%x", first_hash(path),
             second_hash(path));
}

size_t slots_object_block(const slots_object_t *object)
{
    return object->bytes > SLOTS_OBJECT_HEAD
               ? (size_t)object->bytes - SLOTS_OBJECT_HEAD
               : 0;
}

static int close_failed(int fd)
{
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* Used where a file system cannot reserve room: writing allocates the pages. */
static int write_zeros(int fd, size_t bytes)
{
    static const char zeros[65536];
    size_t done = 0;
    ssize_t n;
    while (done < bytes) {
        size_t rest = bytes - done;
        n = pwrite(fd, zeros, rest < sizeof(zeros) ? rest : sizeof(zeros),
                   (off_t)done);
        if (n < 0 && errno != EINTR)
            return -1;
        done += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

static int back_pages(int fd, size_t bytes)
{
    int error;
    do
        error = posix_fallocate(fd, 0, (off_t)bytes);
    while (error == EINTR);
    if (error == EOPNOTSUPP || error == ENOTSUP || error == EINVAL ||
        error == ENODEV || error == ENOSYS)
        return write_zeros(fd, bytes);
    errno = error;
    return error ? -1 : 0;
}

/* A tmpfs without a limit reports 0 blocks, 0 of them free. */
static int measure(int fd, uint64_t wanted, slots_room_t *room)
{
    struct statvfs info;
    if (fstatvfs(fd, &info) != 0)
        return -1;
    room->wanted = wanted;
    room->free =
        info.f_blocks ? (uint64_t)info.f_bavail * info.f_frsize : wanted;
    return 0;
}

static int fill(int fd, size_t bytes, slots_room_t *room)
{
    if (ftruncate(fd, (off_t)bytes) != 0 || measure(fd, bytes, room) != 0 ||
        back_pages(fd, bytes) != 0)
        return -1;
    return pwrite(fd, &bytes, sizeof(bytes), 0) == sizeof(bytes) ? 0 : -1;
}

int slots_object_make(const char *path, size_t bytes, slots_room_t *room)
{
    char name[NAME_SIZE];
    int fd;
    object_name(name, path);
    fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return -1;
    if (fill(fd, SLOTS_OBJECT_HEAD + bytes, room) != 0) {
        int error = errno;
        shm_unlink(name);
        errno = error;
        return close_failed(fd);
    }
    return close(fd);
}

int slots_object_room(const char *path, size_t bytes, slots_room_t *room)
{
    char name[NAME_SIZE];
    int fd, result;
    object_name(name, path);
    fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return -1;
    shm_unlink(name);
    result = measure(fd, SLOTS_OBJECT_HEAD + bytes, room);
    close(fd);
    return result;
}

/* Any other kind of file could block the reader, and another user's file may be
 * shortened by its owner at any time. */
static int look_at_file(int fd, slots_object_t *found)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return -1;
    *found = (slots_object_t){info.st_dev, info.st_ino,
                              info.st_size > 0 ? (uint64_t)info.st_size : 0};
    errno = info.st_uid != geteuid() ? EACCES : EINVAL;
    return info.st_uid == geteuid() && S_ISREG(info.st_mode) ? 0 : -1;
}

static int read_all(int fd, void *bytes, size_t len, off_t at)
{
    ssize_t n = pread(fd, bytes, len, at);
    if (n >= 0 && (size_t)n != len)
        errno = EINVAL;
    return n >= 0 && (size_t)n == len ? 0 : -1;
}

static int look(int fd, slots_object_t *found, void *bytes, size_t len)
{
    size_t word;
    if (look_at_file(fd, found) != 0 ||
        read_all(fd, &word, sizeof(word), 0) != 0)
        return -1;
    if (word != found->bytes) {
        errno = EINVAL;
        return -1;
    }
    return read_all(fd, bytes, len, SLOTS_OBJECT_HEAD);
}

/* Opens the object as APR will, except when a process has a lease on it:
 * opening it then takes as long as the lease holder likes, up to 45 s. Such an
 * object is no table that we made, because ours is mapped, and a mapped file
 * cannot have such a lease. */
static int open_named(const char *path)
{
    char name[NAME_SIZE];
    int fd;
    object_name(name, path);
    fd = shm_open(name, O_RDWR | O_NONBLOCK, 0);
    if (fd < 0 && errno == EWOULDBLOCK)
        errno = EACCES;
    return fd;
}

int slots_object_open(const char *path, slots_object_t *found, void *bytes,
                      size_t len)
{
    int fd = open_named(path);
    *found = (slots_object_t){0};
    if (fd >= 0 && look(fd, found, bytes, len) != 0)
        return close_failed(fd);
    return fd;
}

int slots_object_look(const char *path, slots_object_t *found, void *bytes,
                      size_t len)
{
    int fd = slots_object_open(path, found, bytes, len);
    return fd < 0 ? -1 : close(fd);
}

int slots_object_remove(const char *path)
{
    char name[NAME_SIZE];
    object_name(name, path);
    return shm_unlink(name);
}

int slots_object_same(const slots_object_t *a, const slots_object_t *b)
{
    return a->dev == b->dev && a->ino == b->ino;
}
