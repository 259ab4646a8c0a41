/* SPDX-License-Identifier: Apache-2.0 */
/* slots_owners.c: bytes of owners.lock, locked by fcntl. */

#include "slots_owners.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* How often the search for a free byte is made before all count as taken. While
 * it goes on, a byte behind it may be given back and one before it be taken. */
#define PASSES 16

/* The content of the file: the table that it belongs to, and its inode, which
 * shows that it is no copy. */
typedef struct mark {
    uint64_t table, inode;
} mark_t;

/* Returns 0, or -1 when this is no file that we would have made, or one whose
 * name is gone or that has another one (link count other than 1). */
static int mark_of(int fd, uint64_t table_id, mark_t *mark)
{
    struct stat info;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) ||
        info.st_uid != geteuid() || info.st_nlink != 1)
        return -1;
    *mark = (mark_t){table_id, (uint64_t)info.st_ino};
    return 0;
}

static int close_failed(int fd, int error)
{
    close(fd);
    errno = error;
    return -1;
}

/* A process that opens the file before the mark is written finds a file that
 * belongs to no table. */
int slots_owners_create(const char *path, uint64_t table_id)
{
    mark_t mark;
    int fd;
    if (unlink(path) != 0 && errno != ENOENT)
        return -1;
    fd = open(path, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return -1;
    errno = EIO; /* a short write */
    if (mark_of(fd, table_id, &mark) == 0 &&
        pwrite(fd, &mark, sizeof(mark), 0) == sizeof(mark))
        return fd;
    return close_failed(fd, errno);
}

/* Never blocks, whatever has been put in the place of the file. */
int slots_owners_open(const char *path, uint64_t table_id)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 || slots_owners_belongs(fd, table_id))
        return fd;
    return close_failed(fd, ESTALE);
}

int slots_owners_belongs(int fd, uint64_t table_id)
{
    mark_t wanted, found;
    return mark_of(fd, table_id, &wanted) == 0 &&
           pread(fd, &found, sizeof(found), 0) == sizeof(found) &&
           found.table == wanted.table && found.inode == wanted.inode;
}

static struct flock owner_byte(uint32_t owner, short type)
{
    return (struct flock){
        .l_type = type,
        .l_whence = SEEK_SET,
        .l_start = (off_t)owner,
        .l_len = 1,
    };
}

int slots_owners_seize(int fd, uint32_t owner)
{
    struct flock byte = owner_byte(owner, F_WRLCK);
    while (fcntl(fd, F_SETLK, &byte) != 0) {
        if (errno == EACCES || errno == EAGAIN)
            return 0;
        if (errno != EINTR)
            return -1;
    }
    return 1;
}

int slots_owners_free(int fd, uint32_t owner)
{
    struct flock byte = owner_byte(owner, F_UNLCK);
    return fcntl(fd, F_SETLK, &byte);
}

/* Returns 1 with *owner set, 0 when the search met no free byte, or -1. */
static int take_first(int fd, uint32_t owners, uint32_t *owner)
{
    for (*owner = 1; *owner <= owners; ++*owner) {
        int taken = slots_owners_seize(fd, *owner);
        if (taken != 0)
            return taken;
    }
    return 0;
}

uint32_t slots_owners_take(int fd, uint32_t owners)
{
    uint32_t owner = 0;
    int taken = 0;
    for (int pass = 0; pass < PASSES && taken == 0; pass++)
        taken = take_first(fd, owners, &owner);
    if (taken == 0)
        errno = EAGAIN;
    return taken > 0 ? owner : 0;
}

int slots_owners_alive(int fd, uint32_t owner)
{
    struct flock byte = owner_byte(owner, F_WRLCK);
    if (fcntl(fd, F_GETLK, &byte) != 0)
        return -1;
    return byte.l_type != F_UNLCK;
}
