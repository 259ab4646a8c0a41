/* SPDX-License-Identifier: Apache-2.0 */
/* journal.c: a file of frames. */

#include "state/journal.h"

#include "base/log.h"
#include "common_names.h"
#include "state/pool.h"
#include "state/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL_NEW ".new"
#define JOURNAL_MAX (64u << 20) /* limit in bytes; a server needs far less */

static int put_worker(msgpack_sbuffer *out, const worker_t *worker)
{
    const definition_t *definition = &worker->pool->definition;
    const wire_worker_t entry = {
        .slot = worker->slot,
        .incarnation = worker->incarnation,
        .key_high = definition->key_high,
        .key_low = definition->key_low,
        .pid = (uint64_t)worker->pid,
        .started = worker->started,
        .version = worker->version,
        .signal = (uint64_t)worker->signal,
    };
    return wire_encode(out, WIRE_WORKER, &entry, NULL);
}

/* A stop by order, which a successor has to keep up. */
static int put_stop(msgpack_sbuffer *out, const pool_t *pool)
{
    const char *script = pool->definition.script;
    const wire_order_t order = {
        .verb = WIRE_ORDER_STOP,
        .script = {(const uint8_t *)script, strlen(script)},
    };
    return pool->stopped ? wire_encode(out, WIRE_ORDER, &order, NULL) : 0;
}

static int put_pool(msgpack_sbuffer *out, const pool_t *pool)
{
    const msgpack_sbuffer *frame = &pool->definition.frame;
    int error = msgpack_sbuffer_write(out, frame->data, frame->size);
    return error ? error : put_stop(out, pool);
}

static int put_all(msgpack_sbuffer *out, const persistd_t *pd)
{
    int error = 0;
    for (uint32_t i = 0; i < pd->table->sizes.pools && !error; i++)
        if (pd->pools[i])
            error = put_pool(out, pd->pools[i]);
    for (const worker_t *worker = pd->workers; worker && !error;
         worker = worker->next)
        if (worker->pool && worker->pid > 0)
            error = put_worker(out, worker);
    return error;
}

/* Always makes a new file. Opening a file that a worker has put there, such as
 * a FIFO, could block for ever. */
static int write_file(const char *path, const msgpack_sbuffer *bytes)
{
    unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    size_t done = 0;
    ssize_t n = 1;
    while (done < bytes->size && n > 0) {
        n = write(fd, bytes->data + done, bytes->size - done);
        done += n > 0 ? (size_t)n : 0;
    }
    return close(fd) == 0 && done == bytes->size ? 0 : -1;
}

/* A failure is logged once. Each start of a worker would otherwise add a line
 * while the disk is full. */
static void note_result(persistd_t *pd, const char *path, int failed)
{
    if (failed == pd->agenda.unwritten)
        return;
    pd->agenda.unwritten = failed;
    if (failed)
        log_say(LOG_ERROR,
                "journal %s can't be written: %s; until it can, workers that "
                "it lacks end if persistd is replaced",
                path, strerror(errno));
    else
        log_say(LOG_NOTICE, "journal %s is written again", path);
}

void journal_write(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE], draft[COMMON_PATH_SIZE + sizeof(JOURNAL_NEW)];
    msgpack_sbuffer bytes;
    msgpack_sbuffer_init(&bytes);
    if (common_name_path(path, pd->options.instance, COMMON_NAME_JOURNAL) != 0)
        return;
    snprintf(draft, sizeof(draft), "%s" JOURNAL_NEW, path);
    note_result(pd, path,
                put_all(&bytes, pd) != 0 || write_file(draft, &bytes) != 0 ||
                    rename(draft, path) != 0);
    msgpack_sbuffer_destroy(&bytes);
}

void journal_keep(persistd_t *pd)
{
    if (!pd->agenda.journal)
        return;
    pd->agenda.journal = 0;
    journal_write(pd);
}

/* Passes on the complete frames that the reader has. Returns their number, or
 * -1 with errno EBADMSG. */
static int give_frames(wire_reader_t *reader, journal_fn *give, void *context)
{
    wire_message_t message;
    wire_bytes_t frame;
    int count = 0, got;
    while ((got = wire_reader_next(reader, &frame)) == 1) {
        if (wire_decode(frame, &message) != 0) {
            got = -1;
            break;
        }
        give(context, &message);
        count++;
    }
    if (got == 0)
        return count;
    errno = EBADMSG;
    return -1;
}

static int read_frames(int fd, wire_reader_t *reader, journal_fn *give,
                       void *context)
{
    int count = 0;
    for (size_t total = 0; total <= JOURNAL_MAX;) {
        size_t room;
        uint8_t *space = wire_reader_space(reader, &room);
        ssize_t n = space ? read(fd, space, room) : -1;
        if (n < 0)
            return -1;
        if (n == 0) {
            errno = EBADMSG;
            return wire_reader_pending(reader) == 0 ? count : -1;
        }
        wire_reader_commit(reader, (size_t)n);
        int got = give_frames(reader, give, context);
        if (got < 0)
            return -1;
        count += got;
        total += (size_t)n;
    }
    errno = EFBIG;
    return -1;
}

/* Opens a regular file, and never waits for a writer. Returns -1 with errno on
 * failure. */
static int open_file(const char *path)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

int journal_read(const char *path, journal_fn *give, void *context)
{
    int fd = open_file(path);
    if (fd < 0)
        return -1;
    wire_reader_t reader;
    wire_reader_init(&reader);
    int count = read_frames(fd, &reader, give, context);
    int error = errno;
    wire_reader_destroy(&reader);
    close(fd);
    errno = error;
    return count;
}
