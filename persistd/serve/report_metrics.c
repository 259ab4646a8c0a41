/* SPDX-License-Identifier: Apache-2.0 */
/* report_metrics.c: the report for collectors, as OpenMetrics 1.0 text. All
 * samples of a family have to stand together, so each family iterates over the
 * pools.
 *
 * A pool is identified by its script and its number in the table, because a
 * script has several pools if its settings differ by directory. */

#include "serve/report_metrics.h"

#include "base/escape.h"
#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

#define LE_SIZE 32

typedef struct metrics {
    FILE *out;
    persistd_t *pd;
    const report_scope_t *scope;
    /* By index of the pool; read once for all families. */
    report_facts_t *facts;
} metrics_t;

typedef uint64_t value_fn(const metrics_t *metrics, const pool_t *pool);

static void family(const metrics_t *metrics, const char *name, const char *type,
                   const char *help)
{
    fprintf(metrics->out, "# TYPE persist_%s %s\n", name, type);
    if (strstr(name, "_seconds"))
        fprintf(metrics->out, "# UNIT persist_%s seconds\n", name);
    fprintf(metrics->out, "# HELP persist_%s %s\n", name, help);
}

/* Writes the sample's name and labels, and leaves the labels open for more. */
static void sample(FILE *out, const char *name, const char *suffix,
                   const pool_t *pool)
{
    const char *script = pool->definition.script;
    size_t len = strlen(script);
    char *escaped = heap_make(len, ESCAPE_GROWTH);
    size_t used = escape_label(escaped, script, len);
    fprintf(out, "persist_%s%s{pool=\"%u\",script=\"%.*s\"", name, suffix,
            pool->index, (int)used, escaped);
    free(escaped);
}

static void seconds(FILE *out, uint64_t us)
{
    fprintf(out, "} %llu.%06llu\n", (unsigned long long)us / 1000000,
            (unsigned long long)us % 1000000);
}

static void count(FILE *out, uint64_t value)
{
    fprintf(out, "} %llu\n", (unsigned long long)value);
}

/* Writes a number for each pool. */
static void each_pool(const metrics_t *metrics, const char *name,
                      const char *suffix, value_fn *value)
{
    const pool_t *pool;
    for (uint32_t i = 0;
         (pool = report_next(metrics->pd, metrics->scope, &i)) != NULL;) {
        sample(metrics->out, name, suffix, pool);
        count(metrics->out, value(metrics, pool));
    }
}

static void gauge(const metrics_t *metrics, const char *name, value_fn *value,
                  const char *help)
{
    family(metrics, name, "gauge", help);
    each_pool(metrics, name, "", value);
}

static void counter(const metrics_t *metrics, const char *name, value_fn *value,
                    const char *help)
{
    family(metrics, name, "counter", help);
    each_pool(metrics, name, "_total", value);
}

static uint64_t waiting(const metrics_t *metrics, const pool_t *pool)
{
    return metrics->facts[pool->index].waiting;
}

static uint64_t requests(const metrics_t *metrics, const pool_t *pool)
{
    return metrics->facts[pool->index].service.count;
}

static uint64_t refused(const metrics_t *metrics, const pool_t *pool)
{
    return metrics->facts[pool->index].refused;
}

static uint64_t failed(const metrics_t *metrics, const pool_t *pool)
{
    return metrics->facts[pool->index].failed;
}

static uint64_t workers_max(const metrics_t *metrics, const pool_t *pool)
{
    (void)metrics;
    return pool->definition.workers_max;
}

static uint64_t places(const metrics_t *metrics, const pool_t *pool)
{
    (void)metrics;
    return pool_places(pool);
}

static uint64_t fault(const metrics_t *metrics, const pool_t *pool)
{
    (void)metrics;
    return (uint64_t)pool->fault;
}

static uint64_t boot_failures(const metrics_t *metrics, const pool_t *pool)
{
    (void)metrics;
    return pool->boot_failures;
}

static uint64_t busy(const metrics_t *metrics, const pool_t *pool)
{
    (void)metrics;
    uint64_t units = 0;
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        units += report_facts_busy(worker);
    return units;
}

static uint64_t workers_in(const pool_t *pool, worker_state_t state)
{
    uint64_t workers = 0;
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        workers += worker->state == state;
    return workers;
}

static void workers(const metrics_t *metrics)
{
    const pool_t *pool;
    family(metrics, "workers", "gauge", "Worker processes by what they do.");
    for (uint32_t i = 0;
         (pool = report_next(metrics->pd, metrics->scope, &i)) != NULL;)
        for (int state = WORKER_STARTING; state <= WORKER_KILLING; state++) {
            sample(metrics->out, "workers", "", pool);
            fprintf(metrics->out, ",state=\"%s\"", worker_state_text(state));
            count(metrics->out, workers_in(pool, state));
        }
}

/* Numbers have their shortest form with a decimal point, as parsers expect. */
static void put_le(FILE *out, uint32_t bucket)
{
    char text[LE_SIZE] = "+Inf";
    if (bucket + 1 < SLOTS_BUCKETS)
        snprintf(text, sizeof(text), "%g",
                 (double)slots_histogram_bound(bucket) / 1e6);
    fprintf(out, ",le=\"%s%s\"", text, strpbrk(text, ".I") ? "" : ".0");
}

static void histogram_of(FILE *out, const char *name, const pool_t *pool,
                         const slots_tally_t *tally)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < SLOTS_BUCKETS; i++) {
        sum += tally->counts[i];
        sample(out, name, "_bucket", pool);
        put_le(out, i);
        count(out, sum);
    }
    sample(out, name, "_count", pool);
    count(out, tally->count);
    sample(out, name, "_sum", pool);
    seconds(out, tally->sum_us);
}

static void service(const metrics_t *metrics)
{
    const pool_t *pool;
    family(metrics, "service_seconds", "histogram",
           "Time that a request had its worker.");
    for (uint32_t i = 0;
         (pool = report_next(metrics->pd, metrics->scope, &i)) != NULL;)
        histogram_of(metrics->out, "service_seconds", pool,
                     &metrics->facts[pool->index].service);
}

static void queue(const metrics_t *metrics)
{
    const pool_t *pool;
    family(metrics, "queue_seconds", "histogram",
           "Time in the queue, of the requests that had to wait and got a "
           "worker.");
    for (uint32_t i = 0;
         (pool = report_next(metrics->pd, metrics->scope, &i)) != NULL;)
        histogram_of(metrics->out, "queue_seconds", pool,
                     &metrics->facts[pool->index].wait);
}

static void boot(const metrics_t *metrics)
{
    const pool_t *pool;
    family(metrics, "boot_seconds", "summary",
           "Time from the start of a worker until it was ready.");
    for (uint32_t i = 0;
         (pool = report_next(metrics->pd, metrics->scope, &i)) != NULL;) {
        sample(metrics->out, "boot_seconds", "_count", pool);
        count(metrics->out, pool->boots);
        sample(metrics->out, "boot_seconds", "_sum", pool);
        seconds(metrics->out, pool->boot_us);
    }
}

static void limit(const metrics_t *metrics)
{
    family(metrics, "worker_limit", "gauge", "PersistMaxWorkers.");
    fprintf(metrics->out, "persist_worker_limit %u\n",
            metrics->pd->settings.max_workers);
}

static void take_facts(const metrics_t *metrics)
{
    const pool_t *pool;
    for (uint32_t i = 0;
         (pool = report_next(metrics->pd, metrics->scope, &i)) != NULL;)
        report_facts_take(&metrics->facts[pool->index], pool);
}

void report_metrics(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const metrics_t metrics = {
        out, pd, scope,
        heap_make(pd->table->sizes.pools, sizeof(report_facts_t))};
    take_facts(&metrics);
    limit(&metrics);
    workers(&metrics);
    gauge(&metrics, "workers_max", workers_max, "MAX of PersistWorkers.");
    gauge(&metrics, "places", places,
          "Places of PersistMaxWorkers that the workers take.");
    gauge(&metrics, "busy_units", busy, "Requests that workers work on.");
    gauge(&metrics, "waiting_requests", waiting,
          "Requests in the queue or at busy workers.");
    gauge(&metrics, "fault", fault,
          "Number of the PERSIST code why no worker starts, 0: none.");
    counter(&metrics, "requests", requests, "Requests that workers served.");
    counter(&metrics, "refused_requests", refused,
            "Requests answered 503: the queue was full or too slow.");
    counter(&metrics, "failed_requests", failed,
            "Requests answered 502 or 504, or broken off.");
    counter(&metrics, "boot_failures", boot_failures,
            "Workers that ended before they were ready.");
    boot(&metrics);
    queue(&metrics);
    service(&metrics);
    fputs("# EOF\n", out);
    free(metrics.facts);
}
