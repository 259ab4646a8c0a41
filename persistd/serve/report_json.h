/* SPDX-License-Identifier: Apache-2.0 */
/* report_json.h: the report for programs, as JSON. */

#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "serve/report_facts.h"

#include <stdio.h>

void report_json(FILE *out, persistd_t *pd, const report_scope_t *scope);

#endif /* REPORT_JSON_H */
