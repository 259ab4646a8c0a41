/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_input.h: the request's body, on its way to the program's stdin. */

#ifndef CGI_INPUT_H
#define CGI_INPUT_H

#include "cgi_exchange.h"

/* Reads what is there of the body before the program is started. Returns 1 if
 * the program needs a pipe for it, 0 if there is none, -1 with errno. */
int cgi_input_look(cgi_exchange_t *exchange);

/* Moves what can be moved; stops when the body waits for the client, or the
 * pipe for the program. Closes stdin at the end of the body. */
void cgi_input_move(void *exchange);

/* Closes stdin; the rest of the body is not read. */
void cgi_input_close(cgi_exchange_t *exchange);

#endif /* CGI_INPUT_H */
