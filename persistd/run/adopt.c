/* SPDX-License-Identifier: Apache-2.0 */
/* adopt.c: the listening sockets show which workers exist, the journal says
 * what they are, and SO_PEERCRED and start times say which processes. */

#include "run/adopt.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_clock.h"
#include "common_names.h"
#include "common_peer.h"
#include "os/process.h"
#include "pool/pool.h"
#include "pool/version.h"
#include "pool/view.h"
#include "serve/orders.h"
#include "slots_free.h"
#include "slots_index.h"
#include "slots_pool.h"
#include "slots_slot.h"
#include "state/instance.h"
#include "state/journal.h"
#include "state/say.h"
#include "worker/control.h"
#include "worker/end.h"
#include "worker/endpoint.h"
#include "worker/leave.h"
#include "worker/log.h"
#include "worker/offer.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct adopt {
    persistd_t *pd;
    wire_worker_t *entries; /* from the journal */
    size_t count;
} adopt_t;

static void adopt_pool(persistd_t *pd, const wire_ensure_t *ensure)
{
    const char *why;
    uint64_t generation;
    definition_t definition;
    if (definition_make(&definition, ensure, &why) != 0)
        return;
    int index = slots_index_find(pd->table, definition.key_high,
                                 definition.key_low, &generation);
    if (index < 0)
        index =
            slots_pool_add(pd->table, definition.key_high, definition.key_low,
                           ensure->seen, definition.workers_max, &generation);
    if (index < 0 || pd->pools[index]) {
        definition_clear(&definition);
        return;
    }
    slots_pool_t *shared = &pd->table->pools[index];
    pool_t *pool = pool_create(pd, &definition, (uint32_t)index, generation,
                               atomic_load(&shared->version));
    pool->script = atomic_load(&shared->script);
}

/* Keeps up a stop that our predecessor was ordered to make. */
static void adopt_order(persistd_t *pd, const wire_order_t *order)
{
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        pool_t *pool = pd->pools[i];
        if (pool && order->verb == WIRE_ORDER_STOP &&
            pool_is_for(pool, order->script))
            pool_stop(pool);
    }
}

static void adopt_message(void *context, const wire_message_t *message)
{
    adopt_t *adopt = context;
    if (message->kind == WIRE_ENSURE)
        adopt_pool(adopt->pd, &message->as.ensure);
    if (message->kind == WIRE_ORDER)
        adopt_order(adopt->pd, &message->as.order);
    if (message->kind != WIRE_WORKER)
        return;
    adopt->entries =
        heap_grow(adopt->entries, adopt->count + 1, sizeof(*adopt->entries));
    adopt->entries[adopt->count++] = message->as.worker;
}

/* Returns NULL for a worker that the predecessor started in its last moment. It
 * has never served. */
static const wire_worker_t *find_entry(const adopt_t *adopt, uint32_t slot,
                                       uint32_t incarnation)
{
    for (size_t i = 0; i < adopt->count; i++)
        if (adopt->entries[i].slot == slot &&
            adopt->entries[i].incarnation == incarnation)
            return &adopt->entries[i];
    return NULL;
}

/* True if the table's slot belongs to the worker as well. */
static int is_seated(const persistd_t *pd, const worker_t *worker)
{
    if (worker->slot >= pd->table->sizes.slots)
        return 0;
    const slots_slot_t *slot = &pd->table->slots[worker->slot];
    return atomic_load(&slot->incarnation) == worker->incarnation &&
           atomic_load(&slot->state) != SLOTS_SLOT_EMPTY;
}

/* Takes the units that the slot has. If someone has written into the table,
 * they may be another worker's; then the slot loses them. Returns 0 in that
 * case. */
static int keep_units(persistd_t *pd, uint32_t slot, slots_run_t *run)
{
    *run = slots_run_of(pd->table, &pd->table->slots[slot]);
    if (run->count == 0 || runs_keep(&pd->runs, slot, *run))
        return 1;
    slots_slot_disown(pd->table, slot);
    return 0;
}

/* How many requests the worker takes at a time, as far as the table shows. */
static uint32_t capacity_of(const slots_slot_t *slot, slots_run_t run)
{
    return slots_free_is_ahead(slot, run) ? 1 : run.count;
}

/* A worker whose units are not its own is as one without a slot. */
static void adopt_seat(persistd_t *pd, worker_t *worker)
{
    const slots_slot_t *slot = &pd->table->slots[worker->slot];
    slots_run_t run;
    worker->seated =
        is_seated(pd, worker) && keep_units(pd, worker->slot, &run);
    if (!worker->seated)
        return;
    worker->shown = atomic_load(&slot->features);
    if (run.count > 0)
        worker_take_units(worker, run, capacity_of(slot, run));
}

/* True if the worker is the process in the journal. It is watched before the
 * start times are compared, so its number cannot pass to another process in
 * between. */
static int is_entry(worker_t *worker, const wire_worker_t *entry)
{
    return worker->watch && entry && entry->pid == (uint64_t)worker->pid &&
           process_started(worker->pid, &worker->started) == 0 &&
           entry->started == worker->started;
}

static void unwatch(worker_t *worker)
{
    watch_close(worker->watch);
    worker->watch = NULL;
}

/* Asks the kernel which process listens. If the process is known only by its
 * number, and is not in the journal, it is not watched, because it could be any
 * process. Returns 1 if it is the one in the journal. */
static int identify_peer(worker_t *worker, const wire_worker_t *entry)
{
    uid_t uid;
    uv_loop_t *loop = worker->pd->loop;
    int fd = worker->control->fd;
    if (common_peer(fd, &worker->pid, &uid) != 0 || worker->pid <= 0)
        return 0;
    worker->watch =
        watch_peer(loop, fd, worker->pid, worker->pd->events->ended, worker);
    int exact = worker->watch != NULL;
    if (!exact)
        worker->watch =
            watch_open(loop, worker->pid, worker->pd->events->ended, worker);
    int known = is_entry(worker, entry);
    if (!known && !exact)
        unwatch(worker);
    return known;
}

/* A worker that hangs, with a full backlog, cannot be asked, but the journal
 * has its number. */
static int identify_entry(worker_t *worker, const wire_worker_t *entry)
{
    if (!entry || entry->pid > INT_MAX)
        return 0;
    worker->pid = (pid_t)entry->pid;
    worker->watch = watch_open(worker->pd->loop, worker->pid,
                               worker->pd->events->ended, worker);
    int known = is_entry(worker, entry);
    if (!known)
        unwatch(worker);
    return known;
}

/* When the worker became READY, by the clock of files, as far as the table
 * shows. If a file was written after that, the worker has loaded the old
 * version. */
static int64_t birth(const slots_slot_t *slot)
{
    int64_t opened = atomic_load(&slot->opened), now = common_now_us();
    return opened > 0 && opened <= now ? common_wall_us() - (now - opened)
                                       : INT64_MAX;
}

/* The table is trusted only for which of its own steps have been made. The
 * predecessor may have died before it let a worker leave whose code is
 * outdated. */
static void settle(worker_t *worker, const wire_worker_t *entry)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int64_t boot = worker->pool->definition.boot_us;
    worker->version = entry->version;
    worker->signal = (int)entry->signal;
    worker->born = birth(slot);
    if (worker->pool->stopped) {
        worker_leave_by(worker, common_now_us() + worker->pd->settings.stop_us);
        return;
    }
    if (atomic_load(&slot->leaving) ||
        worker->version != worker->pool->version) {
        worker_leave(worker);
        return;
    }
    slots_slot_mend(worker->pd->table, worker->slot);
    if (atomic_load(&slot->state) != SLOTS_SLOT_OPEN || !worker->units) {
        worker_enter(worker, WORKER_STARTING,
                     boot ? common_now_us() + boot : 0);
        return;
    }
    worker->pool->capacity = worker->capacity;
    worker->pool->proven = 1;
    offer_adopt(worker);
    worker_enter(worker, WORKER_READY, 0);
}

static void adopt_known(worker_t *worker, const wire_worker_t *entry)
{
    say_pool(worker->pool, LOG_NOTICE, RECENT_START, worker->pid,
             "adopted pid %ld: pool %s", (long)worker->pid,
             worker->pool->definition.script);
    settle(worker, entry);
}

static void adopt_worker(adopt_t *adopt, uint32_t slot, uint32_t incarnation)
{
    persistd_t *pd = adopt->pd;
    const wire_worker_t *entry = find_entry(adopt, slot, incarnation);
    worker_t *worker = worker_record(pd, NULL, slot, incarnation);
    adopt_seat(pd, worker);
    if (control_connect(worker) != 0 && control_is_dead(errno)) {
        endpoint_unlink(worker);
        worker_drop(worker);
        return;
    }
    int known = worker->control ? identify_peer(worker, entry)
                                : identify_entry(worker, entry);
    worker_log_open(worker);
    if (!worker->seated)
        endpoint_unlink(worker); /* a new table may give out its name again */
    pool_t *pool = known && worker->seated
                       ? pool_find(pd, entry->key_high, entry->key_low)
                       : NULL;
    if (pool) {
        worker_join(worker, pool);
        adopt_known(worker, entry);
        return;
    }
    log_say(LOG_NOTICE, "pid %ld does not match the journal and leaves",
            (long)worker->pid);
    worker_leave(worker);
}

/* Finds workers by their sockets. A FIFO without a socket belongs to no worker
 * and is removed. */
static void adopt_directory(adopt_t *adopt, const char *path)
{
    DIR *directory = opendir(path);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        uint32_t slot, incarnation;
        char name[sizeof(entry->d_name)];
        memcpy(name, entry->d_name, sizeof(name));
        if (common_worker_parse(name, &slot, &incarnation) == 0) {
            adopt_worker(adopt, slot, incarnation);
        } else if (name[0] == 'l') {
            name[0] = 'w';
            if (common_worker_parse(name, &slot, &incarnation) == 0 &&
                faccessat(dirfd(directory), name, F_OK, AT_SYMLINK_NOFOLLOW) !=
                    0)
                unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    closedir(directory);
}

static int is_taken(const persistd_t *pd, uint32_t slot)
{
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        if (worker->seated && worker->slot == slot)
            return 1;
    return 0;
}

static void clear_slot(persistd_t *pd, uint32_t slot)
{
    slots_run_t run;
    int kept = keep_units(pd, slot, &run);
    slots_slot_clear(pd->table, slot);
    if (kept)
        runs_give(&pd->runs, run);
}

static void correct_table(persistd_t *pd)
{
    for (uint32_t slot = 0; slot < pd->table->sizes.slots; slot++)
        if (!is_taken(pd, slot))
            clear_slot(pd, slot);
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        uint64_t state = atomic_load(&pd->table->pools[i].state);
        if (!pd->pools[i] && (state & 0xff) == SLOTS_POOL_LIVE)
            slots_pool_remove(pd->table, i);
    }
}

/* Looks at scripts that may have changed while no persistd ran. The results
 * come later. */
static void stat_scripts(persistd_t *pd)
{
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        pool_t *pool = pd->pools[i];
        if (!pool)
            continue;
        view_stat(pool);
        if (pool->definition.reload == WIRE_RELOAD_ROLLING &&
            !version_is_changing(pool) && pool->version != pool->script)
            /* The predecessor was in the middle of a reload. */
            version_changed(pool);
    }
}

void adopt_all(persistd_t *pd)
{
    adopt_t adopt = {.pd = pd};
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, pd->options.instance, COMMON_NAME_JOURNAL) ==
            0 &&
        journal_read(path, adopt_message, &adopt) < 0 && errno != ENOENT)
        log_say(LOG_WARN,
                "journal %s can't be read: %s; the workers of the persistd "
                "before this one end",
                path, strerror(errno));
    stat_scripts(pd);
    if (common_name_path(path, pd->options.instance, COMMON_NAME_PRIVATE) == 0)
        adopt_directory(&adopt, path);
    free(adopt.entries);
    correct_table(pd);
    journal_write(pd);
}
