/* SPDX-License-Identifier: Apache-2.0 */
/* persist_child_ask.h: questions of an httpd child to persistd. Each one takes
 * a connection of its own. */

#ifndef PERSIST_CHILD_ASK_H
#define PERSIST_CHILD_ASK_H

#include "lifecycle/persist_child.h"

/* Any thread: true if persistd has not turned its loop for some seconds. It may
 * also have died. */
int persist_child_hangs(const persist_child_t *child);

/* Long enough for an answer if persistd does not hang after all. */
#define PERSIST_CHILD_GLANCE (APR_USEC_PER_SEC / 5)

/* Any thread, but not on the hot path: asks persistd to ensure a pool. Blocks
 * for `timeout` at most. *retry_ms and *text (in p) come from the answer.
 * Returns 0, or the wire_fault_t to answer with: that of the answer;
 * WIRE_FAULT_NO_PERSISTD if nobody listens; WIRE_FAULT_HANGS if persistd
 * listens and has not answered in time; WIRE_FAULT_DEFINITION if the question
 * does not fit a frame. */
int persist_child_ensure(persist_child_t *child, const wire_ensure_t *ensure,
                         apr_interval_time_t timeout, apr_pool_t *p,
                         uint32_t *pool, uint64_t *generation,
                         uint64_t *retry_ms, const char **text);

/* Any thread: returns persistd's report (WIRE_STATUS_…) in p, or NULL without
 * persistd. below: only scripts in this directory; NULL: all scripts. lines: so
 * many last lines about each script of the user `whose`, or of all
 * (WIRE_ANYBODY). */
const char *persist_child_report(persist_child_t *child, int format,
                                 const char *below, uint64_t lines,
                                 uint64_t whose, apr_interval_time_t timeout,
                                 apr_pool_t *p);

#endif /* PERSIST_CHILD_ASK_H */
