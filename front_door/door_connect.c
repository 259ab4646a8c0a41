/* SPDX-License-Identifier: Apache-2.0 */
/* door_connect.c: one connection for one request. */

#include "door_connect.h"

#include "common_names.h"
#include "common_peer.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

/* The longest time that connect() waits for room in a backlog. */
#define CONNECT_SECONDS 1

static int connect_fd(int fd, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const struct timeval patience = {.tv_sec = CONNECT_SECONDS};
    int rv;
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) !=
        0)
        return -1;
    do
        rv = connect(fd, (struct sockaddr *)&address, sizeof(address));
    while (rv != 0 && errno == EINTR);
    return rv;
}

int door_connect(const char *instance, const slots_lease_t *lease)
{
    char path[COMMON_PATH_SIZE];
    if (common_worker_path(path, instance, lease->slot, lease->incarnation) !=
        0)
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    wire_descriptors_expect(fd);
    if (connect_fd(fd, path) == 0 && common_peer_is_own(fd))
        return fd;
    wire_descriptors_drop(fd);
    return -1;
}
