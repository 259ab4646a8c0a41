/* SPDX-License-Identifier: Apache-2.0 */
/* notice_ask.c: waits as long as the file system takes. */

#include "os/notice_ask.h"

#include "common_system.h"

#include <errno.h>

#ifdef COMMON_LINUX

#include <sys/inotify.h>

int notice_ask(int fd, const char *directory)
{
    return inotify_add_watch(fd, directory,
                             IN_ATTRIB | IN_CREATE | IN_MODIFY | IN_DELETE |
                                 IN_DELETE_SELF | IN_MOVE_SELF | IN_MOVED_FROM |
                                 IN_MOVED_TO | IN_ONLYDIR);
}

#else

int notice_ask(int fd, const char *directory)
{
    (void)fd;
    (void)directory;
    errno = ENOSYS;
    return -1;
}

#endif
