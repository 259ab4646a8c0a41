/* SPDX-License-Identifier: Apache-2.0 */
/* endpoint.c: files in the instance's private directory. */

#include "worker/endpoint.h"

#include "os/listener.h"
#include "state/instance.h"

#include "common_names.h"

#include <errno.h>
#include <unistd.h>

static int open_both(endpoint_t *endpoint, const worker_t *worker)
{
    const char *instance = worker->pd->options.instance;
    char path[COMMON_PATH_SIZE];
    if (common_worker_path(path, instance, worker->slot, worker->incarnation))
        return -1;
    endpoint->listener = listener_bind(path);
    if (endpoint->listener < 0 ||
        instance_output_path(path, instance, worker->slot, worker->incarnation))
        return -1;
    endpoint->output = output_make(path);
    return endpoint->output < 0 ? -1 : 0;
}

int endpoint_open(endpoint_t *endpoint, const worker_t *worker)
{
    *endpoint = (endpoint_t){-1, -1};
    if (open_both(endpoint, worker) == 0)
        return 0;
    endpoint_close(endpoint);
    return -1;
}

void endpoint_close(const endpoint_t *endpoint)
{
    int error = errno;
    if (endpoint->listener >= 0)
        close(endpoint->listener);
    if (endpoint->output >= 0)
        close(endpoint->output);
    errno = error;
}

void endpoint_unlink(const worker_t *worker)
{
    const char *instance = worker->pd->options.instance;
    char path[COMMON_PATH_SIZE];
    if (common_worker_path(path, instance, worker->slot, worker->incarnation) ==
        0)
        unlink(path);
    if (instance_output_path(path, instance, worker->slot,
                             worker->incarnation) == 0)
        unlink(path);
}
