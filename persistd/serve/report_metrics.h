/* SPDX-License-Identifier: Apache-2.0 */
/* report_metrics.h: the report for collectors, as OpenMetrics 1.0 text. */

#ifndef REPORT_METRICS_H
#define REPORT_METRICS_H

#include "serve/report_facts.h"

#include <stdio.h>

void report_metrics(FILE *out, persistd_t *pd, const report_scope_t *scope);

#endif /* REPORT_METRICS_H */
