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

/* Kills the group. */
void cgi_stop_kill(cgi_exchange_t *exchange);

/* Does the next step, if it is time. */
void cgi_stop_tick(cgi_exchange_t *exchange, int64_t now);

#endif /* CGI_STOP_H */
