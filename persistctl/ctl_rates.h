/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_rates.h: computes each pool's requests per second from two reports. */

#ifndef CTL_RATES_H
#define CTL_RATES_H

#include "ctl_fields.h"

typedef struct ctl_rate {
    char *id; /* of the pool, unique over all servers */
    char *script;
    char *state;
    int64_t workers, max, waiting, requests, mean_us, failed, refused;
    double per_second; /* 0 in the first report, and if counts restarted */
} ctl_rate_t;

typedef struct ctl_rates {
    ctl_rate_t *pools; /* the busiest one first */
    size_t count;
    int64_t at; /* CLOCK_MONOTONIC µs of the report */
} ctl_rates_t;

/* Adds the pools of a sealed report. Returns 0, or -1 without memory. */
int ctl_rates_add(ctl_rates_t *rates, const msgpack_sbuffer *report);

/* Computes the rates from the report before, and sorts the pools. */
void ctl_rates_settle(ctl_rates_t *rates, const ctl_rates_t *before);

void ctl_rates_clear(ctl_rates_t *rates);

#endif /* CTL_RATES_H */
