/* SPDX-License-Identifier: Apache-2.0 */
/* charts.h: gathers, step by step, what the charts of the status page show. */

#ifndef CHARTS_H
#define CHARTS_H

#include "state/persistd.h"

/* Adds each pool's totals to its history (decide/history.h). */
void charts_tick(persistd_t *pd);

#endif /* CHARTS_H */
