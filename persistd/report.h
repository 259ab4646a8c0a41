/* SPDX-License-Identifier: Apache-2.0 */
/* report.h: what persistd knows, for people and for programs. */

#ifndef REPORT_H
#define REPORT_H

#include "persistd.h"

/* Which pools are told of. */
typedef struct report_filter {
    const uid_t *uid;   /* whose scripts belong to it; NULL: all */
    const char *script; /* of this script; NULL: all */
} report_filter_t;

/* format: enum wire_status_format. Returns the text for free(), with its
 * length. */
char *report_make(persistd_t *pd, int format, const report_filter_t *filter,
                  size_t *len);

#endif /* REPORT_H */
