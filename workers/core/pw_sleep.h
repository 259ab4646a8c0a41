/* SPDX-License-Identifier: Apache-2.0 */
/* pw_sleep.h: whether requests sleep, which means that they wait for something
 * else than a processor: a disk, a database, a client. httpd learns it of one
 * request in 16, by the token of its connection. The requests of a script that
 * only computes gain nothing by more workers than there are processors.
 * Why: docs/decisions/as-many-workers-as-processors.md */

#ifndef PW_SLEEP_H
#define PW_SLEEP_H

#include "pw_conn.h"

/* The worker begins with the connection's request. */
void pw_sleep_begin(pw_conn_t *conn);

/* Before the end of the response is sent. In another thread than the one that
 * began, the request may look as if it had slept. */
void pw_sleep_end(const pw_conn_t *conn);

#endif /* PW_SLEEP_H */
