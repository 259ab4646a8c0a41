/* SPDX-License-Identifier: Apache-2.0 */
/* report_words.c: what workers printed last. Whose lines they are is in their
 * marks (wire/PROTOCOL.md, section 9), which httpd knows. */

#include "serve/report_words.h"

#include "common_clock.h"
#include "worker/facts.h"

#include <stdlib.h>

/* An older crash has nothing to do with the request that is asked about. */
#define CRASH_IS_NEWS_US (10 * 1000000)

/* The request may have come before the event of what was printed before it. */
static void put_words(FILE *out, const worker_t *worker)
{
    output_catch_up(worker->output, SIZE_MAX);
    char *words = facts_last_words(worker);
    if (*words)
        fprintf(out, "%s\n", words);
    free(words);
}

void report_words(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const pool_t *pool;
    for (uint32_t i = 0; (pool = report_next(pd, scope, &i)) != NULL;) {
        for (const worker_t *worker = pool->workers; worker;
             worker = worker->pool_next)
            put_words(out, worker);
        if (pool->crash &&
            common_now_us() - pool->crashed_at < CRASH_IS_NEWS_US)
            fputs(pool->crash, out);
    }
}
