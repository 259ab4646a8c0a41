/* SPDX-License-Identifier: Apache-2.0 */
/* report_log.h: the last lines about scripts, for their owners. */

#ifndef REPORT_LOG_H
#define REPORT_LOG_H

#include "serve/report_facts.h"

#include <stdio.h>

/* Records: one for each script that has lines ("log"), with the number of its
 * last line and of the last one that was cut ("newest", "cut"), and behind it
 * one for each line ("line") whose number is above scope->after. */
void report_log(FILE *out, persistd_t *pd, const report_scope_t *scope);

#endif /* REPORT_LOG_H */
