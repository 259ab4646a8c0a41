/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_stop.h: makes a program end: SIGTERM, and SIGKILL if that is not enough.
 */

#ifndef CGI_STOP_H
#define CGI_STOP_H

#include "cgi_exchange.h"

/* The answer is complete: gives the process, and it alone, 100 ms to end, as
 * what it has started may go on behind the answer. */
void cgi_stop_later(cgi_exchange_t *exchange);

/* Nobody waits for the answer any more: ends the whole group, at once. */
void cgi_stop_now(cgi_exchange_t *exchange);

/* Kills what is to end. */
void cgi_stop_kill(cgi_exchange_t *exchange);

/* True if the group has had SIGTERM and not SIGKILL. The process must not be
 * reaped, even if it has ended: others of its group may ignore SIGTERM. */
int cgi_stop_is_under_way(const cgi_exchange_t *exchange);

/* Does the next step, if it is time. */
void cgi_stop_tick(cgi_exchange_t *exchange, int64_t now);

#endif /* CGI_STOP_H */
