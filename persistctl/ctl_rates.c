/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_rates.c: compares the counts of two reports. */

#include "ctl_rates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(ctl_record_t record, const char *name)
{
    const char *text = ctl_fields_text(record, name);
    return strdup(text ? text : "?");
}

static int fill(ctl_rate_t *rate, ctl_record_t record, int64_t server)
{
    const char *id = ctl_fields_text(record, "id");
    *rate = (ctl_rate_t){
        .script = copy(record, "pool"),
        .state = copy(record, "state"),
        .workers = ctl_fields_number(record, "workers"),
        .max = ctl_fields_number(record, "max"),
        .waiting = ctl_fields_number(record, "waiting"),
        .requests = ctl_fields_number(record, "requests"),
        .mean_us = ctl_fields_number(record, "mean_us"),
        .failed = ctl_fields_number(record, "failed"),
        .refused = ctl_fields_number(record, "refused"),
    };
    if (asprintf(&rate->id, "%lld.%s", (long long)server, id ? id : "?") < 0)
        rate->id = NULL;
    return rate->id && rate->script && rate->state ? 0 : -1;
}

static int add(ctl_rates_t *rates, ctl_record_t record, int64_t server)
{
    size_t size = (rates->count + 1) * sizeof(*rates->pools);
    ctl_rate_t *pools = realloc(rates->pools, size);
    if (!pools)
        return -1;
    rates->pools = pools;
    return fill(&pools[rates->count++], record, server);
}

int ctl_rates_add(ctl_rates_t *rates, const msgpack_sbuffer *report)
{
    ctl_record_t record = NULL;
    int64_t server = 0;
    while ((record = ctl_fields_next(report, record)) != NULL) {
        if (ctl_fields_text(record, "instance"))
            server = ctl_fields_number(record, "pid");
        if (ctl_fields_text(record, "pool") && add(rates, record, server) != 0)
            return -1;
    }
    return 0;
}

static const ctl_rate_t *find(const ctl_rates_t *rates, const char *id)
{
    for (size_t i = 0; i < rates->count; i++)
        if (strcmp(rates->pools[i].id, id) == 0)
            return &rates->pools[i];
    return NULL;
}

static int busier(const void *left, const void *right)
{
    const ctl_rate_t *a = left, *b = right;
    if (a->per_second != b->per_second)
        return a->per_second < b->per_second ? 1 : -1;
    if (a->requests != b->requests)
        return a->requests < b->requests ? 1 : -1;
    return strcmp(a->script, b->script);
}

void ctl_rates_settle(ctl_rates_t *rates, const ctl_rates_t *before)
{
    double seconds = (double)(rates->at - before->at) / 1000000;
    for (size_t i = 0; i < rates->count; i++) {
        ctl_rate_t *rate = &rates->pools[i];
        const ctl_rate_t *old = find(before, rate->id);
        if (old && seconds > 0 && rate->requests >= old->requests)
            rate->per_second =
                (double)(rate->requests - old->requests) / seconds;
    }
    if (rates->count > 0)
        qsort(rates->pools, rates->count, sizeof(*rates->pools), busier);
}

void ctl_rates_clear(ctl_rates_t *rates)
{
    while (rates->count > 0) {
        ctl_rate_t *rate = &rates->pools[--rates->count];
        free(rate->id);
        free(rate->script);
        free(rate->state);
    }
    free(rates->pools);
    rates->pools = NULL;
}
