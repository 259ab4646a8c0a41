/* SPDX-License-Identifier: Apache-2.0 */
/* report_record.h: records for persistctl. They consist of "name=value" NUL,
 * like an environment, so that paths need no escapes. */

#ifndef REPORT_RECORD_H
#define REPORT_RECORD_H

#include <stdint.h>
#include <stdio.h>

void report_record_text(FILE *out, const char *name, const char *value);
void report_record_number(FILE *out, const char *name, int64_t value);
void report_record_end(FILE *out);

#endif /* REPORT_RECORD_H */
