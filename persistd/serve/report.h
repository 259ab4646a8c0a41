/* SPDX-License-Identifier: Apache-2.0 */
/* report.h: reports for people and for programs. */

#ifndef REPORT_H
#define REPORT_H

#include "state/persistd.h"

#include "wire_message.h"

/* The pools that a report covers. */
typedef struct report_scope {
    const uid_t *uid; /* only scripts of this user; NULL: all */
    /* Only this script, or those below this directory; empty: all. */
    wire_bytes_t path;
    uint64_t after; /* of lines: only later ones */
    uint64_t lines; /* so many last ones of each script */
    /* Of what workers have printed and nobody has read, so many bytes may be
     * read for the report. */
    size_t *unread;
    uid_t whose; /* of this owner's scripts; RECENT_NOBODY: of all */
} report_scope_t;

/* format: enum wire_status_format. Returns the text and its length; the caller
 * frees it. */
char *report_make(persistd_t *pd, int format, const report_scope_t *scope,
                  size_t *len);

#endif /* REPORT_H */
