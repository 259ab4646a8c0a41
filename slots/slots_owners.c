/* SPDX-License-Identifier: Apache-2.0 */
/* slots_owners.c: bytes of owners.lock, held by fcntl. */

#include "slots_owners.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

int slots_owners_open(const char *path, int create)
{
    int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0);

    return open(path, flags, S_IRUSR | S_IWUSR);
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

uint32_t slots_owners_take(int fd, uint32_t owners)
{
    for (uint32_t owner = 1; owner <= owners; owner++) {
        int taken = slots_owners_seize(fd, owner);

        if (taken > 0)
            return owner;
        if (taken < 0)
            return 0;
    }
    errno = EAGAIN;
    return 0;
}

int slots_owners_alive(int fd, uint32_t owner)
{
    struct flock byte = owner_byte(owner, F_WRLCK);

    if (fcntl(fd, F_GETLK, &byte) != 0)
        return -1;
    return byte.l_type != F_UNLCK;
}
