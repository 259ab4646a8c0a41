/* SPDX-License-Identifier: Apache-2.0 */
/* persist_figures.c: a line of counters for each child, in memory that the
 * children inherit. The counts of a child that has ended stay in its line. */

#include "htaccess/persist_figures.h"

#include <ap_mpm.h>
#include <errno.h>
#include <http_config.h>
#include <http_log.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

/* Written by its child alone, read by all: whole cache lines, so that children
 * do not slow each other down. */
typedef struct line {
    _Alignas(128) _Atomic int32_t pid; /* 0: free */
    _Atomic uint64_t figures[PERSIST_FIGURES];
} line_t;

static struct {
    line_t *at; /* NULL: nothing is counted */
    unsigned count;
} lines;

static line_t *own; /* written by child_init, before the child has threads */

static apr_status_t unmap(void *unused)
{
    (void)unused;
    munmap(lines.at, lines.count * sizeof(*lines.at));
    lines.at = NULL;
    return APR_SUCCESS;
}

/* Twice as many as children: those of the last generation may still end. */
static unsigned lines_needed(void)
{
    int most = 0;
    ap_mpm_query(AP_MPMQ_HARD_LIMIT_DAEMONS, &most);
    return most > 0 ? 2 * (unsigned)most : 2;
}

void persist_figures_make(apr_pool_t *p, server_rec *s)
{
    unsigned count = lines_needed();
    void *at = mmap(NULL, count * sizeof(line_t), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, errno, s,
                     "no memory for the figures of PersistHtaccessCache");
        return;
    }
    lines.at = at;
    lines.count = count;
    apr_pool_cleanup_register(p, NULL, unmap, apr_pool_cleanup_null);
}

static int is_running(int32_t pid)
{
    return pid != 0 && (kill(pid, 0) == 0 || errno != ESRCH);
}

/* A dead child's line is taken over. Two children may try for one line. */
static int take(line_t *line)
{
    int32_t pid = atomic_load(&line->pid);
    if (is_running(pid) ||
        !atomic_compare_exchange_strong(&line->pid, &pid, (int32_t)getpid()))
        return 0;
    atomic_store(&line->figures[PERSIST_FIGURE_ENTRIES], 0);
    return 1;
}

static apr_status_t leave(void *unused)
{
    (void)unused;
    atomic_store(&own->figures[PERSIST_FIGURE_ENTRIES], 0);
    atomic_store(&own->pid, 0);
    return APR_SUCCESS;
}

void persist_figures_child_init(apr_pool_t *p)
{
    for (unsigned i = 0; lines.at && !own && i < lines.count; i++)
        own = take(&lines.at[i]) ? &lines.at[i] : NULL;
    if (own)
        apr_pool_cleanup_register(p, NULL, leave, apr_pool_cleanup_null);
}

void persist_figures_add(persist_figure_t figure, uint64_t n)
{
    if (own)
        atomic_fetch_add_explicit(&own->figures[figure], n,
                                  memory_order_relaxed);
}

void persist_figures_set_entries(uint64_t n)
{
    if (own)
        atomic_store_explicit(&own->figures[PERSIST_FIGURE_ENTRIES], n,
                              memory_order_relaxed);
}

static uint64_t read_figure(line_t *line, persist_figure_t figure)
{
    if (figure == PERSIST_FIGURE_ENTRIES &&
        !is_running(atomic_load(&line->pid)))
        return 0;
    return atomic_load_explicit(&line->figures[figure], memory_order_relaxed);
}

void persist_figures_sum(uint64_t sums[PERSIST_FIGURES])
{
    for (int figure = 0; figure < PERSIST_FIGURES; figure++) {
        sums[figure] = 0;
        for (unsigned i = 0; lines.at && i < lines.count; i++)
            sums[figure] += read_figure(&lines.at[i], (persist_figure_t)figure);
    }
}
