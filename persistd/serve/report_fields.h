/* SPDX-License-Identifier: Apache-2.0 */
/* report_fields.h: the report for persistctl, as "name=value" records. */

#ifndef REPORT_FIELDS_H
#define REPORT_FIELDS_H

#include "serve/report_facts.h"

#include <stdio.h>

void report_fields(FILE *out, persistd_t *pd, const report_scope_t *scope);

#endif /* REPORT_FIELDS_H */
