/* SPDX-License-Identifier: Apache-2.0 */
/* pw_ready.c: what the program states about itself: READY and FILES send it to
 * persistd. */

#include "persist/worker.h"

#include "pw_control.h"
#include "pw_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Most bytes of paths: they must fit into the buffer of a socket. */
#define FILES_LEN_MAX (128u << 10)

/* Returns the length of the block's whole paths that one frame can hold. */
static size_t fitting(const char *files, size_t len)
{
    size_t end = 0;
    for (unsigned count = 0; count < PW_FILES_MAX && end < len; count++) {
        const char *nul = memchr(files + end, '\0', len - end);
        if (!nul || (size_t)(nul - files) >= FILES_LEN_MAX)
            break;
        end = (size_t)(nul - files) + 1;
    }
    return end;
}

static int keep_files(persist_worker_t *worker, const char *files,
                      size_t files_len)
{
    size_t len = fitting(files, files_len);
    char *copy = len ? malloc(len) : NULL;
    if (len && !copy)
        return -1;
    if (len)
        memcpy(copy, files, len);
    free(worker->files);
    worker->files = copy;
    worker->files_len = len;
    return 0;
}

int persist_worker_ready(persist_worker_t *worker, unsigned capacity,
                         const char *files, size_t files_len)
{
    if (capacity < 1 || capacity > PW_UNITS_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (worker->entered) {
        errno = EBUSY;
        return -1;
    }
    if (keep_files(worker, files, files_len) != 0)
        return -1;
    worker->capacity = capacity;
    return 0;
}

int persist_worker_by_length(persist_worker_t *worker)
{
    if (worker->entered) {
        errno = EBUSY;
        return -1;
    }
    worker->by_length = 1;
    return 0;
}

int persist_worker_loaded(persist_worker_t *worker, const char *files,
                          size_t files_len)
{
    pthread_mutex_lock(&worker->lock);
    int rc = keep_files(worker, files, files_len);
    if (rc == 0)
        pw_control_files(worker);
    pthread_mutex_unlock(&worker->lock);
    return rc;
}

int persist_worker_signal(persist_worker_t *worker, int number)
{
    errno = worker->entered ? EBUSY : EINVAL;
    if (worker->entered || number < 1 || number > (int)WIRE_SIGNAL_MAX)
        return -1;
    worker->signal = number;
    return 0;
}
