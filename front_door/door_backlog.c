/* SPDX-License-Identifier: Apache-2.0 */
/* door_backlog.c: the part of the response that the server has not taken yet.
 */

#include "door_backlog.h"
#include "door_log.h"
#include "door_stdout.h"

#include "exchange/persist_patience.h"
#include "wire_descriptors.h"
#include "wire_fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PIECE 65536u

typedef long write_fn(const void *bytes, size_t len);

void door_backlog_init(door_backlog_t *backlog, uint64_t most)
{
    *backlog = (door_backlog_t){.most = most, .spent = most == 0};
    msgpack_sbuffer_init(&backlog->kept);
}

static int is_spooled(const door_backlog_t *backlog, const door_run_t *run)
{
    return !run->bytes && run->fd == backlog->spool.fd;
}

static void end_run(const door_backlog_t *backlog, const door_run_t *run)
{
    free(run->bytes);
    if (!run->bytes && !is_spooled(backlog, run))
        wire_descriptors_drop(run->fd);
}

static void empty_kept(door_backlog_t *backlog)
{
    msgpack_sbuffer_clear(&backlog->kept);
    backlog->sent = 0;
}

void door_backlog_clear(door_backlog_t *backlog)
{
    for (int i = 0; i < backlog->count; i++)
        end_run(backlog, &backlog->runs[i]);
    empty_kept(backlog);
    backlog->count = 0;
    backlog->spool.length = 0;
}

static void add_run(door_backlog_t *backlog, door_run_t run)
{
    backlog->runs[backlog->count++] = run;
}

static size_t kept(const door_backlog_t *backlog)
{
    return backlog->kept.size - backlog->sent;
}

void door_backlog_add_file(door_backlog_t *backlog, int fd, uint64_t offset,
                           uint64_t len)
{
    size_t size = backlog->kept.size;
    if (kept(backlog) > 0)
        add_run(backlog, (door_run_t){msgpack_sbuffer_release(&backlog->kept),
                                      -1, backlog->sent, size});
    empty_kept(backlog);
    add_run(backlog, (door_run_t){NULL, fd, offset, offset + len});
}

/* A run is left for the spool. */
int door_backlog_is_full(const door_backlog_t *backlog)
{
    return backlog->count + 2 >= DOOR_BACKLOG_RUNS;
}

uint64_t door_backlog_length(const door_backlog_t *backlog)
{
    uint64_t length = kept(backlog);
    for (int i = 0; i < backlog->count; i++)
        length += backlog->runs[i].end - backlog->runs[i].at;
    return length;
}

static uint64_t in_memory(const door_backlog_t *backlog)
{
    uint64_t length = kept(backlog);
    for (int i = 0; i < backlog->count; i++)
        if (backlog->runs[i].bytes)
            length += backlog->runs[i].end - backlog->runs[i].at;
    return length;
}

static int has_spooled(const door_backlog_t *backlog)
{
    for (int i = 0; i < backlog->count; i++)
        if (is_spooled(backlog, &backlog->runs[i]))
            return 1;
    return 0;
}

/* A file that nobody waits for is written again from its beginning. */
static void drop_first(door_backlog_t *backlog)
{
    end_run(backlog, &backlog->runs[0]);
    backlog->count--;
    memmove(backlog->runs, backlog->runs + 1,
            (size_t)backlog->count * sizeof(backlog->runs[0]));
    if (!has_spooled(backlog))
        backlog->spool.length = 0;
}

/* Shows the next bytes of a run. Returns how many, or the fault, negated. */
static long look(const door_backlog_t *backlog, const door_run_t *run,
                 const char **bytes)
{
    static char piece[PIECE];
    uint64_t left = run->end - run->at;
    *bytes = run->bytes ? run->bytes + run->at : piece;
    if (run->bytes || left == 0)
        return (long)left;
    long n = door_spool_read(run->fd, run->at, piece,
                             left < PIECE ? (size_t)left : PIECE);
    if (n > 0)
        return n;
    return is_spooled(backlog, run) ? -WIRE_FAULT_SPOOL
                                    : -WIRE_FAULT_FILE_SHORT;
}

/* Returns 1 when the first run is written, 0 if the server takes no more now,
 * or as door_backlog_offer(). */
static int write_first(door_backlog_t *backlog, write_fn *write, int *fault)
{
    door_run_t *run = &backlog->runs[0];
    const char *bytes;
    while (run->at < run->end) {
        long len = look(backlog, run, &bytes);
        long n = len < 0 ? -1 : write(bytes, (size_t)len);
        *fault = len < 0 ? (int)-len : n < 0 ? -1 : 0;
        if (*fault)
            return 0;
        run->at += (uint64_t)n;
        backlog->passed += n;
        if (n < len)
            return 0;
    }
    drop_first(backlog);
    return 1;
}

static int write_kept(door_backlog_t *backlog, write_fn *write)
{
    if (kept(backlog) == 0)
        return 0;
    long n = write(backlog->kept.data + backlog->sent, kept(backlog));
    if (n < 0)
        return -1;
    backlog->sent += (size_t)n;
    backlog->passed += n;
    if (kept(backlog) == 0)
        empty_kept(backlog);
    return 0;
}

static int write_on(door_backlog_t *backlog, write_fn *write)
{
    int fault = 0;
    while (backlog->count > 0 && write_first(backlog, write, &fault))
        continue;
    return fault || backlog->count > 0 ? fault : write_kept(backlog, write);
}

int door_backlog_offer(door_backlog_t *backlog)
{
    return write_on(backlog, door_stdout_offer);
}

static long write_all(const void *bytes, size_t len)
{
    return door_stdout_write(bytes, len) == 0 ? (long)len : -1;
}

int door_backlog_deliver(door_backlog_t *backlog)
{
    return write_on(backlog, write_all);
}

/* Moves `kept` to the temporary file. Returns 0, or -1 if it has no room. */
static int spill(door_backlog_t *backlog)
{
    door_spool_t *spool = &backlog->spool;
    uint64_t start = spool->length;
    if (kept(backlog) == 0 || backlog->count == DOOR_BACKLOG_RUNS ||
        start + kept(backlog) > backlog->most)
        return -1;
    if (door_spool_append(spool, backlog->kept.data + backlog->sent,
                          kept(backlog)) != 0) {
        door_log("a slow client holds its worker: temporary file: %s",
                 strerror(errno));
        return -1;
    }
    door_run_t *last =
        backlog->count > 0 ? &backlog->runs[backlog->count - 1] : NULL;
    if (last && is_spooled(backlog, last))
        last->end = spool->length;
    else
        add_run(backlog, (door_run_t){NULL, spool->fd, start, spool->length});
    empty_kept(backlog);
    return 0;
}

static int has_room(const door_backlog_t *backlog)
{
    uint64_t length = in_memory(backlog);
    return length <= DOOR_SPOOL_MEMORY && length <= backlog->most &&
           !door_backlog_is_full(backlog);
}

int door_backlog_wait_ms(door_backlog_t *backlog)
{
    if (door_backlog_length(backlog) == 0 ||
        (!backlog->spent && has_room(backlog)))
        return 0;
    if (backlog->spent)
        return DOOR_BACKLOG_ALL;
    int ms = persist_patience_ms(backlog->passed, backlog->waited);
    if (ms > 0)
        return ms;
    backlog->spent = spill(backlog) != 0 || !has_room(backlog);
    return backlog->spent ? DOOR_BACKLOG_ALL : 0;
}
