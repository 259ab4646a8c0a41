/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fake_worker.h: an instance's directory, and sockets in it on which a
 * test listens like a worker, always at slot 0. */

#ifndef PERSIST_TESTS_FAKE_WORKER_H
#define PERSIST_TESTS_FAKE_WORKER_H

#include "common_names.h"

#include "tap.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static inline void fake_instance_make(char *instance)
{
    char directory[COMMON_PATH_SIZE];
    if (!mkdtemp(instance) ||
        common_name_path(directory, instance, COMMON_NAME_PRIVATE) != 0 ||
        mkdir(directory, 0700) != 0)
        bail_out("no directory");
}

static inline void fake_instance_remove(const char *instance)
{
    char directory[COMMON_PATH_SIZE];
    if (common_name_path(directory, instance, COMMON_NAME_PRIVATE) == 0)
        rmdir(directory);
    rmdir(instance);
}

static inline struct sockaddr_un fake_worker_address(const char *instance,
                                                     uint32_t incarnation)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[COMMON_PATH_SIZE];
    if (common_worker_path(path, instance, 0, incarnation) != 0)
        bail_out("no path");
    memcpy(address.sun_path, path, strlen(path) + 1);
    return address;
}

static inline int fake_worker_listen(const char *instance, uint32_t incarnation,
                                     int backlog, int flags)
{
    struct sockaddr_un address = fake_worker_address(instance, incarnation);
    int fd = socket(AF_UNIX, SOCK_STREAM | flags, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(fd, backlog) != 0)
        bail_out("can't listen");
    return fd;
}

/* Ends the fake worker, and connections that it has not accepted with it. */
static inline void fake_worker_end(const char *instance, uint32_t incarnation,
                                   int fd)
{
    unlink(fake_worker_address(instance, incarnation).sun_path);
    close(fd);
}

#endif /* PERSIST_TESTS_FAKE_WORKER_H */
