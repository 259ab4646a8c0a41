/* SPDX-License-Identifier: Apache-2.0 */
/* report_text.h: the report for people. */

#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "serve/report_facts.h"

#include <stdio.h>

void report_text(FILE *out, persistd_t *pd, const report_scope_t *scope);

#endif /* REPORT_TEXT_H */
