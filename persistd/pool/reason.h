/* SPDX-License-Identifier: Apache-2.0 */
/* reason.h: says why a start failed. The first line names the error; httpd and
 * persistd log no more than that. If the worker printed more, the end of its
 * output follows, for error pages and persistctl. Pure. */

#ifndef REASON_H
#define REASON_H

#include "state/news.h"

/* what: what has happened to the worker. words: the end of its output, or "".
 * The caller frees the text. */
char *reason_join(const char *what, const char *words);

/* killed: how many workers somebody has killed in a row. user: the name of the
 * user that workers run as; NULL: not known. The caller frees the text. */
char *reason_of_end(const worker_end_t *end, uint32_t killed, const char *user);

/* The wire_fault_t of a start that ended so. */
int reason_fault(const worker_end_t *end);

#endif /* REASON_H */
