/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_output.h: the program's stdout becomes the response. */

#ifndef CGI_OUTPUT_H
#define CGI_OUTPUT_H

#include "cgi_exchange.h"

/* Takes what the program has written, and sends it: what is small is held back
 * for a moment, so that a short response leaves as a whole. */
void cgi_output_move(void *exchange);

/* Sends what is held back, if it is time. */
void cgi_output_tick(cgi_exchange_t *exchange, int64_t now);

/* Ends the answer of a program that does not end it itself: by a page with this
 * status if nothing has been sent, otherwise by breaking the stream off. */
void cgi_output_end(cgi_exchange_t *exchange, unsigned status);

/* Takes no more output. */
void cgi_output_close(cgi_exchange_t *exchange);

#endif /* CGI_OUTPUT_H */
