/* SPDX-License-Identifier: Apache-2.0 */
/* report.h: what persistd knows, for people and for programs. */

#ifndef REPORT_H
#define REPORT_H

#include "persistd.h"

/* format: enum wire_status_format. uid: only pools whose scripts belong to it;
 * NULL: all. Returns the text for free(), with its length. */
char *report_make(persistd_t *pd, int format, const uid_t *uid, size_t *len);

#endif /* REPORT_H */
