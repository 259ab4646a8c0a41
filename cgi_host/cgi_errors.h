/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_errors.h: the program's stderr, line by line, on its way to httpd's error
 * log. */

#ifndef CGI_ERRORS_H
#define CGI_ERRORS_H

#include "cgi_exchange.h"

/* Logs a line under the id of the request, as long as there is one. */
void cgi_errors_say(cgi_exchange_t *exchange, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Logs the lines that are there. */
void cgi_errors_move(void *exchange);

/* The same; and if the program has ended, what is there of a line without an
 * end, and the signal of which it has died. Call this before the response ends:
 * httpd takes no lines of a request that is over. */
void cgi_errors_flush(cgi_exchange_t *exchange);

/* Logs no more of it. */
void cgi_errors_close(cgi_exchange_t *exchange);

#endif /* CGI_ERRORS_H */
