/* SPDX-License-Identifier: Apache-2.0 */
/* own.c: when a user's own persistd ends. */

#include "run/own.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_clock.h"
#include "run/stop.h"
#include "slots_free.h"
#include "state/pool.h"
#include "state/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG_MOST (1 << 20) /* bytes; then it becomes log.1 */

static void on_signal(uv_signal_t *signal, int number)
{
    persistd_t *pd = signal->data;
    (void)number;
    if (!pd->stopping)
        stop_for_successor(pd, "SIGTERM has come");
}

int own_open(persistd_t *pd)
{
    static uv_signal_t signal;
    if (!pd->options.own)
        return 0;
    pd->own_since = common_now_us();
    int error = uv_signal_init(pd->loop, &signal);
    signal.data = pd;
    return error ? error : uv_signal_start(&signal, on_signal, SIGTERM);
}

/* A request may run for longer than the time of --own. */
static int is_at_work(const persistd_t *pd)
{
    for (const worker_t *worker = pd->workers; worker; worker = worker->next) {
        slots_census_t units = {0};
        if (worker->seated)
            units = slots_free_census(pd->table, worker->run);
        if (worker->state == WORKER_STARTING || units.leased || units.finishing)
            return 1;
    }
    return 0;
}

/* Requests do not pass persistd, but the table shows when the last one did. A
 * script that its owner has stopped would be started by the next persistd. */
static int64_t last_used(const persistd_t *pd)
{
    int64_t last = pd->own_since;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        const pool_t *pool = pd->pools[i];
        int64_t used = pool ? pool_used(pool) : 0;
        if (pool && pool->stopped)
            return common_now_us();
        last = used > last ? used : last;
    }
    return last;
}

/* No service turns this log over. persist-cgi has made it, beside the instance.
 */
static void turn_log_over(const persistd_t *pd)
{
    struct stat info;
    const char *instance = pd->options.instance;
    if (fstat(STDERR_FILENO, &info) != 0 || !S_ISREG(info.st_mode) ||
        info.st_size <= LOG_MOST)
        return;
    int len = (int)(strrchr(instance, '/') - instance);
    char *log = heap_print("%.*s/log", len, instance);
    char *old = heap_print("%s.1", log);
    char *new = heap_print("%s.new", log);
    unlink(new);
    int fd =
        open(new, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && rename(log, old) == 0 && rename(new, log) == 0)
        log_redirect(fd);
    else if (fd >= 0)
        close(fd);
    free(log);
    free(old);
    free(new);
}

void own_tick(persistd_t *pd)
{
    int64_t limit = (int64_t)pd->options.own * 1000000;
    if (!limit || pd->stopping)
        return;
    turn_log_over(pd);
    if (pd->own_stop)
        stop_for_successor(pd, "told by persistctl");
    else if (common_now_us() - last_used(pd) >= limit && !is_at_work(pd))
        stop_for_successor(pd, "no request for a long time");
}
