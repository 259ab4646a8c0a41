/* SPDX-License-Identifier: Apache-2.0 */
/* door_alive.c: tries the lock that persistd holds until its end. A persistd
 * that begins in this moment tries again for two seconds. */

#include "door_alive.h"

#include "common_names.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int door_alive(const char *instance)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, instance, COMMON_NAME_LOCK) != 0)
        return 0;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return 0;
    int held = flock(fd, LOCK_SH | LOCK_NB) != 0;
    close(fd);
    return held;
}

int door_alive_left(const char *instance)
{
    return access(instance, F_OK) == 0;
}
