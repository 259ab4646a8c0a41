/* SPDX-License-Identifier: Apache-2.0 */
/* report.h: what persistd knows, for people and for programs. */

#ifndef REPORT_H
#define REPORT_H

#include "state/persistd.h"

#include "wire_message.h"

/* Which pools a report is about. */
typedef struct report_scope {
    const uid_t *uid;  /* whose scripts belong to this user; NULL: all */
    wire_bytes_t path; /* whose script this is, or lies below this directory;
                          empty: all */
} report_scope_t;

/* format: enum wire_status_format. Returns the text for free(), with its
 * length. */
char *report_make(persistd_t *pd, int format, const report_scope_t *scope,
                  size_t *len);

#endif /* REPORT_H */
